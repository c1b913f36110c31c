// Waiting for a file to grow: `show --follow`.
//
// Threads: one at a time.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"

namespace reprise::cli {

class FileWatch {
 public:
  static Result<std::unique_ptr<FileWatch>> On(const std::string& path);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // Returns when the file was written since the last call, and after a second
  // in any case: some file systems do not tell what other machines do.
  Status Wait();

 private:
  explicit FileWatch(int fd) : fd_(fd) {}
  const int fd_;  // inotify; -1: none to be had, only the second counts
};

}  // namespace reprise::cli
