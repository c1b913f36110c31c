#include "minimize/ddmin.h"

#include "minimize/nd3min.h"

namespace reprise::minimize {

Result<std::unique_ptr<Search>> MakeDdmin(const SearchOptions& options) {
  SearchOptions once = options;
  once.n = 2;
  once.nr = 1;
  once.st = 1;
  once.initial_runs = 1;
  once.initial_passes = 1;
  once.selection = "naive";
  once.cache = true;
  return MakeNd3MinUnchecked(once);
}

}  // namespace reprise::minimize
