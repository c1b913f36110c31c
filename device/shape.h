// What a person may change of a recording before it is played on the device:
// its timing, and what takes part. A host does the same before it sends frames.
//
// Threads: plain functions.
#pragma once

#include <span>

#include "base/result.h"
#include "device/arguments.h"
#include "input/recording.h"

namespace reprise::agent {

// The options of this, for the table of a command.
#define REPRISE_SHAPE_OPTIONS                                                 \
  {"--timing", "RULE", "exact, or warp as RERAN does (default: exact)"},      \
      {"--speed", "FACTOR", "divide the gaps between gestures"},              \
      {"--max-gap", "DURATION", "shorten longer gaps to this"},               \
      {"--min-gap", "DURATION", "lengthen shorter gaps to this"},             \
      {"--gesture-speed", "FACTOR", "divide the gaps within gestures"},       \
      {"--allow-double-taps", "", "let two taps become a double tap"},        \
      {"--only", "WORD", "play only this: touch, keys, event3, gesture=tap"}, \
      {"--skip", "WORD", "do not play this"}

struct Shaped {
  uint64_t frames_removed = 0;
  uint64_t gaps_changed = 0;
};
Result<Shaped> Shape(const Arguments& arguments, input::Recording* recording);

}  // namespace reprise::agent
