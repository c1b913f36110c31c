// What every format promises: what was written is read again, frame by frame.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/input.h>

#include <random>

#include "formats/format_testing.h"
#include "input/device.h"

namespace reprise::formats {

namespace {

constexpr std::string_view kSampleFrames =
    "event2 12000123000: 3.57=7 3.53=540 3.54=960 1.330=1 0.0=0\n"
    "event5 12000123000: 1.116=1 0.0=0\n"
    "event2 12100456000: 3.57=-1 1.330=0 0.0=0\n"
    "event5 3612200000000: 1.116=0 0.0=0\n";

TEST(RoundTrip, KeepsFramesOfSeveralDevices) {
  for (const std::string_view format : {"getevent", "libinput", "revent"}) {
    const std::string text = WriteOrFail(format, SampleRecording());
    EXPECT_EQ(FramesAsText(ReadOrFail(format, text)), kSampleFrames) << format;
  }
  const std::string hex =
      WriteOrFail("getevent", SampleRecording(), {.variant = "t"});
  EXPECT_EQ(FramesAsText(ReadOrFail("getevent", hex)), kSampleFrames);
}

TEST(RoundTrip, KeepsFramesFromTheFirstOnWhereOnlyGapsAreHeld) {
  const std::string reran = WriteOrFail("reran", SampleRecording());
  EXPECT_EQ(FramesAsText(ReadOrFail("reran", reran)),
            "event2 0: 3.57=7 3.53=540 3.54=960 1.330=1 0.0=0\n"
            "event5 0: 1.116=1 0.0=0\n"
            "event2 100333000: 3.57=-1 1.330=0 0.0=0\n"
            "event5 3600199877000: 1.116=0 0.0=0\n");
  // Whole milliseconds, after the second that registration takes.
  for (const std::string_view variant : {"numbers", "names"}) {
    const std::string uinput =
        WriteOrFail("uinput", SampleRecording(), {.variant = variant});
    EXPECT_EQ(FramesAsText(ReadOrFail("uinput", uinput)),
              "event1 1000000000: 3.57=7 3.53=540 3.54=960 1.330=1 0.0=0\n"
              "event2 1000000000: 1.116=1 0.0=0\n"
              "event1 1100000000: 3.57=-1 1.330=0 0.0=0\n"
              "event2 3601200000000: 1.116=0 0.0=0\n")
        << uinput;
  }
}

TEST(RoundTrip, KeepsFramesOfTheChosenDevice) {
  constexpr std::string_view kTouch =
      "event0 12000123000: 3.57=7 3.53=540 3.54=960 1.330=1 0.0=0\n"
      "event0 12100456000: 3.57=-1 1.330=0 0.0=0\n";
  constexpr std::string_view kKeys =
      "event0 12000123000: 1.116=1 0.0=0\n"
      "event0 3612200000000: 1.116=0 0.0=0\n";
  for (const std::string_view format : {"evemu", "raw"}) {
    input::Losses losses;
    const std::string touch =
        WriteOrFail(format, SampleRecording(), {}, &losses);
    EXPECT_EQ(FramesAsText(ReadOrFail(format, touch)), kTouch) << format;
    EXPECT_THAT(LossesAsText(losses),
                testing::HasSubstr("frames of event5 are left out"));
    const std::string keys =
        WriteOrFail(format, SampleRecording(), {.device = "/dev/input/event5"});
    EXPECT_EQ(FramesAsText(ReadOrFail(format, keys)), kKeys) << format;
    EXPECT_FALSE(FormatNamed(format)
                     ->write(SampleRecording(), {.device = "event9"}, &losses)
                     .has_value());
  }
  const std::string small =
      WriteOrFail("raw", SampleRecording(), {.variant = "16"});
  EXPECT_EQ(FramesAsText(ReadOrFail("raw", small)), kTouch);
}

TEST(RoundTrip, KeepsDescriptions) {
  const auto compare = [](std::string_view format, std::string_view ignored) {
    const input::Recording sample = SampleRecording();
    const input::Recording again =
        ReadOrFail(format, WriteOrFail(format, sample));
    for (size_t i = 0; i < again.devices.size(); i++) {
      EvdevDevice expected = sample.devices[i];
      EvdevDevice actual = again.devices[i];
      if (ignored == "node") {
        expected.clear_node();
        actual.clear_node();
      }
      EXPECT_EQ(actual.DebugString(), expected.DebugString()) << format;
    }
  };
  compare("getevent", "");
  compare("libinput", "");
  compare("evemu", "node");
  compare("uinput", "node");
}

TEST(RoundTrip, KeepsStampsOfSingleEventsAndOverlappingFrames) {
  input::Recording recording = SampleRecording();
  recording.frames.resize(2);
  recording.frames[0].events[0].offset_ns = -50'000;
  recording.frames[0].events[1].offset_ns = -20'000;
  recording.frames[1].time_ns -= 30'000;
  std::swap(recording.frames[0], recording.frames[1]);
  const std::string expected = FramesAsText(recording);
  EXPECT_EQ(expected,
            "event5 12000093000: 1.116=1 0.0=0\n"
            "event2 12000123000: 3.57=7@-50000 3.53=540@-20000 3.54=960 "
            "1.330=1 0.0=0\n");
  for (const std::string_view format : {"getevent", "libinput", "revent"}) {
    EXPECT_EQ(FramesAsText(ReadOrFail(format, WriteOrFail(format, recording))),
              expected)
        << format;
  }
}

TEST(RoundTrip, KeepsAnIncompleteLastFrame) {
  input::Recording recording = SampleRecording();
  recording.frames.resize(1);
  recording.frames[0].events.pop_back();
  recording.frames[0].incomplete = true;
  for (const std::string_view format : {"getevent", "libinput", "revent"}) {
    EXPECT_EQ(FramesAsText(ReadOrFail(format, WriteOrFail(format, recording))),
              "event2 12000123000: 3.57=7 3.53=540 3.54=960 1.330=1 !\n")
        << format;
  }
}

TEST(RoundTrip, SaysWhatIsLost) {
  input::Recording recording = SampleRecording();
  recording.frames[0].time_ns += 7;
  recording.frames[0].read_ns = recording.frames[0].time_ns + 1;
  recording.devices[1].set_repeat_delay_ms(250);
  recording.texts.emplace_back();
  input::Losses losses;
  WriteOrFail("libinput", recording, {}, &losses);
  EXPECT_EQ(LossesAsText(losses),
            "the times at which frames were read are left out (1)\n"
            "stamps are cut to microseconds (5)\n"
            "texts are left out (1)\n"
            "the times of autorepeat of event5 left out (1)\n");
}

// Random frames, with oddities of vendors: SYN codes 4 and 5, types and codes
// without names, extreme values.
TEST(RoundTrip, KeepsRandomFrames) {
  std::mt19937 random(4711);
  input::Recording recording = SampleRecording();
  recording.frames.clear();
  int64_t time = 1'000'000'000;
  for (int i = 0; i < 500; i++) {
    time += random() % 20'000 * 1000;
    input::Frame& frame = recording.frames.emplace_back();
    frame.device = random() % 2;
    frame.time_ns = time;
    for (uint32_t n = random() % 6; n > 0; n--) {
      const auto type = static_cast<uint16_t>(random() % 0x20);
      auto code = static_cast<uint16_t>(random() % 0x300);
      if (type == EV_SYN) code = 4 + code % 2;
      frame.events.push_back({type, code, static_cast<int32_t>(random()), 0});
    }
    frame.events.push_back({EV_SYN, SYN_REPORT, 0, 0});
  }
  const std::string expected = FramesAsText(recording);
  for (const std::string_view format : {"getevent", "libinput", "revent"}) {
    EXPECT_EQ(FramesAsText(ReadOrFail(format, WriteOrFail(format, recording))),
              expected)
        << format;
  }
}

}  // namespace
}  // namespace reprise::formats
