// The verdict on a replay: its own tape compared with the recording while it
// can still be written on, so that the tape itself says where it diverged.
//
// Threads: that of the recorder's owner.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/tape_diff.h"
#include "session/step_player.h"
#include "tape/recorder.h"

namespace reprise::session {

// More divergences are not written on a tape.
inline constexpr size_t kMaxWrittenDivergences = 100;

// Onto the tape, at this time.
Status WriteDivergences(const std::vector<compare::Divergence>& divergences,
                        uint64_t time_ns, tape::TapeRecorder& recorder);

// The replay, which `recorder` wrote to `path` so far, compared with the
// recording, if there is one, and what the player of its steps saw. None: it
// was not compared.
Result<std::optional<compare::TapeDiff>> Judge(
    const compare::RunView* recording, const StepOptions& options,
    const std::optional<StepOutcome>& outcome, bool same_display,
    const std::string& path, tape::TapeRecorder* recorder);

// "same", or "diverged".
std::string VerdictWord(const compare::TapeDiff& diff);

}  // namespace reprise::session
