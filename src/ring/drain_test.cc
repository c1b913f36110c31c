#include "ring/drain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/memory_file_system.h"
#include "ring/format.h"
#include "ring/replay_file.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::ring {
namespace {

using ::testing::ElementsAre;

class DrainTest : public testing::Test {
 protected:
  DrainTest() {
    bytes_ = RingHeader(1024, 7, "channel 0 /call\nchannel 5 /nonsense\n");
    Put(0, 0, "first");
    Put(48, 5, "refused");
    Put(200, 0, "after a hole");
    bytes_.resize(kHeaderBytes + 1024);
  }

  void Put(uint64_t position, uint16_t channel, std::string_view data) {
    const std::string entry = RingEntry(position, 7, channel, 30, 20, data);
    bytes_.resize(kHeaderBytes + 1024);
    bytes_.replace(kHeaderBytes + position, entry.size(), entry);
  }

  // Drains the ring into tape.mcap.
  void Drain() {
    files_.Put("ring", bytes_);
    auto ring = RingReader::Open(*files_.OpenForReading("ring"), "ring");
    ASSERT_TRUE(ring);
    auto tape = tape::TapeWriter::Create(files_, "tape.mcap");
    ASSERT_TRUE(tape);
    uint64_t id = 0;
    RingDrain drain(**ring, {.channel_for =
                                 [&](std::string_view topic) {
                                   return (*tape)->ChannelFor(topic);
                                 },
                             .write =
                                 [&](const tape::Message& message) {
                                   return (*tape)->Write(message);
                                 },
                             .new_id = [&] { return ++id; }});
    EXPECT_EQ(*drain.Step(), 1u);
    EXPECT_EQ(*drain.Finish(), 1u);
    EXPECT_EQ(drain.messages(), 2u);
    EXPECT_EQ(drain.refused(), 1u);
    ASSERT_TRUE((*tape)->Finish());
  }

  MemoryFileSystem files_;
  std::string bytes_;
};

TEST_F(DrainTest, MovesMessagesAndReportsWhatIsMissing) {
  Drain();
  auto tape = tape::TapeReader::Open(files_, "tape.mcap");
  ASSERT_TRUE(tape);
  std::vector<std::string> calls;
  std::vector<std::string> reports;
  tape::MessageCursor cursor = (*tape)->Messages();
  while (const tape::Message* message = cursor.Next()) {
    const std::string& topic =
        (*tape)->channels().at(message->channel_id).topic;
    (topic == "/call" ? calls : reports).emplace_back(message->data);
    EXPECT_EQ(message->log_time, 30u);
  }
  EXPECT_THAT(calls, ElementsAre("first", "after a hole"));
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_THAT(reports[0], testing::HasSubstr("1 were on channels that a tape "
                                             "does not have, and 104 bytes"));
}

TEST_F(DrainTest, CallsOfATapeBecomeAReplayFileThatReadsTheSame) {
  Drain();
  auto tape = tape::TapeReader::Open(files_, "tape.mcap");
  ASSERT_TRUE(tape);
  EXPECT_EQ(*WriteReplayFile(**tape, files_, "replay.ring"), 2u);
  auto ring =
      RingReader::Open(*files_.OpenForReading("replay.ring"), "replay.ring");
  ASSERT_TRUE(ring) << ring.error().message;
  auto message = (*ring)->Next();
  ASSERT_TRUE(message && *message);
  EXPECT_EQ((*message)->data, "first");
  EXPECT_EQ((*message)->publish_time, 20u);
  message = (*ring)->Next();
  ASSERT_TRUE(message && *message);
  EXPECT_EQ((*message)->data, "after a hole");
  message = (*ring)->Next();
  ASSERT_TRUE(message);
  EXPECT_EQ(*message, nullptr);
}

}  // namespace
}  // namespace reprise::ring
