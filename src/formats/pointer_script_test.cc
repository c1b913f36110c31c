#include "formats/pointer_script.h"

#include <gtest/gtest.h>

#include <limits>

#include "formats/pointer_testing.h"

namespace reprise::formats {
namespace {

TEST(PointerMaker, NamesAllFingersInEveryEvent) {
  input::Recording recording;
  PointerMaker maker(&recording);
  maker.Down(0, {.id = 4, .x = 1, .y = 1});
  maker.Down(0, {.id = 2, .x = 2, .y = 2});
  EXPECT_EQ(recording.motions[1].message.action_index(), 0);
  maker.End(0, {.id = 4, .x = 3, .y = 3});
  EXPECT_EQ(PointerEventsOf(recording),
            "0 down 4:(1,1)\n"
            "0 pointer-down 2 2:(2,2) 4:(1,1)\n"
            "0 pointer-up 2 2:(2,2) 4:(1,1)\n"
            "0 up 4:(3,3)\n");
}

TEST(PointerMaker, CancelsWhatIsStillDown) {
  input::Recording recording;
  PointerMaker maker(&recording);
  maker.Begin(0, {.id = 0, .x = 1, .y = 1});
  maker.Begin(0, {.id = 1, .x = 2, .y = 2});
  maker.Up(0, 0);
  EXPECT_EQ(PointerEventsOf(recording),
            "0 down 0:(1,1)\n0 cancel 0:(1,1)\n0 down 1:(2,2)\n");
  input::Losses losses;
  maker.Report(&losses);
  EXPECT_EQ(losses.all().size(), 3U);
}

TEST(PointerScript, GapsNeverOverflow) {
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(GapNs(kLeast, kMost), kMaxScriptMs * kNsPerMs);
  EXPECT_EQ(GapNs(kMost, kLeast), 0);
  EXPECT_EQ(GapNs(3, 10), 7);
}

TEST(PointerScript, PutsWindowsOnTheDisplay) {
  MotionEvent motion;
  for (const float value : {2.F, 0.F, 10.F, 0.F, 3.F, 20.F}) {
    motion.add_to_display(value);
  }
  MotionEvent::Coords coords;
  coords.set_x(1);
  coords.set_y(1);
  EXPECT_EQ(OnDisplay(motion, coords).x, 12);
  EXPECT_EQ(OnDisplay(motion, coords).y, 23);
}

TEST(PointerScript, DoesNotWriteWhatIsUnsound) {
  input::Losses losses;
  MotionEvent motion;
  EXPECT_FALSE(IsWritable(motion, &losses));
  motion.add_pointers();
  motion.add_samples()->add_coords()->set_x(1);
  EXPECT_TRUE(IsWritable(motion, &losses));
  motion.set_action_index(1);
  EXPECT_FALSE(IsWritable(motion, &losses));
  motion.set_action_index(0);
  motion.mutable_samples(0)->mutable_coords(0)->set_x(
      std::numeric_limits<float>::quiet_NaN());
  EXPECT_FALSE(IsWritable(motion, &losses));
  motion.set_redacted(true);
  EXPECT_FALSE(IsWritable(motion, &losses));
  EXPECT_EQ(TextOf(losses),
            "3 x touches without sound positions were left out\n"
            "1 x touches that were redacted were left out\n");
}

TEST(PointerScript, CountsFramesBehindNoEvent) {
  input::Recording recording;
  for (const uint64_t id : {1, 2, 3}) recording.frames.emplace_back().id = id;
  AddKey(0, 0, 0, 4, &recording)->add_frame_refs(2);
  input::Losses losses;
  ReportUnspokenFrames(recording, &losses);
  EXPECT_EQ(losses.all()[0].count, 2U);
}

TEST(PointerScript, SaysThatAxesAndToolsAreLost) {
  input::Recording recording;
  MotionEvent& motion = recording.motions.emplace_back().message;
  motion.set_source(android::kSourceTouchscreen);
  motion.add_pointers()->set_tool_type(2);  // a stylus
  MotionEvent::Coords* coords = motion.add_samples()->add_coords();
  MotionEvent::Axis* pressure = coords->add_axes();
  pressure->set_axis(android::kAxisPressure);
  pressure->set_value(0.5F);
  input::Losses held;
  ReportUnspokenAxes(recording, {android::kAxisPressure}, &held);
  ASSERT_EQ(held.all().size(), 1U);
  EXPECT_EQ(held.all()[0].what, "tools other than fingers become fingers");
  input::Losses lost;
  ReportUnspokenAxes(recording, {}, &lost);
  EXPECT_EQ(lost.all().size(), 2U);
  pressure->set_value(1);
  motion.mutable_pointers(0)->set_tool_type(android::kToolFinger);
  input::Losses none;
  ReportUnspokenAxes(recording, {}, &none);
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace reprise::formats
