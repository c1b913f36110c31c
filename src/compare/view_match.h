// ViewMatch: which view of one screen is which of another. Views are recognised
// by what people recognise them by (resource id, text, description), then by
// the views around them, so that a list that lost a row does not shift all
// those below it.
//
// Threads: a plain value.
#pragma once

#include <vector>

#include "reprise/view.pb.h"

namespace reprise::compare {

class ViewMatch {
 public:
  static constexpr int kNone = -1;

  // Of two windows; only what is shown is matched.
  ViewMatch(const ViewTree& a, const ViewTree& b);

  // The counterpart of a node of the first, or of the second; or kNone.
  int InB(int node) const { return in_b_[static_cast<size_t>(node)]; }
  int InA(int node) const { return in_a_[static_cast<size_t>(node)]; }

 private:
  void Pair(int a, int b);
  void PairKnown(bool ancestors);
  void PairNamed();
  void PairParents();
  void PairChildren();

  const ViewTree& a_;
  const ViewTree& b_;
  std::vector<int> in_b_;
  std::vector<int> in_a_;
};

}  // namespace reprise::compare
