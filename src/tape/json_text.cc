#include "tape/json_text.h"

#include <fmt/format.h>

#include <cmath>

#include "base/format.h"
#include "base/text.h"

namespace reprise::tape {
namespace {

constexpr char kHexDigits[] = "0123456789abcdef";
// Bytes of the character that `lead` begins, or 0 when it begins none.
size_t CharacterSize(uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

// Control characters, C1 ones (U+0080 to U+009F) included: some terminals obey
// those, too.
bool NeedsEscape(std::string_view text, size_t i) {
  uint8_t byte = static_cast<uint8_t>(text[i]);
  return byte < 0x20 || byte == '"' || byte == '\\' || byte == 0x7f ||
         (byte == 0xc2 && i + 1 < text.size() &&
          static_cast<uint8_t>(text[i + 1]) < 0xa0);
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
    AppendFormat(out, "{}", value);
  }
}

}  // namespace

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
    if (!NeedsEscape(text, i)) continue;
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
        if (c == '\xc2') {
          c = text[++i];  // the character is this byte
          done = i + 1;
        }
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

}  // namespace reprise::tape
