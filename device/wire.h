// The bytes between host and agent: each message is preceded by its length as
// four bytes, little endian (proto/reprise/agent.proto).
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "reprise/agent.pb.h"

namespace reprise::agent {

// Host and agent must agree on it.
inline constexpr uint32_t kProtocol = 1;
inline constexpr uint32_t kMaxMessageBytes = 16 << 20;

// A message with its length in front.
std::string Framed(const google::protobuf::MessageLite& message);

// Takes bytes as they come and gives the requests in them.
class RequestReader {
 public:
  void Push(std::string_view bytes) { buffer_.append(bytes); }

  // The next request; nothing while its bytes are not all there. After an
  // error the stream is of no use any more.
  Result<std::optional<AgentRequest>> Next();

 private:
  std::string buffer_;
  size_t taken_ = 0;  // bytes of buffer_ that were given
};

}  // namespace reprise::agent
