// Where a method holds a monitor. ART's verifier wants every way out of a
// method to have released what it took, so a handler around the whole body
// must not be reached from where a monitor is held.
//
// Threads: any; functions without state.
#pragma once

#include <vector>

#include "dex/code.h"

namespace reprise::weave {

// For each instruction whether an exception would leave the method with a
// monitor held: one is held and none of the method's tries there catches all.
// Empty when the method never takes a monitor.
std::vector<bool> UnguardedMonitors(const dex::Code& code);

}  // namespace reprise::weave
