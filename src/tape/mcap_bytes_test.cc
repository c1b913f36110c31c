#include "tape/mcap_bytes.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace reprise::tape {
namespace {

// Appends a record, compares it with literal bytes, and parses it back.
template <typename T>
T Through(const T& record, std::string_view expected_hex) {
  std::string bytes;
  Append(&bytes, record);
  EXPECT_EQ(HexEncode(bytes), expected_hex);
  T again;
  EXPECT_TRUE(Parse(std::string_view(bytes).substr(kRecordPrefix), &again));
  // Cut anywhere, it must be refused and never read beyond.
  for (size_t size = 0; size + kRecordPrefix < bytes.size(); size++) {
    const std::string cut = bytes.substr(kRecordPrefix, size);
    T unused;
    if constexpr (!std::is_same_v<T, Message>) {
      EXPECT_FALSE(Parse(cut, &unused)) << size;
    } else {
      EXPECT_EQ(Parse(cut, &unused), size >= kMessagePrefix) << size;
    }
  }
  return again;
}

TEST(McapBytes, MagicIsThatOfTheSpecification) {
  EXPECT_EQ(HexEncode(kMagic), "894d434150300d0a");
}

TEST(McapBytes, Header) {
  const Header header = Through(Header{"p", "lib"},
                                "01"
                                "0c00000000000000"
                                "01000000"
                                "70"
                                "03000000"
                                "6c6962");
  EXPECT_EQ(header.profile, "p");
  EXPECT_EQ(header.library, "lib");
}

TEST(McapBytes, Footer) {
  const Footer footer = Through(Footer{1, 2, 3},
                                "02"
                                "1400000000000000"
                                "0100000000000000"
                                "0200000000000000"
                                "03000000");
  EXPECT_EQ(footer.summary_start, 1u);
  EXPECT_EQ(footer.summary_offset_start, 2u);
  EXPECT_EQ(footer.summary_crc, 3u);
}

TEST(McapBytes, Schema) {
  const Schema schema{5, "n", "e", "d"};
  EXPECT_EQ(Through(schema,
                    "03"
                    "1100000000000000"
                    "0500"
                    "01000000"
                    "6e"
                    "01000000"
                    "65"
                    "01000000"
                    "64"),
            schema);
}

TEST(McapBytes, Channel) {
  const Channel channel{7, 5, "/t", "e", {{"k", "v"}}};
  EXPECT_EQ(Through(channel,
                    "04"
                    "1d00000000000000"
                    "0700"
                    "0500"
                    "02000000"
                    "2f74"
                    "01000000"
                    "65"
                    "0a000000"
                    "01000000"
                    "6b"
                    "01000000"
                    "76"),
            channel);
}

TEST(McapBytes, Message) {
  const Message message = Through(Message{7, 9, 10, 11, "xy"},
                                  "05"
                                  "1800000000000000"
                                  "0700"
                                  "09000000"
                                  "0a00000000000000"
                                  "0b00000000000000"
                                  "7879");
  EXPECT_EQ(message.channel_id, 7);
  EXPECT_EQ(message.sequence, 9u);
  EXPECT_EQ(message.log_time, 10u);
  EXPECT_EQ(message.publish_time, 11u);
}

TEST(McapBytes, Chunk) {
  const Chunk chunk = Through(Chunk{1, 2, 3, 4, "zstd", "abc"},
                              "06"
                              "2f00000000000000"
                              "0100000000000000"
                              "0200000000000000"
                              "0300000000000000"
                              "04000000"
                              "04000000"
                              "7a737464"
                              "0300000000000000"
                              "616263");
  EXPECT_EQ(chunk.message_start_time, 1u);
  EXPECT_EQ(chunk.message_end_time, 2u);
  EXPECT_EQ(chunk.uncompressed_size, 3u);
  EXPECT_EQ(chunk.uncompressed_crc, 4u);
  EXPECT_EQ(chunk.compression, "zstd");
}

TEST(McapBytes, MessageIndex) {
  const MessageIndex index = Through(MessageIndex{7, {{1, 2}, {3, 4}}},
                                     "07"
                                     "2600000000000000"
                                     "0700"
                                     "20000000"
                                     "0100000000000000"
                                     "0200000000000000"
                                     "0300000000000000"
                                     "0400000000000000");
  ASSERT_EQ(index.records.size(), 2u);
  EXPECT_EQ(index.records[1].log_time, 3u);
  EXPECT_EQ(index.records[1].offset, 4u);
}

TEST(McapBytes, ChunkIndex) {
  const ChunkIndex index =
      Through(ChunkIndex{1, 2, 3, 4, {{7, 5}}, 6, "", 8, 9},
              "08"
              "4a00000000000000"
              "0100000000000000"
              "0200000000000000"
              "0300000000000000"
              "0400000000000000"
              "0a000000"
              "0700"
              "0500000000000000"
              "0600000000000000"
              "00000000"
              "0800000000000000"
              "0900000000000000");
  EXPECT_EQ(index.message_index_offsets.at(7), 5u);
  EXPECT_EQ(index.message_index_length, 6u);
  EXPECT_EQ(index.uncompressed_size, 9u);
}

TEST(McapBytes, AttachmentPrefix) {
  std::string bytes;
  AppendAttachmentPrefix(&bytes, {1, 2, "n", "t/x"}, 5);
  EXPECT_EQ(HexEncode(bytes),
            "09"
            "2d00000000000000"
            "0100000000000000"
            "0200000000000000"
            "01000000"
            "6e"
            "03000000"
            "742f78"
            "0500000000000000");
  AttachmentInfo info;
  uint64_t size = 0;
  uint64_t offset = 0;
  ASSERT_TRUE(ParseAttachmentPrefix(
      std::string_view(bytes).substr(kRecordPrefix), &info, &size, &offset));
  EXPECT_EQ(info.name, "n");
  EXPECT_EQ(info.media_type, "t/x");
  EXPECT_EQ(size, 5u);
  EXPECT_EQ(offset, 36u);
}

TEST(McapBytes, AttachmentIndex) {
  const AttachmentIndex index =
      Through(AttachmentIndex{1, 2, {3, 4, "n", "t"}, 5},
              "0a"
              "3200000000000000"
              "0100000000000000"
              "0200000000000000"
              "0300000000000000"
              "0400000000000000"
              "0500000000000000"
              "01000000"
              "6e"
              "01000000"
              "74");
  EXPECT_EQ(index.info.create_time, 4u);
  EXPECT_EQ(index.data_size, 5u);
}

TEST(McapBytes, Statistics) {
  const Statistics statistics =
      Through(Statistics{1, 2, 3, 4, 5, 6, 7, 8, {{9, 10}}},
              "0b"
              "3800000000000000"
              "0100000000000000"
              "0200"
              "03000000"
              "04000000"
              "05000000"
              "06000000"
              "0700000000000000"
              "0800000000000000"
              "0a000000"
              "0900"
              "0a00000000000000");
  EXPECT_EQ(statistics.chunk_count, 6u);
  EXPECT_EQ(statistics.channel_message_counts.at(9), 10u);
}

TEST(McapBytes, MetadataAndItsIndex) {
  const Metadata metadata{"m", {{"a", ""}}};
  EXPECT_EQ(Through(metadata,
                    "0c"
                    "1200000000000000"
                    "01000000"
                    "6d"
                    "09000000"
                    "01000000"
                    "61"
                    "00000000"),
            metadata);
  const MetadataIndex index = Through(MetadataIndex{1, 2, "m"},
                                      "0d"
                                      "1500000000000000"
                                      "0100000000000000"
                                      "0200000000000000"
                                      "01000000"
                                      "6d");
  EXPECT_EQ(index.name, "m");
}

TEST(McapBytes, SummaryOffsetAndDataEnd) {
  const SummaryOffset offset = Through(SummaryOffset{Op::kChannel, 1, 2},
                                       "0e"
                                       "1100000000000000"
                                       "04"
                                       "0100000000000000"
                                       "0200000000000000");
  EXPECT_EQ(offset.group_opcode, Op::kChannel);
  EXPECT_EQ(Through(DataEnd{7},
                    "0f"
                    "0400000000000000"
                    "07000000")
                .data_section_crc,
            7u);
}

TEST(McapBytes, FieldsOfLaterVersionsAreIgnored) {
  std::string bytes;
  Append(&bytes, Metadata{"m", {}});
  Metadata metadata;
  EXPECT_TRUE(Parse(bytes.substr(kRecordPrefix) + "future", &metadata));
  EXPECT_EQ(metadata.name, "m");
}

TEST(McapBytes, ALengthBeyondTheContentIsRefused) {
  Metadata metadata;
  EXPECT_FALSE(Parse(*HexDecode("ffffffff6d"), &metadata));
  Chunk chunk;
  EXPECT_FALSE(Parse(*HexDecode("0000000000000000"
                                "0000000000000000"
                                "0000000000000000"
                                "00000000"
                                "00000000"
                                "ffffffffffffffff"),
                     &chunk));
}

}  // namespace
}  // namespace reprise::tape
