// ND3MIN as its paper has it: delta debugging in which a candidate passes when
// st of nr runs reach the target.
//
// First the whole recording is run to see that it reaches the target at all,
// then the recording without any units. Then MinR(T, k), with T split in k
// parts that differ by at most one unit, k never above the units of T:
//  1. a part passes: go on with it and k = n
//  2. all but one part pass: go on with them and k = max(k - 1, 2)
//  3. k is below the units of T: go on with T and k = min(2k, units)
//  4. T is the result, which nr more runs check
//
// A T of one unit is the result: its only part is itself, and that no units at
// all do not pass is known from before.
//
// Threads: one at a time.
#pragma once

#include <memory>

#include "base/result.h"
#include "minimize/search.h"

namespace reprise::minimize {

Result<std::unique_ptr<Search>> MakeNd3Min(const SearchOptions& options);

// For ddmin.h: the same without the final check.
Result<std::unique_ptr<Search>> MakeNd3MinUnchecked(
    const SearchOptions& options);

// For speculative.h: from a base that another search came to, without the first
// check; `passed` says that it passed by the rule.
Result<std::unique_ptr<Search>> MakeNd3MinFrom(const SearchOptions& options,
                                               Candidate base, bool passed);

}  // namespace reprise::minimize
