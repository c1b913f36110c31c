#include "apk/zip_reader.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/bytes.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

tl::unexpected<Error> BadEntry(const ZipEntry& entry, std::string_view why) {
  return Fail(ErrorKind::kCorruption, "the zip entry '{}' {}",
              EscapeForTerminal(entry.name), why);
}

bool HasMagicAt(std::string_view bytes, size_t at, uint32_t magic) {
  return ByteReader(bytes.substr(at)).U32() == magic;
}

// The last record of the end in `tail`. Android takes the last one and then
// wants its comment to reach the end of the file, so a comment that contains
// such a record makes a file that Android refuses or reads as the comment says.
Result<size_t> FindEnd(std::string_view tail) {
  for (size_t at = tail.size() - kEndSize + 1; at-- > 0;) {
    if (!HasMagicAt(tail, at, kEndMagic)) continue;
    const size_t comment =
        ByteReader(tail.substr(at + kEndCommentLengthAt)).U16();
    if (at + kEndSize + comment == tail.size()) return at;
    return Fail(ErrorKind::kCorruption,
                "the zip file's comment has {} bytes but {} follow: the file "
                "was cut or something was appended to it",
                comment, tail.size() - at - kEndSize);
  }
  return Fail(ErrorKind::kCorruption,
              "this is not a zip file (and so no APK), or its end is missing");
}

Status CheckMethod(const ZipEntry& entry, uint16_t method) {
  constexpr uint16_t kRefused =
      kFlagEncrypted | kFlagStrongEncryption | kFlagMaskedHeaders;
  if ((entry.flags & kRefused) != 0) {
    return Fail(ErrorKind::kUnsupported,
                "the zip entry '{}' is marked as encrypted (flags {:#06x}); "
                "only plain ones are accepted",
                EscapeForTerminal(entry.name), entry.flags);
  }
  if (method != static_cast<uint16_t>(ZipMethod::kStored) &&
      method != static_cast<uint16_t>(ZipMethod::kDeflated)) {
    return Fail(ErrorKind::kUnsupported,
                "the zip entry '{}' is packed by method {}; accepted are 0 "
                "(stored) and 8 (deflated)",
                EscapeForTerminal(entry.name), method);
  }
  return {};
}

Status CheckSizes(const ZipEntry& entry) {
  if (entry.packed_size == kZip64Mark32 || entry.size == kZip64Mark32 ||
      entry.header_offset == kZip64Mark32) {
    return Fail(ErrorKind::kUnsupported,
                "the zip entry '{}' is in the zip64 format, which is not "
                "accepted in an APK",
                EscapeForTerminal(entry.name));
  }
  if (entry.size > kMaxEntrySize) {
    return Fail(ErrorKind::kUnsupported,
                "the zip entry '{}' has {} bytes; at most {} are accepted",
                EscapeForTerminal(entry.name), entry.size, kMaxEntrySize);
  }
  if (entry.method == ZipMethod::kStored) {
    if (entry.packed_size == entry.size) return {};
    return BadEntry(entry, "is stored, but with another size than its own");
  }
  const uint64_t packed = entry.packed_size;
  if (entry.size > packed * kMaxDeflateRatio) {
    return BadEntry(entry, "claims to be larger than its data can unpack to");
  }
  if (entry.size > kRatioMattersFrom && entry.size > packed * kMaxRatio) {
    return Fail(ErrorKind::kUnsupported,
                "the zip entry '{}' unpacks {} bytes to {}, a ratio over {}: "
                "it looks like a zip bomb",
                EscapeForTerminal(entry.name), packed, entry.size, kMaxRatio);
  }
  return {};
}

Result<ZipEntry> ReadDirectoryEntry(ByteReader& reader) {
  ZipEntry entry;
  const uint32_t magic = reader.U32();
  entry.made_by = reader.U16();
  reader.U16();  // version needed: the method says as much
  entry.flags = reader.U16();
  const uint16_t method = reader.U16();
  entry.dos_time = reader.U16();
  entry.dos_date = reader.U16();
  entry.crc = reader.U32();
  entry.packed_size = reader.U32();
  entry.size = reader.U32();
  const uint16_t name_length = reader.U16();
  const uint16_t extra_length = reader.U16();
  const uint16_t comment_length = reader.U16();
  reader.U16();  // disk
  reader.U16();  // internal attributes
  entry.external_attributes = reader.U32();
  entry.header_offset = reader.U32();
  entry.name = reader.Bytes(name_length);
  reader.Bytes(extra_length);
  reader.Bytes(comment_length);
  if (!reader.ok() || magic != kDirectoryEntryMagic) {
    return Fail(ErrorKind::kCorruption,
                "the zip file's central directory is damaged at byte {} of it",
                reader.position());
  }
  RETURN_IF_ERROR(CheckEntryName(entry.name));
  RETURN_IF_ERROR(CheckMethod(entry, method));
  entry.method = static_cast<ZipMethod>(method);
  RETURN_IF_ERROR(CheckSizes(entry));
  return entry;
}

