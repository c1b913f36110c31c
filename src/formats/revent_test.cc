#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/input.h>

#include "base/text.h"
#include "formats/format_testing.h"
#include "input/device.h"

namespace reprise::formats {
namespace {

using testing::HasSubstr;

std::string Bytes(std::string_view hex) { return *HexDecode(hex); }

// Version 3: the magic, mode 0 and its padding, one path, two events and the
// times of start and end.
constexpr std::string_view kPaths =
    "01000000"
    "11000000"
    "2f6465762f696e7075742f6576656e7436";  // /dev/input/event6
constexpr std::string_view kEvents =
    "0000"
    "1200000000000000"
    "0500000000000000"
    "0100"
    "7400"
    "01000000"
    "0000"
    "1200000000000000"
    "0500000000000000"
    "0000"
    "0000"
    "00000000";

std::string Version3(std::string_view count = "0200000000000000") {
  return "524556454e54"
         "0300"
         "0000"
         "000000000000" +
         std::string(kPaths) + std::string(count) +
         "12000000000000000500000000000000"
         "12000000000000000500000000000000" +
         std::string(kEvents);
}

TEST(Revent, ReadsVersion3) {
  EXPECT_EQ(FramesAsText(ReadOrFail("revent", Bytes(Version3()))),
            "event6 18000005000: 1.116=1 0.0=0\n");
}

TEST(Revent, WritesVersion3) {
  EXPECT_EQ(
      HexEncode(WriteOrFail("revent", ReadOrFail("revent", Bytes(Version3())))),
      Version3());
}

TEST(Revent, ReadsVersion2WithoutStartAndEnd) {
  EXPECT_EQ(FramesAsText(ReadOrFail(
                "revent", Bytes("524556454e54"
                                "0200"
                                "0000"
                                "000000000000" +
                                std::string(kPaths) + "0200000000000000" +
                                std::string(kEvents)))),
            "event6 18000005000: 1.116=1 0.0=0\n");
}

TEST(Revent, ReadsVersions0And1WithWideDeviceNumbers) {
  for (const std::string version : {"0000", "0100"}) {
    EXPECT_EQ(FramesAsText(ReadOrFail("revent", Bytes("524556454e54" + version +
                                                      std::string(kPaths) +
                                                      "0000000000000000"
                                                      "1200000000000000"
                                                      "0500000000000000"
                                                      "0100"
                                                      "7400"
                                                      "01000000"
                                                      "0000000000000000"
                                                      "1200000000000000"
                                                      "0500000000000000"
                                                      "0000"
                                                      "0000"
                                                      "00000000"))),
              "event6 18000005000: 1.116=1 0.0=0\n");
  }
}

TEST(Revent, ReadsAGamepadWithItsDescription) {
  std::string key_bits(192, '0');
  key_bits.replace(2 * (BTN_GAMEPAD / 8), 2, "01");
  std::string abs_bits(192, '0');
  abs_bits.replace(0, 2, "03");
  const std::string bytes = Bytes(
      "524556454e54"
      "0300"
      "0100"
      "000000000000"
      "0300"
      "5e04"
      "8e02"
      "1401"
      "03000000"
      "706164"
      "0b000000" +
      abs_bits + std::string(192, '0') + key_bits +
      "01000000"
      "01000000"
      "05000000"
      "00f8ffff"
      "00080000"
      "10000000"
      "80000000"
      "00000000"
      "0200000000000000" +
      std::string(64, '0') + std::string(kEvents));
  const input::Recording recording = ReadOrFail("revent", bytes);
  const EvdevDevice& pad = recording.devices.at(0);
  EXPECT_EQ(pad.name(), "pad");
  EXPECT_EQ(pad.vendor(), 0x45e);
  EXPECT_EQ(input::ClassOf(pad), input::DeviceClass::kJoystick);
  const auto* y = input::FindAxis(pad, ABS_Y);
  ASSERT_NE(y, nullptr);
  EXPECT_EQ(y->minimum(), -2048);
  EXPECT_EQ(y->maximum(), 2048);
  EXPECT_EQ(y->flat(), 128);
  EXPECT_EQ(y->value(), 5);
  EXPECT_EQ(FramesAsText(recording), "event0 18000005000: 1.116=1 0.0=0\n");
}

TEST(Revent, TakesARecordingThatWasKilled) {
  input::Losses losses;
  std::string bytes = Bytes(Version3("0000000000000000"));
  bytes.resize(bytes.size() - 3);
  EXPECT_EQ(FramesAsText(ReadOrFail("revent", bytes, &losses)),
            "event6 18000005000: 1.116=1 !\n");
  EXPECT_THAT(LossesAsText(losses),
              HasSubstr("bytes of an event that was cut off (23)\n"
                        "the recording was not ended; all events in it are "
                        "taken (1)\n"));
}

TEST(Revent, LeavesOutTheEventsThatReventAdds) {
  input::Losses losses;
  EXPECT_EQ(FramesAsText(ReadOrFail(
                "revent", Bytes(Version3() + std::string(kEvents)), &losses)),
            "event6 18000005000: 1.116=1 0.0=0\n");
  EXPECT_THAT(LossesAsText(losses),
              HasSubstr("events after the counted ones are left out (2)"));
}

TEST(Revent, RefusesDamage) {
  EXPECT_THAT(ErrorOf("revent", "REVENT\x09"), HasSubstr("cut off"));
  EXPECT_THAT(ErrorOf("revent", Bytes("524556454e540900")),
              HasSubstr("its version is 9; 0 to 3 are known"));
  EXPECT_THAT(ErrorOf("revent", Bytes("524556454e540100ffffffff")),
              HasSubstr("claims to have 4294967295 devices"));
  std::string bytes = Bytes(Version3());
  bytes[bytes.size() - 26] = 7;
  EXPECT_THAT(ErrorOf("revent", bytes),
              HasSubstr("event 1 is of device 7, but there are only 1"));
}

}  // namespace
}  // namespace reprise::formats
