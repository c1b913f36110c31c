#include "minimize/fingers_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/input_testing.h"
#include "input/pointer_events.h"
#include "input/touch_state.h"

namespace reprise::minimize {
namespace {

using input::Event;
using input::Recording;
using input::testing::AppendB;
using input::testing::EventsA;
using input::testing::kMs;
using input::testing::MakeFrame;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Event Abs(uint16_t code, int32_t value) { return {EV_ABS, code, value}; }
Event Touch(int32_t value) { return {EV_KEY, BTN_TOUCH, value}; }
constexpr Event kReport = {EV_SYN, SYN_REPORT, 0};

// The first finger goes down, then the second, both move, the first lifts, the
// second moves again and lifts.
Recording PinchB() {
  Recording recording;
  recording.devices = {input::testing::TouchB()};
  std::vector<Event> down;
  AppendB(0, 1, {100, 100}, &down);
  down.push_back(Touch(1));
  down.push_back(Abs(ABS_X, 100));
  std::vector<Event> second;
  AppendB(1, 2, {500, 500}, &second);
  recording.frames = {
      MakeFrame(1000 * kMs, down),
      MakeFrame(1010 * kMs, second),
      MakeFrame(1020 * kMs, {Abs(ABS_MT_SLOT, 0), Abs(ABS_MT_POSITION_X, 90),
                             Abs(ABS_MT_SLOT, 1), Abs(ABS_MT_POSITION_X, 510)}),
      MakeFrame(1030 * kMs, {Abs(ABS_MT_SLOT, 0), Abs(ABS_MT_TRACKING_ID, -1)}),
      MakeFrame(1040 * kMs, {Abs(ABS_MT_SLOT, 1), Abs(ABS_MT_POSITION_X, 520)}),
      MakeFrame(1050 * kMs, {Abs(ABS_MT_TRACKING_ID, -1), Touch(0)}),
  };
  input::AssignIds(&recording);
  return recording;
}

Recording PinchA() {
  Recording recording;
  recording.devices = {input::testing::TouchA()};
  recording.frames = {
      MakeFrame(1000 * kMs, EventsA({{100, 100}})),
      MakeFrame(1010 * kMs, EventsA({{100, 100}, {500, 500}})),
      MakeFrame(1020 * kMs, EventsA({{90, 100}, {510, 500}})),
      MakeFrame(1030 * kMs, EventsA({{520, 500}})),
      MakeFrame(1040 * kMs, EventsA({})),
  };
  input::AssignIds(&recording);
  return recording;
}

std::vector<std::vector<Event>> EventsOf(const Recording& recording) {
  std::vector<std::vector<Event>> events;
  for (const auto& frame : recording.frames) events.push_back(frame.events);
  return events;
}

TEST(FingersPass, NamesTheFingersOfGesturesWithSeveral) {
  const auto pass = *MakeFingers(PinchB());
  ASSERT_EQ(pass->size(), 2);
  EXPECT_THAT(pass->Describe(1), HasSubstr("finger 2 of"));
  Recording tap = PinchB();
  tap.frames.resize(1);
  EXPECT_EQ((*MakeFingers(tap))->size(), 0);
}

TEST(FingersPass, KeepingAllFingersChangesNothing) {
  for (const Recording& recording : {PinchA(), PinchB()}) {
    const auto pass = *MakeFingers(recording);
    EXPECT_EQ(pass->Make({0, 1}).frames, recording.frames);
  }
}

TEST(FingersPass, SecondFingerOfSlotsStandsAlone) {
  const auto pass = *MakeFingers(PinchB());
  const Recording made = pass->Make({1});
  // It is the first to touch now.
  EXPECT_THAT(
      EventsOf(made),
      ElementsAre(ElementsAre(Abs(ABS_MT_SLOT, 1), Abs(ABS_MT_TRACKING_ID, 2),
                              Abs(ABS_MT_POSITION_X, 500),
                              Abs(ABS_MT_POSITION_Y, 500), Touch(1), kReport),
                  ElementsAre(Abs(ABS_MT_SLOT, 1), Abs(ABS_MT_POSITION_X, 510),
                              kReport),
                  ElementsAre(Abs(ABS_MT_SLOT, 1), Abs(ABS_MT_POSITION_X, 520),
                              kReport),
                  ElementsAre(Abs(ABS_MT_TRACKING_ID, -1), Touch(0), kReport)));
  ASSERT_EQ(made.gestures.size(), 1);
  EXPECT_EQ(made.gestures[0].message.frame_refs_size(), 4);
}

TEST(FingersPass, FirstFingerOfSlotsLiftsWhenItDid) {
  const auto pass = *MakeFingers(PinchB());
  EXPECT_THAT(
      EventsOf(pass->Make({0})),
      ElementsAre(
          ElementsAre(Abs(ABS_MT_SLOT, 0), Abs(ABS_MT_TRACKING_ID, 1),
                      Abs(ABS_MT_POSITION_X, 100), Abs(ABS_MT_POSITION_Y, 100),
                      Touch(1), Abs(ABS_X, 100), kReport),
          ElementsAre(Abs(ABS_MT_SLOT, 0), Abs(ABS_MT_POSITION_X, 90), kReport),
          ElementsAre(Abs(ABS_MT_SLOT, 0), Abs(ABS_MT_TRACKING_ID, -1),
                      Touch(0), kReport)));
}

TEST(FingersPass, ContactsOfProtocolALeaveTheirFrames) {
  const auto pass = *MakeFingers(PinchA());
  ASSERT_EQ(pass->size(), 2);
  const auto events = [](const std::vector<input::testing::Place>& places) {
    return MakeFrame(0, EventsA(places)).events;
  };
  EXPECT_THAT(EventsOf(pass->Make({0})),
              ElementsAre(events({{100, 100}}), events({{100, 100}}),
                          events({{90, 100}}), events({}), events({})));
  EXPECT_THAT(EventsOf(pass->Make({1})),
              ElementsAre(events({{500, 500}}), events({{510, 500}}),
                          events({{520, 500}}), events({})));
}

// Whoever stays is where it was at every frame that stays, on both protocols.
TEST(FingersPass, OthersAreWhereTheyWere) {
  for (const Recording& whole : {PinchA(), PinchB()}) {
    const auto pass = *MakeFingers(whole);
    for (const uint32_t finger : {0U, 1U}) {
      const Recording made = pass->Make({finger});
      input::TouchState state(whole.devices[0]);
      std::vector<int32_t> places;
      for (const auto& frame : made.frames) {
        state.Push(frame);
        ASSERT_LE(state.contacts().size(), 1);
        for (const auto& contact : state.contacts()) {
          if (places.empty() || places.back() != contact.x) {
            places.push_back(contact.x);
          }
        }
      }
      EXPECT_THAT(state.contacts(), IsEmpty());
      if (finger == 0) {
        EXPECT_THAT(places, ElementsAre(100, 90));
      } else {
        EXPECT_THAT(places, ElementsAre(500, 510, 520));
      }
    }
  }
}

TEST(FingersPass, PointersFollowTheirFingers) {
  for (Recording recording : {PinchA(), PinchB()}) {
    input::DerivePointerEvents(&recording);
    ASSERT_GE(recording.motions.size(), 5);
    const auto pass = *MakeFingers(recording);
    ASSERT_EQ(pass->size(), 2);
    const Recording made = pass->Make({1});
    std::vector<int32_t> actions;
    for (const auto& motion : made.motions) {
      const MotionEvent& event = motion.message;
      actions.push_back(event.action());
      ASSERT_EQ(event.pointers_size(), 1);
      EXPECT_EQ(event.action_index(), 0);
      EXPECT_EQ(event.samples(0).coords_size(), 1);
      EXPECT_GE(event.samples(0).coords(0).x(), 500);
      EXPECT_EQ(event.down_time_ns(), 1010 * kMs);
    }
    ASSERT_GE(actions.size(), 3);
    EXPECT_EQ(actions.front(), 0);
    EXPECT_EQ(actions.back(), 1);
    EXPECT_EQ(std::ranges::count(actions, 2),
              static_cast<ptrdiff_t>(actions.size() - 2));
    // The gesture knows the events that are left.
    ASSERT_EQ(made.gestures.size(), 1);
    EXPECT_EQ(made.gestures[0].message.touch_refs_size(),
              static_cast<int>(made.motions.size()));
  }
}

// Three pointers above the kernel; ids are not in the order of going down.
Recording ThreePointers() {
  Recording recording;
  const auto add = [&](int32_t action, int32_t index,
                       const std::vector<int32_t>& ids) {
    input::Timed<MotionEvent> motion;
    motion.time_ns = motion.read_ns =
        static_cast<int64_t>(1000 + 10 * recording.motions.size()) * kMs;
    motion.message.set_action(action);
    motion.message.set_action_index(index);
    motion.message.set_down_time_ns(1000 * kMs);
    auto* sample = motion.message.add_samples();
    sample->set_time_ns(motion.time_ns);
    for (const int32_t id : ids) {
      motion.message.add_pointers()->set_pointer_id(id);
      sample->add_coords()->set_x(static_cast<float>(id * 100));
    }
    recording.motions.push_back(motion);
  };
  add(0, 0, {5});
  add(5, 0, {2, 5});     // 2 goes down
  add(5, 2, {2, 5, 7});  // 7 goes down
  add(2, 0, {2, 5, 7});
  add(6, 1, {2, 5, 7});  // 5 lifts
  add(6, 0, {2, 7});     // 2 lifts
  add(1, 0, {7});
  input::AssignIds(&recording);
  return recording;
}

std::vector<std::vector<int32_t>> ActionsAndIds(const Recording& recording) {
  std::vector<std::vector<int32_t>> all;
  for (const auto& motion : recording.motions) {
    all.push_back({motion.message.action(), motion.message.action_index()});
    for (const auto& pointer : motion.message.pointers()) {
      all.back().push_back(pointer.pointer_id());
    }
  }
  return all;
}

TEST(FingersPass, ActionsFitThePointersThatAreLeft) {
  const auto pass = *MakeFingers(ThreePointers());
  ASSERT_EQ(pass->size(), 3);  // 5, 2, 7
  EXPECT_THAT(ActionsAndIds(pass->Make({1, 2})),
              ElementsAre(ElementsAre(0, 0, 2), ElementsAre(5, 1, 2, 7),
                          ElementsAre(2, 0, 2, 7), ElementsAre(6, 0, 2, 7),
                          ElementsAre(1, 0, 7)));
  EXPECT_THAT(ActionsAndIds(pass->Make({0})),
              ElementsAre(ElementsAre(0, 0, 5), ElementsAre(2, 0, 5),
                          ElementsAre(1, 0, 5)));
}

TEST(FingersPass, GestureWhoseViewsDisagreeStaysWhole) {
  Recording recording = PinchB();
  input::DerivePointerEvents(&recording);
  // The window saw the first finger only.
  std::erase_if(recording.motions, [](const auto& motion) {
    return motion.message.pointers_size() > 1;
  });
  EXPECT_EQ((*MakeFingers(recording))->size(), 0);
}

}  // namespace
}  // namespace reprise::minimize
