// The specification that Reprise brings along: sensors, location, camera,
// audio, network, intents, random numbers, clocks, schedule, input. Its files
// are in src/weave/catalogue and part of the program.
//
// Threads: any; a function without state.
#pragma once

#include "weave/spec.h"

namespace reprise::weave {

// All files, in the order of their names.
Spec Catalogue();

}  // namespace reprise::weave
