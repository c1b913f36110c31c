// The records of an MCAP file, as structures, and their bytes.
//
// One structure per record kind of the MCAP specification (version 0), with
// the field names of the specification; docs/format/tape.md says how a tape
// uses them. A record on disk is <op u8><length u64><content>. Append() writes
// a whole record; Parse() reads the content of one and is strict: it fails
// when the content is too short or a length inside it does not fit. Bytes
// after the known fields are ignored, as the specification asks, so that
// files of later minor versions open.
//
// Threads: plain values. A Message's data is a view into somebody's buffer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace reprise::tape {

inline constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};

enum class Op : uint8_t {
  kHeader = 0x01,
  kFooter = 0x02,
  kSchema = 0x03,
  kChannel = 0x04,
  kMessage = 0x05,
  kChunk = 0x06,
  kMessageIndex = 0x07,
  kChunkIndex = 0x08,
  kAttachment = 0x09,
  kAttachmentIndex = 0x0A,
  kStatistics = 0x0B,
  kMetadata = 0x0C,
  kMetadataIndex = 0x0D,
  kSummaryOffset = 0x0E,
  kDataEnd = 0x0F,
};

// Bytes before the content of a record: its op and its length.
inline constexpr uint64_t kRecordPrefix = 1 + 8;
// Bytes of a Message's content before its data.
inline constexpr uint64_t kMessagePrefix = 2 + 4 + 8 + 8;

// What is refused instead of being allocated.
inline constexpr uint64_t kMaxChunkBytes = 256u << 20;  // uncompressed
inline constexpr uint64_t kMaxMessageBytes = 64u << 20;
inline constexpr uint64_t kMaxSmallRecordBytes = 64u << 20;  // schema, map...

using StringMap = std::map<std::string, std::string>;

struct Header {
  std::string profile;
  std::string library;
};

struct Footer {
  uint64_t summary_start = 0;
  uint64_t summary_offset_start = 0;
  uint32_t summary_crc = 0;
};

struct Schema {
  uint16_t id = 0;
  std::string name;
  std::string encoding;
  std::string data;
  bool operator==(const Schema&) const = default;
};

struct Channel {
  uint16_t id = 0;
  uint16_t schema_id = 0;
  std::string topic;
  std::string message_encoding;
  StringMap metadata;
  bool operator==(const Channel&) const = default;
};

struct Message {
  uint16_t channel_id = 0;
  uint32_t sequence = 0;
  uint64_t log_time = 0;      // ns, CLOCK_MONOTONIC of the device
  uint64_t publish_time = 0;  // ns, when the event itself happened
  std::string_view data;
};

struct Chunk {
  uint64_t message_start_time = 0;
  uint64_t message_end_time = 0;
  uint64_t uncompressed_size = 0;
  uint32_t uncompressed_crc = 0;
  std::string compression;
  std::string_view records;  // compressed
};

struct MessageIndexEntry {
  uint64_t log_time = 0;
  uint64_t offset = 0;  // of the Message record in the uncompressed chunk
};

struct MessageIndex {
  uint16_t channel_id = 0;
  std::vector<MessageIndexEntry> records;
};

struct ChunkIndex {
  uint64_t message_start_time = 0;
  uint64_t message_end_time = 0;
  uint64_t chunk_start_offset = 0;
  uint64_t chunk_length = 0;
  std::map<uint16_t, uint64_t> message_index_offsets;
  uint64_t message_index_length = 0;
  std::string compression;
  uint64_t compressed_size = 0;
  uint64_t uncompressed_size = 0;
};

// An Attachment without its data, which may be large.
struct AttachmentInfo {
  uint64_t log_time = 0;
  uint64_t create_time = 0;
  std::string name;
  std::string media_type;
};

struct AttachmentIndex {
  uint64_t offset = 0;
  uint64_t length = 0;
  AttachmentInfo info;
  uint64_t data_size = 0;
};

struct Statistics {
  uint64_t message_count = 0;
  uint16_t schema_count = 0;
  uint32_t channel_count = 0;
  uint32_t attachment_count = 0;
  uint32_t metadata_count = 0;
  uint32_t chunk_count = 0;
  uint64_t message_start_time = 0;
  uint64_t message_end_time = 0;
  std::map<uint16_t, uint64_t> channel_message_counts;
};

struct Metadata {
  std::string name;
  StringMap metadata;
  bool operator==(const Metadata&) const = default;
};

struct MetadataIndex {
  uint64_t offset = 0;
  uint64_t length = 0;
  std::string name;
};

struct SummaryOffset {
  Op group_opcode = Op::kSchema;
  uint64_t group_start = 0;
  uint64_t group_length = 0;
};

struct DataEnd {
  uint32_t data_section_crc = 0;
};

void Append(std::string* out, const Header& record);
void Append(std::string* out, const Footer& record);
void Append(std::string* out, const Schema& record);
void Append(std::string* out, const Channel& record);
void Append(std::string* out, const Message& record);
void Append(std::string* out, const Chunk& record);
void Append(std::string* out, const MessageIndex& record);
void Append(std::string* out, const ChunkIndex& record);
void Append(std::string* out, const AttachmentIndex& record);
void Append(std::string* out, const Statistics& record);
void Append(std::string* out, const Metadata& record);
void Append(std::string* out, const MetadataIndex& record);
void Append(std::string* out, const SummaryOffset& record);
void Append(std::string* out, const DataEnd& record);

// The part of an Attachment record before its data; the data and the CRC-32
// of everything from the record's content on must follow.
void AppendAttachmentPrefix(std::string* out, const AttachmentInfo& info,
                            uint64_t data_size);

bool Parse(std::string_view content, Header* record);
bool Parse(std::string_view content, Footer* record);
bool Parse(std::string_view content, Schema* record);
bool Parse(std::string_view content, Channel* record);
bool Parse(std::string_view content, Message* record);
bool Parse(std::string_view content, Chunk* record);
bool Parse(std::string_view content, MessageIndex* record);
bool Parse(std::string_view content, ChunkIndex* record);
bool Parse(std::string_view content, AttachmentIndex* record);
bool Parse(std::string_view content, Statistics* record);
bool Parse(std::string_view content, Metadata* record);
bool Parse(std::string_view content, MetadataIndex* record);
bool Parse(std::string_view content, SummaryOffset* record);
bool Parse(std::string_view content, DataEnd* record);

// Reads the beginning of an Attachment's content; `data_size` is as claimed.
bool ParseAttachmentPrefix(std::string_view content, AttachmentInfo* info,
                           uint64_t* data_size, uint64_t* data_offset);

}  // namespace reprise::tape
