// The small pieces of JSON text: strings, numbers, hex and base64.
//
// The text form writes hundreds of thousands of lines in seconds, so it
// appends to one string instead of building values. Reading is json_line.h.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reprise::tape {

// Greater integers are written as strings: most programs that read JSON keep
// numbers as doubles, which cannot tell the integers beyond from each other.
inline constexpr uint64_t kMaxPlainInteger = uint64_t{1} << 53;

// Strict: no surrogates, no long forms, nothing beyond U+10FFFF.
bool IsUtf8(std::string_view text);
// The length of the longest prefix of `text` that does not end within a
// character; text.size() unless the last character is cut.
size_t WholeUtf8Prefix(std::string_view text);

// With its quotes. The text must be UTF-8.
void AppendJsonString(std::string* out, std::string_view text);
// Any bytes: a JSON string, or {"hex":"..."} when they are not UTF-8.
void AppendJsonBytes(std::string* out, std::string_view bytes);

void AppendJsonUnsigned(std::string* out, uint64_t value);
void AppendJsonSigned(std::string* out, int64_t value);
// In the fewest digits that give the same number again; "NaN", "Infinity" and
// "-Infinity" are strings.
void AppendJsonFloat(std::string* out, float value);
void AppendJsonDouble(std::string* out, double value);

// Lower case, without quotes.
void AppendHex(std::string* out, std::string_view bytes);
// Both cases; nothing when it is not hex or half a byte is missing.
std::optional<std::string> ParseHex(std::string_view text);

// With padding, without quotes and line breaks.
void AppendBase64(std::string* out, std::string_view bytes);
// Appends what `text` stands for; false when it is not base64 with padding.
bool ParseBase64(std::string_view text, std::string* out);

}  // namespace reprise::tape
