#include "input/gestures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "input/gesture_testing.h"

namespace reprise::input {
namespace {

using testing::AppendB;
using testing::EventsA;
using testing::kMs;
using testing::Place;
using testing::Player;

TEST(Gestures, FindsATap) {
  Player player(testing::TouchB());
  player.Down(0, 7, {100, 200}).Wait(80).Up(0);
  ASSERT_EQ(player.Kinds(), "tap");
  const GestureEvent& tap = player.gesture(0);
  EXPECT_EQ(tap.start_ns(), 0);
  EXPECT_EQ(tap.end_ns(), 80 * kMs);
  ASSERT_EQ(tap.fingers_size(), 1);
  EXPECT_EQ(tap.fingers(0).tracking_id(), 7);
  EXPECT_EQ(tap.fingers(0).start_x(), 100);
  EXPECT_EQ(tap.fingers(0).end_y(), 200);
  EXPECT_EQ(tap.fingers(0).up_ns(), 80 * kMs);
  EXPECT_EQ(tap.frame_refs_size(), 2);
  EXPECT_FALSE(tap.cut());
  EXPECT_EQ(Describe(tap), "tap at (100, 200) in 80 ms");
}

TEST(Gestures, TellsTapsFromLongPresses) {
  Player player(testing::TouchB());
  player.Down(0, 1, {100, 200}).Wait(399).Up(0).Wait(1000);
  player.Down(0, 2, {100, 200}).Wait(400).Up(0).Wait(1000);
  // 16 units are a millimetre: trembling by one is holding still.
  player.Down(0, 3, {100, 200}).Wait(300).Move(0, {116, 200}).Wait(300).Up(0);
  EXPECT_EQ(player.Kinds(), "tap long-press long-press");
}

TEST(Gestures, JoinsTwoTapsNearInTimeAndPlace) {
  Player player(testing::TouchB());
  player.Down(0, 1, {100, 200}).Wait(50).Up(0).Wait(299);
  player.Down(0, 2, {140, 200}).Wait(50).Up(0).Wait(100);
  player.Down(0, 3, {140, 200}).Wait(50).Up(0).Wait(301);  // a third
  player.Down(0, 4, {140, 200}).Wait(50).Up(0).Wait(100);
  player.Down(0, 5, {210, 200}).Wait(50).Up(0).Wait(100);  // 4.4 mm away
  player.Down(0, 6, {210, 200}).Wait(500).Up(0);           // no tap
  EXPECT_EQ(player.Kinds(), "double-tap tap tap tap long-press");
  EXPECT_EQ(player.gesture(0).frame_refs_size(), 4);
  EXPECT_EQ(player.gesture(0).fingers_size(), 2);
}

TEST(Gestures, TellsSwipesFlingsAndDrags) {
  Player player(testing::TouchB());
  player.Down(0, 1, {100, 1000});
  for (int i = 1; i <= 20; i++) player.Wait(10).Move(0, {100, 1000 - 20 * i});
  player.Wait(10).Up(0).Wait(1000);  // fast to the last

  player.Down(0, 2, {100, 1000});
  for (int i = 1; i <= 20; i++) player.Wait(10).Move(0, {100, 1000 - 20 * i});
  player.Wait(200).Up(0).Wait(1000);  // rests

  player.Down(0, 3, {100, 1000}).Wait(450);  // held first
  for (int i = 1; i <= 20; i++) player.Wait(10).Move(0, {100, 1000 - 20 * i});
  player.Wait(10).Up(0);

  ASSERT_EQ(player.Kinds(), "fling swipe drag");
  EXPECT_NEAR(player.gesture(0).fingers(0).velocity_y(), -2000, 1);
  EXPECT_EQ(player.gesture(1).fingers(0).velocity_y(), 0);
  EXPECT_EQ(Describe(player.gesture(1)),
            "swipe from (100, 1000) to (100, 600) in 400 ms");
}

TEST(Gestures, TellsPinchesTurnsAndSwipesOfTwoFingers) {
  Player player(testing::TouchB());
  const auto two = [&](auto at) {
    player.Down(0, 1, at(0.0, 0)).Wait(5).Down(1, 2, at(0.0, 1));
    for (double t = 0.05; t < 1.001; t += 0.05) {
      player.Wait(10).Move(0, at(t, 0)).Move(1, at(t, 1));
    }
    player.Wait(10).Up(0).Wait(5).Up(1).Wait(1000);
  };
  const auto place = [](double x, double y) {
    return Place{static_cast<int>(std::lround(x)),
                 static_cast<int>(std::lround(y))};
  };
  two([&](double t, int i) {  // apart, to thrice the distance
    const double side = i == 0 ? -1 : 1;
    return place(500 + side * (100 + 200 * t), 900);
  });
  two([&](double t, int i) {  // a quarter turn clockwise
    const double angle = i * std::numbers::pi + t * std::numbers::pi / 2;
    return place(500 + 200 * std::cos(angle), 900 + 200 * std::sin(angle));
  });
  two([&](double t, int i) {  // down together
    return place(400 + 200 * i, 300 + 500 * t);
  });
  two([&](double t, int i) {  // one rests, the other goes away from it
    return place(300 + (100 + 300 * t) * i, 900);
  });
  player.Down(0, 8, {100, 100}).Down(1, 9, {400, 100}).Wait(60).Up(0).Up(1);

  ASSERT_EQ(player.Kinds(), "pinch rotate multi-swipe pinch multi-tap");
  EXPECT_NEAR(player.gesture(0).scale(), 3, 0.01);
  EXPECT_NEAR(player.gesture(0).rotation_deg(), 0, 0.5);
  EXPECT_NEAR(player.gesture(1).rotation_deg(), 90, 1);
  EXPECT_EQ(player.gesture(1).scale(), 0);
  EXPECT_NEAR(player.gesture(3).scale(), 4, 0.01);
  EXPECT_EQ(Describe(player.gesture(0)),
            "pinch of 2 fingers by 3.00 in 220 ms");
}

// Ten fingers in a circle that grows to twice its size.
std::vector<Place> Circle(double t) {
  std::vector<Place> places;
  for (int i = 0; i < 10; i++) {
    const double angle = i * std::numbers::pi / 5;
    const double radius = 200 * (1 + t);
    places.push_back({static_cast<int>(500 + radius * std::cos(angle)),
                      static_cast<int>(900 + radius * std::sin(angle))});
  }
  return places;
}

TEST(Gestures, FindsAPinchOfTenFingersOnProtocolB) {
  Player player(testing::TouchB());
  for (int step = 0; step <= 10; step++) {
    std::vector<Event> events;
    for (int i = 0; i < 10; i++) {
      AppendB(i, 50 + i, Circle(step / 10.0)[i], &events);
    }
    player.Frame(events).Wait(10);
  }
  std::vector<Event> lift;
  for (int i = 0; i < 10; i++) AppendB(i, -1, {}, &lift);
  player.Frame(lift);
  ASSERT_EQ(player.Kinds(), "pinch");
  EXPECT_EQ(player.gesture(0).fingers_size(), 10);
  EXPECT_NEAR(player.gesture(0).scale(), 2, 0.02);
}

TEST(Gestures, FindsAPinchOfTenFingersOnProtocolA) {
  Player player(testing::TouchA());
  for (int step = 0; step <= 10; step++) {
    player.Frame(EventsA(Circle(step / 10.0))).Wait(10);
  }
  player.Frame(EventsA({}));
  ASSERT_EQ(player.Kinds(), "pinch");
  EXPECT_EQ(player.gesture(0).fingers_size(), 10);
  EXPECT_NEAR(player.gesture(0).scale(), 2, 0.02);
  EXPECT_EQ(player.gesture(0).frame_refs_size(), 12);
}

TEST(Gestures, TakesButtonsThatComeInFramesOfTheirOwn) {
  Player player(testing::TouchB());
  player.Frame({{EV_KEY, BTN_TOUCH, 1}}).Wait(1);
  player.Down(0, 1, {100, 200}).Wait(50).Up(0).Wait(1);
  player.Frame({{EV_KEY, BTN_TOUCH, 0}}).Wait(1000);
  // A driver that never lifts the button.
  player.Frame({{EV_KEY, BTN_TOUCH, 1}});
  player.Down(0, 2, {100, 200}).Wait(50).Up(0).Wait(1000);
  player.Down(0, 3, {100, 200}).Wait(50).Up(0);
  EXPECT_EQ(player.Kinds(), "tap tap tap");
  EXPECT_EQ(player.gesture(0).frame_refs_size(), 4);
  EXPECT_EQ(player.gesture(0).end_ns(), 52 * kMs);
}

TEST(Gestures, FindsKeysAndChords) {
  Player player(testing::Keyboard());
  player.Key(KEY_VOLUMEUP, 1).Wait(100).Key(KEY_VOLUMEUP, 2).Wait(30);
  player.Key(KEY_VOLUMEUP, 0).Wait(10);
  player.Key(KEY_POWER, 1).Wait(10).Key(KEY_VOLUMEDOWN, 1).Wait(500);
  player.Key(KEY_POWER, 0).Wait(10).Key(KEY_VOLUMEDOWN, 0).Wait(10);
  player.Frame({{EV_KEY, KEY_HOME, 1}, {EV_KEY, KEY_HOME, 0}});
  ASSERT_EQ(player.Kinds(), "key chord key");
  EXPECT_EQ(Describe(player.gesture(0)), "key KEY_VOLUMEUP in 130 ms");
  EXPECT_EQ(Describe(player.gesture(1)),
            "chord KEY_POWER + KEY_VOLUMEDOWN in 520 ms");
  EXPECT_EQ(player.gesture(1).frame_refs_size(), 4);
}

TEST(Gestures, FindsSwitchesScrollsAndHovering) {
  EvdevDevice lid;
  AddCode(&lid, EV_SW, SW_LID);
  Player switches(lid);
  switches.Frame({{EV_SW, SW_LID, 1}});
  EXPECT_EQ(switches.Kinds(), "switch");
  EXPECT_EQ(Describe(switches.gesture(0)), "switch SW_LID");

  EvdevDevice mouse;
  for (uint32_t code : {REL_X, REL_Y, REL_WHEEL}) {
    AddCode(&mouse, EV_REL, code);
  }
  AddCode(&mouse, EV_KEY, BTN_LEFT);
  Player player(mouse);
  for (int i = 0; i < 5; i++) player.Frame({{EV_REL, REL_X, 3}}).Wait(10);
  player.Key(BTN_LEFT, 1).Wait(50).Key(BTN_LEFT, 0).Wait(10);
  for (int i = 0; i < 3; i++) player.Frame({{EV_REL, REL_WHEEL, 1}}).Wait(90);
  player.Wait(400).Frame({{EV_REL, REL_WHEEL, -1}}).Wait(500);
  player.Key(BTN_LEFT, 1).Wait(50).Frame({{EV_REL, REL_Y, 9}}).Wait(10);
  player.Key(BTN_LEFT, 0);
  EXPECT_EQ(player.Kinds(), "hover key scroll scroll drag");

  EvdevDevice pen = testing::TouchB();
  AddAxis(&pen, ABS_MT_DISTANCE)->set_maximum(10);
  Player hovering(pen);
  hovering.Frame(
      {{EV_ABS, ABS_MT_TRACKING_ID, 4}, {EV_ABS, ABS_MT_DISTANCE, 5}});
  hovering.Wait(20).Frame({{EV_ABS, ABS_MT_POSITION_X, 50}});
  hovering.Wait(20).Frame({{EV_ABS, ABS_MT_DISTANCE, 0}});
  hovering.Wait(20).Frame({{EV_ABS, ABS_MT_TRACKING_ID, -1}});
  EXPECT_EQ(hovering.Kinds(), "hover tap");
}

TEST(Gestures, SaysWhenTheRecordingEndedWithinOne) {
  Player player(testing::TouchB());
  player.Down(0, 1, {100, 200}).Wait(20).Move(0, {100, 300});
  ASSERT_EQ(player.Kinds(), "swipe");
  EXPECT_TRUE(player.gesture(0).cut());
  EXPECT_EQ(player.gesture(0).fingers(0).up_ns(), 0);
  EXPECT_EQ(Describe(player.gesture(0)),
            "swipe from (100, 200) to (100, 300) in 20 ms, cut off");
}

TEST(Gestures, SaysWhenTheRecordingBeganWithinOne) {
  EvdevDevice device = testing::TouchB(1);
  for (const auto& [code, value] : {std::pair{ABS_MT_TRACKING_ID, 9},
                                    {ABS_MT_POSITION_X, 40},
                                    {ABS_MT_POSITION_Y, 50}}) {
    auto* values = device.add_slots();
    values->set_code(code);
    values->add_values(value);
  }
  Player player(device);
  player.Up(0).Wait(1000);
  ASSERT_EQ(player.Kinds(), "tap");
  EXPECT_TRUE(player.gesture(0).cut());
  EXPECT_EQ(player.gesture(0).fingers(0).start_x(), 40);

  EvdevDevice keys = testing::Keyboard();
  keys.add_keys_down(KEY_A);  // held when the recording began
  keys.add_keys_down(KEY_B);  // broken, never released
  Player typing(keys);
  typing.Key(KEY_C, 1).Wait(20).Key(KEY_C, 0).Wait(20).Key(KEY_A, 0);
  ASSERT_EQ(typing.Kinds(), "key key");
  EXPECT_FALSE(typing.gesture(0).cut());
  EXPECT_TRUE(typing.gesture(1).cut());
  EXPECT_EQ(typing.gesture(1).key_codes(0), KEY_A);
}

TEST(Gestures, DevicesSegmentIndependently) {
  Player player(testing::TouchB());
  player.Add(testing::Keyboard()).Add(testing::Accelerometer());
  player.On(0).Down(0, 1, {100, 200}).Wait(10);
  player.On(2).Frame({{EV_ABS, ABS_X, 4}}).Wait(10);
  player.On(1).Key(KEY_VOLUMEUP, 1).Wait(50);
  player.On(0).Move(0, {100, 400}).Wait(10);
  player.On(1).Key(KEY_VOLUMEUP, 0).Wait(100);
  player.On(0).Up(0);
  EXPECT_EQ(player.Kinds(), "swipe key");
  EXPECT_EQ(player.gesture(0).frame_refs_size(), 3);
  EXPECT_EQ(player.gesture(1).frame_refs_size(), 2);
}

TEST(Gestures, LinkEveryFrameOnce) {
  Player player(testing::TouchB());
  player.Add(testing::Keyboard()).Add(testing::Accelerometer());
  std::vector<uint64_t> sensor;
  for (int i = 0; i < 20; i++) {
    player.On(0).Down(0, i, {100, 200}).Wait(30);
    player.On(2).Frame({{EV_ABS, ABS_X, i}});
    sensor.push_back(player->frames.size());
    player.On(0).Down(1, 100 + i, {300, 200 + 9 * i}).Wait(i * 20);
    player.On(1).Key(KEY_A + i % 3, 1).Wait(20);
    player.On(0).Up(0).Wait(i).Up(1).Wait(i * 10);
    player.On(1).Key(KEY_A + i % 3, 0).Wait(10);
  }
  player.Kinds();
  std::vector<uint64_t> linked = sensor;
  for (const auto& gesture : player->gestures) {
    for (uint64_t id : gesture.message.frame_refs()) linked.push_back(id);
  }
  std::ranges::sort(linked);
  std::vector<uint64_t> all;
  for (const Frame& frame : player->frames) all.push_back(frame.id);
  EXPECT_EQ(linked, all);
}

TEST(Gestures, FallBackToThePhonesSizeWithoutAResolution) {
  EvdevDevice device = testing::TouchB();
  AddAxis(&device, ABS_MT_POSITION_X)->set_resolution(0);
  AddAxis(&device, ABS_MT_POSITION_Y)->set_resolution(0);
  Player player(device);  // 65 mm are 1080 units: 1.3 mm are 21.6
  player.Down(0, 1, {100, 200}).Wait(10).Move(0, {121, 200}).Wait(50).Up(0);
  player.Wait(1000);
  player.Down(0, 2, {100, 200}).Wait(10).Move(0, {123, 200}).Wait(50).Up(0);
  EXPECT_EQ(player.Kinds(), "tap swipe");
}

TEST(Gestures, ArePlacedOnTheDisplay) {
  Player player(testing::TouchB());
  player->display = {2160, 960};
  player.Down(0, 1, {100, 200}).Wait(10).Up(0);
  ASSERT_EQ(player.Kinds(), "tap");
  EXPECT_EQ(player.gesture(0).fingers(0).start_x(), 200);
  EXPECT_EQ(player.gesture(0).fingers(0).start_y(), 100);
}

TEST(GestureSegmenter, GivesGesturesAsSoonAsTheyCannotChange) {
  std::vector<std::string> seen;
  GestureSegmenter segmenter([&](const Timed<GestureEvent>& gesture) {
    seen.emplace_back(NameOf(gesture.message.kind()));
  });
  segmenter.AddDevice(0, testing::TouchB());
  const auto push = [&](int64_t at, int id) {
    std::vector<Event> events;
    AppendB(0, id, {50, 60}, &events);
    segmenter.Push(testing::MakeFrame(at * kMs, events));
  };
  push(0, 1);
  push(50, -1);
  EXPECT_TRUE(seen.empty());  // it may become a double tap
  segmenter.AdvanceTo(350 * kMs);
  EXPECT_TRUE(seen.empty());
  segmenter.AdvanceTo(351 * kMs);
  EXPECT_EQ(seen, std::vector<std::string>{"tap"});
  push(1000, 2);
  push(1500, -1);
  EXPECT_EQ(seen.back(), "long-press");
  push(2000, 3);
  push(2050, -1);
  push(2100, 4);
  push(2150, -1);
  EXPECT_EQ(seen.back(), "double-tap");
  push(3000, 5);
  segmenter.Finish();
  EXPECT_EQ(seen.size(), 4U);
}

TEST(DeriveGestures, ReadsPointerEventsWhenThereAreNoFrames) {
  Recording recording;
  recording.display = {1080, 1920};
  const auto motion = [&](int64_t ms, int action, int index,
                          const std::vector<Place>& places) {
    auto& added = recording.motions.emplace_back();
    added.time_ns = ms * kMs;
    added.message.set_action(action);
    added.message.set_action_index(index);
    auto* sample = added.message.add_samples();
    sample->set_time_ns(ms * kMs);
    for (size_t i = 0; i < places.size(); i++) {
      added.message.add_pointers()->set_pointer_id(static_cast<int>(i));
      auto* coords = sample->add_coords();
      coords->set_x(static_cast<float>(places[i].x));
      coords->set_y(static_cast<float>(places[i].y));
    }
  };
  motion(0, 0, 0, {{50, 60}});
  motion(40, 1, 0, {{50, 60}});
  motion(1000, 0, 0, {{400, 500}});
  motion(1010, 5, 1, {{400, 500}, {500, 500}});
  motion(1020, 2, 0, {{300, 500}, {600, 500}});
  motion(1030, 6, 1, {{300, 500}, {600, 500}});
  motion(1040, 1, 0, {{300, 500}});
  motion(2000, 8, 0, {{1, 1}});
  motion(3000, 0, 0, {{50, 60}});
  const auto key = [&](int64_t ms, int action, int code) {
    auto& added = recording.keys.emplace_back();
    added.time_ns = ms * kMs;
    added.message.set_action(action);
    added.message.set_key_code(code);
  };
  key(2500, 0, 4);  // KEYCODE_BACK
  key(2550, 1, 4);
  AssignIds(&recording);
  DeriveGestures(&recording);

  std::vector<std::string> said;
  for (const auto& gesture : recording.gestures) {
    said.push_back(Describe(gesture.message));
  }
  EXPECT_EQ(said, (std::vector<std::string>{
                      "tap at (50, 60) in 40 ms",
                      "pinch of 2 fingers by 3.00 in 40 ms", "scroll",
                      "key KEY_BACK in 50 ms", "tap at (50, 60), cut off"}));
  EXPECT_EQ(recording.gestures[1].message.touch_refs_size(), 5);
  EXPECT_EQ(recording.gestures[3].message.key_refs_size(), 2);
}

TEST(GestureNames, AreReadAsTheyAreWritten) {
  EXPECT_EQ(GestureKindNames().size(), 16U);
  for (std::string_view name : GestureKindNames()) {
    EXPECT_EQ(NameOf(GestureKindByName(name)), name);
  }
  EXPECT_EQ(GestureKindByName("wave"), GestureEvent::KIND_UNSPECIFIED);
  EXPECT_EQ(GestureKindByName("double-tap"), GestureEvent::KIND_DOUBLE_TAP);
}

}  // namespace
}  // namespace reprise::input
