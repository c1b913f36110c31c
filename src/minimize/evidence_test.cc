#include "minimize/evidence.h"

#include <gtest/gtest.h>

namespace reprise::minimize {
namespace {

TEST(Evidence, CountsTheRunsOfEachCandidate) {
  Evidence evidence;
  evidence.Add({0, 3}, Verdict::kPass);
  evidence.Add({0, 3}, Verdict::kFail);
  evidence.Add({}, Verdict::kFail);
  EXPECT_EQ(evidence.Of({0, 3}), (Tally{1, 1}));
  EXPECT_EQ(evidence.Of({}), (Tally{0, 1}));
  EXPECT_EQ(evidence.Of({3}), (Tally{0, 0}));
  EXPECT_EQ(evidence.runs(), 3);
  EXPECT_EQ(evidence.candidates(), 2);
}

TEST(Evidence, FindsTheSmallestThatIsWanted) {
  Evidence evidence;
  evidence.Add({1, 2, 3}, Verdict::kPass);
  evidence.Add({2, 3}, Verdict::kPass);
  evidence.Add({1, 4}, Verdict::kPass);
  evidence.Add({1}, Verdict::kFail);
  const auto passed = [](const Candidate&, const Tally& tally) {
    return tally.passes > 0;
  };
  EXPECT_EQ(*evidence.Smallest(passed), (Candidate{1, 4}));
  evidence.Add({2, 3}, Verdict::kFail);
  evidence.Add({1, 4}, Verdict::kFail);
  EXPECT_EQ(*evidence.Smallest(
                [](const Candidate&, const Tally& t) { return t.fails == 0; }),
            (Candidate{1, 2, 3}));
  EXPECT_EQ(evidence.Smallest(
                [](const Candidate&, const Tally& t) { return t.passes > 1; }),
            nullptr);
}

}  // namespace
}  // namespace reprise::minimize
