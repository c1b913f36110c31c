#include "input/touch_rewrite.h"

#include <gtest/gtest.h>

#include "input/input_testing.h"
#include "input/touch_state.h"

namespace reprise::input {
namespace {

using testing::EventsA;
using testing::MakeFrame;
using testing::SingleTouch;
using testing::TouchA;
using testing::TouchB;

constexpr DisplaySize kFrom{1080, 1920};
constexpr DisplaySize kTo{540, 480};

PixelPoint Half(PixelPoint at) { return {at.x / 2, at.y / 4}; }

// Where the fingers are after a frame that was rewritten.
class Follower {
 public:
  explicit Follower(const EvdevDevice& device)
      : rewrite_(device, kFrom, kTo), state_(OnDisplay(device, kTo)) {}

  std::string Push(const Frame& frame, const PointMap& map) {
    state_.Push(rewrite_.Rewrite(frame, map));
    std::string text;
    for (const Contact& contact : state_.contacts()) {
      text += (text.empty() ? "" : " ") + std::to_string(contact.x) + "," +
              std::to_string(contact.y);
    }
    return text;
  }

 private:
  TouchRewrite rewrite_;
  TouchState state_;
};

TEST(TouchRewrite, TurnsAndBack) {
  const PixelPoint at{100, 300};
  for (uint32_t rotation = 0; rotation < 4; ++rotation) {
    const PixelPoint turned = Turn(at, rotation, kFrom);
    const PixelPoint back = TurnBack(turned, rotation, kFrom);
    EXPECT_EQ(back.x, at.x) << rotation;
    EXPECT_EQ(back.y, at.y) << rotation;
  }
  EXPECT_EQ(Turn(at, 1, kFrom).x, 300);
  EXPECT_EQ(Turn(at, 1, kFrom).y, 979);
}

TEST(TouchRewrite, MovesEveryFingerOfSlots) {
  Follower follower(TouchB());
  EXPECT_EQ(follower.Push(MakeFrame(1, {{EV_ABS, ABS_MT_TRACKING_ID, 7},
                                        {EV_ABS, ABS_MT_POSITION_X, 100},
                                        {EV_ABS, ABS_MT_POSITION_Y, 400},
                                        {EV_ABS, ABS_MT_SLOT, 1},
                                        {EV_ABS, ABS_MT_TRACKING_ID, 8},
                                        {EV_ABS, ABS_MT_POSITION_X, 200},
                                        {EV_ABS, ABS_MT_POSITION_Y, 800}}),
                          Half),
            "50,100 100,200");
  // Only one axis of one finger is told.
  EXPECT_EQ(
      follower.Push(MakeFrame(2, {{EV_ABS, ABS_MT_POSITION_X, 300}}), Half),
      "50,100 150,200");
}

TEST(TouchRewrite, SaysWhatTheKernelDidNotRepeat) {
  // The second tap has the same x, which no frame says again; but it is moved
  // in another way than the first.
  Follower follower(TouchB());
  follower.Push(MakeFrame(1, {{EV_ABS, ABS_MT_TRACKING_ID, 7},
                              {EV_ABS, ABS_MT_POSITION_X, 100},
                              {EV_ABS, ABS_MT_POSITION_Y, 400}}),
                Half);
  EXPECT_EQ(
      follower.Push(MakeFrame(2, {{EV_ABS, ABS_MT_TRACKING_ID, -1}}), Half),
      "");
  EXPECT_EQ(follower.Push(
                MakeFrame(3, {{EV_ABS, ABS_MT_TRACKING_ID, 8},
                              {EV_ABS, ABS_MT_POSITION_Y, 404}}),
                [](PixelPoint at) { return PixelPoint{at.x + 1, at.y + 2}; }),
            "101,406");
}

TEST(TouchRewrite, TurnsAxes) {
  Follower follower(TouchB());
  const auto swap = [](PixelPoint at) { return PixelPoint{at.y, at.x}; };
  follower.Push(MakeFrame(1, {{EV_ABS, ABS_MT_TRACKING_ID, 7},
                              {EV_ABS, ABS_MT_POSITION_X, 100},
                              {EV_ABS, ABS_MT_POSITION_Y, 400}}),
                swap);
  EXPECT_EQ(
      follower.Push(MakeFrame(2, {{EV_ABS, ABS_MT_POSITION_X, 110}}), swap),
      "400,110");
}

TEST(TouchRewrite, KnowsTheOtherProtocols) {
  Follower single(SingleTouch());
  EXPECT_EQ(single.Push(MakeFrame(1, {{EV_ABS, ABS_X, 100},
                                      {EV_ABS, ABS_Y, 400},
                                      {EV_KEY, BTN_TOUCH, 1}}),
                        Half),
            "50,100");
  Follower a(TouchA());
  EXPECT_EQ(a.Push(MakeFrame(1, {{EV_ABS, ABS_MT_POSITION_X, 100},
                                 {EV_ABS, ABS_MT_POSITION_Y, 400},
                                 {EV_SYN, SYN_MT_REPORT, 0},
                                 {EV_ABS, ABS_MT_POSITION_X, 200},
                                 {EV_ABS, ABS_MT_POSITION_Y, 800},
                                 {EV_SYN, SYN_MT_REPORT, 0}}),
                   Half),
            "50,100 100,200");
}

TEST(TouchRewrite, KeepsFingersOnTheDisplay) {
  Follower follower(TouchB());
  EXPECT_EQ(follower.Push(MakeFrame(1, {{EV_ABS, ABS_MT_TRACKING_ID, 7},
                                        {EV_ABS, ABS_MT_POSITION_X, 100},
                                        {EV_ABS, ABS_MT_POSITION_Y, 400}}),
                          [](PixelPoint) { return PixelPoint{-1e9F, 1e9F}; }),
            "0,479");
}

}  // namespace
}  // namespace reprise::input
