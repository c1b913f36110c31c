// What is said to the adb server and what it answers, as bytes: requests with
// a length of four hex digits, OKAY and FAIL, and texts with such a length.
//
//   "000chost:version"  ->  "OKAY" "0004" "0029"
//                           "FAIL" "0013" "device 'x' not found"
//
// Pure: no sockets, so that tests and the fuzzer feed bytes. ServerReplies is
// fed in pieces of any size and keeps what is not asked for yet.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::adb {

// The longest request that four hex digits allow.
inline constexpr size_t kMaxRequest = 0xffff;

// InvalidArgument when it is too long.
Result<std::string> EncodeRequest(std::string_view service);
// A text as the server and the daemon send it; cut at kMaxRequest.
std::string EncodeText(std::string_view text);

class ServerReplies {
 public:
  void Feed(std::string_view bytes) { buffer_.append(bytes); }

  // nullopt: more bytes are needed. Corruption: this is not an adb server.
  // NextStatus() gives true for OKAY; after FAIL comes a text, the reason.
  Result<std::optional<bool>> NextStatus();
  Result<std::optional<std::string>> NextText();

  // How many bytes the next call wants at least; 0: it has enough. A caller
  // that reads no more than this never takes what follows the reply.
  size_t WantedForStatus() const { return Missing(4); }
  size_t WantedForText() const;

  // What came after the replies.
  std::string TakeRest() { return std::exchange(buffer_, {}); }

 private:
  size_t Missing(size_t size) const {
    return buffer_.size() >= size ? 0 : size - buffer_.size();
  }

  std::string buffer_;
};

}  // namespace reprise::adb
