// The messages between host and agent (proto/reprise/agent.proto) as bytes.
//
// Threads: plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/framed.h"
#include "base/result.h"
#include "reprise/agent.pb.h"

namespace reprise::agent {

// A message with its length in front.
std::string Framed(const google::protobuf::MessageLite& message);

// Takes bytes as they come and gives the requests in them.
class RequestReader {
 public:
  void Push(std::string_view bytes) { bytes_.Push(bytes); }

  // The next request; nothing while its bytes are not all there. After an
  // error the stream is of no use any more.
  Result<std::optional<AgentRequest>> Next();

 private:
  FramedReader bytes_;
};

}  // namespace reprise::agent
