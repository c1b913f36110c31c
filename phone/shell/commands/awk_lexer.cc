#include "phone/shell/commands/awk_lexer.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace reprise::phone {
namespace {

constexpr std::string_view kFunctions[] = {
    "length",  "substr",  "index",   "split", "sub",  "gsub", "match",
    "sprintf", "tolower", "toupper", "int",   "sqrt", "exp",  "log",
    "sin",     "cos",     "atan2",   "rand",  "srand"};

}  // namespace

bool AwkLexer::OperandBefore() const {
  return token_.kind == AwkToken::kNumber || token_.kind == AwkToken::kString ||
         (token_.kind == AwkToken::kName && !IsAwkWord(token_.text)) ||
         (token_.kind == AwkToken::kMark &&
          (token_.text == ")" || token_.text == "]" || token_.text == "$" ||
           token_.text == "++" || token_.text == "--"));
}

bool IsAwkWord(std::string_view text) {
  constexpr std::string_view kWords[] = {
      "BEGIN",    "END",     "print",    "printf", "if",    "else",  "while",
      "for",      "do",      "in",       "next",   "exit",  "break", "delete",
      "continue", "getline", "function", "func",   "return"};
  return std::ranges::find(kWords, text) != std::end(kWords);
}

AwkToken AwkLexer::Next() {
  const bool operand = OperandBefore();
  SkipBlanks();
  token_ = {};
  if (at_ >= source_.size()) return token_;
  const char c = source_[at_];
  if (c == '\n') {
    ++at_;
    token_.kind = AwkToken::kNewline;
  } else if (c == '"') {
    Quoted('"', AwkToken::kString);
  } else if (c == '/' && !operand) {
    Quoted('/', AwkToken::kRegex);
  } else if (isdigit(static_cast<unsigned char>(c)) != 0 ||
             (c == '.' && at_ + 1 < source_.size() &&
              isdigit(static_cast<unsigned char>(source_[at_ + 1])) != 0)) {
    const std::string rest(source_.substr(at_, 64));
    char* end = nullptr;
    token_.kind = AwkToken::kNumber;
    token_.number = std::strtod(rest.c_str(), &end);
    at_ += static_cast<size_t>(end - rest.c_str());
  } else if (isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') {
    const size_t begin = at_;
    while (at_ < source_.size() &&
           (isalnum(static_cast<unsigned char>(source_[at_])) != 0 ||
            source_[at_] == '_')) {
      ++at_;
    }
    token_.kind = AwkToken::kName;
    token_.text = source_.substr(begin, at_ - begin);
    if (std::ranges::find(kFunctions, token_.text) != std::end(kFunctions)) {
      token_.kind = AwkToken::kCall;
    }
  } else {
    constexpr std::string_view kMarks[] = {
        "&&", "||", "++", "--", "+=", "-=", "*=", "/=",
        "%=", "^=", "==", "!=", "<=", ">=", "!~", ">>"};
    token_.kind = AwkToken::kMark;
    token_.text = source_.substr(at_, 1);
    for (const std::string_view mark : kMarks) {
      if (source_.substr(at_).starts_with(mark)) token_.text = mark;
    }
    at_ += token_.text.size();
  }
  return token_;
}

void AwkLexer::Quoted(char quote, AwkToken::Kind kind) {
  token_.kind = kind;
  for (++at_; at_ < source_.size() && source_[at_] != quote; ++at_) {
    char c = source_[at_];
    if (c == '\n') break;
    if (c == '\\' && at_ + 1 < source_.size()) {
      c = source_[++at_];
      constexpr std::string_view kFrom = "ntr\\\"/a";
      constexpr std::string_view kTo = "\n\t\r\\\"/\a";
      const size_t known = kFrom.find(c);
      if (kind == AwkToken::kRegex && c != '/') {
        token_.text += '\\';
      } else if (known != std::string_view::npos) {
        c = kTo[known];
      } else {
        token_.text += '\\';
      }
    }
    token_.text += c;
  }
  if (at_ >= source_.size() || source_[at_] != quote) {
    error_ = quote == '/' ? "a /pattern/ without its end"
                          : "a \"text\" without its end";
    return Stop();
  }
  ++at_;
}

void AwkLexer::SkipBlanks() {
  while (at_ < source_.size()) {
    const char c = source_[at_];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '\\' && source_.substr(at_ + 1, 1) == "\n") {
      at_ += 2;
    } else if (c == '#') {
      at_ = std::min(source_.find('\n', at_), source_.size());
    } else {
      break;
    }
  }
}

}  // namespace reprise::phone
