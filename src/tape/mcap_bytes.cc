#include "tape/mcap_bytes.h"

#include <cstring>

#include "base/bytes.h"

namespace reprise::tape {
namespace {

// Writes op and length around what `body` appends.
template <typename Body>
void Record(std::string* out, Op op, Body body) {
  ByteWriter writer(out);
  writer.U8(static_cast<uint8_t>(op));
  const size_t length_at = out->size();
  writer.U64(0);
  const size_t content_at = out->size();
  body(writer);
  const uint64_t length = out->size() - content_at;
  std::memcpy(out->data() + length_at, &length, sizeof(length));
}

// Arrays and maps are prefixed by their size in bytes, which is filled in
// after their elements were appended.
template <typename Elements>
void Prefixed(std::string* out, Elements elements) {
  const size_t length_at = out->size();
  ByteWriter(out).U32(0);
  elements();
  const auto length = static_cast<uint32_t>(out->size() - length_at - 4);
  std::memcpy(out->data() + length_at, &length, sizeof(length));
}

void WriteMap(std::string* out, const StringMap& map) {
  Prefixed(out, [&] {
    ByteWriter writer(out);
    for (const auto& [key, value] : map) {
      writer.Prefixed32(key);
      writer.Prefixed32(value);
    }
  });
}

bool ReadMap(ByteReader& reader, StringMap* map) {
  ByteReader entries(reader.Prefixed32());
  while (entries.ok() && !entries.AtEnd()) {
    std::string key(entries.Prefixed32());
    (*map)[std::move(key)] = entries.Prefixed32();
  }
  return reader.ok() && entries.ok();
}

void WriteMap(std::string* out, const std::map<uint16_t, uint64_t>& map) {
  Prefixed(out, [&] {
    ByteWriter writer(out);
    for (const auto& [key, value] : map) {
      writer.U16(key);
      writer.U64(value);
    }
  });
}

bool ReadMap(ByteReader& reader, std::map<uint16_t, uint64_t>* map) {
  ByteReader entries(reader.Prefixed32());
  while (entries.ok() && !entries.AtEnd()) {
    const uint16_t key = entries.U16();
    (*map)[key] = entries.U64();
  }
  return reader.ok() && entries.ok();
}

}  // namespace

void Append(std::string* out, const Header& record) {
  Record(out, Op::kHeader, [&](ByteWriter& writer) {
    writer.Prefixed32(record.profile);
    writer.Prefixed32(record.library);
  });
}

bool Parse(std::string_view content, Header* record) {
  ByteReader reader(content);
  record->profile = reader.Prefixed32();
  record->library = reader.Prefixed32();
  return reader.ok();
}

void Append(std::string* out, const Footer& record) {
  Record(out, Op::kFooter, [&](ByteWriter& writer) {
    writer.U64(record.summary_start);
    writer.U64(record.summary_offset_start);
    writer.U32(record.summary_crc);
  });
}

bool Parse(std::string_view content, Footer* record) {
  ByteReader reader(content);
  record->summary_start = reader.U64();
  record->summary_offset_start = reader.U64();
  record->summary_crc = reader.U32();
  return reader.ok();
}

void Append(std::string* out, const Schema& record) {
  Record(out, Op::kSchema, [&](ByteWriter& writer) {
    writer.U16(record.id);
    writer.Prefixed32(record.name);
    writer.Prefixed32(record.encoding);
    writer.Prefixed32(record.data);
  });
}

bool Parse(std::string_view content, Schema* record) {
  ByteReader reader(content);
  record->id = reader.U16();
  record->name = reader.Prefixed32();
  record->encoding = reader.Prefixed32();
  record->data = reader.Prefixed32();
  return reader.ok();
}

void Append(std::string* out, const Channel& record) {
  Record(out, Op::kChannel, [&](ByteWriter& writer) {
    writer.U16(record.id);
    writer.U16(record.schema_id);
    writer.Prefixed32(record.topic);
    writer.Prefixed32(record.message_encoding);
    WriteMap(out, record.metadata);
  });
}

bool Parse(std::string_view content, Channel* record) {
  ByteReader reader(content);
  record->id = reader.U16();
  record->schema_id = reader.U16();
  record->topic = reader.Prefixed32();
  record->message_encoding = reader.Prefixed32();
  return ReadMap(reader, &record->metadata);
}

// The hot path of recording: one stack buffer and two appends.
void Append(std::string* out, const Message& record) {
  char prefix[kRecordPrefix + kMessagePrefix];
  const uint64_t length = kMessagePrefix + record.data.size();
  prefix[0] = static_cast<char>(Op::kMessage);
  std::memcpy(prefix + 1, &length, 8);
  std::memcpy(prefix + 9, &record.channel_id, 2);
  std::memcpy(prefix + 11, &record.sequence, 4);
  std::memcpy(prefix + 15, &record.log_time, 8);
  std::memcpy(prefix + 23, &record.publish_time, 8);
  out->append(prefix, sizeof(prefix));
  out->append(record.data);
}

bool Parse(std::string_view content, Message* record) {
  ByteReader reader(content);
  record->channel_id = reader.U16();
  record->sequence = reader.U32();
  record->log_time = reader.U64();
  record->publish_time = reader.U64();
  record->data = reader.Bytes(reader.remaining());
  return reader.ok();
}

void Append(std::string* out, const Chunk& record) {
  Record(out, Op::kChunk, [&](ByteWriter& writer) {
    writer.U64(record.message_start_time);
    writer.U64(record.message_end_time);
    writer.U64(record.uncompressed_size);
    writer.U32(record.uncompressed_crc);
    writer.Prefixed32(record.compression);
    writer.Prefixed64(record.records);
  });
}

bool Parse(std::string_view content, Chunk* record) {
  ByteReader reader(content);
  record->message_start_time = reader.U64();
  record->message_end_time = reader.U64();
  record->uncompressed_size = reader.U64();
  record->uncompressed_crc = reader.U32();
  record->compression = reader.Prefixed32();
  record->records = reader.Prefixed64();
  return reader.ok();
}

void Append(std::string* out, const MessageIndex& record) {
  Record(out, Op::kMessageIndex, [&](ByteWriter& writer) {
    static_assert(sizeof(MessageIndexEntry) == 16);
    writer.U16(record.channel_id);
    writer.Prefixed32({reinterpret_cast<const char*>(record.records.data()),
                       record.records.size() * sizeof(MessageIndexEntry)});
  });
}

bool Parse(std::string_view content, MessageIndex* record) {
  ByteReader reader(content);
  record->channel_id = reader.U16();
  const std::string_view entries = reader.Prefixed32();
  if (!reader.ok() || entries.size() % sizeof(MessageIndexEntry) != 0) {
    return false;
  }
  record->records.resize(entries.size() / sizeof(MessageIndexEntry));
  if (!entries.empty()) {
    std::memcpy(record->records.data(), entries.data(), entries.size());
  }
  return true;
}

void Append(std::string* out, const ChunkIndex& record) {
  Record(out, Op::kChunkIndex, [&](ByteWriter& writer) {
    writer.U64(record.message_start_time);
    writer.U64(record.message_end_time);
    writer.U64(record.chunk_start_offset);
    writer.U64(record.chunk_length);
    WriteMap(out, record.message_index_offsets);
    writer.U64(record.message_index_length);
    writer.Prefixed32(record.compression);
    writer.U64(record.compressed_size);
    writer.U64(record.uncompressed_size);
  });
}

bool Parse(std::string_view content, ChunkIndex* record) {
  ByteReader reader(content);
  record->message_start_time = reader.U64();
  record->message_end_time = reader.U64();
  record->chunk_start_offset = reader.U64();
  record->chunk_length = reader.U64();
  if (!ReadMap(reader, &record->message_index_offsets)) return false;
  record->message_index_length = reader.U64();
  record->compression = reader.Prefixed32();
  record->compressed_size = reader.U64();
  record->uncompressed_size = reader.U64();
  return reader.ok();
}

void AppendAttachmentPrefix(std::string* out, const AttachmentInfo& info,
                            uint64_t data_size) {
  ByteWriter writer(out);
  const uint64_t fields =
      8 + 8 + 4 + info.name.size() + 4 + info.media_type.size() + 8;
  writer.U8(static_cast<uint8_t>(Op::kAttachment));
  writer.U64(fields + data_size + 4);
  writer.U64(info.log_time);
  writer.U64(info.create_time);
  writer.Prefixed32(info.name);
  writer.Prefixed32(info.media_type);
  writer.U64(data_size);
}

bool ParseAttachmentPrefix(std::string_view content, AttachmentInfo* info,
                           uint64_t* data_size, uint64_t* data_offset) {
  ByteReader reader(content);
  info->log_time = reader.U64();
  info->create_time = reader.U64();
  info->name = reader.Prefixed32();
  info->media_type = reader.Prefixed32();
  *data_size = reader.U64();
  *data_offset = reader.position();
  return reader.ok();
}

void Append(std::string* out, const AttachmentIndex& record) {
  Record(out, Op::kAttachmentIndex, [&](ByteWriter& writer) {
    writer.U64(record.offset);
    writer.U64(record.length);
    writer.U64(record.info.log_time);
    writer.U64(record.info.create_time);
    writer.U64(record.data_size);
    writer.Prefixed32(record.info.name);
    writer.Prefixed32(record.info.media_type);
  });
}

bool Parse(std::string_view content, AttachmentIndex* record) {
  ByteReader reader(content);
  record->offset = reader.U64();
  record->length = reader.U64();
  record->info.log_time = reader.U64();
  record->info.create_time = reader.U64();
  record->data_size = reader.U64();
  record->info.name = reader.Prefixed32();
  record->info.media_type = reader.Prefixed32();
  return reader.ok();
}

void Append(std::string* out, const Statistics& record) {
  Record(out, Op::kStatistics, [&](ByteWriter& writer) {
    writer.U64(record.message_count);
    writer.U16(record.schema_count);
    writer.U32(record.channel_count);
    writer.U32(record.attachment_count);
    writer.U32(record.metadata_count);
    writer.U32(record.chunk_count);
    writer.U64(record.message_start_time);
    writer.U64(record.message_end_time);
    WriteMap(out, record.channel_message_counts);
  });
}

bool Parse(std::string_view content, Statistics* record) {
  ByteReader reader(content);
  record->message_count = reader.U64();
  record->schema_count = reader.U16();
  record->channel_count = reader.U32();
  record->attachment_count = reader.U32();
  record->metadata_count = reader.U32();
  record->chunk_count = reader.U32();
  record->message_start_time = reader.U64();
  record->message_end_time = reader.U64();
  return ReadMap(reader, &record->channel_message_counts);
}

void Append(std::string* out, const Metadata& record) {
  Record(out, Op::kMetadata, [&](ByteWriter& writer) {
    writer.Prefixed32(record.name);
    WriteMap(out, record.metadata);
  });
}

bool Parse(std::string_view content, Metadata* record) {
  ByteReader reader(content);
  record->name = reader.Prefixed32();
  return ReadMap(reader, &record->metadata);
}

void Append(std::string* out, const MetadataIndex& record) {
  Record(out, Op::kMetadataIndex, [&](ByteWriter& writer) {
    writer.U64(record.offset);
    writer.U64(record.length);
    writer.Prefixed32(record.name);
  });
}

bool Parse(std::string_view content, MetadataIndex* record) {
  ByteReader reader(content);
  record->offset = reader.U64();
  record->length = reader.U64();
  record->name = reader.Prefixed32();
  return reader.ok();
}

void Append(std::string* out, const SummaryOffset& record) {
  Record(out, Op::kSummaryOffset, [&](ByteWriter& writer) {
    writer.U8(static_cast<uint8_t>(record.group_opcode));
    writer.U64(record.group_start);
    writer.U64(record.group_length);
  });
}

bool Parse(std::string_view content, SummaryOffset* record) {
  ByteReader reader(content);
  record->group_opcode = static_cast<Op>(reader.U8());
  record->group_start = reader.U64();
  record->group_length = reader.U64();
  return reader.ok();
}

void Append(std::string* out, const DataEnd& record) {
  Record(out, Op::kDataEnd,
         [&](ByteWriter& writer) { writer.U32(record.data_section_crc); });
}

bool Parse(std::string_view content, DataEnd* record) {
  ByteReader reader(content);
  record->data_section_crc = reader.U32();
  return reader.ok();
}

}  // namespace reprise::tape
