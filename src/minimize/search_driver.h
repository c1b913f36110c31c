// Drives a search against an oracle that is a function: what tests of searches
// have in common.
//
// Threads: one at a time.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "minimize/search.h"

namespace reprise::minimize {

using OracleFunction = std::function<bool(const Candidate&)>;

struct Driven {
  Outcome outcome;
  uint64_t steps = 0;  // without those of the final check
  uint64_t calls = 0;  // also of the final check
  bool stuck = false;  // it asked for nothing although nothing ran
};

// In steps of at most m runs.
inline Driven DriveInSteps(Search* search, size_t m,
                           const OracleFunction& oracle) {
  Driven driven;
  uint64_t check = 0;  // steps of a check that may be the final one
  while (!search->done() && !driven.stuck) {
    if (search->outcome().checking) {
      check++;
    } else {
      driven.steps += std::exchange(check, 0) + 1;
    }
    const std::vector<Candidate> runs = search->Next(m);
    driven.stuck = runs.empty() || runs.size() > m;
    driven.calls += runs.size();
    for (const Candidate& run : runs) {
      search->Report(run, oracle(run) ? Verdict::kPass : Verdict::kFail);
    }
  }
  driven.outcome = search->outcome();
  return driven;
}

// With `workers` that never wait; `pick` chooses which of so many runs under
// way ends next, and `lost` whether it is withdrawn instead of reported.
inline Driven DriveFreely(Search* search, size_t workers,
                          const OracleFunction& oracle,
                          const std::function<size_t(size_t)>& pick,
                          const std::function<bool()>& lost) {
  Driven driven;
  std::vector<Candidate> under_way;
  while (!search->done() && !driven.stuck) {
    const size_t idle = workers - under_way.size();
    const std::vector<Candidate> runs = search->Next(idle);
    driven.stuck = runs.size() > idle;
    under_way.insert(under_way.end(), runs.begin(), runs.end());
    if (under_way.empty()) driven.stuck = true;
    if (driven.stuck) break;
    const auto at = static_cast<ptrdiff_t>(pick(under_way.size()));
    const Candidate run = std::move(under_way[static_cast<size_t>(at)]);
    under_way.erase(under_way.begin() + at);
    if (lost()) {
      search->Withdraw(run);
    } else {
      driven.calls++;
      search->Report(run, oracle(run) ? Verdict::kPass : Verdict::kFail);
    }
  }
  driven.outcome = search->outcome();
  return driven;
}

}  // namespace reprise::minimize
