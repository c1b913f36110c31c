#include "tape/scanner.h"

#include <algorithm>
#include <cstring>

#include "base/bytes.h"

namespace reprise::tape {
namespace {

// A run of messages outside chunks is taken in pieces of about this size.
constexpr uint64_t kLooseBlockBytes = 1 << 20;
constexpr uint64_t kMaxDataEndBytes = 64;

// Fields that were added to a record since are fine in somebody else's file;
// on a tape they are damage.
template <typename T>
bool ParseWhole(std::string_view content, bool strict, T* record) {
  return strict ? ParseExactly(content, record) : Parse(content, record);
}

}  // namespace

void Scanner::Report(uint64_t offset, uint64_t size, std::string what) {
  tape_->damage_.push_back({offset, size, std::move(what)});
}

void Scanner::TakeSchema(uint64_t offset, Schema schema) {
  if (schema.id == 0) return;  // to be ignored, says the specification
  auto [known, added] = tape_->schemas_.try_emplace(schema.id, schema);
  if (!added && known->second != schema) {
    Report(offset, 0,
           fmt::format("schema {} is described twice and differently; the "
                       "first is used",
                       schema.id));
  }
}

void Scanner::TakeChannel(uint64_t offset, Channel channel) {
  auto [known, added] = tape_->channels_.try_emplace(channel.id, channel);
  if (!added && known->second != channel) {
    Report(offset, 0,
           fmt::format("channel {} is described twice and differently; the "
                       "first is used",
                       channel.id));
  }
}

Result<Scanner::Outcome> Scanner::Walk(uint64_t from, uint64_t to,
                                       bool growing) {
  Outcome outcome;
  uint64_t position = from;
  while (position < to) {
    uint64_t length = 0;
    bool fits = false;
    Verdict verdict = Verdict::kBroken;
    if (to - position >= kRecordPrefix) {
      ASSIGN_OR_RETURN(auto prefix, window_.At(position, kRecordPrefix));
      ByteReader reader(prefix);
      const Op op = static_cast<Op>(reader.U8());
      length = reader.U64();
      fits = reader.ok() && length <= to - position - kRecordPrefix;
      why_ = fmt::format("a record claims {} bytes where {} are left", length,
                         to - position - kRecordPrefix);
      if (fits) {
        ASSIGN_OR_RETURN(verdict, ReadRecord(position, to, op, length));
      }
    }
    if (verdict == Verdict::kEnd) {
      outcome.data_end = true;
      break;
    }
    if (verdict == Verdict::kRead) {
      position += kRecordPrefix + length;
      continue;
    }
    if (!fits && growing) break;
    const uint64_t behind = fits ? position + kRecordPrefix + length : 0;
    ASSIGN_OR_RETURN(const uint64_t next,
                     resync_.FindRecord(position + 1, to, behind));
    if (!fits && next == to) break;  // nothing follows: the tape is cut here
    Report(position, next - position,
           fmt::format("{} bytes at byte {} cannot be read: {}",
                       next - position, position, why_));
    position = next;
  }
  outcome.end = position;
  return outcome;
}

Result<Scanner::Verdict> Scanner::ReadRecord(uint64_t offset, uint64_t to,
                                             Op op, uint64_t length) {
  const bool ours = tape_->tape_version_ > 0;
  const uint64_t content_at = offset + kRecordPrefix;
  const auto broken = [&](std::string why) {
    why_ = std::move(why);
    return Verdict::kBroken;
  };
  if (op != Op::kChunk && op != Op::kAttachment &&
      length > kMaxSmallRecordBytes) {
    return broken(
        fmt::format("a record of kind {} claims {} bytes; at most "
                    "{} are read",
                    static_cast<int>(op), length, kMaxSmallRecordBytes));
  }
  switch (op) {
    case Op::kChunk:
      return ReadChunk(offset, length);
    case Op::kAttachment:
      return ReadAttachment(offset, length);
    case Op::kSchema: {
      Schema schema;
      ASSIGN_OR_RETURN(auto content, window_.At(content_at, length));
      if (!ParseWhole(content, ours, &schema)) return broken("a bad Schema");
      TakeSchema(offset, std::move(schema));
      return Verdict::kRead;
    }
    case Op::kChannel: {
      Channel channel;
      ASSIGN_OR_RETURN(auto content, window_.At(content_at, length));
      if (!ParseWhole(content, ours, &channel)) return broken("a bad Channel");
      TakeChannel(offset, std::move(channel));
      return Verdict::kRead;
    }
    case Op::kMetadata: {
      Metadata metadata;
      ASSIGN_OR_RETURN(auto content, window_.At(content_at, length));
      if (!ParseWhole(content, ours, &metadata)) {
        return broken("a bad Metadata record");
      }
      tape_->metadata_.push_back(std::move(metadata));
      tape_->statistics_.metadata_count++;
      return Verdict::kRead;
    }
    case Op::kMessage: {
      Message message;
      ASSIGN_OR_RETURN(auto content, window_.At(content_at, length));
      if (ours) return broken("a message outside a chunk, as no tape has it");
      if (!Parse(content, &message))
        return broken("a message that is too short");
      ReadLooseMessage(offset, length, message);
      return Verdict::kRead;
    }
    case Op::kMessageIndex: {
      ASSIGN_OR_RETURN(auto content, window_.At(content_at, 6));
      if (!MessageIndexFits(content, length)) {
        return broken("a bad MessageIndex");
      }
      return Verdict::kRead;
    }
    case Op::kDataEnd: {
      DataEnd end;
      ASSIGN_OR_RETURN(auto content, window_.At(content_at, 4));
      if (length < 4 || length > (ours ? 4 : kMaxDataEndBytes) ||
          !Parse(content, &end)) {
        return broken("a bad DataEnd");
      }
      return Verdict::kEnd;
    }
    case Op::kFooter:  // of a file whose writer left out DataEnd
      if (content_at + length + kMagic.size() == to) return Verdict::kEnd;
      return broken("a Footer before the end");
    case Op::kHeader:
    case Op::kChunkIndex:
    case Op::kAttachmentIndex:
    case Op::kStatistics:
    case Op::kMetadataIndex:
    case Op::kSummaryOffset:
      return broken(fmt::format("a record of kind {}, which has no place here",
                                static_cast<int>(op)));
  }
  // Kinds of the future are skipped, as the specification asks; but a tape of
  // a version we know has none.
  if (ours) {
    return broken(
        fmt::format("a record of unknown kind {}", static_cast<int>(op)));
  }
  return Verdict::kRead;
}

Result<Scanner::Verdict> Scanner::ReadChunk(uint64_t offset, uint64_t length) {
  const uint64_t whole = kRecordPrefix + length;
  // A compressed chunk is hardly larger than an uncompressed one.
  if (length > kMaxChunkBytes + kMaxSmallRecordBytes) {
    why_ = fmt::format("a chunk claims {} bytes", length);
    return Verdict::kBroken;
  }
  ASSIGN_OR_RETURN(auto content, window_.At(offset + kRecordPrefix, length));
  Chunk chunk;
  if (!Parse(content, &chunk) ||
      (tape_->tape_version_ > 0 && !ChunkFits(chunk, length))) {
    why_ = "a bad Chunk";
    return Verdict::kBroken;
  }
  tape_->statistics_.chunk_count++;
  std::string_view records;
  std::string why;
  if (!decoder_.Decode(chunk, &decoded_, &records, &why)) {
    if (!IsSupportedCompression(chunk.compression)) {
      tape_->unsupported_ = chunk.compression;
    }
    Report(offset, whole, DescribeLostChunk(offset, chunk, why));
    return Verdict::kRead;
  }

  Block block;
  block.offset = offset;
  block.length = whole;
  block.start_time = std::numeric_limits<uint64_t>::max();
  block.compression = chunk.compression;
  block.compressed_size = chunk.records.size();
  block.uncompressed_size = records.size();
  RecordWalker walker(records);
  bool bad_record = false;
  while (walker.Next()) {
    if (walker.op() == Op::kMessage) {
      Message message;
      if (Parse(walker.content(), &message)) {
        Count(message, &block);
      } else {
        bad_record = true;
      }
    } else if (walker.op() == Op::kSchema) {
      Schema schema;
      bad_record |= !Parse(walker.content(), &schema);
      TakeSchema(offset, std::move(schema));
    } else if (walker.op() == Op::kChannel) {
      Channel channel;
      bad_record |= !Parse(walker.content(), &channel);
      TakeChannel(offset, std::move(channel));
    }
  }
  if (walker.broken() || bad_record) {
    Report(offset, whole,
           fmt::format("the chunk at byte {} has records that cannot be read",
                       offset));
  }
  if (block.channels.empty()) return Verdict::kRead;  // no messages
  if (block.start_time != chunk.message_start_time ||
      block.end_time != chunk.message_end_time) {
    Report(offset, 0,
           fmt::format("the chunk at byte {} says that it is of another time "
                       "than its messages, which are used",
                       offset));
  }
  tape_->blocks_.push_back(std::move(block));
  return Verdict::kRead;
}

void Scanner::Count(const Message& message, Block* block) {
  counts_[message.channel_id]++;
  block->start_time = std::min(block->start_time, message.log_time);
  block->end_time = std::max(block->end_time, message.log_time);
  auto& channels = block->channels;
  auto at =
      std::lower_bound(channels.begin(), channels.end(), message.channel_id);
  if (at == channels.end() || *at != message.channel_id) {
    channels.insert(at, message.channel_id);
  }
}

void Scanner::ReadLooseMessage(uint64_t offset, uint64_t length,
                               const Message& message) {
  auto& blocks = tape_->blocks_;
  const bool continues = !blocks.empty() && !blocks.back().chunk &&
                         blocks.back().offset + blocks.back().length == offset;
  if (!continues || blocks.back().length > kLooseBlockBytes) {
    Block block;
    block.offset = offset;
    block.chunk = false;
    block.start_time = std::numeric_limits<uint64_t>::max();
    blocks.push_back(std::move(block));
  }
  Block& block = blocks.back();
  block.length += kRecordPrefix + length;
  block.compressed_size = block.uncompressed_size = block.length;
  Count(message, &block);
}

Result<Scanner::Verdict> Scanner::ReadAttachment(uint64_t offset,
                                                 uint64_t length) {
  AttachmentIndex attachment;
  attachment.offset = offset;
  attachment.length = kRecordPrefix + length;
  uint64_t data_at = 0;
  ASSIGN_OR_RETURN(auto content,
                   window_.At(offset + kRecordPrefix,
                              std::min(length, kMaxAttachmentPrefix)));
  if (!ParseAttachmentPrefix(content, &attachment.info, &attachment.data_size,
                             &data_at) ||
      length < data_at + 4 || attachment.data_size != length - data_at - 4) {
    why_ = "a bad Attachment";
    return Verdict::kBroken;
  }
  tape_->attachments_.push_back(std::move(attachment));
  tape_->statistics_.attachment_count++;
  return Verdict::kRead;
}

void Scanner::Settle() {
  Statistics& statistics = tape_->statistics_;
  for (const auto& [id, count] : counts_) {
    statistics.message_count += count;
    statistics.channel_message_counts[id] += count;
    if (tape_->channels_.contains(id)) continue;
    tape_->channels_[id] = Channel{id, 0, fmt::format("/lost/{}", id), "", {}};
    Report(0, 0,
           fmt::format("the description of channel {} is lost; its messages "
                       "are on /lost/{}, not decoded",
                       id, id));
  }
  counts_.clear();
  for (auto& [id, channel] : tape_->channels_) {
    statistics.channel_message_counts.try_emplace(id, 0);
    if (channel.schema_id == 0 || tape_->schemas_.contains(channel.schema_id)) {
      continue;
    }
    Report(0, 0,
           fmt::format("schema {} of {} is lost; its messages are not decoded",
                       channel.schema_id, channel.topic));
    channel.schema_id = 0;
  }
  bool first = true;
  for (const Block& block : tape_->blocks_) {
    if (first || block.start_time < statistics.message_start_time) {
      statistics.message_start_time = block.start_time;
    }
    statistics.message_end_time =
        std::max(statistics.message_end_time, block.end_time);
    first = false;
  }
  statistics.schema_count = static_cast<uint16_t>(tape_->schemas_.size());
  statistics.channel_count = static_cast<uint32_t>(tape_->channels_.size());
}

}  // namespace reprise::tape
