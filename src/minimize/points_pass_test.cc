#include "minimize/points_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/input_testing.h"
#include "input/touch_state.h"

namespace reprise::minimize {
namespace {

using input::Event;
using input::Recording;
using input::testing::AppendB;
using input::testing::kMs;
using input::testing::MakeFrame;

Event Abs(uint16_t code, int32_t value) { return {EV_ABS, code, value}; }

// Two fingers go down, move in turn, and lift.
Recording Pinch() {
  Recording recording;
  recording.devices = {input::testing::TouchB()};
  std::vector<Event> down;
  AppendB(0, 1, {100, 100}, &down);
  AppendB(1, 2, {500, 500}, &down);
  std::vector<Event> up;
  AppendB(0, -1, {}, &up);
  AppendB(1, -1, {}, &up);
  recording.frames = {
      MakeFrame(1000 * kMs, down),
      MakeFrame(1010 * kMs, {Abs(ABS_MT_SLOT, 0), Abs(ABS_MT_POSITION_X, 110)}),
      MakeFrame(1020 * kMs, {Abs(ABS_MT_SLOT, 1), Abs(ABS_MT_POSITION_X, 490)}),
      MakeFrame(1030 * kMs, {Abs(ABS_MT_POSITION_Y, 480)}),
      MakeFrame(1040 * kMs, {Abs(ABS_MT_SLOT, 0), Abs(ABS_MT_POSITION_X, 130)}),
      MakeFrame(1050 * kMs, up),
  };
  input::AssignIds(&recording);
  return recording;
}

std::vector<input::Contact> After(const Recording& recording, int64_t time_ns) {
  input::TouchState state(recording.devices[0]);
  for (const input::Frame& frame : recording.frames) {
    if (frame.time_ns <= time_ns) state.Push(frame);
  }
  return state.contacts();
}

TEST(PointsPass, PartsAreTheFramesThatOnlyMove) {
  const auto pass = *MakePoints(Pinch());
  EXPECT_EQ(pass->size(), 4);
  EXPECT_EQ(pass->Make({0, 1, 2, 3}).frames, Pinch().frames);
}

TEST(PointsPass, FoldsWhatIsLeftOutIntoTheNextFrame) {
  const auto pass = *MakePoints(Pinch());
  const Recording made = pass->Make({2});
  ASSERT_EQ(made.frames.size(), 3);
  const std::vector<Event> expected = {
      Abs(ABS_MT_SLOT, 0),         Abs(ABS_MT_POSITION_X, 110),
      Abs(ABS_MT_SLOT, 1),         Abs(ABS_MT_POSITION_X, 490),
      Abs(ABS_MT_POSITION_Y, 480), {EV_SYN, SYN_REPORT, 0}};
  EXPECT_EQ(made.frames[1].events, expected);
}

// Whatever is left out, fingers are where they were at every frame that stays.
TEST(PointsPass, FingersAreWhereTheyWere) {
  const Recording whole = Pinch();
  const auto pass = *MakePoints(whole);
  for (uint32_t mask = 0; mask < 16; mask++) {
    Candidate kept;
    for (uint32_t i = 0; i < 4; i++) {
      if ((mask >> i & 1) != 0) kept.push_back(i);
    }
    const Recording made = pass->Make(kept);
    EXPECT_EQ(made.frames.size(), 2 + kept.size());
    for (const input::Frame& frame : made.frames) {
      EXPECT_EQ(After(made, frame.time_ns), After(whole, frame.time_ns))
          << mask << " at " << frame.time_ns / kMs;
    }
    EXPECT_EQ(made.gestures.size(), 1) << mask;
  }
}

TEST(PointsPass, MovesGoWithTheirFrames) {
  Recording recording = Pinch();
  for (const size_t frame : {1, 2}) {
    input::Timed<MotionEvent> motion;
    motion.time_ns = recording.frames[frame].time_ns;
    motion.message.set_action(2);
    motion.message.add_frame_refs(recording.frames[frame].id);
    recording.motions.push_back(motion);
  }
  const auto pass = *MakePoints(recording);
  ASSERT_EQ(pass->size(), 4);
  const Recording made = pass->Make({1, 2, 3});
  ASSERT_EQ(made.motions.size(), 1);
  EXPECT_EQ(made.motions[0].message.frame_refs(0), recording.frames[2].id);
}

TEST(PointsPass, MovesAboveTheKernelGoToo) {
  Recording recording;
  for (const int32_t action : {0, 2, 2, 1}) {
    input::Timed<MotionEvent> motion;
    motion.time_ns = motion.read_ns =
        static_cast<int64_t>(1000 + 10 * recording.motions.size()) * kMs;
    motion.message.set_action(action);
    motion.message.add_pointers();
    auto* sample = motion.message.add_samples();
    sample->set_time_ns(motion.time_ns);
    sample->add_coords()->set_x(static_cast<float>(recording.motions.size()));
    recording.motions.push_back(motion);
  }
  input::AssignIds(&recording);
  const auto pass = *MakePoints(recording);
  ASSERT_EQ(pass->size(), 2);
  const Recording made = pass->Make({1});
  ASSERT_EQ(made.motions.size(), 3);
  EXPECT_EQ(made.motions[1].message.samples(0).coords(0).x(), 2);
}

}  // namespace
}  // namespace reprise::minimize
