#include "phone/shell/pattern.h"

#include <cctype>

namespace reprise::phone {
namespace {

constexpr std::string_view kSpecial = "*?[]\\!-^";

bool InClass(std::string_view name, unsigned char c) {
  if (name == "alpha") return std::isalpha(c) != 0;
  if (name == "digit") return std::isdigit(c) != 0;
  if (name == "alnum") return std::isalnum(c) != 0;
  if (name == "upper") return std::isupper(c) != 0;
  if (name == "lower") return std::islower(c) != 0;
  if (name == "space") return std::isspace(c) != 0;
  if (name == "blank") return c == ' ' || c == '\t';
  if (name == "punct") return std::ispunct(c) != 0;
  if (name == "xdigit") return std::isxdigit(c) != 0;
  return false;
}

// The length of the bracket expression at the beginning of `pattern`, 0 if it
// is none; `matches` if `c` is in it.
size_t Bracket(std::string_view pattern, unsigned char c, bool* matches) {
  size_t i = 1;
  const bool inverse =
      i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (inverse) ++i;
  bool found = false;
  for (bool first = true; i < pattern.size(); first = false) {
    if (pattern[i] == ']' && !first) {
      *matches = found != inverse;
      return i + 1;
    }
    if (pattern.substr(i).starts_with("[:")) {
      const size_t end = pattern.find(":]", i + 2);
      if (end != std::string_view::npos) {
        found |= InClass(pattern.substr(i + 2, end - i - 2), c);
        i = end + 2;
        continue;
      }
    }
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    const unsigned char low = static_cast<unsigned char>(pattern[i++]);
    unsigned char high = low;
    if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
      ++i;
      if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
      high = static_cast<unsigned char>(pattern[i++]);
    }
    found |= low <= c && c <= high;
  }
  return 0;
}

}  // namespace

bool MatchesPattern(std::string_view pattern, std::string_view text) {
  constexpr size_t kNone = std::string_view::npos;
  size_t p = 0, t = 0, star = kNone, star_text = 0;
  while (true) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      star_text = t;
      continue;
    }
    if (t == text.size() && p == pattern.size()) return true;
    size_t length = 0;
    bool matches = false;
    if (p < pattern.size() && t < text.size()) {
      const char c = text[t];
      if (pattern[p] == '[') {
        length =
            Bracket(pattern.substr(p), static_cast<unsigned char>(c), &matches);
      }
      if (length > 0) {
        // A bracket expression.
      } else if (pattern[p] == '?') {
        length = 1;
        matches = true;
      } else if (pattern[p] == '\\' && p + 1 < pattern.size()) {
        length = 2;
        matches = pattern[p + 1] == c;
      } else {
        length = 1;
        matches = pattern[p] == c;
      }
    }
    if (matches) {
      p += length;
      ++t;
      continue;
    }
    if (star == kNone || star_text >= text.size()) return false;
    p = star;
    t = ++star_text;
  }
}

bool HasPattern(std::string_view pattern) {
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '*' || pattern[i] == '?' || pattern[i] == '[') {
      return true;
    }
  }
  return false;
}

std::string Escape(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (kSpecial.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string Unescape(std::string_view pattern) {
  std::string result;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    result += pattern[i];
  }
  return result;
}

}  // namespace reprise::phone
