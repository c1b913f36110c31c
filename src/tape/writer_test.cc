#include "tape/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/faulty_file_system.h"
#include "base/text.h"
#include "tape/tape_testing.h"

namespace reprise::tape {
namespace {

using ::testing::ElementsAre;
using testing::Get;
using ::testing::HasSubstr;
using testing::Ok;
using testing::OpenBytes;
using testing::ReadAll;
using testing::SampleBytes;

std::string Finished(WriterOptions options,
                     const std::function<void(TapeWriter&)>& write) {
  MemoryFileSystem files;
  auto writer = Get(TapeWriter::Create(files, "t", std::move(options)));
  write(*writer);
  Ok(writer->Finish());
  return Get(files.Get("t"));
}

TEST(TapeWriter, WritesTheSpecifiedBytes) {
  WriterOptions options;
  options.compression = Compression::kNone;
  options.header = {"p", "l"};
  const std::string bytes = Finished(options, [](TapeWriter& writer) {
    Ok(writer.AddChannel({1, 0, "/t", "e", {}}));
    Ok(writer.Write({1, 3, 4, 5, "d"}));
  });
  EXPECT_EQ(HexEncode(bytes),
            "894d434150300d0a"
            // Header
            "01"
            "0a00000000000000"
            "01000000"
            "70"
            "01000000"
            "6c"
            // Channel
            "04"
            "1300000000000000"
            "0100"
            "0000"
            "02000000"
            "2f74"
            "01000000"
            "65"
            "00000000"
            // Chunk: times, size, CRC, no compression, one message
            "06"
            "4800000000000000"
            "0400000000000000"
            "0400000000000000"
            "2000000000000000"
            "fcf2becc"
            "00000000"
            "2000000000000000"
            "05"
            "1700000000000000"
            "0100"
            "03000000"
            "0400000000000000"
            "0500000000000000"
            "64"
            // MessageIndex
            "07"
            "1600000000000000"
            "0100"
            "10000000"
            "0400000000000000"
            "0000000000000000"
            // DataEnd
            "0f"
            "0400000000000000"
            "84151ec7"
            // Summary: Channel, Statistics, ChunkIndex
            "04"
            "1300000000000000"
            "0100"
            "0000"
            "02000000"
            "2f74"
            "01000000"
            "65"
            "00000000"
            "0b"
            "3800000000000000"
            "0100000000000000"
            "0000"
            "01000000"
            "00000000"
            "00000000"
            "01000000"
            "0400000000000000"
            "0400000000000000"
            "0a000000"
            "0100"
            "0100000000000000"
            "08"
            "4a00000000000000"
            "0400000000000000"
            "0400000000000000"
            "3700000000000000"
            "5100000000000000"
            "0a000000"
            "0100"
            "8800000000000000"
            "1f00000000000000"
            "00000000"
            "2000000000000000"
            "2000000000000000"
            // SummaryOffsets of the three
            "0e"
            "1100000000000000"
            "04"
            "b400000000000000"
            "1c00000000000000"
            "0e"
            "1100000000000000"
            "0b"
            "d000000000000000"
            "4100000000000000"
            "0e"
            "1100000000000000"
            "08"
            "1101000000000000"
            "5300000000000000"
            // Footer
            "02"
            "1400000000000000"
            "b400000000000000"
            "6401000000000000"
            "75957e6e"
            "894d434150300d0a");
}

TEST(TapeWriter, ClosesAChunkWhenItIsLargeEnough) {
  WriterOptions options;
  options.chunk_bytes = 1000;
  auto tape = OpenBytes(Finished(options, [](TapeWriter& writer) {
    Ok(writer.AddChannel({1, 0, "/t", "", {}}));
    const std::string data(400, 'x');
    for (uint64_t i = 0; i < 7; i++) Ok(writer.Write({1, 0, i, i, data}));
  }));
  // 431 bytes each with their prefix: a chunk is closed after three.
  EXPECT_EQ(tape->statistics().chunk_count, 3u);
  EXPECT_EQ(ReadAll(*tape).size(), 7u);
}

TEST(TapeWriter, RefusesWhatWouldMakeATapeUnreadable) {
  MemoryFileSystem files;
  auto writer = Get(TapeWriter::Create(files, "t"));
  EXPECT_EQ(writer->AddSchema({0, "s", "", ""}).error().kind,
            ErrorKind::kInvalidArgument);
  Ok(writer->AddSchema({1, "s", "", ""}));
  Ok(writer->AddSchema({1, "s", "", ""}));
  EXPECT_THAT(writer->AddSchema({1, "other", "", ""}).error().message,
              HasSubstr("schema id 1 is taken by s"));
  EXPECT_THAT(writer->AddChannel({1, 9, "/t", "", {}}).error().message,
              HasSubstr("names the schema 9"));
  Ok(writer->AddChannel({1, 1, "/t", "", {}}));
  EXPECT_THAT(writer->AddChannel({1, 1, "/u", "", {}}).error().message,
              HasSubstr("channel id 1 is taken by /t"));
  EXPECT_THAT(writer->Write({2, 0, 0, 0, ""}).error().message,
              HasSubstr("channel 2, which was not added"));
  const std::string huge(kMaxMessageBytes + 1, 'x');
  EXPECT_EQ(writer->Write({1, 0, 0, 0, huge}).error().kind,
            ErrorKind::kUnsupported);
  Ok(writer->Finish());
  EXPECT_TRUE(OpenBytes(Get(files.Get("t")))->Problems().empty());
}

TEST(TapeWriter, GivesFreeIds) {
  MemoryFileSystem files;
  auto writer = Get(TapeWriter::Create(files, "t"));
  EXPECT_EQ(Get(writer->FreeChannelId()), 1);
  Ok(writer->AddChannel({7, 0, "/t", "", {}}));
  EXPECT_EQ(Get(writer->FreeChannelId()), 8);
  Ok(writer->AddChannel({65535, 0, "/u", "", {}}));
  EXPECT_EQ(Get(writer->FreeChannelId()), 1);
}

TEST(TapeWriter, OpensChannelsOfTheTable) {
  MemoryFileSystem files;
  auto writer = Get(TapeWriter::Create(files, "t"));
  const uint16_t anchor = Get(writer->ChannelFor("/reprise/anchor"));
  EXPECT_EQ(Get(writer->ChannelFor("/reprise/anchor")), anchor);
  const uint16_t light = Get(writer->ChannelFor("/sensor/light"));
  const uint16_t pressure = Get(writer->ChannelFor("/sensor/pressure"));
  const uint16_t other = Get(writer->ChannelFor("/sensor/light", {{"k", "v"}}));
  EXPECT_NE(light, pressure);
  EXPECT_NE(light, other);
  EXPECT_EQ(writer->channels().at(light).schema_id,
            writer->channels().at(pressure).schema_id);
  EXPECT_EQ(writer->ChannelFor("/nonsense").error().kind,
            ErrorKind::kInvalidArgument);
}

TEST(TapeWriter, LargeAttachmentsComeInPieces) {
  const std::string bytes = Finished({}, [](TapeWriter& writer) {
    Ok(writer.BeginAttachment({1, 2, "big", "x/y"}, 6));
    Ok(writer.AttachmentData("abc"));
    Ok(writer.AttachmentData("def"));
    Ok(writer.BeginAttachment({1, 2, "empty", "x/y"}, 0));
  });
  auto tape = OpenBytes(bytes, {.verify = true});
  ASSERT_EQ(tape->attachments().size(), 2u);
  std::string data;
  Ok(tape->ReadAttachment(tape->attachments()[0], [&](std::string_view piece) {
    data += piece;
    return Status();
  }));
  EXPECT_EQ(data, "abcdef");
  EXPECT_EQ(tape->attachments()[1].info.name, "empty");
  EXPECT_THAT(tape->Problems(), ElementsAre());
}

TEST(TapeWriter, AFullDiskLeavesWholeRecords) {
  const size_t full_size = SampleBytes(3, 10).size();
  for (uint64_t room = 0; room < full_size; room++) {
    MemoryFileSystem memory;
    FaultyFileSystem disk(memory);
    disk.FillAfter(room);
    auto writer = TapeWriter::Create(disk, "t");
    Status last;
    if (writer) {
      TapeWriter& w = **writer;
      (void)w.AddChannel({1, 0, "/a", "", {}});
      for (uint64_t i = 0; i < 30; i++) {
        (void)w.Write({1, 0, i, i, "some data"});
        if (i % 10 == 9) (void)w.CloseChunk();
      }
      (void)w.AddAttachment({1, 1, "a", "b"}, std::string(1000, 'x'));
      last = w.Finish();
      EXPECT_FALSE(last) << room;
      // The error is kept: nothing is written into a tape with a hole.
      EXPECT_FALSE(w.Write({1, 0, 1, 1, ""}));
    }
    const std::string bytes = Get(memory.Get("t"));
    if (bytes.empty()) continue;
    auto tape = OpenBytes(bytes);
    // What is there was cut back to whole records.
    EXPECT_EQ(tape->cut_at(), bytes.size()) << room;
    EXPECT_TRUE(tape->damage().empty()) << room;
    EXPECT_FALSE(tape->complete()) << room;
  }
}

TEST(TapeWriter, WithoutFinishWhatWasWrittenIsKept) {
  MemoryFileSystem files;
  {
    auto writer = Get(TapeWriter::Create(files, "t"));
    Ok(writer->AddChannel({1, 0, "/a", "", {}}));
    Ok(writer->Write({1, 0, 1, 1, "x"}));
    Ok(writer->BeginAttachment({1, 1, "half", ""}, 10));
    Ok(writer->AttachmentData("12345"));
  }
  auto tape = OpenBytes(Get(files.Get("t")));
  EXPECT_FALSE(tape->complete());
  EXPECT_EQ(ReadAll(*tape).size(), 1u);
  EXPECT_TRUE(tape->attachments().empty());
  EXPECT_TRUE(tape->damage().empty());
}

}  // namespace
}  // namespace reprise::tape
