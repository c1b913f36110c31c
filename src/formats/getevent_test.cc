#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/input.h>

#include "formats/format_testing.h"
#include "input/device.h"

namespace reprise::formats {
namespace {

using testing::HasSubstr;

TEST(Getevent, ReadsStampedHex) {
  EXPECT_EQ(FramesAsText(ReadOrFail(
                "getevent",
                "[   1234.567890] /dev/input/event1: 0003 0035 000001c2\n"
                "[   1234.567890] /dev/input/event1: 0003 0039 ffffffff\n"
                "[   1234.567890] /dev/input/event1: 0000 0000 00000000\n")),
            "event1 1234567890000: 3.53=450 3.57=-1 0.0=0\n");
}

TEST(Getevent, ReadsStampedNamesAndLabels) {
  EXPECT_EQ(
      FramesAsText(ReadOrFail(
          "getevent",
          "[      10.000001] /dev/input/event2: EV_KEY       BTN_TOUCH        "
          "    DOWN                \r\n"
          "[      10.000001] /dev/input/event2: EV_KEY       KEY_POWER        "
          "    REPEAT              \r\n"
          "[      10.000001] /dev/input/event2: EV_ABS       "
          "ABS_MT_TOOL_TYPE     MT_TOOL_PEN         \r\n"
          "[      10.000001] /dev/input/event2: EV_ABS       003e             "
          "    00000001            \r\n"
          "[      10.000001] /dev/input/event2: EV_SYN       SYN_REPORT       "
          "    00000000             rate 64\r\n")),
      "event2 10000001000: 1.330=1 1.116=2 3.55=1 3.62=1 0.0=0\n");
}

TEST(Getevent, ReadsNamesThatItCutsAtTwentyCharacters) {
  EXPECT_EQ(
      FramesAsText(ReadOrFail("getevent",
                              "EV_KEY       KEY_KBDINPUTASSIST_A UP\n"
                              "EV_SYN       SYN_REPORT           00000000\n")),
      "event0 0: 1.612=0 0.0=0\n");
}

TEST(Getevent, ReadsTheOldStamp) {
  EXPECT_EQ(FramesAsText(ReadOrFail(
                "getevent",
                "1234-567: /dev/input/event1: 0003 0035 000001c2\n"
                "1234-567890: /dev/input/event1: 0000 0000 00000000\n")),
            "event1 1234567890000: 3.53=450@-567323000 0.0=0\n");
}

TEST(Getevent, ReadsASingleDeviceWithoutItsPath) {
  EXPECT_EQ(FramesAsText(ReadOrFail("getevent",
                                    "[ 5.000000] 0001 0074 00000001\n"
                                    "[ 5.000000] 0000 0000 00000000\n"
                                    "[ 5.100000] 0001 0074 00000000\n")),
            "event0 5000000000: 1.116=1 0.0=0\n"
            "event0 5100000000: 1.116=0 !\n");
}

TEST(Getevent, PutsFramesWithoutStampsApart) {
  input::Losses losses;
  EXPECT_EQ(
      FramesAsText(ReadOrFail("getevent",
                              "/dev/input/event3: 0001 0074 00000001\n"
                              "/dev/input/event3: 0000 0000 00000000\n"
                              "/dev/input/event3: EV_KEY KEY_POWER UP\n"
                              "/dev/input/event3: EV_SYN SYN_REPORT 00000000",
                              &losses)),
      "event3 0: 1.116=1 0.0=0\n"
      "event3 10000000: 1.116=0 0.0=0\n");
  EXPECT_THAT(LossesAsText(losses), HasSubstr("there are no stamps"));
}

constexpr std::string_view kListing =
    "add device 1: /dev/input/event4\n"
    "  bus:      0018\n"
    "  vendor    0abc\n"
    "  product   0001\n"
    "  version   0100\n"
    "  name:     \"synaptics_dsx\"\n"
    "  location: \"i2c/0\"\n"
    "  id:       \"\"\n"
    "  version:  1.0.1\n"
    "  events:\n"
    "    KEY (0001): KEY_HOME              KEY_BACK*             BTN_TOUCH    "
    "         \n"
    "    ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, "
    "flat 0, resolution 0\n"
    "                ABS_MT_POSITION_X     : value 3, min -1, max 1079, fuzz "
    "1, flat 2, resolution 10\n"
    "  input props:\n"
    "    INPUT_PROP_DIRECT\n";

TEST(Getevent, ReadsWhatADeviceCanDo) {
  const input::Recording recording = ReadOrFail("getevent", kListing);
  ASSERT_EQ(recording.devices.size(), 1);
  const EvdevDevice& device = recording.devices[0];
  EXPECT_EQ(device.node(), "event4");
  EXPECT_EQ(device.name(), "synaptics_dsx");
  EXPECT_EQ(device.phys(), "i2c/0");
  EXPECT_EQ(device.bus(), BUS_I2C);
  EXPECT_EQ(device.vendor(), 0xabc);
  EXPECT_EQ(device.version(), 0x100);
  EXPECT_EQ(device.driver_version(), 0x10001);
  EXPECT_TRUE(input::HasCode(device, EV_KEY, KEY_HOME));
  EXPECT_TRUE(input::HasCode(device, EV_KEY, BTN_TOUCH));
  EXPECT_THAT(device.keys_down(), testing::ElementsAre(KEY_BACK));
  EXPECT_TRUE(input::HasProperty(device, INPUT_PROP_DIRECT));
  const auto* x = input::FindAxis(device, ABS_MT_POSITION_X);
  ASSERT_NE(x, nullptr);
  EXPECT_EQ(x->value(), 3);
  EXPECT_EQ(x->minimum(), -1);
  EXPECT_EQ(x->maximum(), 1079);
  EXPECT_EQ(x->fuzz(), 1);
  EXPECT_EQ(x->flat(), 2);
  EXPECT_EQ(x->resolution(), 10);
}

TEST(Getevent, ReadsWhatADeviceCanDoInHex) {
  const input::Recording recording = ReadOrFail(
      "getevent",
      "add device 2: /dev/input/event1\n"
      "  name:     \"gpio-keys\"\n"
      "  events:\n"
      "    KEY (0001): 0066  0072  0073  0074* 009e  00d9  00e2  0100 \n"
      "                0101 \n"
      "    ABS (0003): 0035  : value 0, min 0, max 1080, fuzz 0, flat 0\n"
      "    SW  (0005): 0000  0002 \n"
      "could not get driver version for /dev/input/mice, Not a typewriter\n"
      "0001 0074 00000001\n");
  const EvdevDevice& device = recording.devices.at(0);
  EXPECT_TRUE(input::HasCode(device, EV_KEY, 0x101));
  EXPECT_TRUE(input::HasCode(device, EV_SW, 2));
  EXPECT_EQ(input::FindAxis(device, ABS_MT_POSITION_X)->maximum(), 1080);
  EXPECT_THAT(device.keys_down(), testing::ElementsAre(0x74));
  EXPECT_EQ(FramesAsText(recording), "event1 0: 1.116=1 !\n");
}

TEST(Getevent, WritesAsGeteventPrints) {
  EXPECT_EQ(
      WriteOrFail("getevent", SampleRecording()),
      "add device 1: /dev/input/event2\n"
      "  bus:      0018\n"
      "  vendor    1234\n"
      "  product   abcd\n"
      "  version   0000\n"
      "  name:     \"touch \"screen\"\"\n"
      "  location: \"\"\n"
      "  id:       \"\"\n"
      "  version:  0.0.0\n"
      "  events:\n"
      "    KEY (0001): BTN_TOUCH            \n"
      "    ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, "
      "flat 0, resolution 0\n"
      "                ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz "
      "0, flat 0, resolution 0\n"
      "                ABS_MT_POSITION_Y     : value 0, min 0, max 1919, fuzz "
      "0, flat 0, resolution 0\n"
      "                ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz "
      "0, flat 0, resolution 0\n"
      "  input props:\n"
      "    INPUT_PROP_DIRECT\n"
      "add device 2: /dev/input/event5\n"
      "  bus:      0019\n"
      "  vendor    0000\n"
      "  product   0000\n"
      "  version   0000\n"
      "  name:     \"keys\"\n"
      "  location: \"\"\n"
      "  id:       \"\"\n"
      "  version:  0.0.0\n"
      "  events:\n"
      "    KEY (0001): KEY_VOLUMEDOWN       KEY_POWER            \n"
      "  input props:\n"
      "    <none>\n"
      "[      12.000123] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   "
      "00000007\n"
      "[      12.000123] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    "
      "0000021c\n"
      "[      12.000123] /dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    "
      "000003c0\n"
      "[      12.000123] /dev/input/event2: EV_KEY       BTN_TOUCH            "
      "DOWN\n"
      "[      12.000123] /dev/input/event2: EV_SYN       SYN_REPORT           "
      "00000000\n"
      "[      12.000123] /dev/input/event5: EV_KEY       KEY_POWER            "
      "DOWN\n"
      "[      12.000123] /dev/input/event5: EV_SYN       SYN_REPORT           "
      "00000000\n"
      "[      12.100456] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   "
      "ffffffff\n"
      "[      12.100456] /dev/input/event2: EV_KEY       BTN_TOUCH            "
      "UP\n"
      "[      12.100456] /dev/input/event2: EV_SYN       SYN_REPORT           "
      "00000000\n"
      "[    3612.200000] /dev/input/event5: EV_KEY       KEY_POWER            "
      "UP\n"
      "[    3612.200000] /dev/input/event5: EV_SYN       SYN_REPORT           "
      "00000000\n");
}

TEST(Getevent, KeepsTheOrderWhenStampsGoBack) {
  input::Losses losses;
  EXPECT_EQ(FramesAsText(ReadOrFail(
                "getevent",
                "[ 9.000000] /dev/input/event1: 0001 0074 00000001\n"
                "[ 9.000000] /dev/input/event1: 0000 0000 00000000\n"
                "[ 8.000000] /dev/input/event1: 0001 0074 00000000\n"
                "[ 8.000000] /dev/input/event1: 0000 0000 00000000\n",
                &losses)),
            "event1 9000000000: 1.116=1 0.0=0\n"
            "event1 9000000000: 1.116=0 0.0=0\n");
  EXPECT_THAT(LossesAsText(losses), HasSubstr("went back in time were set to "
                                              "the one before (2)"));
}

TEST(Getevent, TakesADumpThatWasCut) {
  input::Losses losses;
  EXPECT_EQ(FramesAsText(
                ReadOrFail("getevent",
                           "[ 9.000000] /dev/input/event1: 0001 0074 00000001\n"
                           "[ 9.000000] /dev/input/event1: 0000 00",
                           &losses)),
            "event1 9000000000: 1.116=1 !\n");
  EXPECT_THAT(LossesAsText(losses), HasSubstr("an event that was cut off"));
}

TEST(Getevent, NamesTheLineThatIsDamaged) {
  EXPECT_EQ(ErrorOf("getevent",
                    "[ 9.000000] /dev/input/event1: 0001 0074 00000001\n"
                    "[ 9.000000] /dev/input/event1: 0001 0074 zzz\n"
                    "[ 9.000000] /dev/input/event1: 0000 0000 00000000\n"),
            "file: line 2: \"[ 9.000000] /dev/input/event1: 0001 0074 zzz\" is "
            "not an event as [SECONDS] PATH: TYPE CODE VALUE");
  EXPECT_EQ(ErrorOf("getevent", "hello\n"),
            "file: there is no event of getevent in it");
}

TEST(Getevent, GuessesWhatAnUndescribedTouchscreenCanDo) {
  input::Losses losses;
  const input::Recording recording =
      ReadOrFail("getevent",
                 "0003 0035 000001c2\n0003 0036 00000064\n0003 0039 ffffffff\n"
                 "0000 0002 00000000\n0000 0000 00000000\n",
                 &losses);
  const EvdevDevice& device = recording.devices.at(0);
  EXPECT_EQ(input::TouchProtocolOf(device), input::TouchProtocol::kA);
  EXPECT_EQ(input::ClassOf(device), input::DeviceClass::kTouch);
  EXPECT_EQ(input::FindAxis(device, ABS_MT_POSITION_X)->maximum(), 450);
  EXPECT_THAT(LossesAsText(losses), HasSubstr("guessed from their events"));
  EXPECT_TRUE(input::CheckDevice(device).has_value());
}

}  // namespace
}  // namespace reprise::formats
