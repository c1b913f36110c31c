// FileLock: that only one process at a time uses a file, as long as all of them
// ask. The system lets go of it when the process ends, however it does.
//
// Threads: one at a time.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/fd.h"
#include "base/result.h"

namespace reprise {

class FileLock {
 public:
  // The file must be there. Null while another process has it.
  static Result<std::unique_ptr<FileLock>> Take(const std::string& path);

 private:
  explicit FileLock(Fd fd) : fd_(std::move(fd)) {}
  Fd fd_;
};

}  // namespace reprise
