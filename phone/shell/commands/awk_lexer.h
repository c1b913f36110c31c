// The words of an awk program. A / begins a pattern where no value is before
// it.
//
// Threads: plain values.
#pragma once

#include <string>
#include <string_view>

namespace reprise::phone {

struct AwkToken {
  enum Kind { kEnd, kNewline, kNumber, kString, kRegex, kName, kCall, kMark };
  Kind kind = kEnd;
  std::string text;
  double number = 0;
};

// print, if, in and the like.
bool IsAwkWord(std::string_view text);

// A copy begins again where it was taken.
class AwkLexer {
 public:
  explicit AwkLexer(std::string_view source) : source_(source) {}

  AwkToken Next();
  // From here on there is nothing more.
  void Stop() { at_ = source_.size(); }
  const std::string& error() const { return error_; }

 private:
  bool OperandBefore() const;
  void SkipBlanks();
  void Quoted(char quote, AwkToken::Kind kind);

  std::string_view source_;
  size_t at_ = 0;
  AwkToken token_;
  std::string error_;
};

}  // namespace reprise::phone
