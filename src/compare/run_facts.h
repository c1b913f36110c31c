// What two runs have as a whole, apart from their steps: builds of the app,
// executed methods, and which of their streams could be compared.
//
// Threads: plain functions.
#pragma once

#include "compare/run_view.h"
#include "compare/tape_diff.h"

namespace reprise::compare {

// Notes that the apps or their builds differ.
void CompareApps(const AppIdentity& a, const AppIdentity& b, TapeDiff* diff);

// The share of executed methods that both have, if both tell any.
void CompareMethods(const RunView& a, const RunView& b, TapeDiff* diff);

// What was compared, and what was not, with the reason.
void SayWhatWasCompared(const RunView& a, const RunView& b, bool pictures,
                        bool same_display, TapeDiff* diff);

// The same of a replay on another display, which is compared by its effects.
void SayWhatEffectsAre(TapeDiff* diff);

}  // namespace reprise::compare
