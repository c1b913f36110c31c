// Messages in a stream of bytes: each is preceded by its length, four bytes,
// little endian. Host and agent talk so.
//
// Threads: one at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise {

// A longer message is refused before memory is taken for it.
inline constexpr size_t kMaxFramedBytes = size_t{16} << 20;

// Appends the length and the message to *out. CHECKs the bound.
void AppendFramed(std::string_view message, std::string* out);

// Takes bytes as they come and gives whole messages.
class FramedReader {
 public:
  void Push(std::string_view bytes) { buffer_.append(bytes); }

  // The next message, valid until the next call of Push() or Next(); nothing
  // while it is not whole. An error when its length is beyond the bound: the
  // stream cannot be trusted from there on.
  Result<std::optional<std::string_view>> Next();

  // Bytes of a message that is not whole.
  size_t pending() const { return buffer_.size() - start_; }

 private:
  std::string buffer_;
  size_t start_ = 0;  // of what was not given yet
};

}  // namespace reprise
