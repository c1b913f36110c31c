#include "tape/recover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/faulty_file_system.h"
#include "base/memory_file_system.h"
#include "tape/edit_testing.h"

namespace reprise::tape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Strings = std::vector<std::string>;

class RecoverTest : public ::testing::Test {
 protected:
  // `chunks` chunks of two messages each, logged at 1 s and every 100 ms, with
  // two attachments and a metadata record before them.
  void PutTape(size_t chunks, bool finish = true) {
    auto writer = TapeWriter::Create(files_, "in.mcap");
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->AddMetadata({"reprise", {{"verb", "record"}}}));
    ASSERT_TRUE((*writer)->AddAttachment({1, 2, "one", "text/plain"}, "first"));
    ASSERT_TRUE(
        (*writer)->AddAttachment({3, 4, "two", "text/plain"}, "second"));
    const auto touch = (*writer)->ChannelFor("/input/touch");
    const auto evdev = (*writer)->ChannelFor("/input/evdev/event0");
    ASSERT_TRUE(touch && evdev);
    for (uint64_t i = 0; i < chunks; i++) {
      const uint64_t time = 1000000000 + i * 100000000;
      ASSERT_TRUE((*writer)->Write(
          {*evdev, uint32_t(i), time, time - 5, EvdevData(2 * i + 1)}));
      ASSERT_TRUE((*writer)->Write({*touch, uint32_t(i), time + 1, time - 5,
                                    TouchData(2 * i + 2, 2 * i + 1, {7})}));
      ASSERT_TRUE((*writer)->CloseChunk());
    }
    if (finish) {
      ASSERT_TRUE((*writer)->Finish());
    }
  }

  RecoverReport Recovered() {
    auto report = Recover(files_, "in.mcap", "out.mcap");
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : RecoverReport();
  }

  void Flip(uint64_t offset) {
    std::string bytes = *files_.Get("in.mcap");
    bytes[offset] = static_cast<char>(bytes[offset] ^ 1);
    files_.Put("in.mcap", bytes);
  }

  MemoryFileSystem files_;
};

TEST_F(RecoverTest, CopiesAWholeTape) {
  PutTape(3);
  const RecoverReport report = Recovered();
  EXPECT_TRUE(report.was_complete);
  EXPECT_EQ(report.messages, 6u);
  EXPECT_EQ(report.chunks, 3u);
  EXPECT_EQ(report.attachments, 2u);
  EXPECT_EQ(report.metadata, 1u);
  EXPECT_THAT(report.losses, IsEmpty());
  EXPECT_EQ(Lines(files_, "out.mcap"), Lines(files_, "in.mcap"));
  const auto in = OpenTape(files_, "in.mcap");
  const auto out = OpenTape(files_, "out.mcap");
  EXPECT_EQ(out->channels(), in->channels());
  EXPECT_EQ(out->schemas(), in->schemas());
  EXPECT_EQ(out->metadata(), in->metadata());
  EXPECT_EQ(out->blocks().size(), 1u);
  std::string data;
  ASSERT_TRUE(out->ReadAttachment(out->attachments()[1],
                                  [&data](std::string_view piece) -> Status {
                                    data += piece;
                                    return {};
                                  }));
  EXPECT_EQ(data, "second");
  EXPECT_EQ(out->attachments()[1].info.log_time, 3u);
  EXPECT_EQ(out->attachments()[1].info.create_time, 4u);
}

