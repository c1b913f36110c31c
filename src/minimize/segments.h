// Segments: the units of the base that a search stands on, in the pieces whose
// removal it tries. What failed is split where it is largest; what is left at
// the end are single units that must stay.
//
// Threads: plain values.
// Invariant: the segments are a partition of the base.
#pragma once

#include <cstddef>
#include <vector>

#include "minimize/candidate.h"

namespace reprise::minimize {

struct Segment {
  enum class State {
    kOpen,    // its removal is to be tried
    kAsked,   // a run of `test` was asked for
    kFailed,  // its removal failed
  };
  Candidate units;
  State state = State::kOpen;
  Candidate test;    // the base of then without the units
  size_t depth = 0;  // parts that had been removed from that base

  bool single() const { return units.size() == 1; }
};

// Splits failed and open segments of several units, so evenly that no piece
// is larger than need be, until `wanted` are open or nothing can be split.
// Failed ones are split in two at least, the largest first.
void SplitToOpen(std::vector<Segment>* segments, size_t wanted);

}  // namespace reprise::minimize
