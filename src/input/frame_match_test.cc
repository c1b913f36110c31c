#include "input/frame_match.h"

#include <gtest/gtest.h>
#include <linux/input.h>

#include "input/device.h"

namespace reprise::input {
namespace {

Frame MakeFrame(uint64_t id, std::vector<Event> events) {
  Frame frame;
  frame.id = id;
  frame.events = std::move(events);
  frame.events.push_back({EV_SYN, SYN_REPORT, 0});
  return frame;
}

EvdevDevice Touchscreen() {
  EvdevDevice device;
  AddAxis(&device, ABS_MT_SLOT)->set_maximum(9);
  AddAxis(&device, ABS_MT_TRACKING_ID)->set_maximum(65535);
  AddAxis(&device, ABS_MT_POSITION_X)->set_maximum(1080);
  AddCode(&device, EV_KEY, BTN_TOUCH);
  return device;
}

TEST(FrameMatch, AcceptsTheSameFrames) {
  const std::vector<Frame> frames = {
      MakeFrame(1, {{EV_ABS, ABS_MT_TRACKING_ID, 5},
                    {EV_ABS, ABS_MT_POSITION_X, 10},
                    {EV_KEY, BTN_TOUCH, 1}}),
      MakeFrame(2, {{EV_ABS, ABS_MT_TRACKING_ID, -1}, {EV_KEY, BTN_TOUCH, 0}}),
  };
  EXPECT_EQ(FrameMatch(Touchscreen()).Compare(frames, frames), std::nullopt);
}

TEST(FrameMatch, ForgivesWhatTheKernelSwallows) {
  const std::vector<Frame> written = {
      MakeFrame(1, {{EV_ABS, ABS_MT_SLOT, 0},
                    {EV_ABS, ABS_MT_TRACKING_ID, 5},
                    {EV_ABS, ABS_MT_POSITION_X, 0},
                    {EV_KEY, BTN_TOUCH, 1}}),
      MakeFrame(2, {{EV_KEY, BTN_TOUCH, 1}}),
      MakeFrame(3, {{EV_KEY, BTN_TOUCH, 0}}),
  };
  const std::vector<Frame> read = {
      MakeFrame(0, {{EV_ABS, ABS_MT_TRACKING_ID, 5}, {EV_KEY, BTN_TOUCH, 1}}),
      MakeFrame(0, {{EV_KEY, BTN_TOUCH, 0}}),
  };
  EXPECT_EQ(FrameMatch(Touchscreen()).Compare(written, read), std::nullopt);
}

TEST(FrameMatch, NamesTheFirstFrameThatDiffers) {
  const std::vector<Frame> written = {
      MakeFrame(7, {{EV_ABS, ABS_MT_POSITION_X, 10}}),
      MakeFrame(8, {{EV_ABS, ABS_MT_POSITION_X, 11}}),
  };
  const std::vector<Frame> read = {
      MakeFrame(0, {{EV_ABS, ABS_MT_POSITION_X, 10}}),
      MakeFrame(0, {{EV_ABS, ABS_MT_POSITION_X, 12}}),
  };
  EXPECT_EQ(FrameMatch(Touchscreen()).Compare(written, read),
            "frame 8 should be ABS_MT_POSITION_X 11, but the device said "
            "ABS_MT_POSITION_X 12");
}

TEST(FrameMatch, SeesMissingAndSurplusFrames) {
  const std::vector<Frame> one = {MakeFrame(7, {{EV_KEY, BTN_TOUCH, 1}})};
  EXPECT_EQ(FrameMatch(Touchscreen()).Compare(one, {}),
            "frame 7 should be BTN_TOUCH 1, but the device said no more");
  EXPECT_EQ(FrameMatch(Touchscreen()).Compare({}, one),
            "after the last frame the device said BTN_TOUCH 1");
}

TEST(FrameMatch, TellsSlotsApart) {
  const std::vector<Frame> written = {
      MakeFrame(1, {{EV_ABS, ABS_MT_SLOT, 1}, {EV_ABS, ABS_MT_POSITION_X, 9}}),
      MakeFrame(2, {{EV_ABS, ABS_MT_SLOT, 0}, {EV_ABS, ABS_MT_POSITION_X, 9}}),
  };
  EXPECT_EQ(FrameMatch(Touchscreen()).Compare(written, written), std::nullopt);
  const std::vector<Frame> other = {
      MakeFrame(1, {{EV_ABS, ABS_MT_SLOT, 2}, {EV_ABS, ABS_MT_POSITION_X, 9}}),
      written[1],
  };
  EXPECT_EQ(FrameMatch(Touchscreen()).Compare(written, other),
            "frame 1 should be ABS_MT_SLOT 1, ABS_MT_POSITION_X 9, but the "
            "device said ABS_MT_SLOT 2, ABS_MT_POSITION_X 9");
}

TEST(FrameMatch, ForgivesWhatCannotBeInjected) {
  const std::vector<Frame> written = {
      MakeFrame(1, {{EV_KEY, BTN_TOUCH, 1}, {EV_SYN, 4, 100}, {EV_SYN, 5, 7}}),
      MakeFrame(2, {{EV_SYN, SYN_DROPPED, 0}}),
      MakeFrame(3, {{EV_FF, FF_RUMBLE, 1}}),
  };
  const std::vector<Frame> read = {MakeFrame(0, {{EV_KEY, BTN_TOUCH, 1}})};
  EXPECT_EQ(FrameMatch(Touchscreen()).Compare(written, read), std::nullopt);
}

TEST(FrameMatch, ComparesContactsOfProtocolA) {
  EvdevDevice screen;
  AddAxis(&screen, ABS_MT_POSITION_X)->set_maximum(1080);
  const std::vector<Frame> two = {MakeFrame(1, {{EV_ABS, ABS_MT_POSITION_X, 5},
                                                {EV_SYN, SYN_MT_REPORT, 0},
                                                {EV_ABS, ABS_MT_POSITION_X, 5},
                                                {EV_SYN, SYN_MT_REPORT, 0}})};
  const std::vector<Frame> one = {MakeFrame(
      0, {{EV_ABS, ABS_MT_POSITION_X, 5}, {EV_SYN, SYN_MT_REPORT, 0}})};
  EXPECT_EQ(FrameMatch(screen).Compare(two, two), std::nullopt);
  EXPECT_NE(FrameMatch(screen).Compare(two, one), std::nullopt);
}

}  // namespace
}  // namespace reprise::input
