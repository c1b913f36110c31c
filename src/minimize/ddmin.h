// Delta debugging for deterministic apps: ND3MIN in which one run decides and
// no candidate is run twice. The result is 1-minimal. It is never certified:
// one run proves nothing about an app that is not deterministic after all.
//
// Threads: one at a time.
#pragma once

#include <memory>

#include "base/result.h"
#include "minimize/search.h"

namespace reprise::minimize {

// Of the options only the units count.
Result<std::unique_ptr<Search>> MakeDdmin(const SearchOptions& options);

}  // namespace reprise::minimize
