#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/input.h>

#include "formats/format_testing.h"
#include "input/device.h"

namespace reprise::formats {
namespace {

using testing::HasSubstr;

TEST(Uinput, ReadsCommandsAsPeopleWriteThem) {
  const input::Recording recording = ReadOrFail("uinput", R"(
// A keyboard
{
  "id": 1,
  "command": "register",
  "name": "Keyboard \"Test\" \u00e9",
  "vid": 0x18d2,
  "pid": 0x2c42,
  "bus": "USB",
  "port": "usb/1",
  "configuration":[
        {"type":100, "data":[1, 21, 'EV_ABS']},  // UI_SET_EVBIT
        {"type":"UI_SET_KEYBIT", "data":["KEY_0", 2, 0x3]},
        {"type":107, "data":[80]},
        {"type":"UI_SET_PROPBIT", "data":["INPUT_PROP_DIRECT"]}
  ],
  "ff_effects_max" : 1,
  "abs_info": [
        {"code":"ABS_Y", "info": {"value":20, "minimum":-255,
                            "maximum":255, "fuzz":3, "flat":4, "resolution":1}
        }
  ],
  "something": {"new": [1, {"x": "]"}]}
}
{ "id": 1, "command": "delay", "duration": 10 }
# a comment of the shell
{ "id": 1, "command": "inject",
  "events": [0x01, 0xb, 0x1, /* KEY_0 */ "EV_SYN", "SYN_REPORT", 0,
             "EV_KEY", "KEY_0", 0, 0, 0, -1] }
{ "id": 1, "command": "sync", "syncToken": "done" }
)");
  EXPECT_EQ(FramesAsText(recording),
            "event1 10000000: 1.11=1 0.0=0\n"
            "event1 10000000: 1.11=0 0.0=-1\n");
  const EvdevDevice& device = recording.devices.at(0);
  EXPECT_EQ(device.name(), "Keyboard \"Test\" \u00e9");
  EXPECT_EQ(device.vendor(), 0x18d2);
  EXPECT_EQ(device.bus(), BUS_USB);
  EXPECT_EQ(device.phys(), "usb/1");
  EXPECT_EQ(device.ff_effects_max(), 1);
  EXPECT_TRUE(input::HasCode(device, EV_KEY, KEY_2));
  EXPECT_TRUE(input::HasCode(device, EV_FF, FF_RUMBLE));
  EXPECT_TRUE(input::HasProperty(device, INPUT_PROP_DIRECT));
  EXPECT_EQ(input::FindAxis(device, ABS_Y)->minimum(), -255);
  EXPECT_EQ(input::FindAxis(device, ABS_Y)->value(), 20);
}

TEST(Uinput, GivesEachDeviceItsOwnClock) {
  EXPECT_EQ(FramesAsText(ReadOrFail(
                "uinput",
                "{\"id\":1,\"command\":\"delay\",\"duration\":100}"
                "{\"id\":1,\"command\":\"inject\",\"events\":[1,2,1,0,0,0]}"
                "{\"id\":2,\"command\":\"delay\",\"duration\":50}"
                "{\"id\":2,\"command\":\"inject\",\"events\":[1,3,1,0,0,0]}")),
            "event2 50000000: 1.3=1 0.0=0\n"
            "event1 100000000: 1.2=1 0.0=0\n");
}

TEST(Uinput, WritesCommands) {
  input::Losses losses;
  input::Recording recording = SampleRecording();
  recording.devices.pop_back();
  recording.frames = {recording.frames[0], recording.frames[2]};
  EXPECT_EQ(
      WriteOrFail("uinput", recording, {}, &losses),
      R"({"id": 1, "command": "register", "name": "touch \"screen\"", "vid": 4660, "pid": 43981, "bus": "i2c",
 "configuration": [{"type": 100, "data": [1, 3]},
  {"type": 101, "data": [330]},
  {"type": 103, "data": [47, 53, 54, 57]},
  {"type": 110, "data": [1]}],
 "abs_info": [{"code": 47, "info": {"value": 0, "minimum": 0, "maximum": 9, "fuzz": 0, "flat": 0, "resolution": 0}},
  {"code": 53, "info": {"value": 0, "minimum": 0, "maximum": 1079, "fuzz": 0, "flat": 0, "resolution": 0}},
  {"code": 54, "info": {"value": 0, "minimum": 0, "maximum": 1919, "fuzz": 0, "flat": 0, "resolution": 0}},
  {"code": 57, "info": {"value": 0, "minimum": 0, "maximum": 65535, "fuzz": 0, "flat": 0, "resolution": 0}}]}
{"id": 1, "command": "delay", "duration": 1000}
{"id": 1, "command": "inject", "events": [3, 57, 7, 3, 53, 540, 3, 54, 960, 1, 330, 1, 0, 0, 0]}
{"id": 1, "command": "delay", "duration": 100}
{"id": 1, "command": "inject", "events": [3, 57, -1, 1, 330, 0, 0, 0, 0]}
)");
  EXPECT_EQ(LossesAsText(losses),
            "the name of event2 left out (1)\n"
            "stamps are cut to milliseconds (8)\n"
            "the time at which the recording began is left out (1)\n");
}

TEST(Uinput, NamesTheLineThatIsDamaged) {
  EXPECT_EQ(ErrorOf("uinput",
                    "{\"id\": 1,\n \"command\": \"inject\",\n"
                    "\"events\": [1, 2]}"),
            "file: line 3: events are not a list of types, codes and values");
  EXPECT_EQ(ErrorOf("uinput", "{\"events\": [\"EV_NONE\", 1, 1]}"),
            "file: line 1: \"EV_NONE\" is neither a number nor a name of the "
            "kernel's input codes");
  EXPECT_EQ(ErrorOf("uinput", "{\"id\": 1"),
            "file: line 1: a value is expected");
  EXPECT_EQ(ErrorOf("uinput", "{\"a\": " + std::string(100, '[')),
            "file: line 1: it is nested too deeply");
  EXPECT_THAT(ErrorOf("uinput", "{} /* "), HasSubstr("does not end"));
}

}  // namespace
}  // namespace reprise::formats
