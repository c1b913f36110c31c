#include "base/text.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace reprise {
namespace {

// How much of a bad value an error repeats.
constexpr size_t kMaxQuoted = 80;
// Longer words are no typing errors, and comparing them costs their product.
constexpr size_t kMaxSuggestedWord = 64;

std::string Quoted(std::string_view text) {
  const bool cut = text.size() > kMaxQuoted;
  return fmt::format("\"{}{}\"", EscapeForTerminal(text.substr(0, kMaxQuoted)),
                     cut ? "..." : "");
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// ---- hex and base64 ----

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int Base64Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (IsDigit(c)) return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

// ---- durations ----

struct Unit {
  std::string_view name;
  uint64_t nanoseconds;
};

// Larger ones first: the order in which a duration names them.
constexpr Unit kUnits[] = {
    {"h", 3'600'000'000'000}, {"m", 60'000'000'000}, {"s", 1'000'000'000},
    {"ms", 1'000'000},        {"us", 1'000},         {"ns", 1},
};

constexpr uint64_t kMaxDuration = std::numeric_limits<int64_t>::max();

constexpr std::string_view kTooLong = "it is longer than 292 years";
constexpr std::string_view kTooFine = "it is not a whole number of nanoseconds";

tl::unexpected<Error> BadDuration(std::string_view text, std::string_view why) {
  return Fail(ErrorKind::kInvalidArgument,
              "{} is not a duration: {}; give numbers with units h m s ms us "
              "ns, larger ones first, such as 1.5s, 200ms or 1m30s",
              Quoted(text), why);
}

std::string_view TakeDigits(std::string_view* rest) {
  size_t n = 0;
  while (n < rest->size() && IsDigit((*rest)[n])) ++n;
  const std::string_view digits = rest->substr(0, n);
  rest->remove_prefix(n);
  return digits;
}

// `whole`.`fraction` units in nanoseconds, or what is wrong with that.
tl::expected<uint64_t, std::string_view> Scale(std::string_view whole,
                                               std::string_view fraction,
                                               uint64_t unit) {
  uint64_t value = 0;
  for (const char c : whole) {
    // Checked before each digit, so that no number of digits can overflow.
    if (value > kMaxDuration / 10) return tl::make_unexpected(kTooLong);
    value = value * 10 + static_cast<uint64_t>(c - '0');
  }
  // One more than the maximum may still be the minimum.
  if (value > (kMaxDuration + 1) / unit) return tl::make_unexpected(kTooLong);
  value *= unit;

  while (fraction.ends_with('0')) fraction.remove_suffix(1);
  // An hour is 2^13 * 3^2 * 5^11 ns, so that 14 decimals, the last of them not
  // 0, are never a whole number of ns; the other units have fewer factors.
  if (fraction.size() > 13) return tl::make_unexpected(kTooFine);
  uint64_t numerator = 0;
  uint64_t denominator = 1;
  for (const char c : fraction) {
    numerator = numerator * 10 + static_cast<unsigned>(c - '0');
    denominator *= 10;
  }
  // Reduced first, because the product would not fit.
  const uint64_t common = std::gcd(unit, denominator);
  denominator /= common;
  if (numerator % denominator != 0) return tl::make_unexpected(kTooFine);
  return value + numerator / denominator * (unit / common);
}

// `text` without its sign, `rest`; at most `limit`.
Result<uint64_t> ParseMagnitude(std::string_view text, std::string_view rest,
                                uint64_t limit) {
  if (rest == "0") return 0;
  if (rest.empty()) return BadDuration(text, "it has no number");
  uint64_t total = 0;
  size_t next_unit = 0;
  while (!rest.empty()) {
    const std::string_view whole = TakeDigits(&rest);
    std::string_view fraction;
    if (whole.empty()) return BadDuration(text, "a number is missing");
    if (rest.starts_with('.')) {
      rest.remove_prefix(1);
      fraction = TakeDigits(&rest);
      if (fraction.empty()) {
        return BadDuration(text, "no digit follows the point");
      }
    }
    size_t n = 0;
    while (n < rest.size() && rest[n] >= 'a' && rest[n] <= 'z') ++n;
    const std::string_view name = rest.substr(0, n);
    rest.remove_prefix(n);
    if (name.empty()) return BadDuration(text, "a unit is missing");
    const Unit* unit =
        std::find_if(std::begin(kUnits), std::end(kUnits),
                     [&](const Unit& u) { return u.name == name; });
    if (unit == std::end(kUnits)) return BadDuration(text, "unknown unit");
    const size_t index = static_cast<size_t>(unit - std::begin(kUnits));
    if (index < next_unit) {
      return BadDuration(text, "its units are out of order or repeated");
    }
    next_unit = index + 1;
    const auto part = Scale(whole, fraction, unit->nanoseconds);
    if (!part) return BadDuration(text, part.error());
    if (*part > limit - total) return BadDuration(text, kTooLong);
    total += *part;
  }
  return total;
}

// value / unit with as many decimals as it takes, and the unit.
std::string Decimal(uint64_t value, const Unit& unit) {
  std::string text = fmt::format("{}", value / unit.nanoseconds);
  uint64_t rest = value % unit.nanoseconds;
  if (rest > 0) text += '.';
  for (uint64_t place = unit.nanoseconds / 10; rest > 0; place /= 10) {
    text += static_cast<char>('0' + rest / place);
    rest %= place;
  }
  return text.append(unit.name);
}

// ---- UTF-8 ----

// The code point at the beginning of `text` and its size, or nullopt when the
// bytes there are not UTF-8.
struct CodePoint {
  uint32_t value;
  size_t size;
};

std::optional<CodePoint> TakeCodePoint(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return CodePoint{lead, 1};
  const size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC0 || lead >= 0xF8 || text.size() < size) return std::nullopt;
  uint32_t value = lead & (0x7Fu >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return std::nullopt;
    value = value << 6 | (byte(i) & 0x3F);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kLeast[size] || surrogate || value > 0x10FFFF) {
    return std::nullopt;
  }
  return CodePoint{value, size};
}

// What a terminal would act on, or would hide, instead of showing it.
bool IsUnsafe(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) ||         // C0, DEL, C1
         c == 0x061C || (c >= 0x200B && c <= 0x200F) ||  // zero width, marks
         (c >= 0x2028 && c <= 0x202E) ||  // separators, bidi overrides
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xE0000 && c <= 0xE007F);  // tags
}

}  // namespace

