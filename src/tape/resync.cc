#include "tape/resync.h"

#include <algorithm>

#include "base/bytes.h"
#include "tape/crc.h"

namespace reprise::tape {
namespace {

// Bytes that are searched for candidates at a time.
constexpr uint64_t kSearchStep = 128 << 10;
// A proof looks at no more records than this, and at no larger small ones.
constexpr int kMaxProofRecords = 1000;
constexpr uint64_t kMaxProofRecordBytes = 16 << 20;
// All proofs together read no more than this, and a few times the file.
constexpr uint64_t kProofBudget = 256 << 20;
constexpr uint64_t kProofBudgetPerByte = 4;
// As many messages outside chunks in a row are no accident.
constexpr int kLooseMessagesProve = 3;

constexpr uint64_t kChunkFixedBytes = 8 + 8 + 8 + 4 + 4 + 8;
constexpr uint64_t kMessageIndexFixedBytes = 2 + 4;

bool StrictSmallRecord(Op op, std::string_view content) {
  switch (op) {
    case Op::kSchema: {
      Schema schema;
      return ParseExactly(content, &schema) && schema.id != 0;
    }
    case Op::kChannel: {
      Channel channel;
      return ParseExactly(content, &channel);
    }
    default: {
      Metadata metadata;
      return ParseExactly(content, &metadata);
    }
  }
}

}  // namespace

bool ChunkFits(const Chunk& chunk, uint64_t length) {
  return kChunkFixedBytes + chunk.compression.size() + chunk.records.size() ==
         length;
}

bool MessageIndexFits(std::string_view first_bytes, uint64_t length) {
  ByteReader reader(first_bytes);
  reader.U16();
  const uint64_t size = reader.U32();
  return reader.ok() && size % sizeof(MessageIndexEntry) == 0 &&
         length == kMessageIndexFixedBytes + size;
}

std::string DescribeLostChunk(uint64_t offset, const Chunk& chunk,
                              std::string_view why) {
  return fmt::format(
      "the chunk at byte {}, with the messages from {} to {} ns, {}; it is "
      "skipped",
      offset, chunk.message_start_time, chunk.message_end_time, why);
}

Resync::Resync(FileWindow* window, uint64_t file_size, bool strict)
    : window_(window),
      strict_(strict),
      budget_(kProofBudget + kProofBudgetPerByte * file_size) {}

Result<uint64_t> Resync::FindRecord(uint64_t from, uint64_t to, uint64_t hint) {
  bool hint_proven = false;
  if (hint >= from && hint < to) {
    ASSIGN_OR_RETURN(hint_proven, ProvesItself(hint, to));
  }
  const uint64_t stop = hint_proven ? hint : to;
  for (uint64_t at = from; at + kRecordPrefix <= stop;) {
    // Copied, because a proof moves the window.
    ASSIGN_OR_RETURN(auto view,
                     window_->At(at, std::min(kSearchStep, stop - at)));
    const std::string step(view);
    if (step.size() < kRecordPrefix) break;
    const size_t last = step.size() - kRecordPrefix;
    for (size_t i = 0; i <= last; i++) {
      const auto op = static_cast<uint8_t>(step[i]);
      if (op < static_cast<uint8_t>(Op::kSchema) ||
          op > static_cast<uint8_t>(Op::kDataEnd)) {
        continue;
      }
      ByteReader reader(std::string_view(step).substr(i + 1, 8));
      if (reader.U64() > to - at - i - kRecordPrefix) continue;
      ASSIGN_OR_RETURN(const bool proven, ProvesItself(at + i, to));
      if (!proven) continue;
      if (!hint_proven) return at + i;
      // The hint may be a record only by chance, when the length that made it
      // is damaged; or these records lie inside the damaged one, as in an
      // attachment that is a tape itself. The latter end before the hint.
      ASSIGN_OR_RETURN(const bool leads, LeadsTo(at + i, hint));
      if (leads) return at + i;
    }
    at += last + 1;
  }
  return stop;
}

Result<bool> Resync::LeadsTo(uint64_t offset, uint64_t goal) {
  while (offset < goal) {
    if (goal - offset < kRecordPrefix || budget_ < kRecordPrefix) return false;
    ASSIGN_OR_RETURN(auto prefix, window_->At(offset, kRecordPrefix));
    ByteReader reader(prefix);
    reader.U8();
    const uint64_t length = reader.U64();
    if (!reader.ok() || length > goal - offset - kRecordPrefix) return false;
    budget_ -= kRecordPrefix;
    offset += kRecordPrefix + length;
  }
  return offset == goal;
}

Result<bool> Resync::ProvesItself(uint64_t offset, uint64_t to) {
  int loose_messages = 0;
  bool self_described = false;  // a record with several lengths that agree
  for (int i = 0; i < kMaxProofRecords; i++) {
    if (offset == to) return self_described || i > 1;
    if (to - offset < kRecordPrefix) return false;
    ASSIGN_OR_RETURN(auto prefix, window_->At(offset, kRecordPrefix));
    ByteReader reader(prefix);
    const Op op = static_cast<Op>(reader.U8());
    const uint64_t length = reader.U64();
    const uint64_t content_at = offset + kRecordPrefix;
    if (!reader.ok() || length > to - content_at) return false;
    const uint64_t cost = kRecordPrefix + length;
    if (cost > budget_) return false;
    budget_ -= cost;
    switch (op) {
      case Op::kSchema:
      case Op::kChannel:
      case Op::kMetadata: {
        if (length > kMaxProofRecordBytes) return false;
        ASSIGN_OR_RETURN(auto content, window_->At(content_at, length));
        if (!StrictSmallRecord(op, content)) return false;
        self_described = true;
        break;
      }
      case Op::kMessageIndex: {
        ASSIGN_OR_RETURN(auto content,
                         window_->At(content_at, kMessageIndexFixedBytes));
        if (!MessageIndexFits(content, length)) return false;
        break;
      }
      case Op::kMessage:
        if (strict_ || length < kMessagePrefix) return false;
        if (++loose_messages == kLooseMessagesProve) return true;
        break;
      case Op::kChunk: {
        if (length > kMaxChunkBytes + kMaxSmallRecordBytes) return false;
        ASSIGN_OR_RETURN(auto content, window_->At(content_at, length));
        Chunk chunk;
        std::string_view records;
        std::string why;
        if (!Parse(content, &chunk) || !ChunkFits(chunk, length)) return false;
        if (strict_ && chunk.uncompressed_crc == 0) return false;
        if (chunk.uncompressed_size > budget_) return false;
        budget_ -= chunk.uncompressed_size;
        return decoder_.Decode(chunk, &decoded_, &records, &why);
      }
      case Op::kAttachment:
        return AttachmentIsWhole(content_at, length);
      case Op::kDataEnd:
        return length == 4;
      default:
        return false;
    }
    offset = content_at + length;
  }
  return true;
}

Result<bool> Resync::AttachmentIsWhole(uint64_t content_at, uint64_t length) {
  if (length < 4) return false;
  uint32_t crc = 0;
  for (uint64_t done = 0; done < length - 4;) {
    const uint64_t step = std::min(kSearchStep, length - 4 - done);
    ASSIGN_OR_RETURN(auto view, window_->At(content_at + done, step));
    if (view.empty()) return false;
    crc = Crc32(view, crc);
    done += view.size();
  }
  ASSIGN_OR_RETURN(auto stored, window_->At(content_at + length - 4, 4));
  return ByteReader(stored).U32() == crc;
}

}  // namespace reprise::tape
