// Files behind a seam, so that a full disk, a torn write or a bad sector can
// be made to happen in a test (faulty_file_system.h).
//
// Errors name the path and what the system said. Threads: one File is used by
// one thread at a time; a FileSystem by any.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise {

class File {
 public:
  virtual ~File() = default;

  // Reads up to `size` bytes at `offset`; fewer only at the end of the file.
  virtual Result<size_t> ReadAt(uint64_t offset, char* out, size_t size) = 0;

  // Writes all of `bytes` at the end. After a failure some of them may be
  // there: who cares truncates to the size it knows to be good.
  virtual Status Append(std::string_view bytes) = 0;

  virtual Status Truncate(uint64_t size) = 0;

  // Returns when what was written would survive a power cut.
  virtual Status Sync() = 0;

  virtual Result<uint64_t> Size() = 0;
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // An existing regular file, to be read; pipes and devices are refused,
  // because reading them at an offset is not possible.
  virtual Result<std::unique_ptr<File>> OpenForReading(
      const std::string& path) = 0;

  // A new, empty file, to be written and read; replaces what was there.
  virtual Result<std::unique_ptr<File>> Create(const std::string& path) = 0;

  // Atomically puts `from` in the place of `to`.
  virtual Status Rename(const std::string& from, const std::string& to) = 0;

  virtual Status Remove(const std::string& path) = 0;
};

// The machine's own.
FileSystem& RealFileSystem();

// A name beside `path` that nothing has yet, to write what will take its place:
// PATH.part, or PATH.1.part and so on. Who is killed leaves it behind, so one
// that is there may be somebody's only copy.
std::string FreePartName(FileSystem& files, const std::string& path);

// Whole small files: refuses one over `limit` bytes.
Result<std::string> ReadWholeFile(FileSystem& files, const std::string& path,
                                  uint64_t limit);
// Replaces `path` by a file with these bytes; never leaves half of them there.
Status WriteWholeFile(FileSystem& files, const std::string& path,
                      std::string_view bytes);

}  // namespace reprise
