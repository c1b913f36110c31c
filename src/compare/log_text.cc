#include "compare/log_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace reprise::compare {
namespace {

// Longer lines are compared by their begin.
constexpr size_t kMaxLine = 4096;
constexpr std::array<std::string_view, 3> kFolders = {
    "/data/app/", "/data/data/", "/data/user/"};
constexpr std::array<std::string_view, 4> kNumbered = {"pid", "tid", "thread",
                                                       "process"};

bool IsDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool IsHex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool IsSpace(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

size_t CountHex(std::string_view text) {
  return static_cast<size_t>(std::ranges::find_if_not(text, IsHex) -
                             text.begin());
}

size_t CountDigits(std::string_view text) {
  return static_cast<size_t>(std::ranges::find_if_not(text, IsDigit) -
                             text.begin());
}

// True after "pid ", "pid=", "tid:".
bool EndsWithNumbered(std::string_view text) {
  while (!text.empty() &&
         (text.back() == ' ' || text.back() == '=' || text.back() == ':')) {
    text.remove_suffix(1);
  }
  return std::ranges::any_of(kNumbered, [&](std::string_view word) {
    return text.size() >= word.size() &&
           std::ranges::equal(
               text.substr(text.size() - word.size()), word, {}, [](char c) {
                 return static_cast<char>(
                     std::tolower(static_cast<unsigned char>(c)));
               });
  });
}

// Of a hash code or token as Android writes them: no fewer digits.
constexpr size_t kMinHashDigits = 6;

// The digits at the begin that are a view's hash code ("EditText{1457c4fc
// ...}") or a token ("com.a:7c394504: ..."), after what was read before.
size_t CountHash(char before, std::string_view text) {
  const size_t digits = CountHex(text);
  if (digits < kMinHashDigits || digits >= text.size()) return 0;
  const char after = text[digits];
  const bool hash = (before == '{' && (after == ' ' || after == '}')) ||
                    (before == ':' && after == ':');
  return hash ? digits : 0;
}

// A path on the machine that a virtual phone keeps its files in.
size_t CountForeignFolder(std::string_view text) {
  const auto end =
      static_cast<size_t>(std::ranges::find_if(text, IsSpace) - text.begin());
  for (const std::string_view folder : kFolders) {
    const size_t at = text.substr(0, end).find(folder);
    if (at != std::string_view::npos) return at;
  }
  return 0;
}

}  // namespace

std::string NormaliseLine(std::string_view line) {
  line = line.substr(0, kMaxLine);
  std::string out;
  while (!line.empty()) {
    size_t skip = 0;
    if (line.starts_with("0x") && CountHex(line.substr(2)) > 0) {
      skip = 2 + CountHex(line.substr(2));
    } else if (line[0] == '@' && CountHex(line.substr(1)) > 0) {
      out += '@';
      line.remove_prefix(1);
      skip = CountHex(line);
    } else if (line.starts_with("Lambda$") && CountDigits(line.substr(7)) > 0) {
      out += "Lambda$";
      line.remove_prefix(7);
      skip = CountDigits(line);
    } else if (!out.empty() && CountHash(out.back(), line) > 0) {
      skip = CountHash(out.back(), line);
    } else if (IsDigit(line[0]) && EndsWithNumbered(out)) {
      skip = CountDigits(line);
    } else if (line[0] == '/' &&
               (out.empty() ||
                !std::isalnum(static_cast<unsigned char>(out.back())))) {
      const size_t folder = CountForeignFolder(line);
      if (folder > 0) {
        line.remove_prefix(folder);
        continue;
      }
    }
    if (skip > 0) {
      out += '#';
      line.remove_prefix(skip);
    } else {
      out += line[0];
      line.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace reprise::compare
