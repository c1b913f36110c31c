// The verdict on a replay: its own tape compared with the recording while it
// can still be written on, so that the tape itself says where it diverged.
//
// Threads: that of the recorder's owner.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "compare/tape_diff.h"
#include "tape/recorder.h"

namespace reprise::session {

// More divergences are not written on a tape.
inline constexpr size_t kMaxWrittenDivergences = 100;

// Compares what `recorder` wrote to `path` so far, and writes the divergences
// on it, at this time.
Result<compare::TapeDiff> JudgeReplay(const compare::RunView& recording,
                                      const std::string& path, uint64_t time_ns,
                                      tape::TapeRecorder& recorder);

// "same", or "diverged".
std::string VerdictWord(const compare::TapeDiff& diff);

}  // namespace reprise::session
