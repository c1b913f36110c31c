// A file that takes its place only when it is complete: it is written under a
// name of its own, beside, and removed unless it is committed.
//
// Threads: one at a time.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/file.h"
#include "base/result.h"

namespace reprise::apk {

class PartFile {
 public:
  static Result<std::unique_ptr<PartFile>> Create(FileSystem& files,
                                                  const std::string& path) {
    const std::string part = FreePartName(files, path);
    ASSIGN_OR_RETURN(auto file, files.Create(part));
    return std::unique_ptr<PartFile>(
        new PartFile(files, path, part, std::move(file)));
  }

  ~PartFile() {
    file_.reset();
    if (!committed_) (void)files_.Remove(part_);
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  File& file() { return *file_; }

  // Moves it to its place.
  Status Commit() {
    RETURN_IF_ERROR(files_.Rename(part_, path_));
    committed_ = true;
    return {};
  }

 private:
  PartFile(FileSystem& files, std::string path, std::string part,
           std::unique_ptr<File> file)
      : files_(files),
        path_(std::move(path)),
        part_(std::move(part)),
        file_(std::move(file)) {}

  FileSystem& files_;
  const std::string path_;
  const std::string part_;
  std::unique_ptr<File> file_;
  bool committed_ = false;
};

}  // namespace reprise::apk
