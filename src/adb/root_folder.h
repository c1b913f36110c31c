// The files below a folder of the machine as if that folder were the root of
// them all: neither `..` nor a link leads out (RESOLVE_IN_ROOT).
//
// Paths begin at the root, with or without a slash. Errors are numbers of
// errno. Threads: any, as the kernel keeps all state.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/fd.h"
#include "base/result.h"

namespace reprise::adb {

class RootFolder {
 public:
  static Result<RootFolder> At(const std::string& root);

  // -errno, or a descriptor, which does not block.
  int Open(const std::string& path, int flags, uint32_t mode = 0) const;
  // The folder that holds the last part of `path`, which goes to `name`;
  // `make`: with the folders above it, if they are missing.
  int OpenParent(const std::string& path, bool make, Fd* folder,
                 std::string* name) const;

  int fd() const { return fd_.get(); }

 private:
  explicit RootFolder(Fd fd) : fd_(std::move(fd)) {}

  Fd fd_;
};

}  // namespace reprise::adb
