#include "minimize/passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/input_testing.h"

namespace reprise::minimize {
namespace {

using input::Recording;
using input::testing::kMs;
using input::testing::MakeFrame;
using ::testing::ElementsAre;

// Three key presses with pauses of 1920 ms and 100 ms, and an accelerometer.
Recording Keys() {
  Recording recording;
  recording.devices = {input::testing::Keyboard(),
                       input::testing::Accelerometer()};
  for (const int64_t ms : {1000, 3000, 3180}) {
    recording.frames.push_back(MakeFrame(ms * kMs, {{EV_KEY, KEY_BACK, 1}}));
    recording.frames.push_back(
        MakeFrame((ms + 80) * kMs, {{EV_KEY, KEY_BACK, 0}}));
  }
  recording.frames.push_back(MakeFrame(4000 * kMs, {{EV_ABS, ABS_X, 7}}, 1));
  input::AssignIds(&recording);
  return recording;
}

std::unique_ptr<Reduction> Pass(std::string_view name,
                                const Recording& recording) {
  auto pass = MakePass(name, recording);
  EXPECT_TRUE(pass.has_value()) << pass.error().message;
  return *std::move(pass);
}

std::vector<int64_t> Times(const Recording& recording) {
  std::vector<int64_t> times;
  for (const auto& frame : recording.frames) {
    times.push_back(frame.time_ns / kMs);
  }
  return times;
}

TEST(Passes, PausesBecomeShort) {
  const auto pass = Pass("pauses", Keys());
  ASSERT_EQ(pass->size(), 1);
  EXPECT_THAT(pass->Describe(0), ::testing::StartsWith("pause of 1.92s"));
  EXPECT_THAT(Times(pass->Make({0})),
              ElementsAre(1000, 1080, 3000, 3080, 3180, 3260, 4000));
  EXPECT_THAT(Times(pass->Make({})),
              ElementsAre(1000, 1080, 1400, 1480, 1580, 1660, 2400));
}

TEST(Passes, WaitIsCutIntoSlices) {
  Recording keys = Keys();
  EXPECT_EQ(*MakePass("wait", keys), nullptr);
  keys.rest_ns = 15'300 * kMs;
  const auto pass = Pass("wait", keys);
  ASSERT_EQ(pass->size(), 8);  // of 2 s, the last one shorter
  EXPECT_EQ(pass->Describe(3), "2s of the wait at the end");
  EXPECT_EQ(pass->Make({0, 1, 2, 3, 4, 5, 6, 7}).rest_ns, 15'300 * kMs);
  EXPECT_EQ(pass->Make({2, 5}).rest_ns, 4000 * kMs);
  EXPECT_FALSE(pass->Make({}).rest_ns.has_value());
  EXPECT_EQ(pass->Make({}).frames.size(), keys.frames.size());
  // Other passes keep it.
  for (const std::string_view name : {"pairs", "streams", "pauses"}) {
    EXPECT_TRUE(Pass(name, keys)->Make({0}).rest_ns.has_value()) << name;
  }
  Recording nothing;
  nothing.rest_ns = 40 * kMs;
  EXPECT_EQ(Pass("wait", nothing)->size(), 1);
}

TEST(Passes, PairsTakeTheirNeighbourAlong) {
  Recording keys = Keys();
  keys.frames.pop_back();  // only what is a unit
  const auto pass = Pass("pairs", keys);
  ASSERT_EQ(pass->size(), 2);
  EXPECT_THAT(pass->Describe(0), ::testing::HasSubstr(" and "));
  EXPECT_EQ(pass->Make({0, 1}).frames.size(), 6);
  EXPECT_EQ(pass->Make({1}).frames.size(), 2);  // the last
  EXPECT_EQ(pass->Make({}).frames.size(), 0);
}

TEST(Passes, StreamsGoWhole) {
  const auto pass = Pass("streams", Keys());
  ASSERT_EQ(pass->size(), 2);
  EXPECT_EQ(pass->Describe(1), "accelerometer");
  EXPECT_THAT(Times(pass->Make({1})), ElementsAre(4000));
  const Recording keys = pass->Make({0});
  EXPECT_EQ(keys.frames.size(), 6);
  EXPECT_EQ(keys.gestures.size(), 3);
}

TEST(Passes, NothingToLeaveOutIsNoPass) {
  EXPECT_EQ(Pass("streams", {}), nullptr);
  Recording one = Keys();
  one.frames.resize(2);
  EXPECT_EQ(Pass("pauses", one), nullptr);
}

TEST(Passes, UnknownNameIsToldWithTheKnownOnes) {
  const auto pass = MakePass("toes", Keys());
  ASSERT_FALSE(pass.has_value());
  EXPECT_EQ(
      pass.error().message,
      "there is no pass 'toes'; there are pairs, streams, sensors, fingers, "
      "points, characters, pauses, wait");
}

}  // namespace
}  // namespace reprise::minimize
