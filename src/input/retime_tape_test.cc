#include "input/retime_tape.h"

#include <gtest/gtest.h>

#include "base/memory_file_system.h"
#include "input/gesture_testing.h"
#include "input/tape_io.h"
#include "reprise/anchor.pb.h"
#include "reprise/reprise_event.pb.h"
#include "tape/channels.h"
#include "tape/tape_testing.h"

namespace reprise::input {
namespace {

using tape::testing::Get;
using tape::testing::Ok;
using testing::kMs;
using testing::Player;

constexpr TimingRules kWarp = {.warp = true};

// Two taps, the second 10 s after the first, and a message of another stream
// every second.
void WriteTape(MemoryFileSystem* files) {
  Player player(testing::TouchB());
  player.Down(0, 1, {100, 200}).Wait(100).Up(0).Wait(10'000);
  player.Down(0, 2, {900, 900}).Wait(100).Up(0);
  auto writer = Get(tape::TapeWriter::Create(*files, "in"));
  Ok(WriteRecording(*player, *writer));
  Ok(writer->AddChannel({99, 0, "/other", "text", {}}));
  for (uint32_t i = 0; i <= 11; i++) {
    const uint64_t time = (100 + 1000 * uint64_t{i}) * kMs;
    Ok(writer->Write({99, i, time, time - 50, "x"}));
  }
  Ok(writer->AddAttachment({10'100 * uint64_t{kMs}, 7, "a", "text/plain"},
                           "b"));
  Ok(writer->Finish());
}

TEST(RetimeTape, MovesAllStreamsTogether) {
  MemoryFileSystem files;
  WriteTape(&files);
  const RetimeReport report = Get(RetimeTape(files, "in", "out", kWarp));
  EXPECT_EQ(report.messages, 16U);
  EXPECT_EQ(report.gaps_changed, 1U);
  EXPECT_EQ(report.recorded_ns, 11'100 * kMs);
  EXPECT_EQ(report.played_ns, 4'100 * kMs);
  EXPECT_TRUE(report.warnings.empty());

  const auto tape = Get(tape::TapeReader::Open(files, "out"));
  std::vector<uint64_t> other;
  std::vector<uint64_t> frames;
  for (const auto& message : tape::testing::ReadAll(*tape)) {
    const std::string& topic = tape->channels().at(message.channel_id).topic;
    if (topic == "/other") other.push_back(message.log_time / kMs);
    if (topic == "/input/evdev/event2")
      frames.push_back(message.log_time / kMs);
    if (topic == "/reprise") {
      EXPECT_EQ(message.log_time, 3'100 * uint64_t{kMs});
      RepriseEvent event;
      ASSERT_TRUE(event.ParseFromString(message.data));
      EXPECT_EQ(event.kind(), RepriseEvent::KIND_TIME_WARPED);
      EXPECT_EQ(event.id(), 5U);  // after the four frames
      EXPECT_EQ(event.sentence(),
                "the pause of 10s before this gesture was made 3s");
      EXPECT_EQ(event.timing().recorded_gap_ns(), 10'000 * kMs);
      EXPECT_EQ(event.timing().played_gap_ns(), 3'000 * kMs);
    }
  }
  EXPECT_EQ(frames, (std::vector<uint64_t>{0, 100, 3'100, 3'200}));
  EXPECT_EQ(other,
            (std::vector<uint64_t>{100, 400, 700, 1'000, 1'300, 1'600, 1'900,
                                   2'200, 2'500, 2'800, 3'100, 4'100}));
  EXPECT_EQ(tape->attachments()[0].info.log_time, 3'100 * uint64_t{kMs});
  EXPECT_EQ(tape->attachments()[0].info.create_time, 7U);
  EXPECT_EQ(tape->statistics().message_count, 17U);
}

TEST(RetimeTape, KeepsTimesInsideMessages) {
  MemoryFileSystem files;
  {
    Player player(testing::TouchB());
    player.Down(0, 1, {100, 200}).Wait(100).Up(0).Wait(10'000);
    player.Down(0, 2, {900, 900}).Wait(100).Up(0);
    auto writer = Get(tape::TapeWriter::Create(files, "in"));
    Ok(WriteRecording(*player, *writer));
    ClockAnchor anchor;
    anchor.set_id(70);
    anchor.set_monotonic_ns(10'200 * kMs);
    const std::string data = anchor.SerializeAsString();
    const uint64_t time = 10'200 * uint64_t{kMs};
    Ok(writer->Write(
        {Get(writer->ChannelFor(tape::kAnchorTopic)), 0, time, time, data}));
    Ok(writer->Finish());
  }
  Get(RetimeTape(files, "in", "in", kWarp));  // in its place
  const auto tape = Get(tape::TapeReader::Open(files, "in"));
  bool seen = false;
  for (const auto& message : tape::testing::ReadAll(*tape)) {
    if (tape->channels().at(message.channel_id).topic != tape::kAnchorTopic)
      continue;
    ClockAnchor anchor;
    ASSERT_TRUE(anchor.ParseFromString(message.data));
    EXPECT_EQ(anchor.monotonic_ns(), 10'200 * kMs);
    EXPECT_EQ(message.publish_time, 3'200 * uint64_t{kMs});
    seen = true;
  }
  EXPECT_TRUE(seen);
}

TEST(RetimeTape, RefusesATapeOnWhichNobodyDidAnything) {
  MemoryFileSystem files;
  files.Put("in", tape::testing::SampleBytes(1, 3));
  const auto report = RetimeTape(files, "in", "out", kWarp);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message,
            "in has no touches and no keys, so there are no pauses between "
            "them that timing rules could change");
  EXPECT_EQ(files.Paths(), std::vector<std::string>{"in"});
}

}  // namespace
}  // namespace reprise::input
