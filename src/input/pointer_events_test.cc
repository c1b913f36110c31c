#include "input/pointer_events.h"

#include <gtest/gtest.h>

#include <cmath>

#include "input/gesture_testing.h"

namespace reprise::input {
namespace {

using testing::AppendB;
using testing::EventsA;
using testing::kMs;
using testing::Player;

// "DOWN[0] 0@100,200": the action, its index and pointer, all pointers.
std::string Show(const MotionEvent& motion) {
  static constexpr const char* kActions[] = {
      "DOWN", "UP", "MOVE", "CANCEL", "OUTSIDE", "POINTER_DOWN", "POINTER_UP"};
  std::string text = kActions[motion.action()];
  if (motion.action() >= 5) {
    text += "[" + std::to_string(motion.action_index()) + "]";
  }
  const auto& sample = *motion.samples().rbegin();
  for (int i = 0; i < motion.pointers_size(); i++) {
    text += " " + std::to_string(motion.pointers(i).pointer_id()) + "@" +
            std::to_string(std::lround(sample.coords(i).x())) + "," +
            std::to_string(std::lround(sample.coords(i).y()));
  }
  return text;
}

std::vector<std::string> Motions(const Recording& recording) {
  std::vector<std::string> all;
  for (const auto& motion : recording.motions) {
    all.push_back(Show(motion.message));
  }
  return all;
}

using Lines = std::vector<std::string>;

TEST(DerivePointerEvents, FollowsOneFinger) {
  Player player(testing::TouchB());
  player.Wait(5).Down(0, 9, {100, 200}).Wait(10).Move(0, {110, 200});
  player.Wait(10).Up(0);
  DerivePointerEvents(&*player);
  EXPECT_EQ(Motions(*player),
            (Lines{"DOWN 0@100,200", "MOVE 0@110,200", "UP 0@110,200"}));
  const MotionEvent& up = player->motions[2].message;
  EXPECT_EQ(player->motions[2].time_ns, 25 * kMs);
  EXPECT_EQ(up.down_time_ns(), 5 * kMs);
  EXPECT_EQ(up.source(), 0x1002);
  EXPECT_EQ(up.pointers(0).tool_type(), 1);
  ASSERT_EQ(up.frame_refs_size(), 1);
  EXPECT_EQ(up.frame_refs(0), 3U);
  EXPECT_EQ(up.id(), 6U);  // after the three frames and two events
}

TEST(DerivePointerEvents, GivesOneEventToEveryFingerThatComesOrGoes) {
  Player player(testing::TouchB());
  std::vector<Event> both;
  AppendB(0, 1, {10, 10}, &both);
  AppendB(1, 2, {20, 20}, &both);
  player.Frame(both).Wait(10);
  std::vector<Event> change;  // the first lifts, one moves, another comes
  AppendB(0, -1, {}, &change);
  AppendB(1, 2, {25, 25}, &change);
  AppendB(2, 3, {30, 30}, &change);
  player.Frame(change).Wait(10);
  player.Up(1).Wait(10).Up(2);
  DerivePointerEvents(&*player);
  EXPECT_EQ(Motions(*player),
            (Lines{"DOWN 0@10,10", "POINTER_DOWN[1] 0@10,10 1@20,20",
                   "POINTER_UP[0] 0@10,10 1@25,25", "MOVE 1@25,25",
                   "POINTER_DOWN[0] 0@30,30 1@25,25",
                   "POINTER_UP[1] 0@30,30 1@25,25", "UP 0@30,30"}));
}

TEST(DerivePointerEvents, FollowsProtocolAAndSingleTouch) {
  Player player(testing::TouchA());
  player.Frame(EventsA({{10, 10}, {500, 500}})).Wait(10);
  player.Frame(EventsA({{505, 500}})).Wait(10).Frame(EventsA({}));
  DerivePointerEvents(&*player);
  EXPECT_EQ(Motions(*player),
            (Lines{"DOWN 0@10,10", "POINTER_DOWN[1] 0@10,10 1@500,500",
                   "POINTER_UP[0] 0@10,10 1@505,500", "MOVE 1@505,500",
                   "UP 1@505,500"}));

  Player single(testing::SingleTouch());
  single.Frame({{EV_ABS, ABS_X, 7}, {EV_KEY, BTN_TOUCH, 1}}).Wait(5);
  single.Frame({{EV_KEY, BTN_TOUCH, 0}});
  DerivePointerEvents(&*single);
  EXPECT_EQ(Motions(*single), (Lines{"DOWN 0@7,0", "UP 0@7,0"}));
}

TEST(DerivePointerEvents, ScalesToTheDisplayAndTellsAxes) {
  Player player(testing::TouchB());
  player->display = {540, 3840};
  player.Frame({{EV_ABS, ABS_MT_TRACKING_ID, 1},
                {EV_ABS, ABS_MT_POSITION_X, 100},
                {EV_ABS, ABS_MT_POSITION_Y, 100},
                {EV_ABS, ABS_MT_PRESSURE, 51},
                {EV_ABS, ABS_MT_TOUCH_MINOR, 15}});
  DerivePointerEvents(&*player);
  ASSERT_EQ(Motions(*player), Lines{"DOWN 0@50,200"});
  const auto& coords = player->motions[0].message.samples(0).coords(0);
  ASSERT_EQ(coords.axes_size(), 4);
  EXPECT_EQ(coords.axes(0).axis(), 2);
  EXPECT_FLOAT_EQ(coords.axes(0).value(), 0.2F);
  EXPECT_EQ(coords.axes(1).axis(), 3);  // size: 15 of 30
  EXPECT_FLOAT_EQ(coords.axes(1).value(), 0.5F);
  EXPECT_EQ(coords.axes(2).axis(), 4);  // minor alone is both
  EXPECT_FLOAT_EQ(coords.axes(2).value(), 15);
}

TEST(DerivePointerEvents, ReplacesWhatCameOfFramesAndKeepsTheRest) {
  Player player(testing::TouchB());
  player.Down(0, 1, {1, 2}).Wait(10).Up(0);
  auto& injected = player->motions.emplace_back();
  injected.time_ns = 5 * kMs;
  injected.message.set_id(77);
  injected.message.add_samples();
  for (int i = 0; i < 2; i++) {
    DerivePointerEvents(&*player);
    ASSERT_EQ(player->motions.size(), 3U);
    EXPECT_EQ(player->motions[1].message.id(), 77U);
  }
}

TEST(DerivePointerEvents, FollowsKeysWithModifiersAndRepeats) {
  Player player(testing::Keyboard());
  player.Key(KEY_LEFTSHIFT, 1).Wait(10).Key(KEY_A, 1).Wait(10);
  player.Key(KEY_A, 2).Wait(10).Key(KEY_A, 0).Wait(10).Key(KEY_LEFTSHIFT, 0);
  DerivePointerEvents(&*player);
  ASSERT_EQ(player->keys.size(), 5U);
  const KeyEvent& repeat = player->keys[2].message;
  EXPECT_EQ(repeat.action(), 0);
  EXPECT_EQ(repeat.key_code(), 29);  // KEYCODE_A
  EXPECT_EQ(repeat.scan_code(), KEY_A);
  EXPECT_EQ(repeat.repeat_count(), 1);
  EXPECT_EQ(repeat.meta_state(), 0x41);
  EXPECT_EQ(repeat.down_time_ns(), 10 * kMs);
  EXPECT_EQ(repeat.source(), 0x101);
  EXPECT_EQ(player->keys[3].message.action(), 1);
  EXPECT_EQ(player->keys[4].message.meta_state(), 0);
}

TEST(AndroidKeys, AreThoseOfTheGenericLayout) {
  EXPECT_EQ(AndroidKeyOf(KEY_BACK), 4);
  EXPECT_EQ(AndroidKeyOf(KEY_HOMEPAGE), 3);
  EXPECT_EQ(AndroidKeyOf(KEY_HOME), 122);  // KEYCODE_MOVE_HOME
  EXPECT_EQ(AndroidKeyOf(KEY_ESC), 111);
  EXPECT_EQ(AndroidKeyOf(BTN_A), 96);
  EXPECT_EQ(AndroidKeyOf(KEY_RESERVED), 0);
  EXPECT_EQ(AndroidKeyOf(0xffffffff), 0);
  EXPECT_EQ(KernelKeyOf(26), KEY_POWER);  // not KEY_COFFEE
  EXPECT_EQ(KernelKeyOf(187), KEY_APPSELECT);
  EXPECT_EQ(KernelKeyOf(-1), 0U);
  EXPECT_EQ(KernelKeyOf(100'000), 0U);
  EXPECT_EQ(AndroidKeyName(318), "KEYCODE_SCREENSHOT");
  EXPECT_EQ(AndroidKeyName(319), "");
  for (const char* name : {"KEYCODE_BACK", "BACK", "4"}) {
    EXPECT_EQ(AndroidKeyByName(name), 4);
  }
  EXPECT_EQ(AndroidKeyByName("KEYCODE_1"), 8);
  for (const char* name : {"", "KEYCODE_", "BACKWARDS", "-4", "999", "4 "}) {
    EXPECT_EQ(AndroidKeyByName(name), 0) << name;
  }
}

}  // namespace
}  // namespace reprise::input
