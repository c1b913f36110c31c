// StateDiff: what differs between the states of two runs at one step: activity,
// views, preferences and, where the views are the same, the picture.
//
// Threads: one at a time; the runs must outlive it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compare/divergence.h"
#include "compare/run_view.h"
#include "compare/view_diff.h"

namespace reprise::compare {

struct StateDiffOptions {
  bool same_display = true;
  bool pictures = true;
  bool activities_only = false;
  int32_t inset_top = 0;    // height of the bar with the clock
  bool real_clock = false;  // of either run
};

class StateDiff {
 public:
  StateDiff(const RunView& a, const RunView& b, const StateDiffOptions& options)
      : a_(a), b_(b), options_(options) {}

  // Null: the run has no state there. Neither step nor times are set.
  std::vector<Divergence> Compare(const RunState* a, const RunState* b);
  // The same activities and views.
  bool Equal(const RunState* a, const RunState* b);

 private:
  const std::vector<ViewChange>& ChangesOf(const RunState& a,
                                           const RunState& b);
  void ComparePreferences(const RunState& a, const RunState& b,
                          std::vector<Divergence>* told) const;
  void ComparePictures(const RunState& a, const RunState& b,
                       std::vector<Divergence>* told) const;

  const RunView& a_;
  const RunView& b_;
  const StateDiffOptions options_;
  // By the digests of both forests.
  std::map<std::pair<std::string, std::string>, std::vector<ViewChange>> cache_;
};

// For who compares states otherwise: two that have other activities, and what
// is another in the views, as divergences without step and times.
Divergence OtherActivity(const RunState& a, const RunState& b);
Divergence FromChange(const ViewChange& change);

// The same pixels, by their digests.
bool SamePicture(const RunPicture& a, const RunPicture& b);

}  // namespace reprise::compare
