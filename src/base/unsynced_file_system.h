// A file system for files that nobody misses after a power cut: it does not
// wait for the disk. On a busy one that takes longer than all the rest.
//
// Threads: any.
#pragma once

#include <memory>
#include <string>

#include "base/file.h"

namespace reprise {

class UnsyncedFileSystem : public FileSystem {
 public:
  // `base` must live as long as this and the files that it opened.
  explicit UnsyncedFileSystem(FileSystem& base) : base_(base) {}

  Result<std::unique_ptr<File>> OpenForReading(
      const std::string& path) override;
  Result<std::unique_ptr<File>> Create(const std::string& path) override;
  Status Rename(const std::string& from, const std::string& to) override;
  Status Remove(const std::string& path) override;

 private:
  FileSystem& base_;
};

}  // namespace reprise
