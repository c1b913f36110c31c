#include "device/wire.h"

namespace reprise::agent {

std::string Framed(const google::protobuf::MessageLite& message) {
  std::string bytes;
  AppendFramed(message.SerializeAsString(), &bytes);
  return bytes;
}

Result<std::optional<AgentRequest>> RequestReader::Next() {
  ASSIGN_OR_RETURN(const auto bytes, bytes_.Next());
  if (!bytes) return std::optional<AgentRequest>();
  AgentRequest request;
  if (!request.ParseFromArray(bytes->data(), static_cast<int>(bytes->size()))) {
    return Fail(ErrorKind::kCorruption, "a request of {} bytes cannot be read",
                bytes->size());
  }
  return std::optional<AgentRequest>(std::move(request));
}

}  // namespace reprise::agent
