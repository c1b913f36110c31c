#include "minimize/first_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "minimize/random.h"
#include "minimize/search_driver.h"

namespace reprise::minimize {
namespace {

constexpr uint32_t kUnits = 40;

Candidate Whole() {
  Candidate whole(kUnits);
  std::iota(whole.begin(), whole.end(), 0U);
  return whole;
}

std::unique_ptr<Search> Make(std::string_view name, uint32_t st,
                             bool cost_aware = true) {
  SearchOptions options;
  options.units = kUnits;
  options.m = 2;
  options.st = st;
  options.initial_passes = std::min(15U, (st * 5 + 5) / 6);
  options.cost_aware = cost_aware;
  options.first_check = true;
  auto made = MakeSearch(name, options);
  EXPECT_TRUE(made);
  return *std::move(made);
}

// Counts the runs of the whole.
struct App {
  Candidate needed;
  double rate = 1;
  Random random{7};
  uint32_t whole = 0;

  bool operator()(const Candidate& candidate) {
    if (candidate == Whole()) whole++;
    return std::ranges::includes(candidate, needed) && random.Unit() < rate;
  }
};

TEST(FirstCheck, PaysForNoRunOfTheWholeTwice) {
  for (const char* name : {"speculative", "nd3min"}) {
    App app{{3, 17}};
    const auto search = Make(name, 18, std::string_view(name) == "speculative");
    const Driven driven = DriveInSteps(search.get(), 2, std::ref(app));
    EXPECT_EQ(driven.outcome.kept, (Candidate{3, 17})) << name;
    EXPECT_TRUE(driven.outcome.certified) << name;
    EXPECT_EQ(driven.outcome.initial, (Tally{10, 0})) << name;
    // nd3min wants them all; a half of them is enough for the other.
    EXPECT_LE(app.whole, 20) << name;
    EXPECT_GE(app.whole, 10) << name;
  }
}

TEST(FirstCheck, TellsBeforeTheSearchThatTheWholeNeedsLuck) {
  App app{{3}, 0.6};
  const auto search = Make("speculative", 18);
  const Driven driven = DriveInSteps(search.get(), 2, std::ref(app));
  EXPECT_EQ(driven.outcome.end, Outcome::End::kNotReproducible);
  EXPECT_EQ(driven.outcome.initial.runs(), 20);
  EXPECT_EQ(driven.calls, 20);
  EXPECT_EQ(search->history().back().what, "not reproducible");
}

TEST(FirstCheck, TellsSoonThatTheWholeNeverReachesIt) {
  App app{{}, 0};
  const auto search = Make("speculative", 18);
  const Driven driven = DriveInSteps(search.get(), 2, std::ref(app));
  EXPECT_EQ(driven.outcome.end, Outcome::End::kNotReproducible);
  EXPECT_EQ(driven.calls, 10);
  // Who asks for one pass of twenty means all twenty.
  const auto lenient = Make("speculative", 1);
  EXPECT_EQ(DriveInSteps(lenient.get(), 2, std::ref(app)).calls, 20);
}

// What luck it takes is asked of all candidates, not only of the whole.
TEST(FirstCheck, ASearchWithTheRuleThatFitsComesToItsEnd) {
  for (uint64_t seed = 1; seed <= 10; seed++) {
    App app{{3, 17}, 0.75, Random(seed)};
    const auto search = Make("speculative", FittingSt({15, 5}, 20));
    const Driven driven = DriveInSteps(search.get(), 2, std::ref(app));
    EXPECT_EQ(driven.outcome.end, Outcome::End::kDone) << seed;
    EXPECT_EQ(driven.outcome.kept, (Candidate{3, 17})) << seed;
    EXPECT_TRUE(driven.outcome.certified) << seed;
    EXPECT_LE(driven.calls, 500) << seed;
  }
}

TEST(FirstCheck, EndsWhateverWorkersDo) {
  for (uint64_t seed = 1; seed <= 30; seed++) {
    App app{{3, 17}, 0.95, Random(seed)};
    Random random(seed);
    const auto search = Make("speculative", 18, seed % 2 == 0);
    const Driven driven = DriveFreely(
        search.get(), 3, std::ref(app),
        [&](size_t n) { return random.Next() % n; },
        [&] { return random.Next() % 10 == 0; });
    EXPECT_FALSE(driven.stuck) << seed;
    EXPECT_NE(driven.outcome.end, Outcome::End::kRunning) << seed;
  }
}

}  // namespace
}  // namespace reprise::minimize
