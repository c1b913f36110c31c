#include "minimize/chain.h"

#include <gtest/gtest.h>

namespace reprise::minimize {
namespace {

Chain Example() {
  Chain chain({0, 1, 2, 3, 4, 5});
  chain.Push({0, 1});
  chain.Push({4});
  chain.Push({2, 5});
  return chain;
}

void Runs(Evidence* evidence, const Candidate& candidate, int passes,
          int fails) {
  for (int i = 0; i < passes; ++i) evidence->Add(candidate, Verdict::kPass);
  for (int i = 0; i < fails; ++i) evidence->Add(candidate, Verdict::kFail);
}

TEST(Chain, RemovesPartAfterPart) {
  const Chain chain = Example();
  EXPECT_EQ(chain.base(1), (Candidate{2, 3, 4, 5}));
  EXPECT_EQ(chain.base(2), (Candidate{2, 3, 5}));
  EXPECT_EQ(chain.top(), (Candidate{3}));
}

TEST(Chain, PutsAPartBackAndKeepsTheOthersAway) {
  Chain chain = Example();
  EXPECT_EQ(chain.PutBack(1), (Candidate{4}));
  EXPECT_EQ(chain.size(), 2);
  EXPECT_EQ(chain.base(1), (Candidate{2, 3, 4, 5}));
  EXPECT_EQ(chain.top(), (Candidate{3, 4}));
}

TEST(Judge, BlamesThePartAfterWhichRunsFail) {
  const Chain chain = Example();
  Evidence evidence;
  Runs(&evidence, chain.base(0), 3, 0);
  Runs(&evidence, chain.base(1), 3, 0);
  Runs(&evidence, chain.base(2), 0, 2);
  Runs(&evidence, chain.top(), 0, 2);
  const Suspicion suspicion =
      Judge(chain, evidence, DefaultPrior(), kGoodProbability, 0.03);
  EXPECT_LT(suspicion.sound, 0.01);
  EXPECT_GT(suspicion.culprit[1], 0.9);
}

TEST(Judge, TrustsAChainWhoseTopPasses) {
  const Chain chain = Example();
  Evidence evidence;
  Runs(&evidence, chain.top(), 6, 0);
  const Suspicion suspicion =
      Judge(chain, evidence, DefaultPrior(), kGoodProbability, 0.03);
  EXPECT_GT(suspicion.sound, 0.95);
}

TEST(Judge, DividesTheBlameWhereNothingWasRun) {
  const Chain chain = Example();
  Evidence evidence;
  Runs(&evidence, chain.top(), 0, 3);
  const Suspicion suspicion =
      Judge(chain, evidence, DefaultPrior(), kGoodProbability, 0.03);
  for (const double blame : suspicion.culprit) EXPECT_NEAR(blame, 0.33, 0.03);
}

}  // namespace
}  // namespace reprise::minimize
