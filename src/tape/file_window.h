// A view of a file that reads ahead, for many small reads in order.
//
// Threads: one at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "tape/chunk.h"

namespace reprise::tape {

class FileWindow {
 public:
  explicit FileWindow(File* file) : file_(file) {}

  // The bytes at `offset`, fewer than `size` only at the end of the file.
  // Valid until the next call.
  Result<std::string_view> At(uint64_t offset, uint64_t size) {
    if (offset < start_ || offset + size > start_ + size_) {
      const uint64_t want = std::max(size, kReadAhead);
      char* data = buffer_.Reserve(want);
      start_ = offset;
      size_ = 0;
      ASSIGN_OR_RETURN(size_, file_->ReadAt(offset, data, want));
    }
    const uint64_t skip = offset - start_;
    return std::string_view(buffer_.data() + skip,
                            std::min(size, size_ - skip));
  }

 private:
  static constexpr uint64_t kReadAhead = 256 << 10;

  File* const file_;
  Buffer buffer_;
  uint64_t start_ = 0;
  uint64_t size_ = 0;
};

}  // namespace reprise::tape
