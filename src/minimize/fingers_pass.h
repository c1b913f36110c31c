// The pass that leaves out whole fingers of gestures with several. The others
// do what they did: frames lose the contacts of the finger in either protocol,
// slots and BTN_TOUCH follow those that stay, and pointer events lose the
// pointer; who was the second to go down is the first then.
//
// Threads: plain functions.
#pragma once

#include <memory>

#include "base/result.h"
#include "input/recording.h"
#include "minimize/reduction.h"

namespace reprise::minimize {

// For passes.h. A gesture whose pointer events do not tell of the same fingers
// as its frames stays as it is.
Result<std::unique_ptr<Reduction>> MakeFingers(
    const input::Recording& recording);

}  // namespace reprise::minimize
