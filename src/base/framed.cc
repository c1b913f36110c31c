#include "base/framed.h"

#include "base/check.h"

namespace reprise {
namespace {

constexpr size_t kLengthBytes = 4;

size_t LengthAt(std::string_view bytes) {
  size_t length = 0;
  for (size_t i = 0; i < kLengthBytes; i++) {
    length |= size_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return length;
}

}  // namespace

void AppendFramed(std::string_view message, std::string* out) {
  CHECK(message.size() <= kMaxFramedBytes);
  for (size_t i = 0; i < kLengthBytes; i++) {
    out->push_back(static_cast<char>((message.size() >> (8 * i)) & 0xff));
  }
  out->append(message);
}

Result<std::optional<std::string_view>> FramedReader::Next() {
  const std::string_view rest = std::string_view(buffer_).substr(start_);
  const bool has_length = rest.size() >= kLengthBytes;
  const size_t length = has_length ? LengthAt(rest) : 0;
  if (length > kMaxFramedBytes) {
    return Fail(ErrorKind::kCorruption,
                "a message claims to have {} bytes, at most {} are accepted",
                length, kMaxFramedBytes);
  }
  if (!has_length || rest.size() - kLengthBytes < length) {
    // Given messages are dropped here, not one by one: that would copy the
    // rest each time.
    buffer_.erase(0, start_);
    start_ = 0;
    return std::optional<std::string_view>();
  }
  start_ += kLengthBytes + length;
  return std::optional(rest.substr(kLengthBytes, length));
}

}  // namespace reprise
