// A folder for files that nobody keeps, which goes with the object.
//
// Threads: one at a time.
#pragma once

#include <filesystem>
#include <memory>
#include <utility>

#include "base/result.h"

namespace reprise::cli {

class ScratchFolder {
 public:
  static Result<std::unique_ptr<ScratchFolder>> Make();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  const std::filesystem::path path_;
};

}  // namespace reprise::cli
