#include "minimize/speculative.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "minimize/evidence.h"
#include "minimize/random.h"
#include "minimize/search_driver.h"
#include "minimize/simulate.h"

namespace reprise::minimize {
namespace {

std::unique_ptr<Search> Make(uint32_t units) {
  SearchOptions options;
  options.units = units;
  auto made = MakeSearch("speculative", options);
  EXPECT_TRUE(made.has_value());
  return *std::move(made);
}

OracleFunction Needs(Candidate needed) {
  return [needed = std::move(needed)](const Candidate& candidate) {
    return std::includes(candidate.begin(), candidate.end(), needed.begin(),
                         needed.end());
  };
}

OracleFunction RunsOf(const SyntheticApp& app, uint64_t seed) {
  return [&app, random = Random(seed)](const Candidate& candidate) mutable {
    return app.Run(candidate, random.Next());
  };
}

TEST(Speculative, FindsExactlyWhatAMonotoneAppNeeds) {
  const Candidate needed = {3, 77, 78, 240, 499};
  const auto search = Make(500);
  const Driven driven = DriveInSteps(search.get(), 15, Needs(needed));
  EXPECT_EQ(driven.outcome.end, Outcome::End::kDone);
  EXPECT_EQ(driven.outcome.kept, needed);
  EXPECT_TRUE(driven.outcome.certified);
  EXPECT_LE(driven.steps, 12);
}

// Where one run decides, a deletion that passed is settled, however improbable
// the prior makes it after bases that were bad.
TEST(Speculative, CertifiesWhereOneRunDecides) {
  SearchOptions options;
  options.units = 15;
  options.n = 2;
  options.m = 10;
  options.nr = options.st = 1;
  options.initial_runs = options.initial_passes = 1;
  const auto search = *MakeSearch("speculative", options);
  const Driven driven =
      DriveInSteps(search.get(), 10, [](const Candidate& candidate) {
        return Needs({0, 2, 4})(candidate) || Needs({0, 2, 6, 8})(candidate);
      });
  EXPECT_TRUE(driven.outcome.certified);
  EXPECT_LE(driven.outcome.kept.size(), 4);
}

// Two workers go on from a base that looks sound: settling each one takes 18
// runs, of which only the last one's are needed.
TEST(Speculative, FewWorkersSettleOnlyTheLastBase) {
  SearchOptions options;
  options.units = 320;
  options.m = 2;
  options.cost_aware = true;
  const Candidate needed = {3, 140, 240};
  const auto search = *MakeSearch("speculative", options);
  const Driven driven = DriveInSteps(search.get(), 2, Needs(needed));
  EXPECT_EQ(driven.outcome.kept, needed);
  EXPECT_TRUE(driven.outcome.certified);
  EXPECT_LE(driven.calls, 220);
}

TEST(Speculative, NeedsThreeStepsWhereNoUnitIsNeeded) {
  const auto search = Make(500);
  const Driven driven = DriveInSteps(search.get(), 15, Needs({}));
  EXPECT_EQ(driven.outcome.kept, Candidate{});
  EXPECT_TRUE(driven.outcome.certified);
  EXPECT_EQ(driven.steps, 3);
}

TEST(Speculative, MinimizesARecordingWithoutUnits) {
  const auto search = Make(0);
  const Driven driven = DriveInSteps(search.get(), 15, Needs({}));
  EXPECT_EQ(driven.outcome.end, Outcome::End::kDone);
  EXPECT_TRUE(driven.outcome.certified);
}

TEST(Speculative, SaysWhenTheRecordingIsNotReproducible) {
  const auto search = Make(500);
  Random random(1);
  const Driven driven =
      DriveInSteps(search.get(), 15, [&random](const Candidate& candidate) {
        return candidate.size() > 400 && random.Chance(0.4);
      });
  EXPECT_EQ(driven.outcome.end, Outcome::End::kNotReproducible);
  EXPECT_GT(driven.outcome.initial.fails, 5);
  EXPECT_EQ(driven.outcome.kept.size(), 500);
}

// Twenty runs of which fifteen pass are enough; more of them, made for the
// search, would show failures of almost any flaky app.
TEST(Speculative, KeepsToTheFirstCheckWhateverComesLater) {
  const auto search = Make(500);
  uint32_t passes = 0;
  const Driven driven =
      DriveInSteps(search.get(), 15, [&](const Candidate& candidate) {
        if (candidate.size() == 500) return ++passes <= 15;
        return Needs({7, 300})(candidate);
      });
  EXPECT_EQ(driven.outcome.end, Outcome::End::kDone);
  EXPECT_EQ(driven.outcome.initial, (Tally{15, 0}));
}

TEST(Speculative, ChecksTheResultByRunsOfItsOwn) {
  const auto search = Make(60);
  const Driven driven = DriveInSteps(search.get(), 15, Needs({7}));
  EXPECT_EQ(driven.outcome.final_check, (Tally{20, 0}));
}

// The literal certificate, counted from outside.
TEST(Speculative, LeavesTheLastCheckToWhoMakesItsOwn) {
  SearchOptions options;
  options.units = 30;
  options.cost_aware = true;
  const auto drive = [&](bool check) {
    options.final_check = check;
    const auto search = *MakeSearch("speculative", options);
    return DriveInSteps(search.get(), 2, Needs({3, 20}));
  };
  const Driven with = drive(true);
  const Driven without = drive(false);
  EXPECT_EQ(without.outcome.end, Outcome::End::kDone);
  EXPECT_EQ(without.outcome.kept, with.outcome.kept);
  EXPECT_TRUE(without.outcome.certified);
  EXPECT_EQ(without.outcome.final_check.runs(), 0);
  EXPECT_EQ(without.calls + options.nr, with.calls);
}

TEST(Speculative, CertifiesByRunsThatWereMade) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const auto app = Generate("mixed", 500, seed);
    ASSERT_TRUE(app);
    std::map<Candidate, Tally> seen;
    const auto search = Make(500);
    auto run = RunsOf(*app, seed);
    const Driven driven =
        DriveInSteps(search.get(), 15, [&](const Candidate& candidate) {
          const bool passed = run(candidate);
          seen[candidate].Add(passed ? Verdict::kPass : Verdict::kFail);
          return passed;
        });
    ASSERT_EQ(driven.outcome.end, Outcome::End::kDone);
    ASSERT_TRUE(driven.outcome.certified);
    EXPECT_GE(seen[driven.outcome.kept].passes, 18);
    for (size_t i = 0; i < driven.outcome.kept.size(); ++i) {
      Candidate deletion = driven.outcome.kept;
      deletion.erase(deletion.begin() + static_cast<ptrdiff_t>(i));
      EXPECT_GE(seen[deletion].fails, 3);
    }
  }
}

