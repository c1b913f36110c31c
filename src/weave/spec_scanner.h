// The words of a specification, each with its place: the lower half of its
// parser. Spaces and comments (// and # to the end of the line, /* to */)
// separate words and mean nothing else.
//
// Notes the first error and then gives only the end of the text.
//
// Threads: one at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace reprise::weave {

class SpecScanner {
 public:
  SpecScanner(std::string_view text, std::string file)
      : text_(text), file_(std::move(file)) {
    Next();
  }

  // The next word: a name with dots, dollars and stars, a symbol (".." and
  // "..." are one), or empty at the end.
  std::string_view word() const { return word_; }
  bool AtEnd() const { return word_.empty(); }
  // Whether it is a name, not a symbol.
  bool AtName() const;
  // Takes it.
  std::string_view Take();
  bool Accept(std::string_view word);
  // Demands it; `expected` is for the error.
  void Expect(std::string_view word);
  std::string_view ExpectName(std::string_view what);

  // An error at the next word: "what is there, expected ...".
  void Unexpected(std::string_view expected);
  // An error at the word that was taken last.
  template <typename... Args>
  void Bad(fmt::format_string<Args...> format, Args&&... args) {
    BadAt(last_line_, last_column_,
          fmt::format(format, std::forward<Args>(args)...));
  }

  bool ok() const { return !error_; }
  const std::optional<Error>& error() const { return error_; }
  // FILE:LINE of the next word.
  std::string Where() const { return fmt::format("{}:{}", file_, line_); }

 private:
  void Next();
  void SkipSpace();
  void Step();
  void BadAt(size_t line, size_t column, const std::string& what);
  char At(size_t offset) const {
    return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
  }

  std::string_view text_;
  std::string file_;
  size_t at_ = 0;
  size_t at_line_ = 1, at_column_ = 1;      // of the byte at at_
  size_t line_ = 1, column_ = 1;            // of word_
  size_t last_line_ = 1, last_column_ = 1;  // of the word taken last
  std::string_view word_;
  std::optional<Error> error_;
};

}  // namespace reprise::weave
