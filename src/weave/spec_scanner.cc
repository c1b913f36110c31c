#include "weave/spec_scanner.h"

#include <algorithm>

#include "base/text.h"

namespace reprise::weave {
namespace {

// How much of a word an error repeats.
constexpr size_t kShownBytes = 60;

bool IsNameByte(char c) {
  // Bytes above 127 belong to letters of other scripts.
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '-' ||
         c == '*' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

void SpecScanner::Step() {
  if (text_[at_] == '\n') {
    ++at_line_;
    at_column_ = 1;
  } else if ((static_cast<unsigned char>(text_[at_]) & 0xc0) != 0x80) {
    ++at_column_;  // a character, however many bytes it has
  }
  ++at_;
}

void SpecScanner::SkipSpace() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      Step();
    } else if (c == '#' || (c == '/' && At(1) == '/')) {
      while (at_ < text_.size() && text_[at_] != '\n') Step();
    } else if (c == '/' && At(1) == '*') {
      const size_t line = at_line_;
      const size_t column = at_column_;
      const size_t end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) {
        BadAt(line, column, "the comment has no end; expected */");
        return;
      }
      while (at_ < end + 2) Step();
    } else {
      return;
    }
  }
}

void SpecScanner::Next() {
  SkipSpace();
  line_ = at_line_;
  column_ = at_column_;
  const size_t begin = at_;
  if (error_ || at_ >= text_.size()) {
    word_ = {};
    return;
  }
  if (IsNameByte(text_[at_])) {
    // A dot belongs to a name when one more part follows.
    while (at_ < text_.size() &&
           (IsNameByte(text_[at_]) || (text_[at_] == '.' && IsNameByte(At(1)))))
      Step();
  } else if (text_[at_] == '.') {
    while (at_ < text_.size() && text_[at_] == '.' && at_ - begin < 3) Step();
  } else {
    Step();
  }
  word_ = text_.substr(begin, at_ - begin);
}

bool SpecScanner::AtName() const {
  return !word_.empty() && IsNameByte(word_[0]);
}

std::string_view SpecScanner::Take() {
  const std::string_view word = word_;
  last_line_ = line_;
  last_column_ = column_;
  Next();
  return word;
}

bool SpecScanner::Accept(std::string_view word) {
  if (word_ != word) return false;
  Take();
  return true;
}

void SpecScanner::Expect(std::string_view word) {
  if (!Accept(word)) Unexpected(word);
}

std::string_view SpecScanner::ExpectName(std::string_view what) {
  if (!AtName()) {
    Unexpected(what);
    return "error";
  }
  return Take();
}

void SpecScanner::Unexpected(std::string_view expected) {
  const std::string found =
      AtEnd() ? "the text ends here"
              : fmt::format("found \"{}\"",
                            EscapeForTerminal(word_.substr(0, kShownBytes)));
  BadAt(line_, column_, fmt::format("{}; expected {}", found, expected));
}

void SpecScanner::BadAt(size_t line, size_t column, const std::string& what) {
  if (!error_) {
    error_ = Error{ErrorKind::kCorruption,
                   fmt::format("{}:{}:{}: {}", file_, line, column, what)};
  }
  at_ = text_.size();
  word_ = {};
}

}  // namespace reprise::weave
