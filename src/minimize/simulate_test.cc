#include "minimize/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "minimize/random.h"

namespace reprise::minimize {
namespace {

// The paper's Eat24: unit 0 leads on without the dialog, 1 closes it, 2 leads
// on after it.
SyntheticApp Eat24() {
  return {"dialog",
          3,
          {{1, 0.5}, {2, 0.5}},
          {{0, 1, 0, 1}, {1, 2, 3, 1}, {2, 3, 0, 1}},
          {0, 1, 2}};
}

TEST(SyntheticApp, KnowsTheProbabilityOfEveryCandidateExactly) {
  const SyntheticApp app = Eat24();
  EXPECT_DOUBLE_EQ(app.SuccessProbability({0, 1, 2}), 1);
  EXPECT_DOUBLE_EQ(app.SuccessProbability({0}), 0.5);
  EXPECT_DOUBLE_EQ(app.SuccessProbability({1, 2}), 0.5);
  EXPECT_DOUBLE_EQ(app.SuccessProbability({0, 1}), 0.5);
  EXPECT_DOUBLE_EQ(app.SuccessProbability({}), 0);
}

TEST(SyntheticApp, CountsEdgesThatWorkSometimes) {
  const SyntheticApp app("flaky", 2, {{1, 1}}, {{0, 1, 0, 0.7}, {1, 1, 0, 0.7}},
                         {0, 1});
  EXPECT_DOUBLE_EQ(app.SuccessProbability({0}), 0.7);
  EXPECT_DOUBLE_EQ(app.SuccessProbability({0, 1}), 0.91);
}

TEST(SyntheticApp, RunsAsOftenToTheTargetAsItSays) {
  for (const uint64_t seed : {1, 2, 3, 4, 5}) {
    const auto app = Generate("flaky", 500, seed);
    ASSERT_TRUE(app);
    Candidate candidate = app->planted();
    if (!candidate.empty()) candidate.pop_back();
    for (const Candidate& tried : {app->Whole(), app->planted(), candidate}) {
      int passes = 0;
      for (uint64_t i = 0; i < 4000; ++i) {
        passes += app->Run(tried, DeriveSeed(seed, i)) ? 1 : 0;
      }
      EXPECT_NEAR(passes / 4000.0, app->SuccessProbability(tried), 0.03);
    }
  }
}

TEST(SyntheticApp, RunsTheSameForASeed) {
  const SyntheticApp app = Eat24();
  for (uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(app.Run({0}, seed), app.Run({0}, seed));
  }
}

TEST(SyntheticApp, IgnoresUnitsItDoesNotHave) {
  EXPECT_TRUE(Eat24().Run({0, 1, 2, 7, 4000000000}, 1));
  EXPECT_DOUBLE_EQ(Eat24().SuccessProbability({0, 1, 2, 9}), 1);
}

TEST(Generate, GivesRecordingsThatPassNineTimesInTen) {
  for (const auto kind : SyntheticKinds()) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
      const auto app = Generate(kind, 500, seed);
      ASSERT_TRUE(app);
      EXPECT_EQ(app->units(), 500);
      EXPECT_GE(app->SuccessProbability(app->Whole()), 0.9);
      EXPECT_TRUE(std::is_sorted(app->planted().begin(), app->planted().end()));
    }
  }
}

TEST(Generate, MakesPlainAppsDeterministic) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const auto app = Generate("plain", 500, seed);
    ASSERT_TRUE(app);
    EXPECT_EQ(app->SuccessProbability(app->planted()), 1);
    EXPECT_EQ(app->SuccessProbability(app->Whole()), 1);
  }
}

TEST(Generate, NamesAnUnknownKind) {
  const auto app = Generate("plane", 500, 1);
  ASSERT_FALSE(app);
  EXPECT_EQ(app.error().message,
            "No kind of synthetic app is called 'plane'; there are plain, "
            "flaky, dialog and mixed.");
}

TEST(Generate, SaysHowManyUnitsThereMayBe) {
  const auto app = Generate("plain", 7, 1);
  ASSERT_FALSE(app);
  EXPECT_EQ(app.error().message,
            "A synthetic app has 100 to 1000000 units, not 7.");
}

TEST(GenerateSuite, HasTheLengthsOfThePapersTables) {
  std::array<int, 26> lengths{};
  for (const SyntheticApp& app : GenerateSuite(98, 1)) {
    lengths.at(app.planted().size())++;
  }
  EXPECT_EQ(lengths[0], 22);
  EXPECT_EQ(lengths[1], 10);
  EXPECT_EQ(lengths[25], 1);
}

}  // namespace
}  // namespace reprise::minimize
