#include "input/device.h"

#include <gtest/gtest.h>

#include "input/input_testing.h"

namespace reprise::input {
namespace {

using testing::AddRange;

TEST(Device, KeepsListsRisingWithoutDoubles) {
  EvdevDevice device;
  for (uint32_t code : {KEY_B, KEY_A, KEY_C, KEY_A}) {
    AddCode(&device, EV_KEY, code);
  }
  AddType(&device, EV_REP);
  AddCode(&device, EV_ABS, ABS_Y);
  AddAxis(&device, ABS_X)->set_maximum(5);
  AddAxis(&device, ABS_X)->set_minimum(-5);
  AddProperty(&device, INPUT_PROP_DIRECT);
  AddProperty(&device, INPUT_PROP_POINTER);
  EXPECT_EQ(device.ShortDebugString(),
            "properties: 0 properties: 1 "
            "events { type: 1 codes: 30 codes: 46 codes: 48 } "
            "events { type: 3 codes: 0 codes: 1 } events { type: 20 } "
            "abs_axes { minimum: -5 maximum: 5 }");
  EXPECT_TRUE(HasType(device, EV_REP));
  EXPECT_TRUE(HasCode(device, EV_KEY, KEY_C));
  EXPECT_FALSE(HasCode(device, EV_KEY, KEY_D));
  EXPECT_EQ(FindAxis(device, ABS_Y), nullptr);  // a code without a range
}

TEST(Device, KnowsTouchProtocols) {
  EXPECT_EQ(TouchProtocolOf(testing::TouchA()), TouchProtocol::kA);
  EXPECT_EQ(TouchProtocolOf(testing::TouchB()), TouchProtocol::kB);
  EXPECT_EQ(TouchProtocolOf(testing::SingleTouch()), TouchProtocol::kSingle);
  EXPECT_EQ(TouchProtocolOf(testing::Keyboard()), TouchProtocol::kNone);
  EvdevDevice gamepad = testing::TouchB();
  AddRange(&gamepad, ABS_MT_SLOT - 1, 1);  // has all axes there are
  EXPECT_EQ(TouchProtocolOf(gamepad), TouchProtocol::kNone);
}

TEST(Device, KnowsClasses) {
  EXPECT_EQ(ClassOf(testing::TouchB()), DeviceClass::kTouch);
  EXPECT_EQ(ClassOf(testing::SingleTouch()), DeviceClass::kTouch);
  EXPECT_EQ(ClassOf(testing::Keyboard()), DeviceClass::kKeys);
  EXPECT_EQ(ClassOf(testing::Accelerometer()), DeviceClass::kSensor);
  EXPECT_EQ(SensorOf(testing::Accelerometer()), "accelerometer");
  EXPECT_EQ(ClassOf({}), DeviceClass::kOther);
  EvdevDevice lid;
  AddCode(&lid, EV_SW, SW_LID);
  EXPECT_EQ(ClassOf(lid), DeviceClass::kSwitches);
  EvdevDevice mouse;
  AddCode(&mouse, EV_REL, REL_X);
  AddCode(&mouse, EV_REL, REL_Y);
  AddCode(&mouse, EV_KEY, BTN_LEFT);
  EXPECT_EQ(ClassOf(mouse), DeviceClass::kPointer);
  EvdevDevice pad;
  AddCode(&pad, EV_KEY, BTN_GAMEPAD);
  AddAxis(&pad, ABS_X);
  EXPECT_EQ(ClassOf(pad), DeviceClass::kJoystick);
  EvdevDevice sensor = testing::Accelerometer();
  for (const auto& [name, is] : {std::pair{"ALPS Compass", "compass"},
                                 {"lightsensor", "light"},
                                 {"PROXIMITY", "proximity"},
                                 {"thing", ""}}) {
    sensor.set_name(name);
    EXPECT_EQ(SensorOf(sensor), is);
  }
}

TEST(DeviceMetadata, IsJsonWithTheNamesOfTheFields) {
  EvdevDevice device;
  device.set_node("event2");
  device.set_name("ts");
  AddRange(&device, ABS_MT_POSITION_X, 1079, 16);
  EXPECT_EQ(ToMetadata(device),
            R"({"node":"event2","name":"ts",)"
            R"("events":[{"type":3,"codes":[53]}],)"
            R"("abs_axes":[{"code":53,"maximum":1079,"resolution":16}]})");
  const auto read = FromMetadata(ToMetadata(device));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->SerializeAsString(), device.SerializeAsString());
}

TEST(DeviceMetadata, PutsCodesInOrder) {
  const auto read =
      FromMetadata(R"({"events":[{"type":1,"codes":[30,16,30]}],"new":1})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->events(0).codes_size(), 2);
  EXPECT_TRUE(HasCode(*read, EV_KEY, KEY_A));
}

TEST(DeviceMetadata, RefusesWhatNoKernelSays) {
  const auto error = [](const std::string& json) {
    const auto read = FromMetadata(json);
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(error(R"({"node":"event1","events":[{"type":32}]})"),
            "input device \"event1\": event type 32 is not possible, at most "
            "31");
  EXPECT_EQ(error(R"({"events":[{"type":3,"codes":[64]}]})"),
            "input device \"\": event code 64 is not possible, at most 63");
  EXPECT_EQ(error(R"({"abs_axes":[{"code":99}]})"),
            "input device \"\": axis 99 is not possible, at most 63");
  EXPECT_EQ(error(R"({"properties":[32]})"),
            "input device \"\": property 32 is not possible, at most 31");
  EXPECT_EQ(error(std::string((1 << 20) + 1, ' ')),
            "the description of an input device has 1048577 bytes, at most "
            "1048576 are accepted");
  std::string slots = R"({"slots":[{"code":57,"values":[0)";
  for (int i = 0; i < 1024; i++) slots += ",0";
  EXPECT_EQ(error(slots + "]}]}"),
            "input device \"\": number of slots 1025 is not possible, at most "
            "1024");
  for (const char* bad : {"", "[]", "{", R"({"node":7})",
                          R"({"events":[{"type":-1}]})", "\xff"}) {
    EXPECT_NE(error(bad).find("is not readable"), std::string::npos) << bad;
  }
}

}  // namespace
}  // namespace reprise::input