// Sets where the data is.
Status CheckLocalHeader(File& file, ZipEntry& entry) {
  auto header = ReadExactly(file, entry.header_offset,
                            kLocalHeaderSize + entry.name.size());
  if (!header) return BadEntry(entry, "lies outside the file");
  ByteReader reader(*header);
  const uint32_t magic = reader.U32();
  reader.U16();  // version needed
  const uint16_t flags = reader.U16();
  const uint16_t method = reader.U16();
  reader.U32();  // time and date
  const uint32_t crc = reader.U32();
  const uint32_t packed_size = reader.U32();
  const uint32_t size = reader.U32();
  const uint16_t name_length = reader.U16();
  const uint16_t extra_length = reader.U16();
  const std::string_view name = reader.Bytes(entry.name.size());
  if (magic != kLocalHeaderMagic) {
    return BadEntry(entry, "has no local header where the directory says");
  }
  if (name_length != entry.name.size() || name != entry.name) {
    return BadEntry(entry, "has another name in its local header");
  }
  if (method != static_cast<uint16_t>(entry.method) ||
      ((flags ^ entry.flags) & kFlagDescriptor) != 0 ||
      (flags & kFlagEncrypted) != 0) {
    return BadEntry(entry, "is packed differently by its local header");
  }
  const bool later = (flags & kFlagDescriptor) != 0;
  const auto agrees = [later](uint32_t local, uint32_t directory) {
    return local == directory || (later && local == 0);
  };
  if (!agrees(crc, entry.crc) || !agrees(packed_size, entry.packed_size) ||
      !agrees(size, entry.size)) {
    return BadEntry(entry,
                    "has another size or checksum in its local header than in "
                    "the directory");
  }
  entry.data_offset = uint64_t{entry.header_offset} + kLocalHeaderSize +
                      name_length + extra_length;
  return {};
}

}  // namespace

Result<std::string> ReadExactly(File& file, uint64_t offset, uint64_t size) {
  std::string bytes(size, '\0');
  ASSIGN_OR_RETURN(const size_t n, file.ReadAt(offset, bytes.data(), size));
  if (n != size) {
    return Fail(ErrorKind::kCorruption, "the file ends at byte {}, not {}",
                offset + n, offset + size);
  }
  return bytes;
}

Result<ZipSections> FindZipSections(File& file) {
  ZipSections sections;
  ASSIGN_OR_RETURN(sections.file_size, file.Size());
  const uint64_t tail_size =
      std::min<uint64_t>(sections.file_size, kEndSize + kMaxComment);
  if (tail_size < kEndSize) {
    return Fail(ErrorKind::kCorruption,
                "this is not a zip file: it has only {} bytes",
                sections.file_size);
  }
  ASSIGN_OR_RETURN(
      const std::string tail,
      ReadExactly(file, sections.file_size - tail_size, tail_size));
  ASSIGN_OR_RETURN(const size_t end, FindEnd(tail));
  sections.end_offset = sections.file_size - tail_size + end;

  ByteReader reader(std::string_view(tail).substr(end + sizeof(kEndMagic)));
  const uint16_t disk = reader.U16();
  const uint16_t directory_disk = reader.U16();
  const uint16_t entries_here = reader.U16();
  const uint16_t entries = reader.U16();
  sections.directory_size = reader.U32();
  sections.directory_offset = reader.U32();
  if (entries == kZip64Mark16 || sections.directory_size == kZip64Mark32 ||
      sections.directory_offset == kZip64Mark32) {
    return Fail(ErrorKind::kUnsupported,
                "this is a zip64 file, which is not accepted as an APK");
  }
  if (disk != 0 || directory_disk != 0 || entries_here != entries) {
    return Fail(ErrorKind::kUnsupported,
                "this zip file is one of several disks; join them first");
  }
  if (sections.directory_offset + sections.directory_size !=
      sections.end_offset) {
    return Fail(ErrorKind::kCorruption,
                "the zip file's central directory is said to be at {} with {} "
                "bytes, but must end where the record of the end begins, at "
                "{}: something was put in or cut off",
                sections.directory_offset, sections.directory_size,
                sections.end_offset);
  }
  if (sections.directory_size > kMaxDirectorySize) {
    return Fail(ErrorKind::kUnsupported,
                "the zip file's central directory has {} bytes; at most {} "
                "are accepted",
                sections.directory_size, kMaxDirectorySize);
  }
  return sections;
}

