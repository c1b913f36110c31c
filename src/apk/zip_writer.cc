#include "apk/zip_writer.h"

#include <utility>

#include "base/bytes.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

constexpr uint16_t kVersionStored = 10;
constexpr uint16_t kVersionDeflated = 20;
// 1981-01-01 01:01:02, which Android's own tools write.
constexpr uint16_t kFixedDate = 0x0221;
constexpr uint16_t kFixedTime = 0x0821;
// The extra field that Android's tools use to align: the alignment as u16,
// then zeros.
constexpr uint16_t kAlignmentField = 0xd935;
constexpr uint32_t kAlignmentFieldSize = 6;
constexpr uint32_t kStoredAlignment = 4;
constexpr size_t kMaxEntries = kZip64Mark16 - 1;

uint16_t VersionNeeded(const ZipEntry& entry) {
  return entry.method == ZipMethod::kStored ? kVersionStored : kVersionDeflated;
}

// What the local header and the directory say in the same words.
void WriteCommon(ByteWriter& writer, const ZipEntry& entry) {
  writer.U16(VersionNeeded(entry));
  writer.U16(entry.flags);
  writer.U16(static_cast<uint16_t>(entry.method));
  writer.U16(entry.dos_time);
  writer.U16(entry.dos_date);
  writer.U32(entry.crc);
  writer.U32(entry.packed_size);
  writer.U32(entry.size);
  writer.U16(static_cast<uint16_t>(entry.name.size()));
}

std::string AlignmentField(uint64_t data_offset, uint32_t alignment) {
  std::string extra;
  if (alignment <= 1) return extra;
  const auto padding = static_cast<uint16_t>(
      (alignment - (data_offset + kAlignmentFieldSize) % alignment) %
      alignment);
  ByteWriter writer(&extra);
  writer.U16(kAlignmentField);
  writer.U16(static_cast<uint16_t>(2 + padding));
  writer.U16(static_cast<uint16_t>(alignment));
  extra.append(padding, '\0');
  return extra;
}

bool IsAscii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

}  // namespace

uint32_t ZipWriter::Alignment(const ZipEntry& entry) const {
  if (entry.method != ZipMethod::kStored || entry.size == 0) return 1;
  return entry.name.ends_with(".so") ? page_size_ : kStoredAlignment;
}

Status ZipWriter::Append(std::string_view bytes) {
  offset_ += bytes.size();
  if (offset_ >= kZip64Mark32) {
    return Fail(ErrorKind::kUnsupported,
                "the APK would be larger than the 4 GiB that Android accepts");
  }
  return file_->Append(bytes);
}

Status ZipWriter::Write(ZipEntry entry, std::string_view packed) {
  RETURN_IF_ERROR(CheckEntryName(entry.name));
  if (entry.name.size() > 0xffff || entries_.size() == kMaxEntries) {
    return Fail(ErrorKind::kUnsupported,
                "the zip entry '{}' does not fit: a name has at most 65535 "
                "bytes, and a file {} entries",
                EscapeForTerminal(entry.name.substr(0, 80)), kMaxEntries);
  }
  if (!names_.insert(entry.name).second) {
    return Fail(ErrorKind::kInvalidArgument,
                "the zip entry '{}' would be there twice",
                EscapeForTerminal(entry.name));
  }
  entry.header_offset = static_cast<uint32_t>(offset_);
  std::string header;
  ByteWriter writer(&header);
  writer.U32(kLocalHeaderMagic);
  WriteCommon(writer, entry);
  const std::string extra = AlignmentField(
      offset_ + kLocalHeaderSize + entry.name.size(), Alignment(entry));
  writer.U16(static_cast<uint16_t>(extra.size()));
  writer.Bytes(entry.name);
  writer.Bytes(extra);
  entries_.push_back(std::move(entry));
  RETURN_IF_ERROR(Append(header));
  return Append(packed);
}

Status ZipWriter::CopyPacked(const ZipEntry& entry, std::string_view packed) {
  ZipEntry copy = entry;
  copy.flags &= static_cast<uint16_t>(~kFlagDescriptor);
  return Write(std::move(copy), packed);
}

Status ZipWriter::Copy(const ZipReader& from, const ZipEntry& entry) {
  ASSIGN_OR_RETURN(const std::string packed, from.ReadPacked(entry));
  return CopyPacked(entry, packed);
}

Status ZipWriter::Add(std::string_view name, std::string_view bytes,
                      ZipMethod method) {
  if (bytes.size() > kMaxEntrySize) {
    return Fail(ErrorKind::kUnsupported,
                "the zip entry '{}' has {} bytes; at most {} are accepted",
                EscapeForTerminal(name), bytes.size(), kMaxEntrySize);
  }
  ZipEntry entry;
  entry.name = name;
  entry.flags = IsAscii(name) ? 0 : kFlagUtf8;
  entry.dos_time = kFixedTime;
  entry.dos_date = kFixedDate;
  entry.crc = Crc32(0, bytes);
  entry.size = static_cast<uint32_t>(bytes.size());
  std::string packed;
  if (method == ZipMethod::kDeflated) packed = Deflate(bytes);
  const bool smaller =
      method == ZipMethod::kDeflated && packed.size() < bytes.size();
  entry.method = smaller ? ZipMethod::kDeflated : ZipMethod::kStored;
  const std::string_view data = smaller ? std::string_view(packed) : bytes;
  entry.packed_size = static_cast<uint32_t>(data.size());
  return Write(std::move(entry), data);
}

Status ZipWriter::Finish() {
  const uint64_t directory_offset = offset_;
  std::string directory;
  ByteWriter writer(&directory);
  for (const ZipEntry& entry : entries_) {
    writer.U32(kDirectoryEntryMagic);
    writer.U16(entry.made_by);
    WriteCommon(writer, entry);
    writer.U16(0);  // extra
    writer.U16(0);  // comment
    writer.U16(0);  // disk
    writer.U16(0);  // internal attributes
    writer.U32(entry.external_attributes);
    writer.U32(entry.header_offset);
    writer.Bytes(entry.name);
  }
  const auto directory_size = static_cast<uint32_t>(directory.size());
  writer.U32(kEndMagic);
  writer.U16(0);  // disk
  writer.U16(0);  // disk of the directory
  writer.U16(static_cast<uint16_t>(entries_.size()));
  writer.U16(static_cast<uint16_t>(entries_.size()));
  writer.U32(directory_size);
  writer.U32(static_cast<uint32_t>(directory_offset));
  writer.U16(0);  // comment
  return Append(directory);
}

}  // namespace reprise::apk
