// Taking a Chunk record apart: decompression, its CRC, the records inside.
//
// Used by the walk over a tape (scanner.h) and by cursors (reader.h), so that
// both refuse the same things. Hostile sizes are refused before memory is
// taken: nothing above kMaxChunkBytes is decompressed.
//
// Threads: one at a time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "tape/mcap.h"

namespace reprise::tape {

// Memory that is not cleared when it grows.
class Buffer {
 public:
  char* Reserve(size_t size) {
    if (size > capacity_) {
      data_ = std::make_unique_for_overwrite<char[]>(size);
      capacity_ = size;
    }
    return data_.get();
  }
  char* data() { return data_.get(); }

 private:
  std::unique_ptr<char[]> data_;
  size_t capacity_ = 0;
};

// Whether Decode() knows a chunk's compression.
inline bool IsSupportedCompression(std::string_view compression) {
  return compression.empty() || compression == "zstd";
}

class ChunkDecoder {
 public:
  ChunkDecoder();
  ~ChunkDecoder();
  ChunkDecoder(const ChunkDecoder&) = delete;
  ChunkDecoder& operator=(const ChunkDecoder&) = delete;

  // Gives the records inside `chunk`, in `out` or, when it is not compressed,
  // where they are. On failure returns false and says why, as the end of a
  // sentence that begins with the chunk: "has a wrong checksum".
  bool Decode(const Chunk& chunk, Buffer* out, std::string_view* records,
              std::string* why);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

// Steps through records that lie one behind the other in memory.
class RecordWalker {
 public:
  explicit RecordWalker(std::string_view records) : rest_(records) {}

  // False at the end, and when the next record does not fit (then broken()).
  bool Next() {
    if (rest_.size() < kRecordPrefix) {
      broken_ = !rest_.empty();
      return false;
    }
    uint64_t length;
    __builtin_memcpy(&length, rest_.data() + 1, sizeof(length));
    if (length > rest_.size() - kRecordPrefix) {
      broken_ = true;
      return false;
    }
    op_ = static_cast<Op>(rest_[0]);
    content_ = rest_.substr(kRecordPrefix, length);
    rest_.remove_prefix(kRecordPrefix + length);
    return true;
  }

  Op op() const { return op_; }
  std::string_view content() const { return content_; }
  bool broken() const { return broken_; }

 private:
  std::string_view rest_;
  Op op_ = Op::kHeader;
  std::string_view content_;
  bool broken_ = false;
};

}  // namespace reprise::tape
