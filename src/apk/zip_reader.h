// Reads a zip file the way Android does: the central directory is the truth,
// offsets count from the first byte of the file, and the record of the end is
// the last one there is. What Android, apksigner and unzip could read
// differently is refused instead of guessed: local headers and data
// descriptors that contradict the directory, entries that overlap, two of one
// name, bytes after the end, zip64, encryption.
//
// Threads: one at a time. The file outlives the reader and does not change.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apk/zip_format.h"
#include "base/file.h"
#include "base/result.h"

namespace reprise::apk {

// Where the parts are. An APK's signing block lies just before the directory.
struct ZipSections {
  uint64_t directory_offset = 0;
  uint64_t directory_size = 0;
  uint64_t end_offset = 0;  // of the record of the end
  uint64_t file_size = 0;
};

// Finds the end and the directory, and looks no further.
Result<ZipSections> FindZipSections(File& file);

// Exactly `size` bytes, which the caller has limited, or an error.
Result<std::string> ReadExactly(File& file, uint64_t offset, uint64_t size);

class ZipReader {
 public:
  ZipReader(ZipReader&&) = default;
  ZipReader& operator=(ZipReader&&) = default;

  // Reads the directory and all local headers.
  static Result<ZipReader> Open(File& file);

  // In the order of the directory.
  const std::vector<ZipEntry>& entries() const { return entries_; }
  const ZipSections& sections() const { return sections_; }

  // Null when there is none.
  const ZipEntry* Find(std::string_view name) const;

  // The content, unpacked and checked against its CRC.
  Result<std::string> Read(const ZipEntry& entry) const;
  // The same, or an error that says that the entry is missing.
  Result<std::string> Read(std::string_view name) const;

  // The bytes as they are in the file.
  Result<std::string> ReadPacked(const ZipEntry& entry) const;

 private:
  explicit ZipReader(File& file) : file_(&file) {}
  Status ReadDirectory();
  Status CheckLocalHeaders();
  Status CheckDescriptor(const ZipEntry& entry, uint64_t limit) const;
  Status CheckNames();

  File* file_;
  ZipSections sections_;
  std::vector<ZipEntry> entries_;
  std::map<std::string_view, size_t> by_name_;  // views of entries_
};

}  // namespace reprise::apk
