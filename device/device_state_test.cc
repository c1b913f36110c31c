#include "device/device_state.h"

#include <gmock/gmock.h>
#include <linux/input.h>

#include "device/pre_roll.h"
#include "input/device.h"

namespace reprise::agent {
namespace {

using input::Event;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Event kSyn{EV_SYN, SYN_REPORT, 0, 0};

Event Abs(uint16_t code, int32_t value) { return {EV_ABS, code, value, 0}; }
Event Key(uint16_t code, int32_t value) { return {EV_KEY, code, value, 0}; }

EvdevDevice Screen(int32_t slots) {
  EvdevDevice device;
  input::AddAxis(&device, ABS_MT_SLOT)->set_maximum(slots - 1);
  input::AddAxis(&device, ABS_MT_TRACKING_ID)->set_maximum(65535);
  input::AddAxis(&device, ABS_MT_POSITION_X)->set_maximum(1079);
  input::AddAxis(&device, ABS_MT_POSITION_Y)->set_maximum(1919);
  input::AddCode(&device, EV_KEY, BTN_TOUCH);
  return device;
}

TEST(DeviceState, SaysNothingWhenNothingChanged) {
  const DeviceState state(Screen(2));
  EXPECT_THAT(state.To(state), IsEmpty());
  EXPECT_THAT(state.Release(), IsEmpty());
}

TEST(DeviceState, LeadsFromOneStateToAnother) {
  DeviceState from(Screen(2));
  from.Push(std::vector<Event>{Abs(ABS_MT_TRACKING_ID, 7),
                               Abs(ABS_MT_POSITION_X, 10), Key(BTN_TOUCH, 1),
                               kSyn});
  DeviceState to = from;
  to.Push(std::vector<Event>{Abs(ABS_MT_TRACKING_ID, -1), Abs(ABS_MT_SLOT, 1),
                             Abs(ABS_MT_TRACKING_ID, 8),
                             Abs(ABS_MT_POSITION_Y, 20), kSyn});
  EXPECT_THAT(from.To(to),
              ElementsAre(Abs(ABS_MT_TRACKING_ID, -1), Abs(ABS_MT_SLOT, 1),
                          Abs(ABS_MT_TRACKING_ID, 8),
                          Abs(ABS_MT_POSITION_Y, 20), kSyn));
}

TEST(DeviceState, ReleaseLiftsFingersOfAllSlotsAndKeys) {
  DeviceState state(Screen(3));
  state.Push(std::vector<Event>{Abs(ABS_MT_TRACKING_ID, 1), Abs(ABS_MT_SLOT, 2),
                                Abs(ABS_MT_TRACKING_ID, 2), Key(BTN_TOUCH, 1),
                                kSyn});
  EXPECT_THAT(state.Release(),
              ElementsAre(Abs(ABS_MT_SLOT, 0), Abs(ABS_MT_TRACKING_ID, -1),
                          Abs(ABS_MT_SLOT, 2), Abs(ABS_MT_TRACKING_ID, -1),
                          Key(BTN_TOUCH, 0), kSyn));
}

TEST(DeviceState, ReleaseOfProtocolAReportsNoContact) {
  EvdevDevice device;
  input::AddAxis(&device, ABS_MT_POSITION_X);
  input::AddAxis(&device, ABS_MT_POSITION_Y);
  DeviceState state(device);
  const Event mt_report{EV_SYN, SYN_MT_REPORT, 0, 0};
  state.Push(std::vector<Event>{Abs(ABS_MT_POSITION_X, 1), mt_report, kSyn});
  EXPECT_THAT(state.Release(), ElementsAre(mt_report, kSyn));
  state.Push(std::vector<Event>{mt_report, kSyn});
  EXPECT_THAT(state.Release(), IsEmpty());
}

TEST(DeviceState, ReleaseWithoutBtnTouchTakesThePressureAway) {
  EvdevDevice device;
  input::AddAxis(&device, ABS_X);
  input::AddAxis(&device, ABS_PRESSURE);
  DeviceState state(device);
  state.Push(std::vector<Event>{Abs(ABS_PRESSURE, 30), kSyn});
  EXPECT_THAT(state.Release(), ElementsAre(Abs(ABS_PRESSURE, 0), kSyn));
}

TEST(DeviceState, KeepsARepeatedKeyDownUntilItIsUp) {
  EvdevDevice device;
  input::AddCode(&device, EV_KEY, KEY_A);
  DeviceState state(device);
  state.Push(std::vector<Event>{Key(KEY_A, 1), kSyn, Key(KEY_A, 2), kSyn});
  EXPECT_THAT(state.Release(), ElementsAre(Key(KEY_A, 0), kSyn));
  state.Push(std::vector<Event>{Key(KEY_A, 0), kSyn});
  EXPECT_THAT(state.Release(), IsEmpty());
}

TEST(DeviceState, IgnoresSlotsOutOfRange) {
  DeviceState state(Screen(2));
  state.Push(std::vector<Event>{Abs(ABS_MT_SLOT, 9), Abs(ABS_MT_TRACKING_ID, 4),
                                kSyn});
  EXPECT_THAT(state.Release(), ElementsAre(Abs(ABS_MT_TRACKING_ID, -1), kSyn));
}

TEST(DeviceState, TakesDescriptionsThatContradictThemselves) {
  EvdevDevice device = Screen(2);
  device.mutable_abs_axes(0)->set_value(77);  // a slot that is not there
  auto* values = device.add_slots();
  values->set_code(ABS_MT_POSITION_X);
  for (int i = 0; i < 5; i++) values->add_values(i);  // more than slots
  const DeviceState state(device);
  EXPECT_EQ(state.slot(), 0);
  EXPECT_EQ(state.slots().size(), 2U);
}

TEST(PreRoll, IsEmptyForADeviceThatStartsAtRest) {
  EXPECT_THAT(PreRoll(Screen(2), true), IsEmpty());
}

TEST(PreRoll, BringsFingersKeysAndSwitchesBack) {
  EvdevDevice device = Screen(2);
  input::AddCode(&device, EV_SW, SW_LID);
  device.add_keys_down(BTN_TOUCH);
  device.add_switches_on(SW_LID);
  auto* ids = device.add_slots();
  ids->set_code(ABS_MT_TRACKING_ID);
  ids->add_values(5);
  ids->add_values(-1);
  EXPECT_THAT(PreRoll(device, true),
              ElementsAre(Abs(ABS_MT_TRACKING_ID, 5), Key(BTN_TOUCH, 1),
                          Event{EV_SW, SW_LID, 1, 0}, kSyn));
}

TEST(PreRoll, EndsInTheRecordedSlotAsTheKernelSaidItLast) {
  EvdevDevice device = Screen(3);
  device.mutable_abs_axes(0)->set_value(2);
  auto* xs = device.add_slots();
  xs->set_code(ABS_MT_POSITION_X);
  for (const int32_t x : {11, 0, 0}) xs->add_values(x);
  // Slot 0 is said with its value, so slot 2 must be said again.
  EXPECT_THAT(
      PreRoll(device, true),
      ElementsAre(Abs(ABS_MT_POSITION_X, 11), Abs(ABS_MT_SLOT, 2),
                  Abs(ABS_MT_POSITION_X, 1), Abs(ABS_MT_POSITION_X, 0), kSyn));
}

TEST(PreRoll, SwitchesTheKernelsOwnRepeatsOff) {
  EvdevDevice device;
  input::AddCode(&device, EV_KEY, KEY_A);
  input::AddType(&device, EV_REP);
  EXPECT_THAT(PreRoll(device, true),
              ElementsAre(Event{EV_REP, REP_DELAY, 0, 0},
                          Event{EV_REP, REP_PERIOD, 0, 0}, kSyn));
}

}  // namespace
}  // namespace reprise::agent
