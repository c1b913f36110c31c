// The pass that leaves out spans of sensors: what one sensor device said from
// the end of one unit to the end of the next.
//
// Threads: plain functions.
#pragma once

#include <memory>

#include "base/result.h"
#include "input/recording.h"
#include "minimize/reduction.h"

namespace reprise::minimize {

// For passes.h.
Result<std::unique_ptr<Reduction>> MakeSensors(
    const input::Recording& recording);

}  // namespace reprise::minimize
