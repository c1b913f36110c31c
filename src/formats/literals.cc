#include "formats/literals.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/text.h"

namespace reprise::formats {
namespace {

// The next character of UTF-8 text and its bytes; a byte that is none stands
// for itself.
struct Character {
  uint32_t code = 0;
  size_t size = 1;
};
Character First(std::string_view text) {
  const auto byte = [&](size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const uint32_t lead = byte(0);
  const size_t size = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (size == 1 || text.size() < size) return {lead, 1};
  uint32_t code = lead & (0xffU >> (size + 1));
  for (size_t i = 1; i < size; i++) code = code << 6 | (byte(i) & 0x3f);
  return {code, size};
}

// What would not be seen, or be seen elsewhere than it is.
bool Hides(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0xa0) || code == 0xad ||
         code == 0x61c || code == 0x180e ||
         (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2060 && code <= 0x206f) || code == 0xfeff ||
         (code >= 0xfff0 && code <= 0xffff) ||
         (code >= 0xe0000 && code <= 0xe0fff) || (code & 0xfffe) == 0xfffe;
}

// As UTF-16 escapes, which Kotlin and Java have only.
std::string Utf16(uint32_t code) {
  if (code < 0x10000) return fmt::format("\\u{:04x}", code);
  const uint32_t rest = code - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (rest >> 10),
                     0xdc00 + (rest & 0x3ff));
}

// As escapes of up to 32 bits, which YAML and Python have.
std::string Utf32(uint32_t code) {
  return code < 0x10000 ? fmt::format("\\u{:04x}", code)
                        : fmt::format("\\U{:08x}", code);
}

using Escape = std::string (*)(uint32_t code);

std::string Literal(std::string_view text, std::string_view special,
                    Escape escape) {
  std::string result = "\"";
  while (!text.empty()) {
    const Character next = First(text);
    const std::string_view bytes = text.substr(0, next.size);
    if (next.code == '\n') {
      result += "\\n";
    } else if (next.code == '\t') {
      result += "\\t";
    } else if (next.size == 1 && special.find(bytes[0]) != special.npos) {
      result += '\\';
      result += bytes;
    } else if (Hides(next.code)) {
      result += escape(next.code);
    } else {
      result += bytes;
    }
    text.remove_prefix(next.size);
  }
  return result + "\"";
}

}  // namespace

std::string YamlLiteral(std::string_view text) {
  return Literal(text, "\\\"", Utf32);
}

std::string KotlinLiteral(std::string_view text) {
  return Literal(text, "\\\"$", Utf16);
}

std::string PythonLiteral(std::string_view text) {
  return Literal(text, "\\\"", Utf32);
}

std::string JavaLiteral(std::string_view text) {
  return Literal(text, "\\\"", Utf16);
}

std::string JavaRegex(std::string_view text) {
  constexpr std::string_view kSpecial = R"(\^$.|?*+()[]{})";
  std::string result;
  for (const char c : text) {
    if (kSpecial.find(c) != kSpecial.npos) result += '\\';
    result += c;
  }
  return result;
}

std::string CommentText(std::string_view text) {
  return EscapeForTerminal(text);
}

}  // namespace reprise::formats
