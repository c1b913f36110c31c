#include "formats/text_lines.h"

namespace reprise::formats {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr int64_t kNsPerSecond = 1'000'000'000;
constexpr size_t kQuotedBytes = 60;

}  // namespace

bool LineReader::Next(std::string_view* line) {
  if (rest_.empty()) return false;
  const size_t end = rest_.find('\n');
  *line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (line->ends_with('\r')) line->remove_suffix(1);
  number_++;
  return true;
}

std::string_view Trim(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string_view TakeWord(std::string_view* text) {
  const size_t first = text->find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    *text = {};
    return {};
  }
  const size_t end = text->find_first_of(kBlanks, first);
  const std::string_view word = text->substr(first, end - first);
  *text = end == std::string_view::npos ? std::string_view{}
                                        : text->substr(end + 1);
  return word;
}

bool TakePrefix(std::string_view* text, std::string_view prefix) {
  if (!text->starts_with(prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}

bool ParseBits32(std::string_view text, int32_t* value) {
  const bool negative = TakePrefix(&text, "-");
  if (!negative) TakePrefix(&text, "+");
  const bool hex = TakePrefix(&text, "0x") || TakePrefix(&text, "0X");
  uint32_t bits = 0;
  if (!ParseNumber(text, &bits, hex ? 16 : 10)) return false;
  if (negative && bits > uint32_t{1} << 31) return false;
  *value = static_cast<int32_t>(negative ? 0 - bits : bits);
  return true;
}

bool ParseSeconds(std::string_view text, int64_t* time_ns) {
  const size_t dot = text.find('.');
  int64_t seconds = 0;
  if (!ParseNumber(text.substr(0, dot), &seconds) || text.starts_with('-') ||
      seconds > kLatestNs / kNsPerSecond) {
    return false;
  }
  int64_t fraction = 0;
  if (dot != std::string_view::npos) {
    const std::string_view digits = text.substr(dot + 1);
    if (digits.size() > 9 || digits.starts_with('-') ||
        !ParseNumber(digits, &fraction)) {
      return false;
    }
    for (size_t i = digits.size(); i < 9; i++) fraction *= 10;
  }
  *time_ns = seconds * kNsPerSecond + fraction;
  return *time_ns <= kLatestNs;
}

bool TimeOf(int64_t seconds, int64_t microseconds, int64_t* time_ns) {
  if (seconds < 0 || seconds >= kLatestNs / kNsPerSecond || microseconds < 0 ||
      microseconds >= 1'000'000) {
    return false;
  }
  *time_ns = seconds * kNsPerSecond + microseconds * 1000;
  return true;
}

std::string_view Shortened(std::string_view text) {
  return text.substr(0, kQuotedBytes);
}

tl::unexpected<Error> BadLine(std::string_view file, const LineReader& lines,
                              std::string_view text,
                              std::string_view expected) {
  return Fail(ErrorKind::kCorruption, "{}: line {}: {:?} is not {}", file,
              lines.number(), Shortened(text), expected);
}

}  // namespace reprise::formats
