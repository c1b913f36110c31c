#include "dex/mutf8.h"

#include <algorithm>

namespace reprise::dex {
namespace {

// c0 begins nothing but U+0000, the lowest of units; no byte is zero.
uint8_t Rank(char c) {
  const auto byte = static_cast<uint8_t>(c);
  return byte == 0xc0 ? 0 : byte;
}

bool Continues(char c) { return (static_cast<uint8_t>(c) & 0xc0) == 0x80; }

}  // namespace

uint32_t Utf16Length(std::string_view mutf8) {
  uint32_t length = 0;
  for (size_t i = 0; i < mutf8.size(); ++length) {
    const auto byte = static_cast<uint8_t>(mutf8[i]);
    if (byte < 0x80) {
      i += 1;
    } else if ((byte & 0x20) == 0) {
      i += 2;
    } else if ((byte & 0x10) == 0) {
      i += 3;
    } else {
      i += 4;
      ++length;
    }
  }
  return length;
}

bool Mutf8Less(std::string_view a, std::string_view b) {
  const auto [at_a, at_b] =
      std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (at_b == b.end()) return false;
  if (at_a == a.end()) return true;
  return Rank(*at_a) < Rank(*at_b);
}

std::string Utf8ToMutf8(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  for (size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<uint8_t>(utf8[i]);
    if (byte == 0) {
      AppendUtf16Unit(0, &out);
    } else if (byte < 0xf0 || i + 3 >= utf8.size()) {
      out.push_back(utf8[i]);
    } else {
      uint32_t point = byte & 7U;
      for (int k = 0; k < 3; ++k) {
        point = (point << 6) | (static_cast<uint8_t>(utf8[++i]) & 0x3fU);
      }
      point -= 0x10000;
      AppendUtf16Unit(static_cast<uint16_t>(0xd800 | ((point >> 10) & 0x3ff)),
                      &out);
      AppendUtf16Unit(static_cast<uint16_t>(0xdc00 | (point & 0x3ff)), &out);
    }
  }
  return out;
}

std::optional<uint16_t> TakeUtf16Unit(std::string_view* mutf8) {
  const std::string_view s = *mutf8;
  if (s.empty()) return std::nullopt;
  const auto at = [&](size_t i) { return static_cast<uint8_t>(s[i]); };
  uint16_t unit = at(0);
  size_t size = 1;
  if (unit >= 0xe0 && unit <= 0xef) {
    if (s.size() < 3 || !Continues(s[1]) || !Continues(s[2])) {
      return std::nullopt;
    }
    unit = static_cast<uint16_t>(((at(0) & 0xf) << 12) | ((at(1) & 0x3f) << 6) |
                                 (at(2) & 0x3f));
    if (unit < 0x800) return std::nullopt;
    size = 3;
  } else if (unit >= 0xc0 && unit <= 0xdf) {
    if (s.size() < 2 || !Continues(s[1])) return std::nullopt;
    unit = static_cast<uint16_t>(((at(0) & 0x1f) << 6) | (at(1) & 0x3f));
    if (unit < 0x80 && unit != 0) return std::nullopt;
    size = 2;
  } else if (unit >= 0x80 || unit == 0) {
    return std::nullopt;
  }
  mutf8->remove_prefix(size);
  return unit;
}

void AppendUtf16Unit(uint16_t unit, std::string* mutf8) {
  const auto put = [&](int byte) { mutf8->push_back(static_cast<char>(byte)); };
  if (unit != 0 && unit < 0x80) {
    put(unit);
  } else if (unit < 0x800) {
    put(0xc0 | (unit >> 6));
    put(0x80 | (unit & 0x3f));
  } else {
    put(0xe0 | (unit >> 12));
    put(0x80 | ((unit >> 6) & 0x3f));
    put(0x80 | (unit & 0x3f));
  }
}

}  // namespace reprise::dex
