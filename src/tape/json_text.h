// The small pieces of JSON text: strings, numbers and hex.
//
// The text form writes hundreds of thousands of lines in seconds, so it
// appends to one string instead of building values. Reading is json_line.h.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace reprise::tape {

// Greater integers are written as strings: most programs that read JSON keep
// numbers as doubles, which cannot tell the integers beyond from each other.
inline constexpr uint64_t kMaxPlainInteger = uint64_t{1} << 53;

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

}  // namespace reprise::tape