Result<ZipReader> ZipReader::Open(File& file) {
  ZipReader reader(file);
  ASSIGN_OR_RETURN(reader.sections_, FindZipSections(file));
  RETURN_IF_ERROR(reader.ReadDirectory());
  RETURN_IF_ERROR(reader.CheckNames());
  RETURN_IF_ERROR(reader.CheckLocalHeaders());
  return reader;
}

Status ZipReader::ReadDirectory() {
  ASSIGN_OR_RETURN(const std::string directory,
                   ReadExactly(*file_, sections_.directory_offset,
                               sections_.directory_size));
  uint64_t total = 0;
  ByteReader reader(directory);
  while (!reader.AtEnd()) {
    ASSIGN_OR_RETURN(ZipEntry entry, ReadDirectoryEntry(reader));
    total += entry.size;
    entries_.push_back(std::move(entry));
  }
  ASSIGN_OR_RETURN(const std::string end,
                   ReadExactly(*file_, sections_.end_offset, kEndSize));
  const uint16_t count = ByteReader(std::string_view(end).substr(10)).U16();
  if (count != entries_.size()) {
    return Fail(ErrorKind::kCorruption,
                "the zip file says that it has {} entries, but its directory "
                "has {}",
                count, entries_.size());
  }
  if (total > kMaxTotalSize) {
    return Fail(ErrorKind::kUnsupported,
                "the zip file unpacks to {} bytes; at most {} are accepted",
                total, kMaxTotalSize);
  }
  return {};
}

Status ZipReader::CheckNames() {
  for (size_t i = 0; i < entries_.size(); i++) {
    if (!by_name_.emplace(entries_[i].name, i).second) {
      return BadEntry(entries_[i],
                      "is there twice; programs differ in which one they take");
    }
  }
  return {};
}

Status ZipReader::CheckLocalHeaders() {
  std::vector<size_t> order(entries_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [this](size_t a, size_t b) {
    return entries_[a].header_offset < entries_[b].header_offset;
  });
  for (size_t i = 0; i < order.size(); i++) {
    ZipEntry& entry = entries_[order[i]];
    RETURN_IF_ERROR(CheckLocalHeader(*file_, entry));
    const uint64_t limit = i + 1 < order.size()
                               ? entries_[order[i + 1]].header_offset
                               : sections_.directory_offset;
    if (entry.data_offset + entry.packed_size > limit) {
      return BadEntry(entry, "overlaps what comes after it");
    }
    if ((entry.flags & kFlagDescriptor) != 0) {
      RETURN_IF_ERROR(CheckDescriptor(entry, limit));
    }
  }
  return {};
}

Status ZipReader::CheckDescriptor(const ZipEntry& entry, uint64_t limit) const {
  constexpr uint64_t kPlain = 12;  // and 4 more with the magic, as is usual
  const uint64_t offset = entry.data_offset + entry.packed_size;
  const uint64_t size = std::min<uint64_t>(limit - offset, kPlain + 4);
  ASSIGN_OR_RETURN(const std::string bytes, ReadExactly(*file_, offset, size));
  std::string expected;
  ByteWriter writer(&expected);
  writer.U32(kDescriptorMagic);
  writer.U32(entry.crc);
  writer.U32(entry.packed_size);
  writer.U32(entry.size);
  const std::string_view plain = std::string_view(expected).substr(4);
  if (!bytes.starts_with(expected) && !bytes.starts_with(plain)) {
    return BadEntry(entry, "has no data descriptor that fits the directory");
  }
  return {};
}

const ZipEntry* ZipReader::Find(std::string_view name) const {
  const auto it = by_name_.find(name);
  return it == by_name_.end() ? nullptr : &entries_[it->second];
}

Result<std::string> ZipReader::ReadPacked(const ZipEntry& entry) const {
  return ReadExactly(*file_, entry.data_offset, entry.packed_size);
}

Result<std::string> ZipReader::Read(const ZipEntry& entry) const {
  ASSIGN_OR_RETURN(std::string bytes, ReadPacked(entry));
  if (entry.method == ZipMethod::kDeflated) {
    auto unpacked = Inflate(bytes, entry.size);
    if (!unpacked) {
      return BadEntry(entry, "cannot be unpacked: " + unpacked.error().message);
    }
    bytes = *std::move(unpacked);
  }
  if (Crc32(0, bytes) != entry.crc) {
    return BadEntry(entry, "is damaged: its checksum is wrong");
  }
  return bytes;
}

Result<std::string> ZipReader::Read(std::string_view name) const {
  const ZipEntry* entry = Find(name);
  if (entry != nullptr) return Read(*entry);
  return Fail(ErrorKind::kNotFound, "there is no '{}' in the zip file", name);
}

}  // namespace reprise::apk
