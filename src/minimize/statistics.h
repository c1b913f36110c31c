// When a candidate is decided: the paper's `passes`, at least st of nr runs
// reach the target, known as soon as no further run can change it.
//
// Threads: functions without state.
#pragma once

#include <cstdint>

#include "minimize/candidate.h"

namespace reprise::minimize {

// Invariant: 1 <= st <= nr.
struct Rule {
  uint32_t nr = 20;
  uint32_t st = 18;
  bool operator==(const Rule&) const = default;
};

inline bool Passed(const Rule& rule, const Tally& tally) {
  return tally.passes >= rule.st;
}

// So many runs failed that it cannot pass any more.
inline bool Dead(const Rule& rule, const Tally& tally) {
  return tally.fails > rule.nr - rule.st;
}

inline bool Decided(const Rule& rule, const Tally& tally) {
  return Passed(rule, tally) || Dead(rule, tally);
}

// How often it may still be run: never for one that is decided.
uint32_t RunsLeft(const Rule& rule, const Tally& tally);

}  // namespace reprise::minimize
