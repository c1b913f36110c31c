#include "input/selection.h"

#include <gtest/gtest.h>

#include "input/gesture_testing.h"
#include "input/pointer_events.h"

namespace reprise::input {
namespace {

using testing::kMs;
using testing::Player;

// A tap (frames 1, 2), a sensor frame (3), a swipe (4 to 6), a key (7, 8).
Player Sample() {
  Player player(testing::TouchB());
  player.Add(testing::Keyboard()).Add(testing::Accelerometer());
  player.On(0).Down(0, 1, {100, 200}).Wait(50).Up(0).Wait(1000);
  player.On(2).Frame({{EV_ABS, ABS_X, 4}, {EV_MSC, MSC_RAW, 4}}).Wait(10);
  player.On(0).Down(0, 2, {100, 200}).Wait(50).Move(0, {100, 900}).Wait(100);
  player.Up(0).Wait(1000);
  player.On(1).Frame({{EV_MSC, MSC_SCAN, 30}, {EV_KEY, KEY_A, 1}}).Wait(50);
  player.Key(KEY_A, 0);
  EXPECT_EQ(player.Kinds(), "tap swipe key");
  return player;
}

std::string Ids(const Recording& recording) {
  std::string ids;
  for (const Frame& frame : recording.frames) ids += std::to_string(frame.id);
  return ids;
}

std::string Left(const Selection& selection) {
  Player player = Sample();
  const auto selected = Select(selection, &*player);
  if (!selected) return selected.error().message;
  EXPECT_EQ(selected->frames_removed, 8 - player->frames.size());
  return Ids(*player);
}

TEST(Select, KeepsOrRemovesDevices) {
  EXPECT_EQ(Left({}), "12345678");
  EXPECT_EQ(Left({.only = {"touch"}, .skip = {}}), "12456");
  EXPECT_EQ(Left({.only = {}, .skip = {"touch"}}), "378");
  EXPECT_EQ(Left({.only = {"keys", "sensor"}, .skip = {}}), "378");
  EXPECT_EQ(Left({.only = {"accelerometer"}, .skip = {}}), "3");
  EXPECT_EQ(Left({.only = {}, .skip = {"event5"}}), "123456");
  EXPECT_EQ(Left({.only = {"name=touch*"}, .skip = {}}), "12456");
}

TEST(Select, KeepsOrRemovesWholeGestures) {
  EXPECT_EQ(Left({.only = {"gesture=swipe"}, .skip = {}}), "456");
  EXPECT_EQ(Left({.only = {}, .skip = {"gesture=swipe"}}), "12378");
  EXPECT_EQ(Left({.only = {"touch"}, .skip = {"gesture=tap"}}), "456");
  Player player = Sample();
  const auto selected =
      Select({.only = {}, .skip = {"gesture=swipe"}}, &*player);
  EXPECT_EQ(selected->gestures_removed, 1U);
  ASSERT_EQ(player->gestures.size(), 2U);
  EXPECT_EQ(player->gestures[1].message.kind(), GestureEvent::KIND_KEY);
}

TEST(Select, RemovesEventsOfAType) {
  Player player = Sample();
  auto selected = Select({.only = {}, .skip = {"type=EV_MSC"}}, &*player);
  ASSERT_TRUE(selected);
  EXPECT_EQ(selected->events_removed, 2U);
  EXPECT_EQ(selected->frames_removed, 0U);
  EXPECT_EQ(player->frames[2].events,
            (std::vector<Event>{{EV_ABS, ABS_X, 4}, {EV_SYN, SYN_REPORT, 0}}));

  Player rest = Sample();
  selected = Select({.only = {"type=4"}, .skip = {}}, &*rest);
  ASSERT_TRUE(selected);
  EXPECT_EQ(Ids(*rest), "37");
  EXPECT_EQ(rest->gestures.size(), 1U);
  EXPECT_EQ(rest->gestures[0].message.frame_refs_size(), 1);
}

TEST(Select, TakesPointerEventsAlongWithTheirFrames) {
  Player player = Sample();
  DerivePointerEvents(&*player);
  player.Kinds();
  ASSERT_TRUE(Select({.only = {"gesture=tap"}, .skip = {}}, &*player));
  EXPECT_EQ(player->motions.size(), 2U);
  EXPECT_TRUE(player->keys.empty());
}

TEST(Select, SelectsPointerEventsWithoutFrames) {
  Recording recording;
  recording.motions.emplace_back().message.set_id(1);
  recording.keys.emplace_back().message.set_id(2);
  ASSERT_TRUE(Select({.only = {"touch"}, .skip = {}}, &recording));
  EXPECT_EQ(recording.motions.size(), 1U);
  EXPECT_TRUE(recording.keys.empty());
}

TEST(Select, SaysWhichWordsThereAre) {
  EXPECT_EQ(Left({.only = {"tuoch"}, .skip = {}}),
            "'tuoch' selects nothing that Reprise knows; did you mean touch?; "
            "give accelerometer, compass, light, proximity, gyroscope, touch, "
            "pointer, keys, switches, sensor, joystick, other, a device "
            "(event3, name=*touch*), type=EV_ABS or gesture=swipe");
  const std::string has =
      "; it has: accelerometer, event2, event5, event6, gesture=key, "
      "gesture=swipe, gesture=tap, keys, sensor, touch, type=EV_ABS, "
      "type=EV_KEY, type=EV_MSC";
  for (const char* word : {"switches", "light", "event9", "name=no*",
                           "type=EV_REL", "type=31", "gesture=pinch"}) {
    EXPECT_EQ(
        Left({.only = {}, .skip = {word}}),
        "'" + std::string(word) + "' selects nothing in this recording" + has);
  }
  EXPECT_NE(Left({.only = {"gesture=wave"}, .skip = {}})
                .find("is not a kind of gesture; give one of tap, double-tap"),
            std::string::npos);
  for (const char* word : {"type=EV_NO", "type=EV_SYN", "type=70000"}) {
    EXPECT_NE(Left({.only = {word}, .skip = {}}).find("is not an event type"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace reprise::input
