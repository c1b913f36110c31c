// The records of an MCAP file, as structures.
//
// One structure per record kind of the MCAP specification (version 0), with
// the field names of the specification; docs/format/tape.md says how a tape
// uses them, mcap_bytes.h how they are read and written.
//
// Threads: plain values. A Message's data is a view into somebody's buffer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tape/mcap_format.h"

namespace reprise::tape {

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

}  // namespace reprise::tape
