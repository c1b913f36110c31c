// A replay loop in RERAN's manner, as a negative control for the precision
// tests: it sleeps for the recorded gap, relative to whenever it woke last, and
// writes each event by itself, so that every delay adds to all that follow.
//
// Threads: plain function.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "input/recording.h"

namespace reprise::agent {

// Plays through uinput; gives the time of the begin, on CLOCK_MONOTONIC.
Result<int64_t> RunReranLoop(const input::Recording& recording,
                             int64_t settle_ns);

}  // namespace reprise::agent
