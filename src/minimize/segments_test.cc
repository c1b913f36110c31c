#include "minimize/segments.h"

#include <gtest/gtest.h>

namespace reprise::minimize {
namespace {

using State = Segment::State;

std::vector<Candidate> UnitsOf(const std::vector<Segment>& segments) {
  std::vector<Candidate> units;
  for (const Segment& segment : segments) units.push_back(segment.units);
  return units;
}

TEST(SplitToOpen, SplitsTheLargestThatFailed) {
  std::vector<Segment> segments = {{{0, 1}, State::kFailed, {}, 0},
                                   {{2, 3, 4, 5}, State::kFailed, {}, 0}};
  SplitToOpen(&segments, 2);
  EXPECT_EQ(UnitsOf(segments),
            (std::vector<Candidate>{{0, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(segments[0].state, State::kFailed);
  EXPECT_EQ(segments[1].state, State::kOpen);
}

TEST(SplitToOpen, MakesPiecesOfLikeSize) {
  std::vector<Segment> segments = {
      {{0, 1, 2, 3, 4, 5, 6}, State::kFailed, {}, 0}};
  SplitToOpen(&segments, 3);
  EXPECT_EQ(UnitsOf(segments),
            (std::vector<Candidate>{{0, 1}, {2, 3}, {4, 5, 6}}));
}

TEST(SplitToOpen, LeavesSingleUnitsAndWhatIsBeingRun) {
  std::vector<Segment> segments = {{{0}, State::kFailed, {}, 0},
                                   {{1, 2, 3}, State::kAsked, {}, 0}};
  SplitToOpen(&segments, 10);
  EXPECT_EQ(UnitsOf(segments), (std::vector<Candidate>{{0}, {1, 2, 3}}));
}

TEST(SplitToOpen, SplitsNothingWhenEnoughIsOpen) {
  std::vector<Segment> segments = {{{0, 1}, State::kOpen, {}, 0},
                                   {{2, 3}, State::kFailed, {}, 0}};
  SplitToOpen(&segments, 1);
  EXPECT_EQ(segments.size(), 2);
}

}  // namespace
}  // namespace reprise::minimize
