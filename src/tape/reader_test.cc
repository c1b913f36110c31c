#include "tape/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/faulty_file_system.h"
#include "tape/crc.h"
#include "tape/mcap_bytes.h"
#include "tape/tape_testing.h"

namespace reprise::tape {
namespace {

using ::testing::ElementsAre;
using testing::Get;
using ::testing::HasSubstr;
using testing::Ok;
using testing::OpenBytes;
using testing::OwnedMessage;
using testing::ReadAll;
using testing::SampleBytes;
using testing::WriteSample;

std::vector<uint64_t> Times(const std::vector<OwnedMessage>& messages) {
  std::vector<uint64_t> times;
  for (const auto& message : messages) times.push_back(message.log_time);
  return times;
}

Error OpenError(std::string bytes) {
  MemoryFileSystem files;
  files.Put("t", std::move(bytes));
  auto tape = TapeReader::Open(files, "t");
  EXPECT_FALSE(tape);
  return tape ? Error{} : tape.error();
}

TEST(TapeReader, ReadsWhatWasWritten) {
  for (const Compression compression :
       {Compression::kNone, Compression::kZstd}) {
    WriterOptions options;
    options.compression = compression;
    auto tape = OpenBytes(SampleBytes(3, 4, options));
    EXPECT_TRUE(tape->complete());
    EXPECT_THAT(tape->Problems(), ElementsAre());
    EXPECT_EQ(tape->tape_version(), kTapeVersion);
    EXPECT_EQ(tape->schemas().at(1), (Schema{1, "s", "jsonschema", "{}"}));
    EXPECT_EQ(tape->channels().at(1),
              (Channel{1, 1, "/a", "json", {{"key", "value"}}}));
    EXPECT_EQ(tape->statistics().message_count, 12u);
    EXPECT_EQ(tape->statistics().channel_message_counts.at(2), 6u);
    EXPECT_EQ(tape->statistics().message_start_time, 1000u);
    EXPECT_EQ(tape->statistics().message_end_time, 1110u);
    ASSERT_EQ(tape->metadata().size(), 1u);
    EXPECT_EQ(tape->metadata()[0], (Metadata{"about", {{"author", "a test"}}}));
    ASSERT_EQ(tape->attachments().size(), 1u);
    const auto messages = ReadAll(*tape);
    ASSERT_EQ(messages.size(), 12u);
    EXPECT_EQ(messages[3],
              (OwnedMessage{2, 3, 1030, 1029,
                            "message 3;message 3;message 3;message 3;"
                            "message 3;"}));
  }
}

TEST(TapeReader, VerifyFindsNothingWrongWithAGoodTape) {
  auto tape = OpenBytes(SampleBytes(5, 10), {.verify = true});
  EXPECT_THAT(tape->Problems(), ElementsAre());
  EXPECT_EQ(ReadAll(*tape).size(), 50u);
}

TEST(TapeReader, SelectsByTimeAndChannel) {
  auto tape = OpenBytes(SampleBytes(4, 5));
  EXPECT_THAT(Times(ReadAll(*tape, {.from = 1045, .to = 1070})),
              ElementsAre(1050, 1060, 1070));
  ReadFilter filter;
  filter.channels = std::set<uint16_t>{2};
  filter.to = 1060;
  EXPECT_THAT(Times(ReadAll(*tape, filter)), ElementsAre(1010, 1030, 1050));
  filter.channels = std::set<uint16_t>{};
  EXPECT_TRUE(ReadAll(*tape, filter).empty());
  EXPECT_TRUE(ReadAll(*tape, {.from = 5000}).empty());
}

TEST(TapeReader, OpensOnlyTheChunksThatWereAskedFor) {
  MemoryFileSystem memory;
  {
    auto writer = Get(TapeWriter::Create(memory, "t"));
    WriteSample(*writer, 100, 5);
    Ok(writer->Finish());
  }
  FaultyFileSystem disk(memory);
  auto tape = Get(TapeReader::Open(disk, "t"));
  const uint64_t before = disk.Count(FileCall::kReadAt);
  EXPECT_EQ(ReadAll(*tape, {.from = 3000, .to = 3000}).size(), 1u);
  EXPECT_EQ(disk.Count(FileCall::kReadAt), before + 1);
}

// Messages of several chunks, times mixed, with equal ones among them.
std::string MixedBytes(Compression compression) {
  MemoryFileSystem files;
  WriterOptions options;
  options.compression = compression;
  auto writer = Get(TapeWriter::Create(files, "t", options));
  Ok(writer->AddChannel({0, 0, "/zero", "", {}}));
  const std::vector<std::vector<uint64_t>> chunks = {
      {50, 10, 30}, {20, 30, 90}, {5}, {60, 60, 40}, {30}};
  uint32_t sequence = 0;
  for (const auto& chunk : chunks) {
    for (const uint64_t time : chunk) {
      Ok(writer->Write({0, sequence++, time, time, ""}));
    }
    Ok(writer->CloseChunk());
  }
  Ok(writer->Finish());
  return Get(files.Get("t"));
}

TEST(TapeReader, GivesOverlappingChunksInTheOrderOfTime) {
  auto tape = OpenBytes(MixedBytes(Compression::kZstd));
  const auto messages = ReadAll(*tape);
  EXPECT_THAT(Times(messages),
              ElementsAre(5, 10, 20, 30, 30, 30, 40, 50, 60, 60, 90));
  // Of the three at 30, the first in the file comes first.
  EXPECT_EQ(messages[3].sequence, 2u);
  EXPECT_EQ(messages[4].sequence, 4u);
  EXPECT_EQ(messages[5].sequence, 10u);
}

TEST(TapeReader, GivesTheOrderOfTheFileWhenAsked) {
  auto tape = OpenBytes(MixedBytes(Compression::kNone));
  EXPECT_THAT(Times(ReadAll(*tape, {.order = ReadFilter::Order::kFile})),
              ElementsAre(50, 10, 30, 20, 30, 90, 5, 60, 60, 40, 30));
}

TEST(TapeReader, ATapeCutAnywhereGivesAllCompleteChunks) {
  const std::string whole = SampleBytes(4, 3);
  auto reference = OpenBytes(whole);
  const auto all = ReadAll(*reference);
  for (size_t size = 1; size < whole.size(); size++) {
    auto tape = OpenBytes(whole.substr(0, size));
    size_t expected = 0;
    for (const Block& block : reference->blocks()) {
      if (block.offset + block.length <= size) expected += 3;
    }
    const auto messages = ReadAll(*tape);
    ASSERT_EQ(messages.size(), expected) << "cut at " << size;
    EXPECT_TRUE(std::equal(messages.begin(), messages.end(), all.begin()));
    ASSERT_FALSE(tape->complete()) << "cut at " << size;
    ASSERT_EQ(tape->Problems().size(), 1u) << "cut at " << size;
    EXPECT_THAT(tape->Problems()[0], HasSubstr("byte"));
  }
}

// That of `all`, three in each block of `reference`, those are in `messages`
// whose block the flipped bit did not hit.
void ExpectOthersKept(const TapeReader& reference,
                      const std::vector<OwnedMessage>& all,
                      const std::vector<OwnedMessage>& messages, size_t bit) {
  for (size_t i = 0; i < reference.blocks().size(); i++) {
    const Block& block = reference.blocks()[i];
    if (bit / 8 >= block.offset && bit / 8 < block.offset + block.length) {
      continue;
    }
    for (size_t m = 3 * i; m < 3 * i + 3; m++) {
      ASSERT_TRUE(std::find(messages.begin(), messages.end(), all[m]) !=
                  messages.end())
          << "message " << m << " is lost by bit " << bit;
    }
  }
}

TEST(TapeReader, AFlippedBitCostsAtMostTheChunkItHits) {
  const std::string whole = SampleBytes(4, 3);
  auto reference = OpenBytes(whole);
  const auto all = ReadAll(*reference);
  for (size_t bit = 0; bit < whole.size() * 8; bit++) {
    std::string bytes = whole;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    auto tape = OpenBytes(bytes, {.verify = true});
    const auto messages = ReadAll(*tape);
    ASSERT_NO_FATAL_FAILURE(ExpectOthersKept(*reference, all, messages, bit));
    ASSERT_FALSE(tape->Problems().empty()) << "bit " << bit << " unnoticed";
  }
}

TEST(TapeReader, AFlippedBitInATapeWithoutSummaryIsSurvived) {
  const std::string whole = SampleBytes(4, 3, {}, false);
  auto reference = OpenBytes(whole);
  const auto all = ReadAll(*reference);
  ASSERT_EQ(all.size(), 12u);
  for (size_t bit = 0; bit < whole.size() * 8; bit++) {
    std::string bytes = whole;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    auto tape = OpenBytes(bytes);
    const auto messages = ReadAll(*tape);
    ASSERT_NO_FATAL_FAILURE(ExpectOthersKept(*reference, all, messages, bit));
  }
}

TEST(TapeReader, ALostChannelKeepsItsMessages) {
  std::string bytes = SampleBytes(1, 2, {}, false);
  const size_t topic = bytes.find("/b");
  // Its record claims to be a Metadata record now, which does not parse.
  bytes[topic - 4 - 4 - 9] = static_cast<char>(Op::kMetadata);
  auto tape = OpenBytes(bytes);
  EXPECT_EQ(ReadAll(*tape).size(), 2u);
  EXPECT_EQ(tape->channels().at(2).topic, "/lost/2");
}

TEST(TapeReader, SaysWhatAFileIsThatIsNoTape) {
  EXPECT_THAT(OpenError("").message, HasSubstr("t is empty"));
  EXPECT_THAT(OpenError("\x89PNG\r\n\x1a\n....").message,
              HasSubstr("not a tape (an MCAP file): it is a PNG picture"));
  EXPECT_THAT(OpenError("PK\x03\x04......").message, HasSubstr("zip"));
  EXPECT_THAT(OpenError("{\"tape\":1}\n").message,
              HasSubstr("reprise convert"));
  EXPECT_EQ(OpenError("hello world").kind, ErrorKind::kCorruption);
}

TEST(TapeReader, RefusesTapesOfTheFuture) {
  WriterOptions options;
  options.header = {"x-reprise/2", "reprise 9.0, tape version 2"};
  const Error newer = OpenError(SampleBytes(1, 1, options));
  EXPECT_EQ(newer.kind, ErrorKind::kUnsupported);
  EXPECT_THAT(newer.message, HasSubstr("a tape of version 2, written by "
                                       "reprise 9.0"));
  options.header = {"", ""};
  std::string mcap1 = SampleBytes(1, 1, options);
  mcap1[5] = '1';
  EXPECT_EQ(OpenError(mcap1).kind, ErrorKind::kUnsupported);
}

TEST(TapeReader, ForeignFilesAreNotTapes) {
  WriterOptions options;
  options.header = {"ros2", "somebody"};
  auto tape = OpenBytes(SampleBytes(1, 1, options));
  EXPECT_EQ(tape->tape_version(), 0);
  EXPECT_EQ(tape->header().profile, "ros2");
  EXPECT_EQ(ReadAll(*tape).size(), 1u);
}

TEST(TapeReader, ReadsMessagesOutsideChunks) {
  std::string bytes(kMagic);
  Append(&bytes, Header{"", "hand-made"});
  Append(&bytes, Channel{3, 0, "/loose", "", {}});
  Append(&bytes, Message{3, 0, 20, 20, "second"});
  Append(&bytes, Message{3, 0, 10, 10, "first"});
  Append(&bytes, Metadata{"between", {}});
  Append(&bytes, Message{3, 0, 30, 30, "third"});
  Append(&bytes, DataEnd{});
  Append(&bytes, Footer{});
  bytes += kMagic;
  auto tape = OpenBytes(bytes);
  EXPECT_TRUE(tape->complete());
  EXPECT_THAT(tape->Problems(), ElementsAre());
  EXPECT_EQ(tape->statistics().message_count, 3u);
  EXPECT_THAT(Times(ReadAll(*tape)), ElementsAre(10, 20, 30));
}

TEST(TapeReader, ALengthOf4GiBIsNoReasonToAllocate) {
  std::string bytes = SampleBytes(2, 2, {}, false);
  auto reference = OpenBytes(bytes);
  const uint64_t length = uint64_t{4} << 30;
  std::memcpy(bytes.data() + reference->blocks()[0].offset + 1, &length, 8);
  auto tape = OpenBytes(bytes);
  EXPECT_EQ(ReadAll(*tape).size(), 2u);
  ASSERT_EQ(tape->damage().size(), 1u);
  EXPECT_THAT(tape->damage()[0].what, HasSubstr("4294967296"));
}

TEST(TapeReader, AHeaderOf4GiBWithNothingBehindItIsNoTape) {
  std::string bytes(kMagic);
  Append(&bytes, Header{"x-reprise/1", "l"});
  const uint64_t length = uint64_t{4} << 30;
  std::memcpy(bytes.data() + kMagic.size() + 1, &length, 8);
  bytes.resize(bytes.size() - 6);
  EXPECT_EQ(OpenError(bytes).kind, ErrorKind::kCorruption);
}

TEST(TapeReader, AChunkThatClaimsTooMuchIsSkipped) {
  std::string bytes(kMagic);
  Append(&bytes, Header{"", ""});
  Append(&bytes, Channel{1, 0, "/t", "", {}});
  Append(&bytes, Chunk{0, 0, kMaxChunkBytes + 1, 0, "zstd", "x"});
  Append(&bytes, Chunk{0, 0, 5, 0, "zstd", "x"});
  Append(&bytes, DataEnd{});
  Append(&bytes, Footer{});
  bytes += kMagic;
  auto tape = OpenBytes(bytes);
  ASSERT_EQ(tape->damage().size(), 2u);
  EXPECT_THAT(tape->damage()[0].what, HasSubstr("claims 268435457 bytes"));
  EXPECT_THAT(tape->damage()[1].what, HasSubstr("cannot be decompressed"));
}

TEST(TapeReader, AFileOfAnotherCompressionIsRefused) {
  std::string bytes(kMagic);
  Append(&bytes, Header{"", ""});
  Append(&bytes, Channel{1, 0, "/t", "", {}});
  Append(&bytes, Chunk{0, 0, 5, 0, "lz4", "x"});
  const Error cut = OpenError(bytes);
  EXPECT_EQ(cut.kind, ErrorKind::kUnsupported);
  EXPECT_THAT(cut.message, HasSubstr("compressed with \"lz4\""));
}

TEST(TapeReader, FollowsATapeThatIsBeingWritten) {
  MemoryFileSystem files;
  auto writer = Get(TapeWriter::Create(files, "t"));
  auto tape = Get(TapeReader::Open(files, "t"));
  EXPECT_FALSE(Get(tape->Refresh()));
  Ok(writer->AddChannel({1, 0, "/t", "", {}}));
  Ok(writer->Write({1, 0, 1, 1, "one"}));
  Ok(writer->CloseChunk());
  EXPECT_TRUE(Get(tape->Refresh()));
  EXPECT_EQ(ReadAll(*tape).size(), 1u);
  EXPECT_FALSE(Get(tape->Refresh()));
  const size_t seen = tape->blocks().size();
  Ok(writer->Write({1, 0, 2, 2, "two"}));
  Ok(writer->CloseChunk());
  EXPECT_TRUE(Get(tape->Refresh()));
  EXPECT_THAT(Times(ReadAll(*tape, {.first_block = seen})), ElementsAre(2));
  EXPECT_FALSE(tape->complete());
  Ok(writer->Finish());
  EXPECT_TRUE(Get(tape->Refresh()));
  EXPECT_TRUE(tape->complete());
  EXPECT_EQ(tape->statistics().message_count, 2u);
  EXPECT_THAT(tape->Problems(), ElementsAre());
}

TEST(TapeReader, FollowsByteByByte) {
  const std::string whole = SampleBytes(3, 2);
  MemoryFileSystem files;
  auto out = Get(files.Create("t"));
  Ok(out->Append(whole.substr(0, 1)));
  auto tape = Get(TapeReader::Open(files, "t"));
  for (size_t i = 1; i < whole.size(); i++) {
    Ok(out->Append(whole.substr(i, 1)));
    Get(tape->Refresh());
    ASSERT_TRUE(tape->damage().empty()) << i;
  }
  EXPECT_TRUE(tape->complete());
  EXPECT_EQ(ReadAll(*tape).size(), 6u);
  EXPECT_EQ(tape->metadata().size(), 1u);
}

TEST(TapeReader, ADiskThatCannotBeReadIsAnError) {
  MemoryFileSystem memory;
  memory.Put("t", SampleBytes(3, 3));
  FaultyFileSystem disk(memory);
  auto tape = Get(TapeReader::Open(disk, "t"));
  disk.Inject({.call = FileCall::kReadAt, .times = FileFault::kForever});
  MessageCursor cursor = tape->Messages();
  EXPECT_EQ(cursor.Next(), nullptr);
  EXPECT_FALSE(cursor.status());
  EXPECT_EQ(cursor.status().error().kind, ErrorKind::kIo);
  EXPECT_FALSE(TapeReader::Open(disk, "t"));
}

TEST(TapeReader, AnAttachmentWithAWrongChecksumIsAnError) {
  std::string bytes = SampleBytes(2, 2);
  bytes[bytes.find("hello")] = 'J';
  auto tape = OpenBytes(bytes);
  const Status read = tape->ReadAttachment(
      tape->attachments()[0], [](std::string_view) { return Status(); });
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("notes.txt"));
}

TEST(TapeReader, RandomBytesNeverCrashIt) {
  std::mt19937 random(1);
  const std::string whole = SampleBytes(4, 3);
  for (int round = 0; round < 300; round++) {
    std::string bytes = whole;
    for (int i = 0; i < 20; i++) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    MemoryFileSystem files;
    files.Put("t", bytes);
    auto tape = TapeReader::Open(files, "t", {.verify = round % 2 == 0});
    if (!tape) continue;
    MessageCursor cursor = (*tape)->Messages();
    while (const Message* message = cursor.Next()) {
      EXPECT_TRUE((*tape)->channels().contains(message->channel_id));
    }
  }
}

}  // namespace
}  // namespace reprise::tape
