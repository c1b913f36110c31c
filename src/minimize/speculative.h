// The speculative search: builds on removals before they are certain, because
// waiting for certainty is what costs steps.
//
// It stands on a base: at first the whole recording, or short windows of it
// that passed. It tries to remove many disjoint segments of it at once, each by
// one run. Those that passed are removed together, and the search goes on from
// there while further runs of the new base show whether that was right
// (chain.h); if not, the part that should have stayed is put back. Segments
// that failed are split (segments.h). When only single units are left, the
// certificate is completed: st of nr runs of the base pass, and every deletion
// of one unit fails. The check of the whole recording is paid off by slots that
// nothing else needs. The final check may refute the result; then the search
// goes on.
//
// Threads: one at a time.
#pragma once

#include <memory>

#include "base/result.h"
#include "minimize/search.h"

namespace reprise::minimize {

Result<std::unique_ptr<Search>> MakeSpeculative(const SearchOptions& options);

}  // namespace reprise::minimize
