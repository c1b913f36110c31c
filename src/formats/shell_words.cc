#include "formats/shell_words.h"

#include <algorithm>
#include <array>

#include "formats/script_lines.h"

namespace reprise::formats {

namespace {

constexpr std::array<std::string_view, 14> kControlWords = {
    "for",  "while", "until", "do", "done",     "if", "then",
    "else", "elif",  "fi",    "{",  "function", "}",  "case"};

class Parser {
 public:
  explicit Parser(std::string_view line) : rest_(line) {}

  Result<std::vector<ShellCommand>> Parse() {
    while (!rest_.empty()) {
      const char c = rest_[0];
      if (c == '#' && !in_word_) break;
      rest_.remove_prefix(1);
      RETURN_IF_ERROR(Take(c));
    }
    EndCommand();
    for (const ShellCommand& command : commands_) {
      if (std::ranges::count(kControlWords, command[0]) == 0) continue;
      return Refuse("{} needs a shell; write the commands one by one",
                    Quote(command[0]));
    }
    return std::move(commands_);
  }

 private:
  template <typename... Args>
  static tl::unexpected<Error> Refuse(fmt::format_string<Args...> format,
                                      Args&&... args) {
    return Fail(ErrorKind::kUnsupported, format, std::forward<Args>(args)...);
  }

  Status Take(char c) {
    switch (c) {
      case ' ':
      case '\t':
        EndWord();
        return {};
      case ';':
        EndCommand();
        return {};
      case '&':
        // "&&" and "&" both end a command; ">&1" belongs to a redirection.
        if (redirecting_ && !in_word_) {
          in_word_ = true;
          return {};
        }
        EndCommand();
        return {};
      case '>':
      case '<':
        Redirect();
        return {};
      case '\'':
        return TakeQuoted('\'');
      case '"':
        return TakeQuoted('"');
      case '\\':
        if (rest_.empty()) {
          return Refuse("a command that goes on in the next line; join them");
        }
        Append(rest_[0]);
        rest_.remove_prefix(1);
        return {};
      case '$':
      case '`':
        return Refuse(
            "'{}' needs a shell; write the value itself, or quote it with "
            "single quotes",
            c);
      case '|':
      case '(':
      case ')':
        return Refuse("'{}' needs a shell; write the commands one by one", c);
      default:
        Append(c);
        return {};
    }
  }

  Status TakeQuoted(char quote) {
    in_word_ = true;
    while (!rest_.empty()) {
      char c = rest_[0];
      rest_.remove_prefix(1);
      if (c == quote) return {};
      if (quote == '"' && (c == '$' || c == '`')) {
        return Refuse("'{}' needs a shell; write \\{} for the character", c, c);
      }
      if (quote == '"' && c == '\\' && !rest_.empty() &&
          std::string_view("$`\"\\").find(rest_[0]) != std::string_view::npos) {
        c = rest_[0];
        rest_.remove_prefix(1);
      }
      word_ += c;
    }
    return Refuse("the quote {} is not closed on its line", quote);
  }

  void Append(char c) {
    in_word_ = true;
    word_ += c;
  }

  // The word that follows is a file, not an argument; so are digits before.
  void Redirect() {
    if (in_word_ && word_.find_first_not_of("0123456789") == word_.npos) {
      word_.clear();
      in_word_ = false;
    }
    EndWord();
    redirecting_ = true;
  }

  void EndWord() {
    if (!in_word_) return;
    if (!redirecting_) command_.push_back(std::move(word_));
    redirecting_ = false;
    in_word_ = false;
    word_.clear();
  }

  void EndCommand() {
    EndWord();
    redirecting_ = false;
    if (!command_.empty()) commands_.push_back(std::move(command_));
    command_.clear();
  }

  std::string_view rest_;
  std::vector<ShellCommand> commands_;
  ShellCommand command_;
  std::string word_;
  bool in_word_ = false;
  bool redirecting_ = false;
};

}  // namespace

Result<std::vector<ShellCommand>> ParseShellLine(std::string_view line) {
  return Parser(line).Parse();
}

std::string QuoteForShell(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "%+,-./:=@_";
  if (!word.empty() &&
      word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  quoted += '\'';
  return quoted;
}

}  // namespace reprise::formats
