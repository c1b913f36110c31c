// Zip files for tests, byte by byte, so that each field can be made to lie.
//
// Threads: one test.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "apk/zip_format.h"
#include "base/bytes.h"
#include "base/check.h"
#include "base/memory_file_system.h"

namespace reprise::apk {

// One entry, as its local header and as the directory have it.
struct RawEntry {
  ZipEntry local;
  ZipEntry directory;
  uint16_t method = 0;
  std::string data;
  std::string after;  // such as a data descriptor
};

inline RawEntry StoredEntry(const std::string& name, const std::string& data) {
  ZipEntry entry;
  entry.name = name;
  entry.crc = Crc32(0, data);
  entry.size = static_cast<uint32_t>(data.size());
  entry.packed_size = entry.size;
  return {.local = entry,
          .directory = entry,
          .method = 0,
          .data = data,
          .after = {}};
}

struct RawZip {
  std::string prefix;
  std::vector<RawEntry> entries;
  std::string comment;
  std::string suffix;
  int extra_count = 0;        // added to how many entries the end tells
  uint32_t offset_shift = 0;  // added to where it says the directory is
  bool offset_of_first_for_all = false;  // all entries share one header

  std::string Bytes() const {
    std::string bytes = prefix;
    std::vector<uint32_t> offsets;
    for (const RawEntry& entry : entries) {
      offsets.push_back(static_cast<uint32_t>(bytes.size()));
      ByteWriter writer(&bytes);
      writer.U32(kLocalHeaderMagic);
      Common(writer, entry.local, entry.method);
      writer.U16(0);
      writer.Bytes(entry.local.name);
      writer.Bytes(entry.data);
      writer.Bytes(entry.after);
    }
    const auto directory = static_cast<uint32_t>(bytes.size());
    ByteWriter writer(&bytes);
    for (size_t i = 0; i < entries.size(); i++) {
      writer.U32(kDirectoryEntryMagic);
      writer.U16(0);
      Common(writer, entries[i].directory, entries[i].method);
      writer.Bytes(std::string(12, '\0'));
      writer.U32(offsets[offset_of_first_for_all ? 0 : i]);
      writer.Bytes(entries[i].directory.name);
    }
    const auto size = static_cast<uint32_t>(bytes.size()) - directory;
    const auto count =
        static_cast<uint16_t>(static_cast<int>(entries.size()) + extra_count);
    writer.U32(kEndMagic);
    writer.U32(0);
    writer.U16(count);
    writer.U16(count);
    writer.U32(size);
    writer.U32(directory + offset_shift);
    writer.U16(static_cast<uint16_t>(comment.size()));
    writer.Bytes(comment);
    writer.Bytes(suffix);
    return bytes;
  }

 private:
  static void Common(ByteWriter& writer, const ZipEntry& entry,
                     uint16_t method) {
    writer.U16(20);
    writer.U16(entry.flags);
    writer.U16(method);
    writer.U32(0);
    writer.U32(entry.crc);
    writer.U32(entry.packed_size);
    writer.U32(entry.size);
    writer.U16(static_cast<uint16_t>(entry.name.size()));
  }
};

inline std::unique_ptr<File> MemoryFile(std::string bytes) {
  MemoryFileSystem files;
  files.Put("file", std::move(bytes));
  auto file = files.OpenForReading("file");
  CHECK(file.has_value());
  return *std::move(file);
}

inline std::string AllOf(File& file) {
  std::string bytes(*file.Size(), '\0');
  CHECK_EQ(*file.ReadAt(0, bytes.data(), bytes.size()), bytes.size());
  return bytes;
}

}  // namespace reprise::apk
