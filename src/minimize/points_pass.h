// The pass that leaves out points of gestures: frames in which fingers only
// move. What such a frame said is folded into the next one of its device,
// because a frame says only what has changed: fingers jump, they do not stray.
//
// Threads: plain functions.
#pragma once

#include <memory>

#include "base/result.h"
#include "input/recording.h"
#include "minimize/reduction.h"

namespace reprise::minimize {

// For passes.h. Its parts are the frames of touchscreens that only move, and
// the moves above the kernel that have no frames.
Result<std::unique_ptr<Reduction>> MakePoints(
    const input::Recording& recording);

}  // namespace reprise::minimize
