// The check of the whole recording before a search: whether it reaches the
// target often enough for the rule is told after at most nr runs, and not when
// much was paid for candidates that cannot be better.
//
// Half of nr runs without a failure are enough; otherwise it takes st passes,
// or nr runs (fewer if none passes). The runs of the whole that the search asks
// for are these, as long as there are any.
//
// Threads: one at a time.
#pragma once

#include <memory>

#include "minimize/search.h"

namespace reprise::minimize {

// That a whole with these runs may be good enough for the rule.
bool MayPass(const SearchOptions& options, const Tally& tally);

std::unique_ptr<Search> WithFirstCheck(std::unique_ptr<Search> search,
                                       const SearchOptions& options);

}  // namespace reprise::minimize
