// Writes a zip file that Android installs without moving anything: what is
// stored begins at a multiple of 4 bytes, and a stored native library at a
// multiple of the page size, because both are mapped out of the APK.
//
// The same calls make the same bytes: new entries have a fixed date, and
// entries keep the order in which they were added. Extra fields, comments and
// data descriptors of copied entries are left out.
//
// Threads: one at a time. The file outlives the writer.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "apk/zip_format.h"
#include "apk/zip_reader.h"
#include "base/file.h"
#include "base/result.h"

namespace reprise::apk {

// 16 KiB serves devices with pages of either size.
inline constexpr uint32_t kLargePage = 16384;
inline constexpr uint32_t kSmallPage = 4096;

class ZipWriter {
 public:
  // `file` is empty; `page_size` is kLargePage or kSmallPage.
  explicit ZipWriter(File& file, uint32_t page_size = kLargePage)
      : file_(&file), page_size_(page_size) {}

  // Takes over the data as it is packed.
  Status Copy(const ZipReader& from, const ZipEntry& entry);
  // The same, when the caller has already read it.
  Status CopyPacked(const ZipEntry& entry, std::string_view packed);

  // Deflated data that would not be smaller is stored.
  Status Add(std::string_view name, std::string_view bytes, ZipMethod method);

  // Writes the directory and the end; nothing may be added after.
  Status Finish();

 private:
  Status Write(ZipEntry entry, std::string_view packed);
  uint32_t Alignment(const ZipEntry& entry) const;
  Status Append(std::string_view bytes);

  File* file_;
  uint32_t page_size_;
  uint64_t offset_ = 0;
  std::vector<ZipEntry> entries_;
  std::set<std::string> names_;
};

}  // namespace reprise::apk
