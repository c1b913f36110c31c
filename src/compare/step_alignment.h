// Which step of one run is which of another. Where the second is a replay of
// the first its input says so; otherwise the longest common sequence of steps
// in words is taken, so that one step more or less does not shift all others.
//
// Threads: plain functions.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "compare/run_view.h"

namespace reprise::compare {

// Indices into the moments of both runs; none: the other has no such step.
struct MomentPair {
  std::optional<size_t> a;
  std::optional<size_t> b;
};

struct Alignment {
  std::vector<MomentPair> pairs;  // begin with begin first, end with end last
  bool by_origin = false;
};

Alignment AlignSteps(const RunView& a, const RunView& b);

}  // namespace reprise::compare
