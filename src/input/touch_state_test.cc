#include "input/touch_state.h"

#include <gtest/gtest.h>

#include <limits>

#include "input/input_testing.h"

namespace reprise::input {
namespace {

using testing::AddRange;
using testing::AppendB;
using testing::EventsA;
using testing::MakeFrame;
using testing::Place;
using testing::SingleTouch;
using testing::TouchA;
using testing::TouchB;

// "id@x,y id@x,y"
std::string Show(const TouchState& state) {
  std::string text;
  for (const Contact& contact : state.contacts()) {
    if (!text.empty()) text += " ";
    text += std::to_string(contact.id) + "@" + std::to_string(contact.x) + "," +
            std::to_string(contact.y);
  }
  return text;
}

TEST(TouchStateB, FollowsSlots) {
  TouchState state(TouchB());
  EXPECT_EQ(state.protocol(), TouchProtocol::kB);
  EXPECT_EQ(Show(state), "");
  state.Push(MakeFrame(1, {{EV_ABS, ABS_MT_TRACKING_ID, 7},
                           {EV_ABS, ABS_MT_POSITION_X, 10},
                           {EV_ABS, ABS_MT_POSITION_Y, 20},
                           {EV_KEY, BTN_TOUCH, 1}}));
  EXPECT_EQ(Show(state), "7@10,20");
  state.Push(MakeFrame(2, {{EV_ABS, ABS_MT_SLOT, 3},
                           {EV_ABS, ABS_MT_TRACKING_ID, 8},
                           {EV_ABS, ABS_MT_POSITION_X, 30},
                           {EV_ABS, ABS_MT_POSITION_Y, 40}}));
  EXPECT_EQ(Show(state), "7@10,20 8@30,40");
  EXPECT_EQ(state.contacts()[1].slot, 3);
  state.Push(MakeFrame(3, {{EV_ABS, ABS_MT_POSITION_X, 31},
                           {EV_ABS, ABS_MT_SLOT, 0},
                           {EV_ABS, ABS_MT_TRACKING_ID, -1}}));
  EXPECT_EQ(Show(state), "8@31,40");
}

TEST(TouchStateB, StartsWithWhatWasDownWhenRecordingBegan) {
  EvdevDevice device = TouchB(2);
  AddAxis(&device, ABS_MT_SLOT)->set_value(1);
  const auto set = [&](uint32_t code, int32_t first, int32_t second) {
    auto* values = device.add_slots();
    values->set_code(code);
    values->add_values(first);
    values->add_values(second);
    values->add_values(99);  // more than there are slots
  };
  set(ABS_MT_TRACKING_ID, -1, 5);
  set(ABS_MT_POSITION_X, 0, 50);
  set(ABS_MT_POSITION_Y, 0, 60);
  TouchState state(device);
  EXPECT_EQ(Show(state), "5@50,60");
  state.Push(MakeFrame(1, {{EV_ABS, ABS_MT_POSITION_X, 51}}));
  EXPECT_EQ(Show(state), "5@51,60");
}

TEST(TouchStateB, KeepsTheSlotWhenOneIsOutOfRange) {
  TouchState state(TouchB(2));
  state.Push(MakeFrame(1, {{EV_ABS, ABS_MT_SLOT, 1},
                           {EV_ABS, ABS_MT_TRACKING_ID, 1},
                           {EV_ABS, ABS_MT_SLOT, 2},
                           {EV_ABS, ABS_MT_POSITION_X, 5},
                           {EV_ABS, ABS_MT_SLOT, -1},
                           {EV_ABS, ABS_MT_POSITION_Y, 6},
                           {EV_ABS, ABS_MT_SLOT, 2'000'000'000}}));
  EXPECT_EQ(Show(state), "1@5,6");
}

TEST(TouchStateB, NeedsNoButtonAndTakesMinorOnly) {
  TouchState state(TouchB());
  state.Push(MakeFrame(1, {{EV_ABS, ABS_MT_TRACKING_ID, 0},
                           {EV_ABS, ABS_MT_TOUCH_MINOR, 9},
                           {EV_ABS, ABS_MT_POSITION_X, 1},
                           {EV_ABS, ABS_MT_POSITION_Y, 2}}));
  ASSERT_EQ(Show(state), "0@1,2");
  EXPECT_EQ(state.contacts()[0].touch_minor, 9);
  EXPECT_EQ(state.contacts()[0].touch_major, 0);
}

TEST(TouchStateB, PassesOverUnknownSynCodes) {
  TouchState state(TouchB());
  state.Push(MakeFrame(1, {{EV_SYN, 4, 100},
                           {EV_SYN, 5, 200},
                           {EV_SYN, SYN_MT_REPORT, 0},
                           {EV_ABS, ABS_MT_TRACKING_ID, 3},
                           {EV_ABS, ABS_MT_POSITION_X, 1}}));
  EXPECT_EQ(Show(state), "3@1,0");
}

TEST(TouchStateB, KeepsAGhostAtTheEndOfACutRecording) {
  TouchState state(TouchB());
  Frame frame = MakeFrame(
      1, {{EV_ABS, ABS_MT_TRACKING_ID, 3}, {EV_ABS, ABS_MT_POSITION_X, 1}});
  frame.events.pop_back();  // the recording ended before SYN_REPORT
  frame.incomplete = true;
  state.Push(frame);
  EXPECT_EQ(Show(state), "3@1,0");
}

TEST(TouchStateB, AnotherIdInASlotIsAnotherFinger) {
  TouchState state(TouchB());
  state.Push(MakeFrame(1, {{EV_ABS, ABS_MT_TRACKING_ID, 3}}));
  state.Push(MakeFrame(2, {{EV_ABS, ABS_MT_TRACKING_ID, 4}}));
  EXPECT_EQ(Show(state), "4@0,0");
  // The same id in two slots, which no driver means, counts once.
  state.Push(MakeFrame(
      3, {{EV_ABS, ABS_MT_SLOT, 1}, {EV_ABS, ABS_MT_TRACKING_ID, 4}}));
  EXPECT_EQ(Show(state), "4@0,0");
}

TEST(TouchStateB, KnowsTenFingers) {
  TouchState state(TouchB());
  std::vector<Event> events;
  for (int i = 0; i < 10; i++) AppendB(i, 100 + i, {i * 10, i}, &events);
  state.Push(MakeFrame(1, events));
  EXPECT_EQ(Show(state),
            "100@0,0 101@10,1 102@20,2 103@30,3 104@40,4 105@50,5 106@60,6 "
            "107@70,7 108@80,8 109@90,9");
}

TEST(TouchStateA, GivesFingersIdsByTheNearest) {
  TouchState state(TouchA());
  EXPECT_EQ(state.protocol(), TouchProtocol::kA);
  state.Push(MakeFrame(1, EventsA({{10, 10}, {500, 500}})));
  EXPECT_EQ(Show(state), "0@10,10 1@500,500");
  state.Push(MakeFrame(2, EventsA({{505, 500}, {12, 10}})));  // other order
  EXPECT_EQ(Show(state), "1@505,500 0@12,10");
  state.Push(MakeFrame(3, EventsA({{506, 500}})));
  EXPECT_EQ(Show(state), "1@506,500");
  state.Push(MakeFrame(4, EventsA({{506, 500}, {900, 900}})));
  EXPECT_EQ(Show(state), "1@506,500 2@900,900");
  state.Push(MakeFrame(5, EventsA({})));
  EXPECT_EQ(Show(state), "");
}

TEST(TouchStateA, TakesTrackingIdsOfTheDriver) {
  TouchState state(TouchA());
  state.Push(MakeFrame(1, {{EV_ABS, ABS_MT_TRACKING_ID, 40},
                           {EV_ABS, ABS_MT_POSITION_X, 1},
                           {EV_SYN, SYN_MT_REPORT, 0},
                           {EV_ABS, ABS_MT_TRACKING_ID, 41},
                           {EV_ABS, ABS_MT_POSITION_X, 2},
                           {EV_SYN, SYN_MT_REPORT, 0},
                           {EV_ABS, ABS_MT_TRACKING_ID, 41},  // twice
                           {EV_SYN, SYN_MT_REPORT, 0}}));
  EXPECT_EQ(Show(state), "40@1,0 41@2,0");
}

TEST(TouchStateA, IsLiftedByTheButtonToo) {
  EvdevDevice device = TouchA();
  AddCode(&device, EV_KEY, BTN_TOUCH);
  TouchState state(device);
  std::vector<Event> events = EventsA({{10, 10}});
  events.push_back({EV_KEY, BTN_TOUCH, 1});
  state.Push(MakeFrame(1, events));
  EXPECT_EQ(Show(state), "0@10,10");
  state.Push(MakeFrame(2, {{EV_KEY, KEY_BACK, 1}}));
  EXPECT_EQ(Show(state), "0@10,10");
  state.Push(MakeFrame(3, {{EV_KEY, BTN_TOUCH, 0}}));
  EXPECT_EQ(Show(state), "");
}

TEST(TouchStateA, TakesAContactWhoseReportIsMissing) {
  TouchState state(TouchA());
  state.Push(MakeFrame(
      1, {{EV_ABS, ABS_MT_POSITION_X, 4}, {EV_ABS, ABS_MT_POSITION_Y, 5}}));
  EXPECT_EQ(Show(state), "0@4,5");
}

TEST(TouchStateA, FollowsTenFingers) {
  TouchState state(TouchA());
  std::vector<Place> places;
  for (int i = 0; i < 10; i++) places.push_back({i * 100, 50});
  state.Push(MakeFrame(1, EventsA(places)));
  std::ranges::reverse(places);
  for (Place& place : places) place.y = 60;
  state.Push(MakeFrame(2, EventsA(places)));
  ASSERT_EQ(state.contacts().size(), 10U);
  for (int i = 0; i < 10; i++) {
    EXPECT_EQ(state.contacts()[i].id, 9 - i);
    EXPECT_EQ(state.contacts()[i].x, (9 - i) * 100);
  }
}

TEST(TouchStateA, StandsExtremeValuesAndManyContacts) {
  constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
  constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
  TouchState state(TouchA());
  state.Push(MakeFrame(1, EventsA({{kMost, kMost}, {kLeast, kLeast}})));
  state.Push(MakeFrame(2, EventsA({{kLeast, kLeast}, {kMost, kMost}})));
  EXPECT_EQ(state.contacts()[0].id, 1);
  state.Push(MakeFrame(3, EventsA(std::vector<Place>(5000, {1, 1}))));
  EXPECT_EQ(state.contacts().size(), 64U);
}

TEST(TouchStateSingle, FollowsTheButton) {
  TouchState state(SingleTouch());
  EXPECT_EQ(state.protocol(), TouchProtocol::kSingle);
  state.Push(MakeFrame(1, {{EV_ABS, ABS_X, 3}, {EV_ABS, ABS_Y, 4}}));
  EXPECT_EQ(Show(state), "");
  state.Push(MakeFrame(2, {{EV_KEY, BTN_TOUCH, 1}}));
  EXPECT_EQ(Show(state), "0@3,4");
  state.Push(MakeFrame(3, {{EV_ABS, ABS_X, 5}}));
  EXPECT_EQ(Show(state), "0@5,4");
  state.Push(MakeFrame(4, {{EV_KEY, BTN_TOUCH, 0}}));
  EXPECT_EQ(Show(state), "");
  state.Push(MakeFrame(5, {{EV_KEY, BTN_TOUCH, 1}}));
  EXPECT_EQ(Show(state), "1@5,4");
}

TEST(TouchStateSingle, FollowsThePressureWhenTheButtonIsMissing) {
  TouchState state(SingleTouch());
  state.Push(MakeFrame(1, {{EV_ABS, ABS_X, 3}, {EV_ABS, ABS_PRESSURE, 80}}));
  EXPECT_EQ(Show(state), "0@3,0");
  EXPECT_EQ(state.contacts()[0].pressure, 80);
  state.Push(MakeFrame(2, {{EV_ABS, ABS_PRESSURE, 0}}));
  EXPECT_EQ(Show(state), "");
}

TEST(TouchState, HasNoFingersOnOtherDevices) {
  TouchState state(testing::Keyboard());
  state.Push(MakeFrame(1, {{EV_KEY, KEY_A, 1}, {EV_ABS, ABS_MT_SLOT, 5}}));
  EXPECT_EQ(state.protocol(), TouchProtocol::kNone);
  EXPECT_EQ(Show(state), "");
}

}  // namespace
}  // namespace reprise::input
