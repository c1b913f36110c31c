// The verdict on a replay: its own tape compared with the recording while it
// can still be written on, so that the tape itself says where it diverged.
//
// Threads: that of the recorder's owner.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/tape_diff.h"
#include "tape/recorder.h"

namespace reprise::session {

// More divergences are not written on a tape.
inline constexpr size_t kMaxWrittenDivergences = 100;

// Onto the tape, at this time.
Status WriteDivergences(const std::vector<compare::Divergence>& divergences,
                        uint64_t time_ns, tape::TapeRecorder& recorder);

// Compares what `recorder` wrote to `path` so far. `pictures`: these too; they
// move with time.
Result<compare::TapeDiff> JudgeReplay(const compare::RunView& recording,
                                      const std::string& path, bool pictures,
                                      tape::TapeRecorder& recorder);

// "same", or "diverged".
std::string VerdictWord(const compare::TapeDiff& diff);

}  // namespace reprise::session
