#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/input.h>

#include "formats/format_testing.h"
#include "input/device.h"

namespace reprise::formats {
namespace {

using testing::HasSubstr;

TEST(Evemu, ReadsVersion13AsEvemuRecordPrintsIt) {
  const input::Recording recording = ReadOrFail(
      "evemu",
      "# EVEMU 1.3\n"
      "# Kernel: 5.15.0\n"
      "# Input device name: \"Lid and pad\"\n"
      "N: Lid and pad\n"
      "I: 0011 0002 0007 01b1\n"
      "P: 05 00 00 00 00 00 00 00\n"
      "B: 00 2b 00 00 00 00 00 00 00\n"
      "B: 01 00 00 00 00 00 00 00 00\n"
      "B: 01 00 00 01 00 00 00 00 00\n"
      "B: 03 03 00 00 00 00 00 00 00\n"
      "B: 05 01 00 00 00 00 00 00 00\n"
      "A: 00 -5 5888 8 2 75\n"
      "A: 01 1024 4656 0 0 86\n"
      "S: 00 1\n"
      "################################\n"
      "#      Waiting for events      #\n"
      "################################\n"
      "E: 0.000001 0003 0000 -001\t# EV_ABS / ABS_X                -1\n"
      "E: 0.000001 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- "
      "+0ms\n");
  EXPECT_EQ(FramesAsText(recording), "event0 1000: 3.0=-1 0.0=0\n");
  const EvdevDevice& device = recording.devices.at(0);
  EXPECT_EQ(device.name(), "Lid and pad");
  EXPECT_EQ(device.version(), 0x1b1);
  EXPECT_THAT(device.properties(), testing::ElementsAre(0, 2));
  EXPECT_TRUE(input::HasCode(device, EV_KEY, 80));
  EXPECT_TRUE(input::HasCode(device, EV_SW, SW_LID));
  EXPECT_THAT(device.switches_on(), testing::ElementsAre(SW_LID));
  const auto* x = input::FindAxis(device, ABS_X);
  ASSERT_NE(x, nullptr);
  EXPECT_EQ(x->minimum(), -5);
  EXPECT_EQ(x->maximum(), 5888);
  EXPECT_EQ(x->fuzz(), 8);
  EXPECT_EQ(x->flat(), 2);
  EXPECT_EQ(x->resolution(), 75);
}

TEST(Evemu, ReadsVersion10WithoutHeaderAndResolution) {
  const input::Recording recording =
      ReadOrFail("evemu",
                 "N: Old-Device\n"
                 "I: 0003 0001 0002 0003\n"
                 "B: 03 01 00 00 00 00 00 00 00\n"
                 "A: 00 0 100 1 2\n"
                 "E: 1290000000.123456 0003 0000 50\n"
                 "E: 1290000000.123456 0000 0000 0\n");
  EXPECT_EQ(FramesAsText(recording),
            "event0 1290000000123456000: 3.0=50 0.0=0\n");
  EXPECT_EQ(input::FindAxis(recording.devices.at(0), ABS_X)->flat(), 2);
}

TEST(Evemu, ReadsEventsAlone) {
  EXPECT_EQ(FramesAsText(ReadOrFail("evemu",
                                    "E: 0.000001 0005 0001 0001\n"
                                    "E: 0.000001 0000 0000 0000\n")),
            "event0 1000: 5.1=1 0.0=0\n");
}

TEST(Evemu, WritesWhatEvemuDeviceReads) {
  EXPECT_EQ(WriteOrFail("evemu", SampleRecording(), {.device = "keys"}),
            "# EVEMU 1.3\n"
            "N: keys\n"
            "I: 0019 0000 0000 0000\n"
            "P: 00 00 00 00 00 00 00 00\n"
            "B: 00 03 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 14 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "B: 01 00 00 00 00 00 00 00 00\n"
            "E: 12.000123 0001 0074 0001\t# EV_KEY / KEY_POWER            1\n"
            "E: 12.000123 0000 0000 0000\t# ------------ SYN_REPORT (0)\n"
            "E: 3612.200000 0001 0074 0000\t# EV_KEY / KEY_POWER            0\n"
            "E: 3612.200000 0000 0000 0000\t# ------------ SYN_REPORT (0)\n");
}

TEST(Evemu, NamesTheLineThatIsDamaged) {
  EXPECT_EQ(ErrorOf("evemu", "# EVEMU 1.3\n\nE: 1.0 0003 zz 1\n"),
            "file: line 3: \"E: 1.0 0003 zz 1\" is not an event as E: "
            "SECONDS.MICROSECONDS TYPE CODE VALUE");
  EXPECT_THAT(ErrorOf("evemu", "B: ff 00 00 00 00 00 00 00 00\n"),
              HasSubstr("is not B: TYPE and eight bytes of codes"));
  EXPECT_THAT(ErrorOf("evemu", "hello\n"), HasSubstr("line 1: \"hello\""));
}

}  // namespace
}  // namespace reprise::formats
