// Reads the words of the text form: the lowest layer of the assembler.
//
// Each method skips spaces and comments (# to the end of the line) first, and
// ends of lines only inside of braces. On a mistake they note the first error,
// with its line, and give something harmless; the assembler looks at ok().
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "dex/pool.h"
#include "dex/value.h"

namespace reprise::dex {

class TextScanner {
 public:
  TextScanner(std::string_view text, Pool* pool) : text_(text), pool_(*pool) {}

  // Goes to the next line that has something on it; false at the end.
  bool NextLine();
  // Demands that nothing more is on the line.
  void EndOfLine();
  bool AtEndOfLine();

  // The next character, 0 at the end of the line; Accept takes it if it is
  // this one, Expect demands it.
  char Peek();
  bool Accept(std::string_view symbol);
  void Expect(std::string_view symbol);
  // Between braces lines end without meaning.
  void OpenBrace();
  bool AcceptCloseBrace();
  void ExpectCloseBrace();

  // Letters, digits and . _ $ - / + as directives, opcodes and flags have them.
  std::string_view Word();
  // The same, without taking it.
  std::string_view PeekWord();
  // Whether a space follows that word.
  bool SpaceAfterWord();
  int64_t Integer(int64_t least, int64_t most);
  // A whole number whose bits fit into so many, with or without a sign.
  uint64_t Bits(int count);
  StringId String();          // in "
  StringId OptionalString();  // or null
  StringId Name();            // of a member, maybe in `
  TypeId Type();
  TypeId OptionalType();
  ProtoId Proto();
  FieldId Field();
  MethodId Method();
  HandleId Handle();
  Value ReadValue(int depth = 0);
  std::vector<Element> Elements(int depth);  // {name = value, ...}

  template <typename... Args>
  void Bad(fmt::format_string<Args...> format, Args&&... args) {
    if (!error_) BadText(fmt::format(format, std::forward<Args>(args)...));
  }
  bool ok() const { return !error_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  void BadText(const std::string& what);
  void SkipSpace();
  bool WholeNumber(bool* negative, uint64_t* size);
  // What stands between two of these quotes, as modified UTF-8.
  std::string Quoted(char quote);
  void Escape(std::string* out);
  void Utf8(std::string* out);
  uint32_t Hex(int digits);
  std::string_view BareDescriptor();
  Value Number();
  Value Member();
  Value Character();
  char At(size_t offset) const {
    return offset < text_.size() ? text_[offset] : '\0';
  }
  std::string Here();

  std::string_view text_;
  Pool& pool_;
  size_t at_ = 0;
  size_t line_ = 1;
  int braces_ = 0;
  std::optional<Error> error_;
};

}  // namespace reprise::dex
