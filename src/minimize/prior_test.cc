#include "minimize/prior.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace reprise::minimize {
namespace {

using testing::HasSubstr;

TEST(Prior, GivesTheProbabilitiesOfThePaper) {
  // Printed there truncated: 0.99, 0.94 (19 of 20), ...
  const double p1[] = {.997, .939, .702, .431, .233, .113, .050};
  for (uint32_t i = 0; i < 7; i++) {
    EXPECT_NEAR(P1(DefaultPrior(), {20 - i, i}), p1[i], 0.0006) << 20 - i;
  }
  EXPECT_NEAR(P2(DefaultPrior(), {}, 1), 0.98303, 5e-6);
  EXPECT_NEAR(P2(DefaultPrior(), {}, 3), 0.94995, 5e-5);
  EXPECT_EQ(P2(DefaultPrior(), {}, 0), 1);
}

TEST(Prior, GivesWhatPassingMeans) {
  const Prior& prior = DefaultPrior();
  double passed = 0;
  double good = 0;
  for (size_t i = 0; i < prior.points().size(); i++) {
    const double chance =
        prior.weights()[i] * PassRuleProbability({}, prior.points()[i]);
    passed += chance;
    if (prior.points()[i] >= 0.85 - 1e-9) good += chance;
  }
  EXPECT_NEAR(good / passed, 0.9496, 5e-5);
}

TEST(Prior, PredictsByWhatItHasSeen) {
  const Prior prior = *Prior::Make({0, 0.5, 1}, {1, 1, 1});
  EXPECT_DOUBLE_EQ(prior.PassProbability({}), 0.5);
  EXPECT_DOUBLE_EQ(prior.PassProbability({1, 1}), 0.5);
  // 1/2 and 1 are left, twice as likely.
  EXPECT_DOUBLE_EQ(prior.PassProbability({1, 0}), 2.5 / 3);
  EXPECT_DOUBLE_EQ(prior.ProbabilityAtLeast(0.5, {0, 1}), 1.0 / 3);
  EXPECT_NEAR(std::exp(prior.LogEvidence({1, 1})), 0.25 / 3, 1e-12);
  // Never out of range, however much it has seen.
  EXPECT_DOUBLE_EQ(prior.PassProbability({1000000, 1000000}), 0.5);
}

TEST(Prior, IsLearnedFromRuns) {
  // 600 candidates that never pass, 400 that pass nine times in ten.
  std::mt19937 chance(3);
  std::vector<Tally> tallies;
  for (int i = 0; i < 1000; i++) {
    Tally tally;
    for (int run = 0; run < 20; run++) {
      const bool pass = i >= 600 && chance() % 10 != 0;
      tally.Add(pass ? Verdict::kPass : Verdict::kFail);
    }
    tallies.push_back(tally);
  }
  const Prior prior = LearnPrior(DefaultPrior(), tallies);
  const auto weights = prior.weights();
  EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-9);
  EXPECT_NEAR(weights[0], 0.6, 0.02);
  EXPECT_NEAR(weights[17] + weights[18] + weights[19], 0.4, 0.05);
}

TEST(Prior, StaysWhatItWasWithoutRuns) {
  const Prior prior = LearnPrior(DefaultPrior(), {});
  for (size_t i = 0; i < prior.weights().size(); i++) {
    EXPECT_NEAR(prior.weights()[i], DefaultPrior().weights()[i], 1e-12);
  }
}

TEST(Prior, WhatIsGoodFollowsTheRule) {
  EXPECT_DOUBLE_EQ(GoodProbability({.nr = 20, .st = 18}), 0.85);
  EXPECT_DOUBLE_EQ(GoodProbability({.nr = 3, .st = 3}), 0.85);
  EXPECT_DOUBLE_EQ(GoodProbability({.nr = 20, .st = 12}), 0.55);
  EXPECT_DOUBLE_EQ(GoodProbability({.nr = 20, .st = 1}), 0.025);
}

TEST(Prior, TheRuleThatFitsIsMetNineTimesOfTen) {
  EXPECT_EQ(FittingSt({15, 5}, 20), 12);
  EXPECT_EQ(FittingSt({10, 10}, 20), 7);
  EXPECT_EQ(FittingSt({20, 0}, 20), 20);
  EXPECT_EQ(FittingSt({1, 19}, 20), 0);
  EXPECT_EQ(FittingSt({0, 20}, 20), 0);
  EXPECT_EQ(FittingSt({}, 20), 0);
}

TEST(Prior, IsWrittenAsJson) {
  const Prior prior = *Prior::Make({0, 0.5, 1}, {1, 2, 1});
  EXPECT_EQ(FormatPrior(prior),
            "{\"reprise_prior\":1,\"points\":[[0,0.25],[0.5,0.5],[1,0.25]]}\n");
  const auto read = ParsePrior(
      "{\"reprise_prior\": 1, \"points\": [[0, 1], [0.5, 2], [1, 1]]}");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(*read, prior);
}

TEST(Prior, RefusesWhatIsNone) {
  for (const char* text : {
           "",
           "[",
           "[]",
           "{\"reprise_prior\":1}",
           "{\"reprise_prior\":2,\"points\":[[0.5,1]]}",
           "{\"reprise_prior\":1,\"points\":[]}",
           "{\"reprise_prior\":1,\"points\":[[0.5]]}",
           "{\"reprise_prior\":1,\"points\":[[0.5,\"1\"]]}",
           "{\"reprise_prior\":1,\"points\":[[0.5,-1]]}",
           "{\"reprise_prior\":1,\"points\":[[0.5,1e300]]}",
           "{\"reprise_prior\":1,\"points\":[[0.5,1],[0.5,1]]}",
           "{\"reprise_prior\":1,\"points\":[[0.5,1],[1.5,1]]}",
           "{\"reprise_prior\":1,\"points\":[[0,1],[1,1]]}",
           "{\"reprise_prior\":1,\"points\":[[0,1],[0.5,0]]}",
           "{\"reprise_prior\":1,\"points\":[[[[[[[]]]]]]]}",
       }) {
    EXPECT_FALSE(ParsePrior(text).has_value()) << text;
  }
  const auto fallen = Prior::Make({0.5, 0.25}, {1, 1});
  ASSERT_FALSE(fallen.has_value());
  EXPECT_THAT(fallen.error().message, HasSubstr("Point 2 of a prior is 0.25"));
}

}  // namespace
}  // namespace reprise::minimize
