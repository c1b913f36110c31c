// What every search owes, whatever the app: checked on random ones.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <random>

#include "minimize/search_driver.h"

namespace reprise::minimize {
namespace {

// A deterministic app: any of some sets of units reaches the target, unless a
// unit that spoils it is there without the one that heals.
struct App {
  std::vector<Candidate> enough;
  uint32_t spoils = UINT32_MAX;
  uint32_t heals = UINT32_MAX;

  bool Reaches(const Candidate& candidate) const {
    const auto has = [&candidate](uint32_t unit) {
      return std::binary_search(candidate.begin(), candidate.end(), unit);
    };
    if (has(spoils) && !has(heals)) return false;
    return std::any_of(enough.begin(), enough.end(), [&](const auto& set) {
      return std::includes(candidate.begin(), candidate.end(), set.begin(),
                           set.end());
    });
  }
};

Candidate SomeUnits(uint32_t units, size_t at_most) {
  auto set =
      *rc::gen::container<Candidate>(rc::gen::inRange<uint32_t>(0, units));
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  if (set.size() > at_most) set.resize(at_most);
  return set;
}

SearchOptions SomeOptions(uint32_t units) {
  SearchOptions options;
  options.units = units;
  options.n = *rc::gen::inRange(2U, 8U);
  options.m = *rc::gen::inRange(1U, 20U);
  options.nr = *rc::gen::inRange(1U, 6U);
  options.st = *rc::gen::inRange(1U, options.nr + 1);
  // As many as can certify the whole recording.
  options.initial_runs = options.nr;
  options.initial_passes = 1;
  options.mdp_candidates = 3;
  options.cache = *rc::gen::arbitrary<bool>();
  options.cost_aware = *rc::gen::arbitrary<bool>();
  options.selection = *rc::gen::elementOf(SelectionNames());
  return options;
}

// Runs it either way; in the free one some runs get lost.
Driven Drive(Search* search, size_t m, const OracleFunction& oracle) {
  if (*rc::gen::arbitrary<bool>()) return DriveInSteps(search, m, oracle);
  auto chance = std::make_shared<std::mt19937>(*rc::gen::arbitrary<uint32_t>());
  return DriveFreely(
      search, m, oracle, [chance](size_t count) { return (*chance)() % count; },
      [chance] { return (*chance)() % 5 == 0; });
}

std::unique_ptr<Search> Make(std::string_view name,
                             const SearchOptions& options) {
  auto made = MakeSearch(name, options);
  RC_ASSERT(made.has_value());
  return *std::move(made);
}

TEST(SearchProperty, DeterministicAppsGiveOneMinimalResults) {
  EXPECT_TRUE(rc::check([] {
    const uint32_t units = *rc::gen::inRange(1U, 40U);
    App app;
    app.enough.push_back(SomeUnits(units, 6));
    app.enough.push_back(SomeUnits(units, 6));
    app.spoils = *rc::gen::inRange(0U, units);
    app.heals = *rc::gen::inRange(0U, units);
    const SearchOptions options = SomeOptions(units);
    const auto name = *rc::gen::elementOf(SearchNames());
    const auto search = Make(name, options);
    const OracleFunction oracle = [&app](const Candidate& candidate) {
      return app.Reaches(candidate);
    };
    const Driven driven = Drive(search.get(), options.m, oracle);
    RC_ASSERT(!driven.stuck);
    const Candidate& kept = driven.outcome.kept;
    RC_ASSERT(driven.outcome.end == Outcome::End::kDone);
    RC_ASSERT(oracle(kept));
    RC_ASSERT(driven.outcome.certified == (name != "ddmin"));
    for (size_t i = 0; i < kept.size(); i++) {
      Candidate less = kept;
      less.erase(less.begin() + static_cast<ptrdiff_t>(i));
      RC_ASSERT(!oracle(less));
    }
  }));
}

TEST(SearchProperty, TheOnlyMinimalSetIsFound) {
  EXPECT_TRUE(rc::check([] {
    const uint32_t units = *rc::gen::inRange(1U, 60U);
    App app;
    app.enough.push_back(SomeUnits(units, 10));
    const SearchOptions options = SomeOptions(units);
    const auto search = Make(*rc::gen::elementOf(SearchNames()), options);
    const Driven driven = Drive(
        search.get(), options.m,
        [&app](const Candidate& candidate) { return app.Reaches(candidate); });
    RC_ASSERT(!driven.stuck);
    RC_ASSERT(driven.outcome.kept == app.enough[0]);
  }));
}

TEST(SearchProperty, FlakyAppsEndAndTheSameCallsGiveTheSameAnswers) {
  EXPECT_TRUE(rc::check([] {
    const uint32_t units = *rc::gen::inRange(1U, 30U);
    App app;
    app.enough.push_back(SomeUnits(units, 5));
    const SearchOptions options = SomeOptions(units);
    const auto name = *rc::gen::elementOf(SearchNames());
    const auto seed = *rc::gen::arbitrary<uint32_t>();
    std::vector<std::vector<Candidate>> asked(2);
    std::vector<Candidate> kept(2);
    for (int round = 0; round < 2; round++) {
      const auto search = Make(name, options);
      std::mt19937 chance(seed);
      const Driven driven = DriveFreely(
          search.get(), options.m,
          [&](const Candidate& candidate) {
            asked[round].push_back(candidate);
            return app.Reaches(candidate) && chance() % 10 != 0;
          },
          [&](size_t count) { return chance() % count; },
          [&] { return chance() % 7 == 0; });
      RC_ASSERT(!driven.stuck);
      kept[round] = driven.outcome.kept;
    }
    RC_ASSERT(asked[0] == asked[1]);
    RC_ASSERT(kept[0] == kept[1]);
  }));
}

}  // namespace
}  // namespace reprise::minimize
