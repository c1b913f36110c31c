// The two last axes of a walk over the MDP (mdp_walk.h), where its time goes,
// and the minimum. Apart from the walk, which is compiled for each number of
// traces, since it is the same for all of them.
//
// Threads: one caller per `best` and `half`.
#pragma once

#include <cstdint>

#include "minimize/mdp_walk.h"

namespace reprise::minimize {

// How the two traces that are left get their runs.
struct MdpEnd {
  uint32_t to;       // how often the one chosen next has run then,
  uint32_t last_to;  // and the last one
  bool swapped;      // the one chosen next is the second in the target
  uint32_t first;    // how often the one chosen next had run before: from here
  uint32_t last;     // to here
  uint32_t sum;      // and both together
  uint32_t rank;     // of the traces chosen before
  const float* in;   // in[first in target][second][chosen before]
  size_t size;       // of the last of these, padded
  float* best;       // where least values are kept
  float* half;       // scratch, kLanes for each count of failures and one more
};

using MdpFinish = void (*)(const MdpWalkPlan& plan, const MdpEnd& end);

// What finishes walks with so many counts of failures on this machine.
MdpFinish MdpFinishFor(uint32_t failures);

}  // namespace reprise::minimize
