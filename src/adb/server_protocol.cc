#include "adb/server_protocol.h"

#include <charconv>

#include "base/text.h"

namespace reprise::adb {
namespace {

constexpr size_t kStatusSize = 4;
constexpr size_t kLengthSize = 4;

std::optional<size_t> ParseLength(std::string_view digits) {
  uint32_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, code] = std::from_chars(digits.data(), end, value, 16);
  if (code != std::errc() || stop != end) return std::nullopt;
  return value;
}

tl::unexpected<Error> NotAServer(std::string_view got) {
  return Fail(ErrorKind::kDevice,
              "what answers is not an adb server: it said \"{}\"; check "
              "ADB_SERVER_SOCKET and ANDROID_ADB_SERVER_PORT",
              EscapeForTerminal(got));
}

}  // namespace

Result<std::string> EncodeRequest(std::string_view service) {
  if (service.size() > kMaxRequest) {
    return Fail(ErrorKind::kInvalidArgument,
                "the request \"{}...\" for adb has {} characters; at most {} "
                "are possible",
                EscapeForTerminal(service.substr(0, 32)), service.size(),
                kMaxRequest);
  }
  return EncodeText(service);
}

std::string EncodeText(std::string_view text) {
  text = text.substr(0, kMaxRequest);
  return fmt::format("{:04x}{}", text.size(), text);
}

Result<std::optional<bool>> ServerReplies::NextStatus() {
  if (WantedForStatus() > 0) return std::nullopt;
  const std::string status = buffer_.substr(0, kStatusSize);
  if (status != "OKAY" && status != "FAIL") return NotAServer(status);
  buffer_.erase(0, kStatusSize);
  return status == "OKAY";
}

size_t ServerReplies::WantedForText() const {
  if (const size_t missing = Missing(kLengthSize); missing > 0) return missing;
  const auto length = ParseLength(buffer_.substr(0, kLengthSize));
  return length ? Missing(kLengthSize + *length) : 0;
}

Result<std::optional<std::string>> ServerReplies::NextText() {
  if (buffer_.size() < kLengthSize) return std::nullopt;
  const std::string digits = buffer_.substr(0, kLengthSize);
  const auto length = ParseLength(digits);
  if (!length) return NotAServer(digits);
  if (WantedForText() > 0) return std::nullopt;
  std::string text = buffer_.substr(kLengthSize, *length);
  buffer_.erase(0, kLengthSize + *length);
  return text;
}

}  // namespace reprise::adb
