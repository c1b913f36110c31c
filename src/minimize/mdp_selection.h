// The optimal selection as a policy (selection.h): where the MDP knows what to
// do, it says so, and elsewhere the heuristic does: for one candidate and for
// more than it was solved for, for steps of other than m slots, and for states
// that the optimal policy never comes to (after a run was lost, or when workers
// do not wait for each other).
//
// Threads: one at a time.
#pragma once

#include <memory>

#include "base/result.h"
#include "minimize/selection.h"

namespace reprise::minimize {

Result<std::unique_ptr<Selection>> MakeMdpSelection(
    const SelectionOptions& options);

}  // namespace reprise::minimize
