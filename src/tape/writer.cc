#include "tape/writer.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/bytes.h"
#include "base/check.h"
#include "base/version.h"
#include "tape/crc.h"
#include "tape/mcap_bytes.h"

namespace reprise::tape {
namespace {

constexpr size_t kIds = 1 << 16;

// Where the open chunk may grow to before it is looked at again.
constexpr size_t kChunkSlack = 64 << 10;

}  // namespace

std::string TapeProfile() { return fmt::format("x-reprise/{}", kTapeVersion); }

std::string TapeLibrary() {
  return fmt::format("reprise {}, tape version {}", kVersion, kTapeVersion);
}

struct TapeWriter::Compressor {
  explicit Compressor(int level) : context(ZSTD_createCCtx()) {
    CHECK(context != nullptr);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  }
  ~Compressor() { ZSTD_freeCCtx(context); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  ZSTD_CCtx* context;
};

Result<std::unique_ptr<TapeWriter>> TapeWriter::Create(FileSystem& files,
                                                       const std::string& path,
                                                       WriterOptions options) {
  if (options.chunk_bytes == 0 || options.chunk_bytes > kMaxChunkBytes / 2) {
    return Fail(ErrorKind::kInvalidArgument,
                "a chunk of {} bytes is not possible; 1 to {} are",
                options.chunk_bytes, kMaxChunkBytes / 2);
  }
  ASSIGN_OR_RETURN(auto file, files.Create(path));
  std::unique_ptr<TapeWriter> writer(
      new TapeWriter(std::move(file), path, std::move(options)));
  std::string begin(kMagic);
  Append(&begin, writer->options_.header);
  if (begin.size() > kMaxHeaderBytes) {
    return Fail(ErrorKind::kUnsupported,
                "profile and library of a tape have {} bytes; at most {} are "
                "possible",
                begin.size(), kMaxHeaderBytes);
  }
  RETURN_IF_ERROR(writer->Emit(begin));
  return writer;
}

TapeWriter::TapeWriter(std::unique_ptr<File> file, std::string path,
                       WriterOptions options)
    : file_(std::move(file)),
      path_(std::move(path)),
      options_(std::move(options)),
      compressor_(std::make_unique<Compressor>(options_.zstd_level)),
      open_index_of_(kIds, -1),
      message_counts_(kIds, 0) {
  open_chunk_.reserve(options_.chunk_bytes + kChunkSlack);
}

TapeWriter::~TapeWriter() {
  if (finished_ || !health_) return;
  if (in_attachment_) {
    (void)file_->Truncate(whole_);
    size_ = whole_;
    in_attachment_ = false;
  }
  // What Write() took is worth keeping even when nobody called Finish().
  (void)CloseChunk();
}

Status TapeWriter::Emit(std::string_view bytes) {
  if (!health_) return health_;
  CHECK(!finished_);
  health_ = file_->Append(bytes);
  if (!health_) {
    // Best effort: a reader copes with half a record at the end, too.
    (void)file_->Truncate(whole_);
    return health_;
  }
  data_crc_ = Crc32(bytes, data_crc_);
  size_ += bytes.size();
  if (!in_attachment_) whole_ = size_;
  return {};
}

// Emits the record in scratch_, unless no reader would take it.
Status TapeWriter::EmitSmall(std::string_view what) {
  if (scratch_.size() > kMaxSmallRecordBytes) {
    return Fail(ErrorKind::kUnsupported,
                "{} has {} bytes; at most {} are possible", what.substr(0, 80),
                scratch_.size(), kMaxSmallRecordBytes);
  }
  return Emit(scratch_);
}

Status TapeWriter::AddSchema(const Schema& schema) {
  if (schema.id == 0) {
    return Fail(ErrorKind::kInvalidArgument,
                "schema {} has the id 0, which means \"no schema\"",
                schema.name);
  }
  auto [known, added] = schemas_.try_emplace(schema.id, schema);
  if (!added) {
    if (known->second == schema) return {};
    return Fail(ErrorKind::kInvalidArgument,
                "schema id {} is taken by {} already and cannot mean {} too",
                schema.id, known->second.name, schema.name);
  }
  CHECK(!in_attachment_);
  statistics_.schema_count++;
  scratch_.clear();
  Append(&scratch_, schema);
  return EmitSmall("schema " + schema.name);
}

Status TapeWriter::AddChannel(const Channel& channel) {
  if (channel.schema_id != 0 && !schemas_.contains(channel.schema_id)) {
    return Fail(ErrorKind::kInvalidArgument,
                "channel {} names the schema {}, which was not added",
                channel.topic, channel.schema_id);
  }
  auto [known, added] = channels_.try_emplace(channel.id, channel);
  if (!added) {
    if (known->second == channel) return {};
    return Fail(ErrorKind::kInvalidArgument,
                "channel id {} is taken by {} already and cannot mean {} too",
                channel.id, known->second.topic, channel.topic);
  }
  CHECK(!in_attachment_);
  statistics_.channel_count++;
  scratch_.clear();
  Append(&scratch_, channel);
  return EmitSmall("channel " + channel.topic);
}

namespace {

template <typename Map>
Result<uint16_t> FreeId(const Map& taken, std::string_view what) {
  // The next one, or a gap when the last is taken.
  const size_t next = taken.empty() ? 1 : taken.rbegin()->first + 1u;
  if (next < kIds) return static_cast<uint16_t>(next);
  for (size_t id = 1; id < kIds; id++) {
    if (!taken.contains(static_cast<uint16_t>(id))) {
      return static_cast<uint16_t>(id);
    }
  }
  return Fail(ErrorKind::kUnsupported, "a tape cannot have more than {} {}",
              kIds - 1, what);
}

}  // namespace

Result<uint16_t> TapeWriter::FreeSchemaId() const {
  return FreeId(schemas_, "schemas");
}

Result<uint16_t> TapeWriter::FreeChannelId() const {
  return FreeId(channels_, "channels");
}

Status TapeWriter::Write(const Message& message) {
  if (!health_) return health_;
  CHECK(!finished_);
  int32_t slot = open_index_of_[message.channel_id];
  if (slot < 0) {
    if (!channels_.contains(message.channel_id)) {
      return Fail(ErrorKind::kInvalidArgument,
                  "a message is on channel {}, which was not added",
                  message.channel_id);
    }
    slot = static_cast<int32_t>(open_index_.size());
    open_index_of_[message.channel_id] = slot;
    open_index_.emplace_back().channel_id = message.channel_id;
  }
  if (message.data.size() > kMaxMessageBytes) {
    return Fail(ErrorKind::kUnsupported,
                "a message on {} has {} bytes; at most {} are possible, put "
                "it into an attachment",
                channels_.at(message.channel_id).topic, message.data.size(),
                kMaxMessageBytes);
  }
  open_index_[static_cast<size_t>(slot)].records.push_back(
      {message.log_time, open_chunk_.size()});
  Append(&open_chunk_, message);
  if (open_messages_ == 0) {
    open_start_time_ = open_end_time_ = message.log_time;
  } else {
    open_start_time_ = std::min(open_start_time_, message.log_time);
    open_end_time_ = std::max(open_end_time_, message.log_time);
  }
  open_messages_++;
  message_counts_[message.channel_id]++;
  if (open_chunk_.size() >= options_.chunk_bytes) return CloseChunk();
  return {};
}

Status TapeWriter::CloseChunk() {
  if (!health_) return health_;
  if (open_messages_ == 0) return {};
  CHECK(!in_attachment_);

  ChunkIndex index;
  index.message_start_time = open_start_time_;
  index.message_end_time = open_end_time_;
  index.chunk_start_offset = size_;
  index.uncompressed_size = open_chunk_.size();
  if (options_.compression == Compression::kZstd) index.compression = "zstd";

  // The chunk is compressed straight into its place in the record.
  scratch_.clear();
  ByteWriter writer(&scratch_);
  writer.U8(static_cast<uint8_t>(Op::kChunk));
  writer.U64(0);
  writer.U64(index.message_start_time);
  writer.U64(index.message_end_time);
  writer.U64(index.uncompressed_size);
  writer.U32(Crc32(open_chunk_));
  writer.Prefixed32(index.compression);
  if (options_.compression == Compression::kZstd) {
    writer.U64(0);
    const size_t records_at = scratch_.size();
    scratch_.resize(records_at + ZSTD_compressBound(open_chunk_.size()));
    const size_t size = ZSTD_compress2(
        compressor_->context, scratch_.data() + records_at,
        scratch_.size() - records_at, open_chunk_.data(), open_chunk_.size());
    CHECK(!ZSTD_isError(size));
    scratch_.resize(records_at + size);
    index.compressed_size = size;
    std::memcpy(scratch_.data() + records_at - 8, &index.compressed_size, 8);
  } else {
    writer.Prefixed64(open_chunk_);
    index.compressed_size = open_chunk_.size();
  }
  index.chunk_length = scratch_.size();
  const uint64_t content = index.chunk_length - kRecordPrefix;
  std::memcpy(scratch_.data() + 1, &content, 8);

  for (const MessageIndex& messages : open_index_) {
    index.message_index_offsets[messages.channel_id] = size_ + scratch_.size();
    Append(&scratch_, messages);
    open_index_of_[messages.channel_id] = -1;
  }
  index.message_index_length = scratch_.size() - index.chunk_length;

  const Status emitted = Emit(scratch_);
  if (emitted) {
    if (statistics_.message_count == 0) {
      statistics_.message_start_time = open_start_time_;
      statistics_.message_end_time = open_end_time_;
    } else {
      statistics_.message_start_time =
          std::min(statistics_.message_start_time, open_start_time_);
      statistics_.message_end_time =
          std::max(statistics_.message_end_time, open_end_time_);
    }
    statistics_.message_count += open_messages_;
    statistics_.chunk_count++;
    chunk_indexes_.push_back(std::move(index));
  }
  open_chunk_.clear();
  open_index_.clear();
  open_messages_ = 0;
  return emitted;
}

Status TapeWriter::BeginAttachment(const AttachmentInfo& info,
                                   uint64_t data_size) {
  if (!health_) return health_;
  CHECK(!in_attachment_);
  scratch_.clear();
  AppendAttachmentPrefix(&scratch_, info, data_size);
  if (scratch_.size() > kMaxAttachmentPrefix) {
    return Fail(ErrorKind::kUnsupported,
                "name and type of an attachment have {} bytes; at most {} are "
                "possible",
                scratch_.size(), kMaxAttachmentPrefix);
  }
  const uint64_t offset = size_;
  in_attachment_ = true;
  attachment_crc_ = Crc32(std::string_view(scratch_).substr(kRecordPrefix));
  attachment_left_ = data_size;
  RETURN_IF_ERROR(Emit(scratch_));
  attachment_indexes_.push_back(
      {offset, scratch_.size() + data_size + 4, info, data_size});
  statistics_.attachment_count++;
  if (data_size == 0) return EndAttachment();
  return {};
}

Status TapeWriter::AttachmentData(std::string_view data) {
  if (!health_) return health_;
  CHECK_LE(data.size(), attachment_left_);
  attachment_crc_ = Crc32(data, attachment_crc_);
  attachment_left_ -= data.size();
  RETURN_IF_ERROR(Emit(data));
  if (attachment_left_ == 0) return EndAttachment();
  return {};
}

Status TapeWriter::EndAttachment() {
  in_attachment_ = false;
  std::string crc;
  ByteWriter(&crc).U32(attachment_crc_);
  return Emit(crc);
}

Status TapeWriter::AddAttachment(const AttachmentInfo& info,
                                 std::string_view data) {
  RETURN_IF_ERROR(BeginAttachment(info, data.size()));
  if (data.empty()) return {};
  return AttachmentData(data);
}

Status TapeWriter::AddMetadata(const Metadata& metadata) {
  if (!health_) return health_;
  CHECK(!in_attachment_);
  scratch_.clear();
  Append(&scratch_, metadata);
  const uint64_t offset = size_;
  RETURN_IF_ERROR(EmitSmall("metadata " + metadata.name));
  metadata_indexes_.push_back({offset, scratch_.size(), metadata.name});
  statistics_.metadata_count++;
  return {};
}

namespace {

// Appends a group of summary records and the SummaryOffset that points to it.
template <typename Records, typename Get>
void AppendGroup(const Records& records, Op op, Get get, uint64_t start,
                 std::string* summary, std::string* offsets) {
  const uint64_t group_at = summary->size();
  for (const auto& record : records) Append(summary, get(record));
  if (summary->size() == group_at) return;
  Append(offsets,
         SummaryOffset{op, start + group_at, summary->size() - group_at});
}

}  // namespace

std::string TapeWriter::SummaryBytes(uint64_t start) const {
  const auto self = [](const auto& record) -> const auto& { return record; };
  const auto value = [](const auto& entry) -> const auto& {
    return entry.second;
  };
  std::string summary;
  std::string offsets;
  const auto group = [&](const auto& records, Op op, auto get) {
    AppendGroup(records, op, get, start, &summary, &offsets);
  };
  group(schemas_, Op::kSchema, value);
  group(channels_, Op::kChannel, value);
  Statistics statistics = statistics_;
  for (const auto& [id, channel] : channels_) {
    statistics.channel_message_counts[id] = message_counts_[id];
  }
  group(std::vector<Statistics>{statistics}, Op::kStatistics, self);
  group(chunk_indexes_, Op::kChunkIndex, self);
  group(attachment_indexes_, Op::kAttachmentIndex, self);
  group(metadata_indexes_, Op::kMetadataIndex, self);

  Footer footer;
  footer.summary_start = start;
  footer.summary_offset_start = start + summary.size();
  summary += offsets;
  Append(&summary, footer);
  // The CRC covers everything up to itself, the last four bytes.
  const std::string_view covered(summary.data(), summary.size() - 4);
  const uint32_t crc = Crc32(covered);
  std::memcpy(summary.data() + covered.size(), &crc, 4);
  summary += kMagic;
  return summary;
}

Status TapeWriter::Finish() {
  if (!health_) return health_;
  CHECK(!in_attachment_);
  RETURN_IF_ERROR(CloseChunk());
  std::string end;
  Append(&end, DataEnd{data_crc_});
  end += SummaryBytes(size_ + end.size());
  RETURN_IF_ERROR(Emit(end));
  finished_ = true;
  return file_->Sync();
}

}  // namespace reprise::tape