std::string HexEncode(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

Result<std::string> HexDecode(std::string_view text) {
  if (text.size() % 2 != 0) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} is not hex: it has {} digits, which is odd; give two a "
                "byte",
                Quoted(text), text.size());
  }
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (size_t i = 0; i < text.size(); i += 2) {
    const int high = HexDigit(text[i]);
    const int low = HexDigit(text[i + 1]);
    if (high < 0 || low < 0) {
      return Fail(ErrorKind::kInvalidArgument,
                  "{} is not hex: {} at position {} is no digit; accepted are "
                  "0-9 a-f A-F, without spaces",
                  Quoted(text), Quoted(text.substr(high < 0 ? i : i + 1, 1)),
                  high < 0 ? i : i + 1);
    }
    bytes += static_cast<char>(high << 4 | low);
  }
  return bytes;
}

std::string Base64Encode(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t n = std::min<size_t>(3, bytes.size() - i);
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < n ? static_cast<uint8_t>(bytes[i + j]) : 0u);
    }
    for (size_t j = 0; j < 4; ++j) {
      text += j <= n ? kBase64[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return text;
}

Result<std::string> Base64Decode(std::string_view text) {
  const auto fail = [&](std::string_view why) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} is not base64: {}; accepted are A-Z a-z 0-9 + / in groups "
                "of four, the last one padded with =",
                Quoted(text), why);
  };
  if (text.size() % 4 != 0) return fail("its length is not a multiple of 4");
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (size_t i = 0; i < text.size(); i += 4) {
    size_t digits = 4;
    if (i + 4 == text.size()) {
      while (digits > 2 && text[i + digits - 1] == '=') --digits;
    }
    uint32_t group = 0;
    for (size_t j = 0; j < 4; ++j) {
      const int digit = j < digits ? Base64Digit(text[i + j]) : 0;
      if (digit < 0) {
        return fail(fmt::format("{} at position {} does not belong there",
                                Quoted(text.substr(i + j, 1)), i + j));
      }
      group = group << 6 | static_cast<uint32_t>(digit);
    }
    for (size_t j = 0; j + 1 < digits; ++j) {
      bytes += static_cast<char>(group >> (16 - 8 * j) & 0xFF);
    }
    const uint32_t unused = digits == 4 ? 0 : digits == 3 ? 0xFF : 0xFFFF;
    if ((group & unused) != 0) return fail("its last digit has stray bits");
  }
  return bytes;
}

