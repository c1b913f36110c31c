#include "ring/reader.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/bytes.h"
#include "ring/format.h"
#include "tape/crc.h"

namespace reprise::ring {
namespace {

constexpr uint64_t kWindowBytes = 1 << 18;
// Searching for entries beyond damage reads this many times the ring at most:
// an app can forge more beginnings of entries than anybody could check.
constexpr uint64_t kMostSearches = 16;

uint64_t U64At(std::string_view bytes, uint64_t at) {
  uint64_t value;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

}  // namespace

Result<std::unique_ptr<RingReader>> RingReader::Open(std::unique_ptr<File> file,
                                                     std::string name) {
  std::unique_ptr<RingReader> ring(
      new RingReader(std::move(file), std::move(name)));
  RETURN_IF_ERROR(ring->ReadHeader());
  return ring;
}

Status RingReader::ReadHeader() {
  std::string header(kAtText, '\0');
  ASSIGN_OR_RETURN(const size_t got,
                   file_->ReadAt(0, header.data(), header.size()));
  ByteReader reader(std::string_view(header).substr(0, got));
  if (got < header.size() || reader.U64() != kMagic) {
    return Fail(ErrorKind::kCorruption, "{} is no ring of the runtime", name_);
  }
  if (const uint32_t version = reader.U32(); version != kVersion) {
    return Fail(ErrorKind::kUnsupported,
                "{} is a ring of version {}, this Reprise reads {}: instrument "
                "the app again",
                name_, version, kVersion);
  }
  const uint32_t data = reader.U32();
  capacity_ = reader.U64();
  key_ = reader.U64();
  pid_ = reader.U32();
  const uint32_t text_length = reader.U32();
  position_ = U64At(header, kAtHead);
  if (data != kHeaderBytes || capacity_ < kMinCapacity ||
      capacity_ > kMaxCapacity || capacity_ % 8 != 0 || position_ % 8 != 0 ||
      position_ > UINT64_MAX / 2) {
    return Fail(ErrorKind::kCorruption,
                "{} is a damaged ring: {} bytes of data at {}, head {}", name_,
                capacity_, data, position_);
  }
  ASSIGN_OR_RETURN(const uint64_t size, file_->Size());
  if (size < kHeaderBytes + capacity_) {
    return Fail(ErrorKind::kCorruption, "{} has {} bytes of {}", name_, size,
                kHeaderBytes + capacity_);
  }
  return ReadTopics(text_length);
}

Status RingReader::ReadTopics(uint32_t length) {
  if (length > kHeaderBytes - kAtText) {
    return Fail(ErrorKind::kCorruption,
                "{} is a damaged ring: its channels take {} bytes", name_,
                length);
  }
  std::string text(length, '\0');
  ASSIGN_OR_RETURN(const size_t got,
                   file_->ReadAt(kAtText, text.data(), text.size()));
  text.resize(got);
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    constexpr std::string_view kWord = "channel ";
    const size_t space = line.find(' ', kWord.size());
    if (!line.starts_with(kWord) || space == std::string_view::npos) {
      continue;  // a later version may say more
    }
    uint16_t number = 0;
    const auto [stop, error] = std::from_chars(line.data() + kWord.size(),
                                               line.data() + space, number);
    if (error != std::errc() || stop != line.data() + space) {
      return Fail(ErrorKind::kCorruption,
                  "{} is a damaged ring: \"{}\" is no channel", name_, line);
    }
    topics_[number] = line.substr(space + 1);
  }
  return {};
}

Status RingReader::Load(uint64_t at, uint64_t size) {
  const uint64_t offset = at % capacity_;
  size = std::min(size, capacity_ - offset);
  window_.resize(size);
  window_start_ = at;
  loaded_ += size;
  ASSIGN_OR_RETURN(const size_t got,
                   file_->ReadAt(kHeaderBytes + offset, window_.data(), size));
  if (got < size) {
    return Fail(ErrorKind::kCorruption, "{} was shortened to {} bytes", name_,
                kHeaderBytes + offset + got);
  }
  return {};
}

bool RingReader::Holds(uint64_t at, uint64_t size) const {
  return at >= window_start_ && at - window_start_ <= window_.size() &&
         window_.size() - (at - window_start_) >= size;
}

std::string_view RingReader::View(uint64_t at, uint64_t size) const {
  return std::string_view(window_).substr(at - window_start_, size);
}

bool RingReader::Committed(uint64_t at) const {
  return U64At(View(at, 8), 0) == (at ^ key_);
}

// What is at `at`, where an entry fits before the end. What the window does not
// hold, or holds from before the entry was whole, is read again.
Result<RingReader::Found> RingReader::Look(uint64_t at) {
  Found found = Found::kNothing;
  uint64_t wanted = kEntryBytes;
  // Twice is enough for an honest writer: for the entry, and for its payload.
  for (int attempt = 0; attempt < 3; attempt++) {
    if (attempt > 0 || !Holds(at, wanted)) {
      RETURN_IF_ERROR(Load(at, std::max(kWindowBytes, wanted)));
    }
    found = LookAtWindow(at, &wanted);
    if (found == Found::kEntry) break;
  }
  return found;
}

// The same in what the window holds; *wanted grows to what the entry takes.
RingReader::Found RingReader::LookAtWindow(uint64_t at, uint64_t* wanted) {
  if (!Committed(at)) return Found::kNothing;
  ByteReader entry(View(at, kEntryBytes));
  entry.U64();
  const uint32_t crc = entry.U32();
  const uint32_t size = entry.U32();
  entry_kind_ = entry.U16();
  message_.channel = entry.U16();
  entry.U32();
  message_.log_time = entry.U64();
  message_.publish_time = entry.U64();
  entry_bytes_ = EntryBytes(size);
  if (entry_bytes_ > capacity_ - at % capacity_) return Found::kDamage;
  *wanted = kEntryBytes + (entry_kind_ == kGapEntry ? 0 : size);
  if (!Holds(at, *wanted)) return Found::kDamage;
  const std::string_view whole = View(at, *wanted);
  if (tape::Crc32(whole.substr(kAtSize)) != crc) return Found::kDamage;
  message_.data = whole.substr(kEntryBytes);
  return Found::kEntry;
}

Result<const RingMessage*> RingReader::Next() {
  while (true) {
    const uint64_t room = capacity_ - position_ % capacity_;
    if (room < kEntryBytes) {
      position_ += room;
      continue;
    }
    ASSIGN_OR_RETURN(const Found found, Look(position_));
    if (found == Found::kEntry) {
      position_ += entry_bytes_;
      if (entry_kind_ == kMessageEntry) return &message_;
      continue;
    }
    // Damage may still be the writer at work; later it is passed over.
    if (!gone_) return nullptr;
    ASSIGN_OR_RETURN(const bool more, Resync());
    if (!more) return nullptr;
  }
}

// Goes to the next whole entry; false when there is none, or too much that
// looks like one.
Result<bool> RingReader::Resync() {
  const uint64_t end = position_ + capacity_;
  const uint64_t most = kMostSearches * (capacity_ + kWindowBytes);
  if (searched_ > most) return false;
  const uint64_t before = loaded_;
  for (uint64_t at = position_ + 8; at < end; at += 8) {
    if (capacity_ - at % capacity_ < kEntryBytes) continue;
    if (!Holds(at, kEntryBytes)) RETURN_IF_ERROR(Load(at, kWindowBytes));
    if (!Committed(at)) continue;
    ASSIGN_OR_RETURN(const Found found, Look(at));
    if (found != Found::kEntry) {
      if (searched_ + (loaded_ - before) <= most) continue;
      searched_ = most + 1;
      skipped_ += end - position_;
      position_ = end;
      return false;
    }
    searched_ += loaded_ - before;
    skipped_ += at - position_;
    position_ = at;
    return true;
  }
  return false;
}

Result<uint64_t> RingReader::ReadU64(uint64_t offset) {
  uint64_t value = 0;
  ASSIGN_OR_RETURN(
      const size_t got,
      file_->ReadAt(offset, reinterpret_cast<char*>(&value), sizeof(value)));
  if (got < sizeof(value)) {
    return Fail(ErrorKind::kCorruption, "{} was shortened to {} bytes", name_,
                offset + got);
  }
  return value;
}

Result<bool> RingReader::Closed() {
  ASSIGN_OR_RETURN(const uint64_t closed, ReadU64(kAtClosed));
  return closed != 0;
}

Result<RingLosses> RingReader::Losses() {
  RingLosses losses;
  ASSIGN_OR_RETURN(losses.waits, ReadU64(kAtWaits));
  ASSIGN_OR_RETURN(losses.waited_ns, ReadU64(kAtWaitedNs));
  ASSIGN_OR_RETURN(losses.lost, ReadU64(kAtLost));
  ASSIGN_OR_RETURN(losses.lost_bytes, ReadU64(kAtLostBytes));
  return losses;
}

}  // namespace reprise::ring