// All that reaches the target does so nine times in ten: most questions of
// twenty runs end one way or the other by luck.
TEST(Speculative, CertifiesWhereNothingBecomesSure) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const auto search = Make(200);
    Random random(seed);
    const Driven driven =
        DriveInSteps(search.get(), 15, [&random](const Candidate& candidate) {
          double chance = 0.89;
          for (uint32_t unit = 50; unit < 70; unit++) {
            if (!std::ranges::binary_search(candidate, unit)) chance -= 0.02;
          }
          return chance > 0.6 && random.Chance(chance);
        });
    if (driven.outcome.end == Outcome::End::kNotReproducible) continue;
    EXPECT_TRUE(driven.outcome.certified) << seed;
    EXPECT_LT(driven.outcome.kept.size(), 200) << seed;
  }
}

TEST(Speculative, EndsWhateverTheAppDoes) {
  // Passes with a probability that hangs on the candidate alone, so nothing
  // that holds for one says anything of another.
  for (uint64_t seed = 0; seed < 5; ++seed) {
    const auto search = Make(100);
    Random random(seed);
    const Driven driven = DriveInSteps(
        search.get(), 15, [&random, seed](const Candidate& candidate) {
          if (candidate.size() == 100) return true;
          const size_t hash = CandidateHash()(candidate) ^ seed;
          return random.Chance(static_cast<double>(hash % 1000) / 1000);
        });
    EXPECT_FALSE(driven.stuck);
    EXPECT_EQ(driven.outcome.end, Outcome::End::kDone);
    EXPECT_LE(driven.calls, 330 * 15);
  }
}

