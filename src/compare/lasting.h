// What differs between two runs on a real clock, and not only because one of
// them was quicker: what differs while something moves, or comes a step later,
// is gone when both are at rest again; and a preference is written a little
// later than it is set.
//
// Threads: plain functions.
#pragma once

#include <cstddef>
#include <vector>

#include "compare/divergence.h"
#include "compare/run_view.h"
#include "compare/state_diff.h"
#include "compare/step_alignment.h"

namespace reprise::compare {

// Of what was told of the states of a pair, which both have. `untimely`: one
// run shows there what the other shows a step before or after.
std::vector<Divergence> WhatLasts(const RunView& a, const RunView& b,
                                  const std::vector<MomentPair>& pairs,
                                  size_t pair, bool untimely, StateDiff& states,
                                  std::vector<Divergence> told);

}  // namespace reprise::compare
