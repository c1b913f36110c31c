#include "minimize/sensors_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/input_testing.h"

namespace reprise::minimize {
namespace {

using input::Recording;
using input::testing::kMs;
using input::testing::MakeFrame;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two keys and two sensors: spans before, between and after the keys.
Recording Shaken() {
  Recording recording;
  recording.devices = {input::testing::Keyboard(),
                       input::testing::Accelerometer(),
                       input::testing::Accelerometer()};
  for (const int64_t ms : {1000, 2000}) {
    recording.frames.push_back(MakeFrame(ms * kMs, {{EV_KEY, KEY_BACK, 1}}));
    recording.frames.push_back(
        MakeFrame((ms + 80) * kMs, {{EV_KEY, KEY_BACK, 0}}));
  }
  for (const int64_t ms : {500, 600, 1040, 1500, 1600, 3000}) {
    recording.frames.push_back(MakeFrame(ms * kMs, {{EV_ABS, ABS_X, 7}}, 1));
  }
  recording.frames.push_back(MakeFrame(1550 * kMs, {{EV_ABS, ABS_X, 7}}, 2));
  input::SortByTime(&recording);
  input::AssignIds(&recording);
  return recording;
}

std::vector<int64_t> SensorTimes(const Recording& recording) {
  std::vector<int64_t> times;
  for (const auto& frame : recording.frames) {
    if (frame.device > 0) times.push_back(frame.time_ns / kMs);
  }
  return times;
}

TEST(SensorsPass, PartsAreSpansUpToTheEndsOfUnits) {
  const auto pass = *MakeSensors(Shaken());
  ASSERT_EQ(pass->size(), 4);
  EXPECT_THAT(pass->Describe(0), HasSubstr("accelerometer for 540ms up to"));
  EXPECT_THAT(pass->Describe(3), HasSubstr("at the end"));
  EXPECT_EQ(pass->Make({0, 1, 2, 3}).frames, Shaken().frames);
  EXPECT_THAT(SensorTimes(pass->Make({0})), ElementsAre(500, 600, 1040));
  EXPECT_THAT(SensorTimes(pass->Make({1})), ElementsAre(1500, 1600));
  EXPECT_THAT(SensorTimes(pass->Make({2, 3})), ElementsAre(1550, 3000));
}

TEST(SensorsPass, WhatPeopleDidStays) {
  const auto pass = *MakeSensors(Shaken());
  const Recording made = pass->Make({});
  EXPECT_EQ(made.frames.size(), 4);
  EXPECT_EQ(made.devices.size(), 3);
}

}  // namespace
}  // namespace reprise::minimize
