#include "minimize/search.h"

#include <array>
#include <cmath>

#include "base/text.h"
#include "minimize/ddmin.h"
#include "minimize/first_check.h"
#include "minimize/nd3min.h"
#include "minimize/oracle_message.h"
#include "minimize/speculative.h"

namespace reprise::minimize {
namespace {

constexpr uint32_t kMaxSlots = 1 << 16;
constexpr uint32_t kMaxRuns = 10000;

struct Entry {
  std::string_view name;
  Result<std::unique_ptr<Search>> (*make)(const SearchOptions&);
};

constexpr std::array kSearches = {
    Entry{"speculative", MakeSpeculative},
    Entry{"nd3min", MakeNd3Min},
    Entry{"ddmin", MakeDdmin},
};

Status InRange(std::string_view name, uint32_t value, uint32_t low,
               uint32_t high) {
  if (value >= low && value <= high) return {};
  return Fail(ErrorKind::kInvalidArgument,
              "{} is {}: it must be from {} to {}.", name, value, low, high);
}

Status Check(const SearchOptions& options) {
  RETURN_IF_ERROR(InRange("The number of units", options.units, 0, kMaxUnits));
  RETURN_IF_ERROR(InRange("--n", options.n, 2, kMaxUnits));
  RETURN_IF_ERROR(InRange("--m", options.m, 1, kMaxSlots));
  RETURN_IF_ERROR(InRange("--nr", options.nr, 1, kMaxRuns));
  RETURN_IF_ERROR(InRange("--st", options.st, 1, options.nr));
  RETURN_IF_ERROR(
      InRange("The number of initial runs", options.initial_runs, 1, kMaxRuns));
  RETURN_IF_ERROR(InRange("The number of initial passes",
                          options.initial_passes, 1, options.initial_runs));
  if (!(options.c > 0 && options.c <= 1)) {
    return Fail(ErrorKind::kInvalidArgument,
                "--c is {}: it must be above 0 and at most 1.", options.c);
  }
  return {};
}

}  // namespace

std::vector<std::string_view> SearchNames() {
  std::vector<std::string_view> names;
  for (const Entry& entry : kSearches) names.push_back(entry.name);
  return names;
}

Result<std::unique_ptr<Search>> MakeSearch(std::string_view name,
                                           const SearchOptions& options) {
  RETURN_IF_ERROR(Check(options));
  for (const Entry& entry : kSearches) {
    if (entry.name != name) continue;
    auto made = entry.make(options);
    if (!made || !options.first_check) return made;
    return WithFirstCheck(*std::move(made), options);
  }
  return Fail(ErrorKind::kInvalidArgument,
              "There is no search '{}': choose one of {}.",
              EscapeForTerminal(name), fmt::join(SearchNames(), ", "));
}

}  // namespace reprise::minimize
