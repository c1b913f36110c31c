#include "minimize/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "minimize/search.h"

namespace reprise::minimize {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<uint32_t> Schedule(std::string_view name,
                               const std::vector<Tally>& tallies,
                               uint32_t slots = 15) {
  SelectionOptions options;
  options.mdp_candidates = 3;  // quickly solved
  auto selection = MakeSelection(name, options);
  EXPECT_TRUE(selection.has_value());
  return (*selection)->Schedule(tallies, slots);
}

// The examples of sections 4.1 and 4.2 of the paper, step by step. Each ends
// when the third has 18 passes.

TEST(Selection, NaiveTakesTheFourStepsOfThePaper) {
  EXPECT_THAT(Schedule("naive", {{0, 0}, {0, 0}, {0, 0}}),
              ElementsAre(15, 0, 0));
  EXPECT_THAT(Schedule("naive", {{13, 2}, {0, 0}, {0, 0}}),
              ElementsAre(5, 10, 0));
  EXPECT_THAT(Schedule("naive", {{17, 3}, {3, 7}, {0, 0}}),
              ElementsAre(0, 0, 15));
  EXPECT_THAT(Schedule("naive", {{17, 3}, {3, 7}, {15, 0}}),
              ElementsAre(0, 0, 5));
}

TEST(Selection, RoundRobinTakesTheThreeStepsOfThePaper) {
  EXPECT_THAT(Schedule("round-robin", {{0, 0}, {0, 0}, {0, 0}}),
              ElementsAre(5, 5, 5));
  EXPECT_THAT(Schedule("round-robin", {{4, 1}, {2, 3}, {5, 0}}),
              ElementsAre(8, 0, 7));
  EXPECT_THAT(Schedule("round-robin", {{11, 2}, {2, 3}, {12, 0}}),
              ElementsAre(7, 0, 8));
}

TEST(Selection, HeuristicTakesTheTwoStepsOfThePaper) {
  EXPECT_THAT(Schedule("heuristic", {{0, 0}, {0, 0}, {0, 0}}),
              ElementsAre(5, 5, 5));
  EXPECT_THAT(Schedule("heuristic", {{4, 1}, {2, 3}, {5, 0}}),
              ElementsAre(2, 0, 13));
}

TEST(Selection, HeuristicLeavesOutDeadCandidates) {
  EXPECT_THAT(Schedule("heuristic", {{0, 3}, {0, 3}, {3, 0}}),
              ElementsAre(0, 0, 15));
}

TEST(Selection, HeuristicDiscardsTheMorePromisingFirst) {
  // 0.5: 2/0.5 = 4 runs; 0: 1 and 2 runs to the third failure.
  EXPECT_THAT(Schedule("heuristic", {{0, 2}, {1, 1}, {0, 1}}, 6),
              ElementsAre(1, 4, 1));
}

TEST(Selection, HeuristicTriesNewCandidatesBeforeDiscardingOldOnes) {
  EXPECT_THAT(Schedule("heuristic", {{0, 1}, {0, 0}, {0, 0}}, 3),
              ElementsAre(1, 1, 1));
}

TEST(Selection, HeuristicGivesAllToOneThatNeedsMoreThanAStep) {
  // 17 more are needed, more than any step has.
  EXPECT_THAT(Schedule("heuristic", {{1, 0}, {1, 0}}), ElementsAre(15, 0));
}

TEST(Selection, NoneRunsACandidateMoreThanNrTimes) {
  for (const std::string_view name : SelectionNames()) {
    EXPECT_THAT(Schedule(name, {{16, 2}}), ElementsAre(2)) << name;
    EXPECT_THAT(Schedule(name, {{0, 3}, {18, 0}}), ElementsAre(0, 0)) << name;
    EXPECT_THAT(Schedule(name, {{17, 2}, {10, 2}}), ElementsAre(1, 8)) << name;
  }
}

TEST(Selection, CountsWhoMadeTheSchedules) {
  SelectionOptions options;
  options.mdp_candidates = 3;
  auto mdp = MakeSelection("mdp", options);
  ASSERT_TRUE(mdp.has_value());
  (*mdp)->Schedule(std::vector<Tally>(2), 15);
  (*mdp)->Schedule(std::vector<Tally>(3), 15);
  (*mdp)->Schedule(std::vector<Tally>(1), 15);
  (*mdp)->Schedule(std::vector<Tally>(3), 14);
  (*mdp)->Schedule(std::vector<Tally>(4), 15);
  (*mdp)->Schedule(std::vector<Tally>{{1, 0}, {0, 0}, {0, 0}}, 15);
  EXPECT_EQ((*mdp)->share().mdp, 2);
  EXPECT_EQ((*mdp)->share().heuristic, 4);
}

TEST(Selection, RefusesAnMdpForTooMany) {
  SelectionOptions options;
  options.mdp_candidates = 7;
  auto made = MakeSelection("mdp", options);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().message,
            "The MDP cannot serve 7 candidates: it can 2 to 6.");
}

TEST(Selection, NamesTheUnknownPolicyAndTheKnownOnes) {
  auto made = MakeSelection("best", {});
  ASSERT_FALSE(made.has_value());
  EXPECT_THAT(made.error().message, HasSubstr("'best'"));
  EXPECT_THAT(made.error().message, HasSubstr("heuristic"));
}

}  // namespace
}  // namespace reprise::minimize
