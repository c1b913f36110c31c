// RunEnd: how the tape of a run ends, and whether it holds the run to its end.
//
// Threads: plain values.
#pragma once

#include "tape/reader.h"

namespace reprise::compare {

struct RunEnd {
  bool is_replay = false;
  // The replay ended at a divergence, and played no further.
  bool stopped = false;
  // The replay was on another display, and its effects were compared.
  bool effects = false;
  // The recording or replay was killed, lost its device, or was edited: it is
  // cut if it has no state of its end.
  bool may_be_cut = false;
};

// What the metadata tell. A tape of neither a recording nor a replay is whole.
RunEnd ReadRunEnd(const tape::TapeReader& tape);

}  // namespace reprise::compare
