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

}  // namespace
}  // namespace reprise::minimize
