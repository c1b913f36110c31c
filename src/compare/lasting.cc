#include "compare/lasting.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace reprise::compare {
namespace {

using Class = RepriseEvent::Divergence;

// So many steps later it is looked whether it is gone.
constexpr int kMaxLooks = 50;

struct StatePair {
  const RunState* a;
  const RunState* b;

  explicit operator bool() const { return a != nullptr && b != nullptr; }
  bool moves() const { return a->moving || b->moving; }
  // Tells of preferences, so soon after the other that they may be late.
  bool HasFilesSoonAfter(const StatePair& other) const {
    return a->preferences && b->preferences && a->activity == b->activity &&
           a->time_ns - other.a->time_ns <= kLateOnRealClockNs;
  }
};

bool IsPreference(const Divergence& one) {
  return one.path.starts_with("pref(");
}

}  // namespace

std::vector<Divergence> WhatLasts(const RunView& a, const RunView& b,
                                  const std::vector<MomentPair>& pairs,
                                  size_t pair, bool untimely, StateDiff& states,
                                  std::vector<Divergence> told) {
  const auto at = [&](size_t index) {
    const auto state = [](const RunView& run, std::optional<size_t> moment) {
      return moment ? run.StateOf(run.moments()[*moment]) : nullptr;
    };
    return StatePair{state(a, pairs[index].a), state(b, pairs[index].b)};
  };
  const StatePair here = at(pair);
  bool moves = untimely || here.moves();
  bool is_last = true;
  for (size_t next = pair + 1;
       next < pairs.size() && next <= pair + kMaxLooks && !told.empty();
       ++next) {
    const StatePair there = at(next);
    if (!there) continue;
    is_last = false;
    const bool has_files = there.HasFilesSoonAfter(here);
    if (!moves && (!has_files || std::ranges::none_of(told, IsPreference))) {
      if (there.a->time_ns - here.a->time_ns > kLateOnRealClockNs) break;
      continue;
    }
    std::set<std::pair<DivergenceClass, std::string>> still;
    for (const Divergence& one : states.Compare(there.a, there.b)) {
      still.emplace(one.kind, one.path);
    }
    std::erase_if(told, [&](const Divergence& one) {
      const bool may_go = IsPreference(one) ? has_files : moves;
      return may_go && !still.contains({one.kind, one.path});
    });
    moves = moves && there.moves();
  }
  // What never came to rest has no place.
  if (is_last && moves) {
    std::erase_if(told, [](const Divergence& one) {
      return one.kind == Class::CLASS_LAYOUT;
    });
  }
  return told;
}

}  // namespace reprise::compare
