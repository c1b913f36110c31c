#include "device/wire.h"

#include "base/bytes.h"
#include "base/check.h"

namespace reprise::agent {

std::string Framed(const google::protobuf::MessageLite& message) {
  std::string bytes(4, '\0');
  CHECK(message.AppendToString(&bytes));
  const auto size = static_cast<uint32_t>(bytes.size() - 4);
  CHECK_LE(size, kMaxMessageBytes);
  std::memcpy(bytes.data(), &size, sizeof size);
  return bytes;
}

Result<std::optional<AgentRequest>> RequestReader::Next() {
  ByteReader reader(std::string_view(buffer_).substr(taken_));
  const uint32_t size = reader.U32();
  if (reader.ok() && size > kMaxMessageBytes) {
    return Fail(ErrorKind::kCorruption,
                "a request of {} bytes was announced; at most {} are accepted",
                size, kMaxMessageBytes);
  }
  const std::string_view bytes = reader.Bytes(size);
  if (!reader.ok()) {
    buffer_.erase(0, taken_);
    taken_ = 0;
    return std::optional<AgentRequest>();
  }
  AgentRequest request;
  if (!request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return Fail(ErrorKind::kCorruption, "a request of {} bytes cannot be read",
                bytes.size());
  }
  taken_ += reader.position();
  return std::optional<AgentRequest>(std::move(request));
}

}  // namespace reprise::agent
