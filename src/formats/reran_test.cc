#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/format_testing.h"

namespace reprise::formats {
namespace {

using testing::HasSubstr;

// The beginning of a file that RERAN translated: stamps of single events, two
// devices, -1 as an unsigned number.
constexpr std::string_view kTranslated =
    "10\n0\n2,3,57,83\n39000\n2,1,330,1\n75000\n2,0,0,0\n"
    "1144000\n11,2,3,3\n7470000\n2,3,49,5\n5000\n2,0,0,0\n8000\n11,0,0,0\n"
    "10538000\n2,3,57,4294967295\n16000\n2,1,330,0\n2000\n2,0,0,0\n";

TEST(Reran, ReadsATranslatedFile) {
  EXPECT_EQ(FramesAsText(ReadOrFail("reran", kTranslated)),
            "event2 114000: 3.57=83@-114000 1.330=1@-75000 0.0=0\n"
            "event2 8733000: 3.49=5@-5000 0.0=0\n"
            "event11 8741000: 2.3=3@-7483000 0.0=0\n"
            "event2 19297000: 3.57=-1@-18000 1.330=0@-2000 0.0=0\n");
}

TEST(Reran, WritesWhatItRead) {
  EXPECT_EQ(WriteOrFail("reran", ReadOrFail("reran", kTranslated)),
            kTranslated);
}

TEST(Reran, TakesNegativeAndMissingParts) {
  input::Losses losses;
  EXPECT_EQ(FramesAsText(ReadOrFail("reran",
                                    "3\r\n-5000\r\n1,1,116,1\r\n1000\r\n"
                                    "1,0,0,0\r\n7\r\n",
                                    &losses)),
            "event1 1000: 1.116=1@-1000 0.0=0\n");
  EXPECT_THAT(LossesAsText(losses),
              HasSubstr("negative waits were taken as none (1)\n"
                        "a wait at the end without its event (1)\n"
                        "events are missing at the end of the file (1)\n"));
}

TEST(Reran, NamesTheLineThatIsDamaged) {
  EXPECT_EQ(ErrorOf("reran", "x\n"),
            "file: line 1: \"x\" is not the number of events");
  EXPECT_EQ(ErrorOf("reran", "1\n0\n2,3,57\n"),
            "file: line 3: \"2,3,57\" is not an event as NODE,TYPE,CODE,VALUE");
  EXPECT_EQ(ErrorOf("reran", "1\n9223372036854775807\n2,3,57,1\n"),
            "file: line 2: \"9223372036854775807\" is not a time to wait in "
            "nanoseconds");
}

TEST(Reran, WarnsOfWhatOverflowsItsPlayer) {
  input::Recording recording = SampleRecording();
  input::Losses losses;
  WriteOrFail("reran", recording, {}, &losses);
  EXPECT_EQ(LossesAsText(losses),
            "descriptions of devices are left out (2)\n"
            "the time at which the recording began is left out (1)\n"
            "more than 5 events at the same time, which overflows an array in "
            "RERAN's own player (1)\n");
}

}  // namespace
}  // namespace reprise::formats