TEST_F(RecoverTest, FinishesACutTapeAndSaysWhereItWasCut) {
  PutTape(3, /*finish=*/false);
  const auto in = OpenTape(files_, "in.mcap");
  const uint64_t last = in->blocks()[2].offset;
  files_.Put("in.mcap", files_.Get("in.mcap")->substr(0, last + 20));
  const RecoverReport report = Recovered();
  EXPECT_FALSE(report.was_complete);
  EXPECT_EQ(report.messages, 4u);
  EXPECT_EQ(report.chunks, 2u);
  ASSERT_EQ(report.losses.size(), 1u);
  EXPECT_EQ(report.losses[0].offset, last);
  EXPECT_EQ(report.losses[0].size, 20u);
  EXPECT_EQ(report.losses[0].after, 1100000001u);
  EXPECT_EQ(report.losses[0].before, std::nullopt);
  EXPECT_THAT(report.losses[0].what,
              HasSubstr(fmt::format("up to byte {} of {}", last, last + 20)));
  EXPECT_THAT(Lines(files_, "out.mcap"),
              ElementsAre("/input/evdev/event0 #0 1000000000/999999995 id 1",
                          "/input/touch #0 1000000001/999999995 id 2 cause 1 "
                          "refs 7",
                          "/input/evdev/event0 #1 1100000000/1099999995 id 3",
                          "/input/touch #1 1100000001/1099999995 id 4 cause 3 "
                          "refs 7"));
  EXPECT_EQ(OpenTape(files_, "out.mcap")->metadata().back(),
            (Metadata{"reprise.end",
                      {{"log_time", "1100000001"}, {"reason", "recovered"}}}));
}

TEST_F(RecoverTest, LeavesOutADamagedChunkAndSaysItsTimes) {
  PutTape(3);
  const Block hit = OpenTape(files_, "in.mcap")->blocks()[1];
  Flip(hit.offset + hit.length - 1);
  const RecoverReport report = Recovered();
  EXPECT_TRUE(report.was_complete);
  EXPECT_EQ(report.messages, 4u);
  EXPECT_EQ(report.chunks, 2u);
  const auto loss = std::ranges::find(report.losses, hit.offset, &Loss::offset);
  ASSERT_NE(loss, report.losses.end());
  EXPECT_EQ(loss->size, hit.length);
  EXPECT_EQ(loss->after, 1100000000u);
  EXPECT_EQ(loss->before, 1100000001u);
  EXPECT_THAT(loss->what, HasSubstr(fmt::format("at byte {}", hit.offset)));
  EXPECT_THAT(loss->what,
              HasSubstr("between 100ms and 100.000001ms after the first"));
  EXPECT_EQ(Lines(files_, "out.mcap").size(), 4u);
}

TEST_F(RecoverTest, ReadsAChunkWhoseFirstBytesAreDamagedAndSaysSo) {
  PutTape(3);
  Flip(OpenTape(files_, "in.mcap")->blocks()[1].offset);
  const RecoverReport report = Recovered();
  EXPECT_EQ(report.messages, 6u);
  ASSERT_EQ(report.losses.size(), 1u);
  EXPECT_THAT(report.losses[0].what, HasSubstr("were read nevertheless"));
  EXPECT_EQ(Lines(files_, "out.mcap").size(), 6u);
}

TEST_F(RecoverTest, LeavesOutADamagedAttachment) {
  PutTape(1);
  const AttachmentIndex hit = OpenTape(files_, "in.mcap")->attachments()[0];
  Flip(hit.offset + hit.length - 5);
  const RecoverReport report = Recovered();
  EXPECT_EQ(report.attachments, 1u);
  EXPECT_EQ(report.messages, 2u);
  const auto loss = std::ranges::find(report.losses, hit.offset, &Loss::offset);
  ASSERT_NE(loss, report.losses.end());
  EXPECT_THAT(loss->what, HasSubstr("the attachment one at byte"));
  EXPECT_THAT(loss->what, HasSubstr("wrong checksum"));
  const auto out = OpenTape(files_, "out.mcap");
  ASSERT_EQ(out->attachments().size(), 1u);
  EXPECT_EQ(out->attachments()[0].info.name, "two");
}

TEST_F(RecoverTest, IsWholeWhenRecoveredAgain) {
  PutTape(3, /*finish=*/false);
  Recovered();
  auto again = Recover(files_, "out.mcap", "again.mcap");
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->was_complete);
  EXPECT_THAT(again->losses, IsEmpty());
  EXPECT_TRUE(*files_.Get("again.mcap") == *files_.Get("out.mcap"));
}

