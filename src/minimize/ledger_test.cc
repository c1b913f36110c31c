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

TEST(Ledger, TrustsLessWhereOthersOnlyJustFailed) {
  Ledger ledger({20, 18}, DefaultPrior());
  Runs(&ledger, {1}, 0, 1);
  Runs(&ledger, {1}, 18, 0);
  EXPECT_EQ(ledger.StateOf({1}), State::kPasses);
  for (uint32_t i = 10; i < 20; ++i) Runs(&ledger, {i}, 12, 3);
  Runs(&ledger, {2}, 0, 1);
  Runs(&ledger, {2}, 18, 0);
  EXPECT_EQ(ledger.StateOf({2}), State::kOpen);
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
