// StepList: what the user of a run did, numbered and in words: the numbers that
// `replay --from` and `--until` take.
//
// Threads: main thread only.
#pragma once

#include "base/result.h"
#include "cli/console.h"
#include "tape/reader.h"

namespace reprise::cli {

// A line for each step, with its time from the begin of the tape.
Status ListSteps(tape::TapeReader& tape, bool json, Console& console);

}  // namespace reprise::cli
