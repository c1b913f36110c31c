#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/input.h>

#include "formats/format_testing.h"
#include "input/device.h"

namespace reprise::formats {
namespace {

using testing::HasSubstr;

constexpr std::string_view kRecording = R"(# libinput record
version: 1
ndevices: 2
libinput:
  version: "1.22.1"
  git: "unknown"
system:
  os: "debian:12"
  kernel: "6.1.0"
devices:
- node: /dev/input/event5
  evdev:
    # Name: Touch "pad"
    # ID: bus 0x3 vendor 0x1 product 0x2 version 0x3
    name: "Touch \"pad\""
    id: [3, 1, 2, 3]
    codes:
      0: [0, 1, 2, 3] # EV_SYN
      1: [272, 330] # EV_KEY
      3: [0, 1] # EV_ABS
    absinfo:
      0: [0, 1023, 1, 2, 40]
      1: [-7, 767, 0, 0, 38]
    properties: [0, 2]
  hid: [
    0x05, 0x01, 0x09,
    0x02
  ]
  udev:
    properties:
    - ID_INPUT=1
    - ID_INPUT_TOUCHPAD=1
    virtual: false
  quirks:
  - AttrPalmPressureThreshold=10
  events:
  # Current time is 12:34:56
  - evdev:
    - [  0,      0,   1, 330,       1] # EV_KEY / BTN_TOUCH                1
    - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
  - libinput:
    - {time: 0.000000, type: POINTER_MOTION, delta: [  1.00,   2.00]}
  - evdev:
    - [  1,     20,   1, 330,       0] # EV_KEY / BTN_TOUCH                0
    - [  1,     20,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +1000ms
- node: /dev/input/event6
  evdev:
    name: "Keys"
    id: [25, 0, 0, 0]
    codes:
      1: [116] # EV_KEY
    properties: []
  udev:
    properties:
    - ID_INPUT=1
  events:
  - evdev:
    - [  0,    500,   1, 116,       1] # EV_KEY / KEY_POWER                1
    - [  0,    500,   0,   0,       0] # SYN_REPORT
)";

TEST(Libinput, ReadsWhatLibinputRecordWrites) {
  input::Losses losses;
  const input::Recording recording =
      ReadOrFail("libinput", kRecording, &losses);
  EXPECT_EQ(FramesAsText(recording),
            "event5 0: 1.330=1 0.0=0\n"
            "event6 500000: 1.116=1 0.0=0\n"
            "event5 1000020000: 1.330=0 0.0=0\n");
  const EvdevDevice& pad = recording.devices.at(0);
  EXPECT_EQ(pad.name(), "Touch \"pad\"");
  EXPECT_EQ(pad.version(), 3);
  EXPECT_THAT(pad.properties(), testing::ElementsAre(0, 2));
  EXPECT_TRUE(input::HasCode(pad, EV_KEY, BTN_LEFT));
  EXPECT_EQ(input::FindAxis(pad, ABS_Y)->minimum(), -7);
  EXPECT_EQ(input::FindAxis(pad, ABS_X)->resolution(), 40);
  EXPECT_TRUE(recording.devices.at(1).properties().empty());
  EXPECT_THAT(LossesAsText(losses),
              HasSubstr("lines of libinput events are left out (2)"));
}

TEST(Libinput, WritesWhatLibinputReplayReads) {
  input::Recording recording = SampleRecording();
  recording.devices.pop_back();
  recording.frames.resize(1);
  EXPECT_EQ(WriteOrFail("libinput", recording), R"(# libinput record
version: 1
ndevices: 1
devices:
- node: /dev/input/event2
  evdev:
    name: "touch \"screen\""
    id: [24, 4660, 43981, 0]
    codes:
      0: [0, 1, 2, 3] # EV_SYN
      1: [330] # EV_KEY
      3: [47, 53, 54, 57] # EV_ABS
    absinfo:
      47: [0, 9, 0, 0, 0]
      53: [0, 1079, 0, 0, 0]
      54: [0, 1919, 0, 0, 0]
      57: [0, 65535, 0, 0, 0]
    properties: [1]
  udev:
    properties: []
    virtual: false
  events:
  - evdev:
    - [ 12,    123,   3,  57,       7] # EV_ABS / ABS_MT_TRACKING_ID
    - [ 12,    123,   3,  53,     540] # EV_ABS / ABS_MT_POSITION_X
    - [ 12,    123,   3,  54,     960] # EV_ABS / ABS_MT_POSITION_Y
    - [ 12,    123,   1, 330,       1] # EV_KEY / BTN_TOUCH
    - [ 12,    123,   0,   0,       0] # EV_SYN / SYN_REPORT
)");
}

TEST(Libinput, NamesTheLineThatIsDamaged) {
  EXPECT_EQ(ErrorOf("libinput", "version: 2\n"),
            "file: line 1: the version of the recording is not 1");
  EXPECT_EQ(ErrorOf("libinput",
                    "version: 1\ndevices:\n- node: /dev/input/x\n"
                    "  events:\n  - evdev:\n    - [1, 2, 3]\n"),
            "file: line 6: \"- [1, 2, 3]\" is not - [SECONDS, MICROSECONDS, "
            "TYPE, CODE, VALUE]");
  EXPECT_THAT(ErrorOf("libinput", "a: b\n"), HasSubstr("no line 'version: 1'"));
}

}  // namespace
}  // namespace reprise::formats