Result<uint64_t> ParseDuration(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) {
    return BadDuration(text, "no sign is accepted here");
  }
  return ParseMagnitude(text, text, kMaxDuration);
}

Result<int64_t> ParseSignedDuration(std::string_view text) {
  const bool negative = text.starts_with('-');
  const bool sign = negative || text.starts_with('+');
  ASSIGN_OR_RETURN(const uint64_t magnitude,
                   ParseMagnitude(text, text.substr(sign ? 1 : 0),
                                  kMaxDuration + (negative ? 1 : 0)));
  // As unsigned, because INT64_MIN has no positive counterpart.
  return static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
}

std::string FormatDuration(int64_t nanoseconds) {
  if (nanoseconds == 0) return "0s";
  // As unsigned, because INT64_MIN has no positive counterpart.
  uint64_t value = static_cast<uint64_t>(nanoseconds);
  std::string text;
  if (nanoseconds < 0) {
    value = 0 - value;
    text = "-";
  }
  constexpr uint64_t kSecond = 1'000'000'000;
  if (value < kSecond) {
    const Unit* unit = kUnits + 3;
    while (value < unit->nanoseconds) ++unit;
    return text + Decimal(value, *unit);
  }
  for (const Unit& unit : std::span(kUnits).first(2)) {
    if (value < unit.nanoseconds) continue;
    text += fmt::format("{}{}", value / unit.nanoseconds, unit.name);
    value %= unit.nanoseconds;
  }
  if (value > 0) text += Decimal(value, kUnits[2]);
  return text;
}

std::string FormatSize(uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  constexpr std::string_view kNames[] = {"KiB", "MiB", "GiB",
                                         "TiB", "PiB", "EiB"};
  size_t index = 0;
  int shift = 10;
  // In tenths, half up, exact to the last byte: the part below the unit has at
  // most 60 bits, so ten times it fits.
  const auto tenths = [&] {
    const uint64_t below = bytes & ((uint64_t{1} << shift) - 1);
    const uint64_t half = uint64_t{1} << (shift - 1);
    return (bytes >> shift) * 10 + ((below * 10 + half) >> shift);
  };
  while (tenths() >= 10240 && index + 1 < std::size(kNames)) {
    ++index;
    shift += 10;
  }
  return fmt::format("{}.{} {}", tenths() / 10, tenths() % 10, kNames[index]);
}

std::string EscapeForTerminal(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const std::optional<CodePoint> c = TakeCodePoint(text);
    const size_t size = c ? c->size : 1;
    if (!c || (c->value < 0x80 && IsUnsafe(c->value))) {
      switch (text[0]) {
        case '\n':
          safe += "\\n";
          break;
        case '\r':
          safe += "\\r";
          break;
        case '\t':
          safe += "\\t";
          break;
        default:
          safe += fmt::format("\\x{:02x}", static_cast<uint8_t>(text[0]));
      }
    } else if (IsUnsafe(c->value)) {
      safe += fmt::format("\\u{{{:04x}}}", c->value);
    } else {
      safe += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return safe;
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::optional<CodePoint> c = TakeCodePoint(text);
    if (!c) return false;
    text.remove_prefix(c->size);
  }
  return true;
}

size_t EditDistance(std::string_view a, std::string_view b) {
  // Rows of the usual table; a swap looks two rows back.
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::string_view ClosestTo(std::string_view word,
                           std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > kMaxSuggestedWord) return {};
  std::string_view best;
  std::string_view begins;
  int beginning = 0;
  // A third of the letters may be wrong; more is another word.
  size_t best_distance = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kMaxSuggestedWord) continue;
    if (candidate.starts_with(word)) {
      begins = candidate;
      ++beginning;
    }
    const size_t distance = EditDistance(word, candidate);
    // A distance of the whole word would suggest "b" for "a".
    if (distance < best_distance && distance < word.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  if (best.empty() && beginning == 1) return begins;
  return best;
}

}  // namespace reprise
