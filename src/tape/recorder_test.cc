#include "tape/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "base/faulty_file_system.h"
#include "tape/tape_testing.h"

namespace reprise::tape {
namespace {

using ::testing::ElementsAre;
using testing::Get;
using testing::Ok;
using testing::OpenBytes;
using testing::ReadAll;

constexpr uint64_t kMs = 1'000'000;

RecorderOptions ByHand(VirtualClock* clock) {
  RecorderOptions options;
  options.clock = clock;
  options.anchors = false;
  options.background = false;
  options.repack = false;
  return options;
}

size_t MessagesOnDisk(MemoryFileSystem& files) {
  return ReadAll(*OpenBytes(Get(files.Get("t")))).size();
}

TEST(TapeRecorder, HandsAMessageToTheDiskWithin100Milliseconds) {
  MemoryFileSystem files;
  VirtualClock clock({.monotonic = 5000 * kMs});
  auto recorder = Get(TapeRecorder::Create(files, "t", ByHand(&clock)));
  const uint16_t channel = Get(recorder->ChannelFor("/random"));
  const FeedPtr feed = recorder->NewFeed();
  // For every phase of the pump: the message is there when its time is up.
  for (uint64_t phase = 0; phase < kPumpPeriodNs; phase += kMs) {
    const size_t before = MessagesOnDisk(files);
    clock.Advance(phase);
    feed->Write(channel, clock.Monotonic(), 0, "x");
    const uint64_t due = clock.Monotonic() + kMaxDelayNs;
    clock.Advance(kPumpPeriodNs - phase);
    recorder->Pump();
    while (clock.Monotonic() + kPumpPeriodNs <= due) {
      clock.Advance(kPumpPeriodNs);
      recorder->Pump();
    }
    EXPECT_EQ(MessagesOnDisk(files), before + 1) << phase;
  }
}

TEST(TapeRecorder, KeepsYoungMessagesTogether) {
  MemoryFileSystem files;
  VirtualClock clock;
  auto recorder = Get(TapeRecorder::Create(files, "t", ByHand(&clock)));
  const uint16_t channel = Get(recorder->ChannelFor("/random"));
  const FeedPtr feed = recorder->NewFeed();
  for (int i = 0; i < 40; i++) {
    feed->Write(channel, clock.Monotonic(), 0, "x");
    recorder->Pump();
    clock.Advance(kPumpPeriodNs);
  }
  Ok(recorder->Finish());
  auto tape = OpenBytes(Get(files.Get("t")));
  EXPECT_EQ(ReadAll(*tape).size(), 40u);
  EXPECT_EQ(tape->statistics().chunk_count, 6u);  // of 60 ms each
}

TEST(TapeRecorder, RepacksSmallChunksWhenItEnds) {
  MemoryFileSystem files;
  VirtualClock clock;
  RecorderOptions options = ByHand(&clock);
  options.repack = true;
  auto recorder = Get(TapeRecorder::Create(files, "t", options));
  const uint16_t channel = Get(recorder->ChannelFor("/random"));
  const FeedPtr feed = recorder->NewFeed();
  for (int i = 0; i < 1000; i++) {
    feed->Write(channel, clock.Monotonic(), 0, "x");
    recorder->Pump();
    clock.Advance(kMaxDelayNs);
  }
  Ok(recorder->Finish());
  auto tape = OpenBytes(Get(files.Get("t")), {.verify = true});
  EXPECT_THAT(tape->Problems(), ElementsAre());
  EXPECT_EQ(ReadAll(*tape).size(), 1000u);
  EXPECT_EQ(tape->statistics().chunk_count, 1u);
}

TEST(TapeRecorder, WritesAnchorsAtTheStartEvery10SecondsAndAtTheEnd) {
  MemoryFileSystem files;
  VirtualClock clock({.monotonic = 100, .boottime = 200, .realtime = 300});
  RecorderOptions options = ByHand(&clock);
  options.anchors = true;
  auto recorder = Get(TapeRecorder::Create(files, "t", options));
  for (int i = 0; i < 25; i++) {
    clock.Advance(1000 * kMs);
    recorder->Pump();
  }
  Ok(recorder->Finish());
  auto tape = OpenBytes(Get(files.Get("t")));
  std::vector<uint64_t> seconds;
  for (const auto& message : ReadAll(*tape)) {
    EXPECT_EQ(tape->channels().at(message.channel_id).topic, "/reprise/anchor");
    seconds.push_back((message.log_time - 100) / (1000 * kMs));
  }
  EXPECT_THAT(seconds, ElementsAre(0, 10, 20, 25));
}

TEST(TapeRecorder, ManyThreadsLoseNothing) {
  constexpr int kThreads = 4;
  constexpr uint32_t kMessages = 20'000;
  MemoryFileSystem files;
  RecorderOptions options;
  options.ring_bytes = 4096;  // small, so that feeds have to wait
  auto recorder = Get(TapeRecorder::Create(files, "t", options));
  const uint16_t channel = Get(recorder->ChannelFor("/random"));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; t++) {
    threads.emplace_back([&, t] {
      const FeedPtr feed = recorder->NewFeed();
      for (uint32_t i = 0; i < kMessages; i++) {
        std::string data = std::to_string(t) + ":" + std::to_string(i);
        // Now and then one that is larger than the ring.
        if (i % 1000 == 0) data.resize(10'000, '.');
        feed->Write(channel, recorder->NewId(), 0, data);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  Ok(recorder->Finish());
  auto tape = OpenBytes(Get(files.Get("t")), {.verify = true});
  EXPECT_THAT(tape->Problems(), ElementsAre());
  std::map<char, uint32_t> next;
  uint32_t sequence = 0;
  ReadFilter in_file_order{.order = ReadFilter::Order::kFile};
  in_file_order.channels = std::set<uint16_t>{channel};
  for (const auto& message : ReadAll(*tape, in_file_order)) {
    // Each thread's messages are all there, in the order it wrote them.
    uint32_t& expected = next[message.data[0]];
    EXPECT_EQ(std::stoul(message.data.substr(2)), expected++);
    EXPECT_EQ(message.sequence, sequence++);
  }
  EXPECT_EQ(sequence, kThreads * kMessages);
}

TEST(TapeRecorder, SaysThatCallersHadToWait) {
  MemoryFileSystem files;
  RecorderOptions options;
  options.anchors = false;
  options.background = false;
  options.ring_bytes = 4096;
  auto recorder = Get(TapeRecorder::Create(files, "t", options));
  const uint16_t channel = Get(recorder->ChannelFor("/random"));
  std::atomic<int> written = 0;
  std::thread writer([&] {
    const FeedPtr feed = recorder->NewFeed();
    const std::string data(900, 'x');
    for (int i = 0; i < 8; i++) {
      feed->Write(channel, 1, 1, data);
      written++;
    }
  });
  // Four fit; the fifth waits until somebody pumps.
  while (written < 4) std::this_thread::yield();
  while (written < 8) recorder->Pump();
  writer.join();
  Ok(recorder->Finish());
  auto tape = OpenBytes(Get(files.Get("t")));
  uint64_t reports = 0;
  for (const auto& [id, count] : tape->statistics().channel_message_counts) {
    if (tape->channels().at(id).topic == "/reprise") reports += count;
  }
  EXPECT_GE(reports, 1u);
}

TEST(TapeRecorder, AFullDiskEndsTheTapeNotTheCaller) {
  MemoryFileSystem memory;
  FaultyFileSystem disk(memory);
  VirtualClock clock;
  auto recorder = Get(TapeRecorder::Create(disk, "t", ByHand(&clock)));
  const uint16_t channel = Get(recorder->ChannelFor("/random"));
  const FeedPtr feed = recorder->NewFeed();
  feed->Write(channel, 1, 1, "kept");
  recorder->Pump();
  clock.Advance(kMaxDelayNs);
  recorder->Pump();
  disk.FillAfter(10);
  feed->Write(channel, 2, 2, "lost");
  recorder->Pump();
  clock.Advance(kMaxDelayNs);
  recorder->Pump();
  EXPECT_FALSE(recorder->status());
  for (int i = 0; i < 100'000; i++) {
    feed->Write(channel, 3, 3, "ignored, but nobody is blocked");
    if (i % 1000 == 0) recorder->Pump();
  }
  EXPECT_EQ(recorder->Finish().error().kind, ErrorKind::kIo);
  auto tape = OpenBytes(Get(memory.Get("t")));
  const auto messages = ReadAll(*tape);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].data, "kept");
}

TEST(TapeRecorder, AMessageThatIsTooLargeCostsOnlyItself) {
  MemoryFileSystem files;
  VirtualClock clock;
  auto recorder = Get(TapeRecorder::Create(files, "t", ByHand(&clock)));
  const uint16_t channel = Get(recorder->ChannelFor("/random"));
  const FeedPtr feed = recorder->NewFeed();
  feed->Write(channel, 1, 1, std::string(kMaxMessageBytes + 1, 'x'));
  feed->Write(channel, 2, 2, "next");
  Ok(recorder->Finish());
  auto tape = OpenBytes(Get(files.Get("t")));
  ReadFilter random;
  random.channels = std::set<uint16_t>{channel};
  const auto messages = ReadAll(*tape, random);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].data, "next");
  // The loss is said on /reprise.
  EXPECT_EQ(tape->statistics().message_count, 2u);
}

TEST(TapeRecorder, ReusesReturnedFeeds) {
  MemoryFileSystem files;
  auto recorder = Get(TapeRecorder::Create(files, "t"));
  FeedPtr feed = recorder->NewFeed();
  const Feed* first = feed.get();
  feed.reset();
  EXPECT_EQ(recorder->NewFeed().get(), first);
}

}  // namespace
}  // namespace reprise::tape