TEST_F(RecoverTest, DoesNotReplaceTheDamagedTape) {
  PutTape(1);
  for (const std::string out : {"in.mcap", "./in.mcap", "x/../in.mcap"}) {
    const auto report = Recover(files_, "in.mcap", out);
    ASSERT_FALSE(report) << out;
    EXPECT_EQ(report.error().kind, ErrorKind::kInvalidArgument);
  }
}

TEST_F(RecoverTest, RefusesWhatIsNoTape) {
  files_.Put("in.mcap", "\x89PNG\r\n\x1a\n, and more");
  EXPECT_FALSE(Recover(files_, "in.mcap", "out.mcap"));
  EXPECT_THAT(files_.Paths(), ElementsAre("in.mcap"));
}

TEST_F(RecoverTest, LeavesNothingBehindWhenTheDiskIsFull) {
  PutTape(3);
  for (uint64_t room = 0;; room += 97) {
    FaultyFileSystem disk(files_);
    disk.FillAfter(room);
    const auto report = Recover(disk, "in.mcap", "out.mcap");
    if (report) break;
    ASSERT_LT(room, 2 * files_.Get("in.mcap")->size());
    EXPECT_EQ(report.error().kind, ErrorKind::kIo);
    EXPECT_THAT(files_.Paths(), ElementsAre("in.mcap"));
  }
  EXPECT_EQ(Lines(files_, "out.mcap").size(), 6u);
}

TEST_F(RecoverTest, RepacksManySmallChunks) {
  PutTape(40);
  const Strings before = Lines(files_, "in.mcap");
  const auto repacked = Repack(files_, "in.mcap");
  ASSERT_TRUE(repacked);
  EXPECT_TRUE(*repacked);
  EXPECT_EQ(Lines(files_, "in.mcap"), before);
  const auto tape = OpenTape(files_, "in.mcap");
  EXPECT_EQ(tape->blocks().size(), 1u);
  EXPECT_EQ(tape->attachments().size(), 2u);
  EXPECT_THAT(tape->metadata(),
              ElementsAre(Metadata{"reprise", {{"verb", "record"}}}));
  EXPECT_THAT(files_.Paths(), ElementsAre("in.mcap"));
  EXPECT_FALSE(*Repack(files_, "in.mcap"));
}

TEST_F(RecoverTest, RepacksOnlyWhatIsWhole) {
  PutTape(40);
  Flip(OpenTape(files_, "in.mcap")->blocks()[7].offset + 60);
  std::string bytes = *files_.Get("in.mcap");
  EXPECT_FALSE(*Repack(files_, "in.mcap"));
  EXPECT_EQ(*files_.Get("in.mcap"), bytes);

  PutTape(40, /*finish=*/false);
  bytes = *files_.Get("in.mcap");
  EXPECT_FALSE(*Repack(files_, "in.mcap"));
  EXPECT_EQ(*files_.Get("in.mcap"), bytes);
}

TEST_F(RecoverTest, LeavesTheTapeAloneWhenRepackingFails) {
  PutTape(40);
  const std::string bytes = *files_.Get("in.mcap");
  FaultyFileSystem disk(files_);
  disk.FillAfter(2000);
  EXPECT_FALSE(Repack(disk, "in.mcap"));
  EXPECT_EQ(*files_.Get("in.mcap"), bytes);
  EXPECT_THAT(files_.Paths(), ElementsAre("in.mcap"));
}

TEST(IsWorthRepacking, LooksAtNumberAndSize) {
  Block small;
  small.uncompressed_size = 10 << 10;
  Block large;
  large.uncompressed_size = 1 << 20;
  EXPECT_FALSE(IsWorthRepacking({}));
  EXPECT_FALSE(IsWorthRepacking(std::vector<Block>(15, small)));
  EXPECT_TRUE(IsWorthRepacking(std::vector<Block>(16, small)));
  EXPECT_FALSE(IsWorthRepacking(std::vector<Block>(1000, large)));
}

}  // namespace
}  // namespace reprise::tape
