#include "minimize/ledger.h"

#include <gtest/gtest.h>

namespace reprise::minimize {
namespace {

using State = Ledger::State;

void Runs(Ledger* ledger, const Candidate& candidate, int passes, int fails) {
  for (int i = 0; i < passes; ++i) ledger->Add(candidate, Verdict::kPass);
  for (int i = 0; i < fails; ++i) ledger->Add(candidate, Verdict::kFail);
}

TEST(Ledger, SettlesAsTheRuleSays) {
  Ledger ledger({20, 18}, DefaultPrior());
  Runs(&ledger, {1}, 17, 0);
  EXPECT_EQ(ledger.StateOf({1}), State::kOpen);
  EXPECT_EQ(ledger.ToPass({1}), 1);
  Runs(&ledger, {1}, 1, 0);
  EXPECT_EQ(ledger.StateOf({1}), State::kPasses);
  EXPECT_EQ(ledger.ToPass({1}), 0);

  Runs(&ledger, {2}, 0, 2);
  EXPECT_EQ(ledger.StateOf({2}), State::kOpen);
  EXPECT_EQ(ledger.ToFail({2}), 1);
  Runs(&ledger, {2}, 0, 1);
  EXPECT_EQ(ledger.StateOf({2}), State::kFails);
}

TEST(Ledger, AsksAgainWhatPassedBarely) {
  Ledger ledger({20, 18}, DefaultPrior());
  Runs(&ledger, {1}, 0, 2);
  Runs(&ledger, {1}, 18, 0);
  EXPECT_EQ(ledger.StateOf({1}), State::kOpen);
  EXPECT_GT(ledger.ToPass({1}), 0);
  Runs(&ledger, {1}, 18, 0);
  EXPECT_EQ(ledger.StateOf({1}), State::kPasses);
}

// How many passes settle a candidate that failed once.
int PassesToSettle(Ledger* ledger, const Candidate& candidate) {
  Runs(ledger, candidate, 0, 1);
  int passes = 0;
  while (ledger->StateOf(candidate) == State::kOpen) {
    Runs(ledger, candidate, 1, 0);
    passes++;
  }
  return passes;
}

TEST(Ledger, TrustsLessWhereOthersOnlyJustFailed) {
  Ledger ledger({20, 18}, DefaultPrior());
  const int before = PassesToSettle(&ledger, {1});
  for (uint32_t i = 10; i < 20; ++i) Runs(&ledger, {i}, 12, 3);
  EXPECT_GT(PassesToSettle(&ledger, {2}), before);
}

TEST(Ledger, AsksOnceWhereOneRunDecides) {
  Ledger ledger({1, 1}, DefaultPrior());
  Runs(&ledger, {1}, 1, 0);
  EXPECT_EQ(ledger.StateOf({1}), State::kPasses);
  Runs(&ledger, {2}, 0, 1);
  EXPECT_EQ(ledger.StateOf({2}), State::kFails);
}

}  // namespace
}  // namespace reprise::minimize
