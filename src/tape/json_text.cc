#include "tape/json_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>

namespace reprise::tape {
namespace {

constexpr char kHexDigits[] = "0123456789abcdef";
constexpr char kBase64Digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int8_t, 256> MakeHexValues() {
  std::array<int8_t, 256> values{};
  values.fill(-1);
  for (int i = 0; i < 16; ++i) {
    values[static_cast<uint8_t>(kHexDigits[i])] = static_cast<int8_t>(i);
  }
  for (int i = 10; i < 16; ++i) {
    values[static_cast<uint8_t>('A' + i - 10)] = static_cast<int8_t>(i);
  }
  return values;
}

constexpr std::array<int8_t, 256> MakeBase64Values() {
  std::array<int8_t, 256> values{};
  values.fill(-1);
  for (int i = 0; i < 64; ++i) {
    values[static_cast<uint8_t>(kBase64Digits[i])] = static_cast<int8_t>(i);
  }
  return values;
}

constexpr std::array<int8_t, 256> kHexValues = MakeHexValues();
constexpr std::array<int8_t, 256> kBase64Values = MakeBase64Values();

// Bytes of the character that `lead` begins, or 0 when it begins none.
size_t CharacterSize(uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

bool NeedsEscape(char c) {
  uint8_t byte = static_cast<uint8_t>(c);
  return byte < 0x20 || byte == '"' || byte == '\\' || byte == 0x7f;
}

template <typename T>
void AppendFloating(std::string* out, T value) {
  if (std::isnan(value)) {
    out->append("\"NaN\"");
  } else if (std::isinf(value)) {
    out->append(value < 0 ? "\"-Infinity\"" : "\"Infinity\"");
  } else if (value == 0) {
    // Readers take "-0" for the integer 0.
    out->append(std::signbit(value) ? "-0.0" : "0");
  } else {
    fmt::format_to(std::back_inserter(*out), "{}", value);
  }
}

}  // namespace

bool IsUtf8(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    if (text.size() - i >= 8) {
      uint64_t eight;
      std::memcpy(&eight, text.data() + i, 8);
      if ((eight & 0x8080808080808080u) == 0) {
        i += 8;
        continue;
      }
    }
    uint8_t lead = static_cast<uint8_t>(text[i]);
    size_t size = CharacterSize(lead);
    if (size == 0 || size > text.size() - i) return false;
    for (size_t k = 1; k < size; ++k) {
      if ((static_cast<uint8_t>(text[i + k]) & 0xc0) != 0x80) return false;
    }
    if (size >= 3) {
      uint8_t second = static_cast<uint8_t>(text[i + 1]);
      if (lead == 0xe0 && second < 0xa0) return false;  // long form
      if (lead == 0xed && second > 0x9f) return false;  // surrogate
      if (lead == 0xf0 && second < 0x90) return false;  // long form
      if (lead == 0xf4 && second > 0x8f) return false;  // beyond U+10FFFF
    }
    i += size;
  }
  return true;
}

size_t WholeUtf8Prefix(std::string_view text) {
  size_t tail = 0;
  while (tail < 3 && tail < text.size()) {
    uint8_t byte = static_cast<uint8_t>(text[text.size() - 1 - tail]);
    ++tail;
    if ((byte & 0xc0) == 0x80) continue;
    return CharacterSize(byte) > tail ? text.size() - tail : text.size();
  }
  return text.size();
}

void AppendJsonString(std::string* out, std::string_view text) {
  out->push_back('"');
  size_t done = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (!NeedsEscape(c)) continue;
    out->append(text, done, i - done);
    done = i + 1;
    switch (c) {
      case '"':
        out->append("\\\"");
        break;
      case '\\':
        out->append("\\\\");
        break;
      case '\n':
        out->append("\\n");
        break;
      case '\r':
        out->append("\\r");
        break;
      case '\t':
        out->append("\\t");
        break;
      default:
        out->append("\\u00");
        out->push_back(kHexDigits[static_cast<uint8_t>(c) >> 4]);
        out->push_back(kHexDigits[static_cast<uint8_t>(c) & 15]);
    }
  }
  out->append(text, done);
  out->push_back('"');
}

