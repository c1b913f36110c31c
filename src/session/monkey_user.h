// MonkeyUser: a person who does anything, the same again for the same seed.
// Taps most of all, swipes, long presses, and Back now and then, at random
// places of the display and with short pauses.
//
// Threads: a plain function.
#pragma once

#include <cstdint>

#include "input/recording.h"

namespace reprise::session {

struct MonkeyOptions {
  uint32_t steps = 0;  // gestures
  uint64_t seed = 1;
  int64_t pause_ns = 300'000'000;  // between two
  input::DisplaySize display;      // must be known
};

inline constexpr uint32_t kMaxMonkeySteps = 100'000;

// Motions and keys, without frames and ids.
input::Recording PlayMonkey(const MonkeyOptions& options);

}  // namespace reprise::session
