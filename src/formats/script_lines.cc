#include "formats/script_lines.h"

#include <charconv>
#include <cmath>

#include "base/text.h"

namespace reprise::formats {

namespace {

constexpr size_t kQuotedBytes = 60;

}  // namespace

std::vector<std::string_view> SplitAt(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(Trim(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> SplitWords(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::string_view word = TakeWord(&text);
    if (word.empty()) return words;
    words.push_back(word);
  }
}

std::optional<int64_t> ParseInteger(std::string_view text) {
  int64_t value = 0;
  if (TakePrefix(&text, "+") && text.starts_with('-')) return std::nullopt;
  if (!ParseNumber(text, &value)) return std::nullopt;
  return value;
}

std::optional<double> ParseReal(std::string_view text) {
  double value = 0;
  if (TakePrefix(&text, "+") && text.starts_with('-')) return std::nullopt;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::string Quote(std::string_view text) {
  std::string quoted = "\"";
  quoted += EscapeForTerminal(text.substr(0, kQuotedBytes));
  if (text.size() > kQuotedBytes) quoted += "...";
  quoted += '"';
  return quoted;
}

std::string FormatReal(float value) { return fmt::format("{}", value); }

Result<bool> ScriptLines::Next() {
  if (!reader_.Next(&line_)) return false;
  if (line_.size() > kMaxScriptLineBytes) {
    return Fail("the line has {} bytes; at most {} are accepted", line_.size(),
                kMaxScriptLineBytes);
  }
  line_ = Trim(line_);
  return true;
}

Status ScriptLines::CheckSize(const input::Recording& recording) const {
  const size_t events =
      recording.motions.size() + recording.keys.size() + recording.texts.size();
  if (events <= kMaxScriptEvents) return {};
  return Fail("more than {} events; split the script", kMaxScriptEvents);
}

Result<int64_t> ScriptLines::Integer(std::string_view text,
                                     std::string_view what, int64_t min,
                                     int64_t max) const {
  const std::optional<int64_t> value = ParseInteger(text);
  if (!value || *value < min || *value > max) {
    return Fail("{} is {}, but must be a whole number from {} to {}", what,
                Quote(text), min, max);
  }
  return *value;
}

Result<float> ScriptLines::Coordinate(std::string_view text,
                                      std::string_view what) const {
  const std::optional<double> value = ParseReal(text);
  if (!value || std::abs(*value) > kMaxScriptCoordinate) {
    return Fail("{} is {}, but must be a number from -{} to {}", what,
                Quote(text), kMaxScriptCoordinate, kMaxScriptCoordinate);
  }
  return static_cast<float>(*value);
}

Result<int64_t> ScriptLines::Milliseconds(std::string_view text,
                                          std::string_view what) const {
  const std::optional<int64_t> value = ParseInteger(text);
  if (!value || *value < 0 || *value > kMaxScriptMs) {
    return Fail("{} is {}, but must be whole milliseconds from 0 to {}", what,
                Quote(text), kMaxScriptMs);
  }
  return *value;
}

std::string ScriptLines::Prefix() const {
  if (file_.empty()) return "";
  return fmt::format("{}, ", EscapeForTerminal(file_));
}

}  // namespace reprise::formats