void AppendJsonBytes(std::string* out, std::string_view bytes) {
  if (IsUtf8(bytes)) return AppendJsonString(out, bytes);
  out->append("{\"hex\":\"");
  AppendHex(out, bytes);
  out->append("\"}");
}

void AppendJsonUnsigned(std::string* out, uint64_t value) {
  fmt::format_int digits(value);
  bool quoted = value > kMaxPlainInteger;
  if (quoted) out->push_back('"');
  out->append(digits.data(), digits.size());
  if (quoted) out->push_back('"');
}

void AppendJsonSigned(std::string* out, int64_t value) {
  fmt::format_int digits(value);
  uint64_t size = value < 0 ? ~static_cast<uint64_t>(value) + 1
                            : static_cast<uint64_t>(value);
  bool quoted = size > kMaxPlainInteger;
  if (quoted) out->push_back('"');
  out->append(digits.data(), digits.size());
  if (quoted) out->push_back('"');
}

void AppendJsonFloat(std::string* out, float value) {
  AppendFloating(out, value);
}

void AppendJsonDouble(std::string* out, double value) {
  AppendFloating(out, value);
}

void AppendHex(std::string* out, std::string_view bytes) {
  size_t at = out->size();
  out->resize(at + bytes.size() * 2);
  for (char c : bytes) {
    (*out)[at++] = kHexDigits[static_cast<uint8_t>(c) >> 4];
    (*out)[at++] = kHexDigits[static_cast<uint8_t>(c) & 15];
  }
}

std::optional<std::string> ParseHex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes(text.size() / 2, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) {
    int high = kHexValues[static_cast<uint8_t>(text[2 * i])];
    int low = kHexValues[static_cast<uint8_t>(text[2 * i + 1])];
    if (high < 0 || low < 0) return std::nullopt;
    bytes[i] = static_cast<char>(high << 4 | low);
  }
  return bytes;
}

void AppendBase64(std::string* out, std::string_view bytes) {
  size_t at = out->size();
  out->resize(at + (bytes.size() + 2) / 3 * 4, '=');
  auto byte = [&](size_t i) -> uint32_t {
    return i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0;
  };
  for (size_t i = 0; i < bytes.size(); i += 3, at += 4) {
    uint32_t three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    (*out)[at] = kBase64Digits[three >> 18];
    (*out)[at + 1] = kBase64Digits[three >> 12 & 63];
    if (i + 1 < bytes.size()) (*out)[at + 2] = kBase64Digits[three >> 6 & 63];
    if (i + 2 < bytes.size()) (*out)[at + 3] = kBase64Digits[three & 63];
  }
}

bool ParseBase64(std::string_view text, std::string* out) {
  if (text.size() % 4 != 0) return false;
  size_t padding = 0;
  while (padding < 2 && padding < text.size() &&
         text[text.size() - 1 - padding] == '=') {
    ++padding;
  }
  size_t at = out->size();
  out->resize(at + text.size() / 4 * 3 - padding);
  for (size_t i = 0; i < text.size(); i += 4) {
    size_t digits = i + 4 == text.size() ? 4 - padding : 4;
    uint32_t three = 0;
    for (size_t k = 0; k < 4; ++k) {
      int value =
          k < digits ? kBase64Values[static_cast<uint8_t>(text[i + k])] : 0;
      if (value < 0) return false;
      three = three << 6 | static_cast<uint32_t>(value);
    }
    // Bits that stand for no byte must be zero, or two texts mean the same.
    if ((digits == 2 && (three & 0xffff) != 0) ||
        (digits == 3 && (three & 0xff) != 0)) {
      return false;
    }
    (*out)[at++] = static_cast<char>(three >> 16);
    if (digits > 2) (*out)[at++] = static_cast<char>(three >> 8);
    if (digits > 3) (*out)[at++] = static_cast<char>(three);
  }
  return true;
}

}  // namespace reprise::tape