TEST(Speculative, FindsACertifiedResultInAnyOrderOfRuns) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto app = Generate("plain", 500, seed);
    ASSERT_TRUE(app);
    const auto search = Make(500);
    Random random(seed);
    const Driven driven = DriveFreely(
        search.get(), 15, RunsOf(*app, seed),
        [&random](size_t count) {
          return random.Below(static_cast<uint32_t>(count));
        },
        [&random] { return random.Chance(0.1); });
    EXPECT_FALSE(driven.stuck);
    EXPECT_TRUE(driven.outcome.certified);
    EXPECT_EQ(app->SuccessProbability(driven.outcome.kept), 1);
  }
}

TEST(Speculative, DoesTheSameForTheSameVerdicts) {
  const auto app = Generate("flaky", 500, 4);
  ASSERT_TRUE(app);
  const auto first = Make(500);
  const auto second = Make(500);
  const Driven one = DriveInSteps(first.get(), 15, RunsOf(*app, 9));
  const Driven two = DriveInSteps(second.get(), 15, RunsOf(*app, 9));
  EXPECT_EQ(one.outcome.kept, two.outcome.kept);
  EXPECT_EQ(one.calls, two.calls);
  EXPECT_EQ(first->history().size(), second->history().size());
}

TEST(Speculative, TriesWindowsFirst) {
  const auto search = Make(500);
  size_t units = 0;
  for (const Candidate& run : search->Next(15)) units += run.size();
  // Twice the whole, and twelve windows that half overlap.
  EXPECT_EQ(units, 2 * 500 + 923);
}

TEST(Speculative, SparesRunsOfTheWholeWhereRunsCost) {
  SearchOptions options;
  options.units = 500;
  options.cost_aware = true;
  const auto search = *MakeSearch("speculative", options);
  const Driven driven = DriveInSteps(search.get(), 15, Needs({240, 250}));
  EXPECT_TRUE(driven.outcome.certified);
  EXPECT_EQ(driven.outcome.kept, (Candidate{240, 250}));
  EXPECT_EQ(driven.outcome.initial, (Tally{2, 0}));
}

// The result passes until its check and fails half of the time from then on.
TEST(Speculative, GoesOnAfterACheckThatRefutes) {
  const auto search = Make(60);
  bool refuting = false;
  int run = 0;
  const Driven driven =
      DriveInSteps(search.get(), 15, [&](const Candidate& candidate) {
        refuting = refuting || search->outcome().checking;
        if (refuting && candidate.size() < 3 && ++run % 2 == 0) return false;
        return Needs({7, 8})(candidate);
      });
  EXPECT_TRUE(driven.outcome.certified);
  EXPECT_GE(driven.outcome.kept.size(), 3);
  EXPECT_GE(driven.outcome.final_check.passes, 18);
}

TEST(Speculative, KeepsTheWholeUntilSomethingIsSettled) {
  const auto search = Make(50);
  EXPECT_EQ(search->outcome().kept.size(), 50);
  for (const Candidate& run : search->Next(15)) {
    search->Report(run, Needs({4})(run) ? Verdict::kPass : Verdict::kFail);
  }
  EXPECT_EQ(search->outcome().kept.size(), 50);
  EXPECT_EQ(search->outcome().end, Outcome::End::kRunning);
}

TEST(Speculative, AsksAgainForWhatWasWithdrawn) {
  const auto search = Make(30);
  for (int i = 0; i < 5; ++i) {
    const auto runs = search->Next(15);
    EXPECT_EQ(runs.size(), 15);
    for (const Candidate& run : runs) search->Withdraw(run);
  }
  const Driven driven = DriveInSteps(search.get(), 15, Needs({2, 20}));
  EXPECT_EQ(driven.outcome.kept, (Candidate{2, 20}));
}

}  // namespace
}  // namespace reprise::minimize
