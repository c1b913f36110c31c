#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "formats/format_testing.h"

namespace reprise::formats {
namespace {

std::string Bytes(std::string_view hex) { return *HexDecode(hex); }

// 18.000005 s: KEY_POWER down and the end of the frame.
constexpr std::string_view kLarge =
    "12000000000000000500000000000000"
    "0100740001000000"
    "12000000000000000500000000000000"
    "0000000000000000";
constexpr std::string_view kSmall =
    "1200000005000000"
    "0100740001000000"
    "1200000005000000"
    "0000000000000000";

TEST(Raw, ReadsEventsOf24And16Bytes) {
  EXPECT_EQ(FramesAsText(ReadOrFail("raw", Bytes(kLarge))),
            "event0 18000005000: 1.116=1 0.0=0\n");
  EXPECT_EQ(FramesAsText(ReadOrFail("raw", Bytes(kSmall))),
            "event0 18000005000: 1.116=1 0.0=0\n");
}

TEST(Raw, WritesBoth) {
  const input::Recording recording = ReadOrFail("raw", Bytes(kLarge));
  EXPECT_EQ(HexEncode(WriteOrFail("raw", recording)), kLarge);
  EXPECT_EQ(HexEncode(WriteOrFail("raw", recording, {.variant = "16"})),
            kSmall);
  input::Losses losses;
  EXPECT_EQ(FormatNamed("raw")
                ->write(recording, {.variant = "32"}, &losses)
                .error()
                .message,
            "\"32\" is no variant of raw; it has 24, 16");
}

TEST(Raw, TakesARecordingThatWasCut) {
  input::Losses losses;
  const std::string bytes = Bytes(kLarge) + Bytes(kLarge).substr(0, 30);
  EXPECT_EQ(FramesAsText(ReadOrFail("raw", bytes, &losses)),
            "event0 18000005000: 1.116=1 0.0=0\n"
            "event0 18000005000: 1.116=1 !\n");
  EXPECT_THAT(LossesAsText(losses),
              testing::HasSubstr("bytes of an event that was cut off (6)"));
}

TEST(Raw, RefusesWhatNoKernelSays) {
  EXPECT_THAT(ErrorOf("raw", std::string(48, '\xff')),
              testing::HasSubstr("no struct input_event"));
  EXPECT_THAT(ErrorOf("raw", ""), testing::HasSubstr("no struct input_event"));
}

}  // namespace
}  // namespace reprise::formats
