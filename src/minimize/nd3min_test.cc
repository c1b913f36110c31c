#include "minimize/nd3min.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "minimize/search_driver.h"
#include "minimize/simulate.h"

namespace reprise::minimize {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<Search> Make(const SearchOptions& options,
                             std::string_view name = "nd3min") {
  auto made = MakeSearch(name, options);
  EXPECT_TRUE(made.has_value());
  return *std::move(made);
}

bool Has(const Candidate& candidate, uint32_t unit) {
  return std::binary_search(candidate.begin(), candidate.end(), unit);
}

TEST(Nd3Min, ChecksTheWholeRecordingInTwoSteps) {
  SearchOptions options;
  options.units = 500;
  auto search = Make(options);
  auto first = search->Next(15);
  EXPECT_EQ(first.size(), 15);
  EXPECT_EQ(first[14].size(), 500);
  for (const auto& run : first) search->Report(run, Verdict::kPass);
  auto second = search->Next(15);
  EXPECT_EQ(second.size(), 5);
  for (const auto& run : second) search->Report(run, Verdict::kPass);
  EXPECT_EQ(search->outcome().initial, (Tally{20, 0}));
  // Then no units at all.
  auto third = search->Next(15);
  EXPECT_EQ(third, std::vector<Candidate>(15));
}

TEST(Nd3Min, FindsInFourStepsThatNoUnitIsNeeded) {
  SearchOptions options;
  options.units = 500;
  auto search = Make(options);
  const Driven driven =
      DriveInSteps(search.get(), 15, [](const Candidate&) { return true; });
  EXPECT_EQ(driven.steps, 4);
  EXPECT_EQ(driven.calls, 20 + 20 + 20);
  EXPECT_THAT(driven.outcome.kept, IsEmpty());
  EXPECT_EQ(driven.outcome.end, Outcome::End::kDone);
  EXPECT_TRUE(driven.outcome.certified);
  EXPECT_EQ(driven.outcome.final_check, (Tally{20, 0}));
}

TEST(Nd3Min, GivesUpWhenTheRecordingPassesTooRarely) {
  SearchOptions options;
  options.units = 3;
  auto search = Make(options);
  int run = 0;
  const Driven driven = DriveInSteps(
      search.get(), 15, [&](const Candidate&) { return ++run <= 14; });
  EXPECT_EQ(driven.outcome.end, Outcome::End::kNotReproducible);
  EXPECT_EQ(driven.outcome.initial, (Tally{14, 6}));
  EXPECT_THAT(driven.outcome.kept, ElementsAre(0, 1, 2));
  EXPECT_FALSE(driven.outcome.certified);
  EXPECT_EQ(driven.steps, 2);
}

TEST(Nd3Min, SplitsUnevenlyAndTriesPartsThenComplements) {
  SearchOptions options;
  options.units = 7;
  options.n = 3;
  options.nr = options.st = options.initial_runs = options.initial_passes = 1;
  options.selection = "naive";
  auto search = Make(options);
  std::vector<Candidate> seen;
  DriveInSteps(search.get(), 1, [&](const Candidate& candidate) {
    seen.push_back(candidate);
    return Has(candidate, 0) && Has(candidate, 3) && Has(candidate, 6);
  });
  ASSERT_GE(seen.size(), 9);
  EXPECT_THAT(seen[2], ElementsAre(0, 1));
  EXPECT_THAT(seen[3], ElementsAre(2, 3));
  EXPECT_THAT(seen[4], ElementsAre(4, 5, 6));
  EXPECT_THAT(seen[5], ElementsAre(2, 3, 4, 5, 6));
  EXPECT_THAT(seen[6], ElementsAre(0, 1, 4, 5, 6));
  EXPECT_THAT(seen[7], ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(seen[8], ElementsAre(0));  // min(2k, units) parts
  EXPECT_THAT(search->outcome().kept, ElementsAre(0, 3, 6));
}

TEST(Nd3Min, GoesOnWithNPartsAfterAPartPassed) {
  SearchOptions options;
  options.units = 25;
  options.nr = options.st = options.initial_runs = options.initial_passes = 1;
  options.selection = "naive";
  auto search = Make(options);
  std::vector<Candidate> seen;
  DriveInSteps(search.get(), 1, [&](const Candidate& candidate) {
    seen.push_back(candidate);
    return Has(candidate, 7);
  });
  ASSERT_GE(seen.size(), 5);
  EXPECT_THAT(seen[3], ElementsAre(5, 6, 7, 8, 9));
  EXPECT_THAT(seen[4], ElementsAre(5));
  EXPECT_THAT(search->outcome().kept, ElementsAre(7));
}

TEST(Nd3Min, AsksAgainUnlessTheCacheIsOn) {
  for (const bool cache : {false, true}) {
    SearchOptions options;
    options.units = 2;
    options.cache = cache;
    auto search = Make(options);
    int alone = 0;
    DriveInSteps(search.get(), 15, [&](const Candidate& candidate) {
      if (candidate.size() == 1) alone++;
      return candidate.size() == 2;
    });
    // Parts and complements of two units are the same; three failures decide,
    // and a step has 15 runs.
    EXPECT_EQ(alone, cache ? 15 : 30);
  }
}

TEST(Nd3Min, CertifiesNothingThatPassedTooRarely) {
  SearchOptions options;
  options.units = 1;
  auto search = Make(options);
  int run = 0;
  const Driven driven =
      DriveInSteps(search.get(), 15, [&](const Candidate& candidate) {
        return candidate.size() == 1 && ++run % 6 != 0;  // 17 of 20
      });
  EXPECT_EQ(driven.outcome.end, Outcome::End::kDone);
  EXPECT_THAT(driven.outcome.kept, ElementsAre(0));
  EXPECT_FALSE(driven.outcome.certified);
}

TEST(Nd3Min, TakesARecordingWithoutUnits) {
  auto search = Make({});
  const Driven driven =
      DriveInSteps(search.get(), 15, [](const Candidate&) { return true; });
  EXPECT_EQ(driven.outcome.end, Outcome::End::kDone);
  EXPECT_EQ(driven.steps, 2);
}

TEST(Nd3Min, AsksNoMoreThanIsLeftWhileRunsAreUnderWay) {
  SearchOptions options;
  options.units = 4;
  auto search = Make(options);
  EXPECT_EQ(search->Next(12).size(), 12);
  EXPECT_EQ(search->Next(12).size(), 8);
  EXPECT_THAT(search->Next(12), IsEmpty());
  search->Withdraw({0, 1, 2, 3});
  EXPECT_EQ(search->Next(12).size(), 1);
}

TEST(Nd3Min, IsTheSameForTheSameCalls) {
  for (const std::string_view selection : SelectionNames()) {
    std::vector<std::vector<Candidate>> all(2);
    for (auto& asked : all) {
      SearchOptions options;
      options.units = 60;
      options.selection = selection;
      options.mdp_candidates = 3;
      auto search = Make(options);
      std::mt19937 chance(7);
      DriveInSteps(search.get(), 15, [&](const Candidate& candidate) {
        asked.push_back(candidate);
        return Has(candidate, 9) && Has(candidate, 40) && chance() % 20 != 0;
      });
    }
    EXPECT_EQ(all[0], all[1]) << selection;
  }
}

TEST(Nd3Min, TellsWhatItDecided) {
  SearchOptions options;
  options.units = 2;
  auto search = Make(options);
  DriveInSteps(search.get(), 15,
               [](const Candidate& candidate) { return Has(candidate, 1); });
  std::vector<std::string> words;
  for (const Decision& decision : search->history()) {
    words.push_back(decision.what);
  }
  EXPECT_THAT(words, ElementsAre("reproducible", "rejected", "accepted",
                                 "minimal", "confirmed"));
  EXPECT_EQ(search->Describe(), "1 units left, p 0.99");
}

// Solved policies are kept in the process: another one is solved between, so
// that each is solved by its own number of threads.
TEST(Nd3Min, ResultIsTheSameForAnyNumberOfThreadsOfTheSolver) {
  uint64_t schedules = 0;  // some apps need no unit, and no schedule
  for (const uint64_t seed : {1, 2, 3, 4}) {
    const SyntheticApp app = Generate("flaky", 120, seed).value();
    std::vector<std::string> results;
    for (const uint32_t threads : {1, 2, 5}) {
      SelectionOptions other;
      other.mdp_candidates = 2;
      other.m = 7;
      ASSERT_TRUE(MakeSelection("mdp", other).has_value());
      SearchOptions options;
      options.units = app.units();
      options.selection = "mdp";
      options.n = options.mdp_candidates = 4;
      options.mdp_threads = threads;
      auto search = Make(options);
      uint64_t run = seed * 100000;
      const Driven driven =
          DriveInSteps(search.get(), 15, [&](const Candidate& candidate) {
            return app.Run(candidate, run++);
          });
      schedules += driven.outcome.share.mdp;
      std::string result = fmt::format("{} {} {}", driven.steps, driven.calls,
                                       fmt::join(driven.outcome.kept, ","));
      for (const Decision& decision : search->history()) {
        result += fmt::format(" {} {} {}", decision.what, decision.units,
                              decision.runs);
      }
      results.push_back(result);
    }
    EXPECT_EQ(results[1], results[0]);
    EXPECT_EQ(results[2], results[0]);
  }
  EXPECT_GT(schedules, 30);
}

TEST(Ddmin, RunsNoCandidateTwiceAndClaimsNoCertificate) {
  SearchOptions options;
  options.units = 40;
  auto search = Make(options, "ddmin");
  std::vector<Candidate> seen;
  const Driven driven =
      DriveInSteps(search.get(), 3, [&](const Candidate& candidate) {
        seen.push_back(candidate);
        return Has(candidate, 3) && (Has(candidate, 20) || Has(candidate, 39));
      });
  EXPECT_THAT(driven.outcome.kept, ElementsAre(3, 39));
  EXPECT_FALSE(driven.outcome.certified);
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

TEST(Search, RefusesOptionsThatDoNotFitTogether) {
  SearchOptions options;
  options.st = 21;
  auto made = MakeSearch("nd3min", options);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().message, "--st is 21: it must be from 1 to 20.");
  options = {};
  options.c = 0;
  EXPECT_FALSE(MakeSearch("nd3min", options).has_value());
  options = {};
  options.selection = "luck";
  EXPECT_FALSE(MakeSearch("nd3min", options).has_value());
  made = MakeSearch("guess", {});
  ASSERT_FALSE(made.has_value());
  EXPECT_THAT(made.error().message, HasSubstr("'guess'"));
}

}  // namespace
}  // namespace reprise::minimize
