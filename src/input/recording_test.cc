#include "input/recording.h"

#include <gtest/gtest.h>

#include <limits>

#include "input/input_testing.h"

namespace reprise::input {
namespace {

TEST(Losses, CountTheSameAgain) {
  Losses losses;
  losses.Add("a");
  losses.Add("b", 0);
  losses.Add("c", 5);
  losses.Add("a", 2);
  ASSERT_EQ(losses.all().size(), 2U);
  EXPECT_EQ(losses.all()[0].what, "a");
  EXPECT_EQ(losses.all()[0].count, 3U);
  EXPECT_EQ(losses.all()[1].count, 5U);
}

TEST(Recording, SortsByTimeAndKeepsTheOrderOfEqualTimes) {
  Recording recording;
  for (const auto& [time, id] :
       {std::pair<int64_t, uint64_t>{5, 1}, {3, 2}, {5, 3}, {-1, 4}, {3, 5}}) {
    Frame& frame = recording.frames.emplace_back();
    frame.time_ns = time;
    frame.id = id;
  }
  SortByTime(&recording);
  std::vector<uint64_t> ids;
  for (const Frame& frame : recording.frames) ids.push_back(frame.id);
  EXPECT_EQ(ids, (std::vector<uint64_t>{4, 2, 5, 1, 3}));
}

TEST(Recording, GivesIdsInTheOrderOfTimeAroundThoseTaken) {
  Recording recording;
  recording.frames.resize(3);
  recording.frames[0].time_ns = 20;
  recording.frames[1].time_ns = 10;
  recording.frames[2].id = 2;
  recording.motions.resize(1);
  recording.motions[0].time_ns = 10;
  recording.gestures.resize(1);
  recording.gestures[0].time_ns = 5;
  AssignIds(&recording);
  EXPECT_EQ(recording.gestures[0].message.id(), 1U);
  EXPECT_EQ(recording.frames[1].id, 3U);
  EXPECT_EQ(recording.motions[0].message.id(), 4U);
  EXPECT_EQ(recording.frames[0].id, 5U);
  EXPECT_EQ(recording.frames[2].id, 2U);
  EXPECT_EQ(AfterLastId(recording), 6U);
}

TEST(Recording, GivesIdsWhenTheLargestIsTaken) {
  Recording recording;
  recording.frames.resize(2);
  recording.frames[0].id = std::numeric_limits<uint64_t>::max();
  AssignIds(&recording, AfterLastId(recording));
  EXPECT_EQ(recording.frames[1].id, 1U);
  EXPECT_EQ(AfterLastId(Recording()), 1U);
}

}  // namespace
}  // namespace reprise::input
