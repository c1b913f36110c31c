#include "formats/lenient_json.h"

#include <algorithm>

#include "formats/text_lines.h"

namespace reprise::formats {
namespace {

constexpr int kMaxDepth = 32;
constexpr std::string_view kBlanks = " \t\r\n";
// What ends a word without quotes.
constexpr std::string_view kEnds = " \t\r\n,;:=[]{}/\\#\"'";

void AppendUtf8(uint32_t code, std::string* out) {
  const auto add = [&](uint32_t byte) { *out += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xc0 | code >> 6);
    add(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    add(0xe0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3f));
    add(0x80 | (code & 0x3f));
  } else {
    add(0xf0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3f));
    add(0x80 | (code >> 6 & 0x3f));
    add(0x80 | (code & 0x3f));
  }
}

}  // namespace

uint64_t LenientJson::line() const {
  return 1 + std::count(text_.begin(), text_.begin() + at_, '\n');
}

bool LenientJson::FailAt(std::string_view what) {
  if (status_) {
    status_ = Fail(ErrorKind::kCorruption, "line {}: {}", line(), what);
  }
  at_ = text_.size();
  return false;
}

void LenientJson::Reject(std::string_view expected) { FailAt(expected); }

void LenientJson::SkipBlanks() {
  while (at_ < text_.size()) {
    const std::string_view rest = text_.substr(at_);
    if (kBlanks.find(rest[0]) != std::string_view::npos) {
      at_++;
    } else if (rest.starts_with("//") || rest.starts_with('#')) {
      at_ += std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      const size_t end = rest.find("*/", 2);
      if (end == std::string_view::npos) {
        FailAt("a comment that begins with /* does not end");
        return;
      }
      at_ += end + 2;
    } else {
      return;
    }
  }
}

char LenientJson::Peek() {
  if (!status_) return 0;
  SkipBlanks();
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool LenientJson::Enter() {
  if (depth_ >= kMaxDepth) return FailAt("it is nested too deeply");
  depth_++;
  at_++;
  return true;
}

bool LenientJson::BeginObject() {
  const char next = Peek();
  if (depth_ == 0 && next == '\0') return false;
  if (next != '{') return FailAt("an object is expected, in { and }");
  return Enter();
}

bool LenientJson::NextName(std::string* name) {
  while (Peek() == ',' || Peek() == ';') at_++;
  if (Peek() == '}') {
    at_++;
    depth_--;
    return false;
  }
  if (!Scalar(name)) return false;
  const char separator = Peek();
  if (separator != ':' && separator != '=') {
    return FailAt("a : is expected after a name");
  }
  at_++;
  if (separator == '=' && at_ < text_.size() && text_[at_] == '>') at_++;
  return true;
}

bool LenientJson::BeginArray() {
  if (Peek() != '[') return FailAt("a list is expected, in [ and ]");
  return Enter();
}

bool LenientJson::NextElement() {
  while (Peek() == ',' || Peek() == ';') at_++;
  if (Peek() == ']') {
    at_++;
    depth_--;
    return false;
  }
  if (Peek() == '\0') return FailAt("a list does not end");
  return true;
}

bool LenientJson::Scalar(std::string* value) {
  value->clear();
  const char first = Peek();
  if (first == '"' || first == '\'') {
    at_++;
    return Quoted(first, value);
  }
  const size_t end = std::min(text_.find_first_of(kEnds, at_), text_.size());
  if (!status_ || end == at_) return FailAt("a value is expected");
  value->assign(text_.substr(at_, end - at_));
  at_ = end;
  return true;
}

bool LenientJson::Quoted(char quote, std::string* value) {
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c == quote) return true;
    if (c != '\\') {
      *value += c;
    } else if (!Escape(value)) {
      return false;
    }
  }
  return FailAt("a string does not end");
}

bool LenientJson::Escape(std::string* value) {
  if (at_ >= text_.size()) return FailAt("a string does not end");
  const char c = text_[at_++];
  constexpr std::string_view kNames = "bfnrt";
  constexpr std::string_view kMeanings = "\b\f\n\r\t";
  if (const size_t known = kNames.find(c); known != std::string_view::npos) {
    *value += kMeanings[known];
    return true;
  }
  if (c != 'u') {
    *value += c;
    return true;
  }
  uint32_t code = 0;
  if (!Hex4(&code)) return false;
  if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_).starts_with("\\u")) {
    at_ += 2;
    uint32_t low = 0;
    if (!Hex4(&low)) return false;
    if (low < 0xdc00 || low > 0xdfff) {
      return FailAt("half a character in \\u");
    }
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  AppendUtf8(code, value);
  return true;
}

bool LenientJson::Hex4(uint32_t* code) {
  const std::string_view digits = text_.substr(at_, 4);
  if (digits.size() != 4 || !ParseNumber(digits, code, 16)) {
    return FailAt("four hex digits are expected after \\u");
  }
  at_ += 4;
  return true;
}

bool LenientJson::Skip() {
  std::string ignored;
  const int outside = depth_;
  do {
    switch (Peek()) {
      case '\0':
        return FailAt("it ends in the middle");
      case '{':
      case '[':
        if (!Enter()) return false;
        break;
      case '}':
      case ']':
        if (depth_ == outside) return FailAt("a value is expected");
        depth_--;
        at_++;
        break;
      case ',':
      case ';':
      case ':':
      case '=':
        if (depth_ == outside) return FailAt("a value is expected");
        at_++;
        break;
      default:
        if (!Scalar(&ignored)) return false;
    }
  } while (depth_ > outside);
  return true;
}

}  // namespace reprise::formats
