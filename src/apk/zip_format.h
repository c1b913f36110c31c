// The records of a zip file that an APK consists of, and the limits that a
// foreign one has to keep: one place for the reader and the writer
// (docs/architecture/apk.md says which files are accepted and why).
//
// Threads: constants and plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::apk {

inline constexpr uint32_t kLocalHeaderMagic = 0x04034b50;
inline constexpr uint32_t kDescriptorMagic = 0x08074b50;
inline constexpr uint32_t kDirectoryEntryMagic = 0x02014b50;
inline constexpr uint32_t kEndMagic = 0x06054b50;

// Without the name, the extra field and the comment.
inline constexpr size_t kLocalHeaderSize = 30;
inline constexpr size_t kDirectoryEntrySize = 46;
inline constexpr size_t kEndSize = 22;
inline constexpr size_t kMaxComment = 0xffff;
// Where the record of the end says how many bytes the comment has and where
// the central directory begins.
inline constexpr size_t kEndCommentLengthAt = 20;
inline constexpr size_t kEndDirectoryOffsetAt = 16;

// Values that would mean "see the zip64 record".
inline constexpr uint16_t kZip64Mark16 = 0xffff;
inline constexpr uint32_t kZip64Mark32 = 0xffffffff;

inline constexpr uint16_t kFlagEncrypted = 1 << 0;
inline constexpr uint16_t kFlagDescriptor = 1 << 3;
inline constexpr uint16_t kFlagStrongEncryption = 1 << 6;
inline constexpr uint16_t kFlagUtf8 = 1 << 11;
inline constexpr uint16_t kFlagMaskedHeaders = 1 << 13;

// An entry is unpacked in memory.
inline constexpr uint64_t kMaxEntrySize = uint64_t{512} << 20;
inline constexpr uint64_t kMaxTotalSize = uint64_t{8} << 30;
inline constexpr uint64_t kMaxDirectorySize = uint64_t{64} << 20;
// No deflated byte can stand for more.
inline constexpr uint64_t kMaxDeflateRatio = 1032;
// A large entry that shrinks by more than this was made to hurt.
inline constexpr uint64_t kMaxRatio = 200;
inline constexpr uint64_t kRatioMattersFrom = uint64_t{16} << 20;

enum class ZipMethod : uint16_t { kStored = 0, kDeflated = 8 };

struct ZipEntry {
  std::string name;
  uint16_t made_by = 0;  // decides what external_attributes mean
  uint16_t flags = 0;
  ZipMethod method = ZipMethod::kStored;
  uint16_t dos_time = 0;
  uint16_t dos_date = 0;
  uint32_t crc = 0;
  uint32_t packed_size = 0;
  uint32_t size = 0;
  uint32_t external_attributes = 0;
  uint32_t header_offset = 0;
  uint64_t data_offset = 0;

  bool IsFolder() const { return name.ends_with('/'); }
};

// Refuses names that no APK has and that trick whoever unpacks one: empty,
// absolute, with a .. in them, with control characters.
Status CheckEntryName(std::string_view name);

uint32_t Crc32(uint32_t crc, std::string_view bytes);

// Exactly `size` bytes, which the caller has limited, or an error.
Result<std::string> Inflate(std::string_view packed, size_t size);

// Always the same bytes for the same input.
std::string Deflate(std::string_view bytes);

}  // namespace reprise::apk
