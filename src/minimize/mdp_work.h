// How solving the states of k live traces is cut into pieces for threads.
//
// A value depends on states that ran m times more, or that have fewer live
// traces. So blocks with m sums of runs in a row are solved at the same time: a
// batch. A task of it is all sources with one sum and one prefix (mdp_walk.h),
// which no other task touches; what it needs of the batch are the targets with
// the sum that is m more.
//
// Threads: read by any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "minimize/mdp_walk.h"

namespace reprise::minimize {

struct MdpTask {
  std::vector<uint32_t> sources;  // blocks
  size_t values = 0;              // of all their products
  size_t first_target = 0;        // of the batch
  size_t end_target = 0;
};

struct MdpBatch {
  std::vector<MdpTask> tasks;
  std::vector<uint16_t> targets;  // k counts of runs each
};

// In the order in which they can be solved. Says in the plan where products
// begin in their task.
std::vector<MdpBatch> CutMdpWork(MdpWalkPlan* plan);

}  // namespace reprise::minimize
