// Walking through text line by line and word by word without copying, for the
// formats that are text. Lines may end in \n or \r\n; the last may lack both.
//
// Threads: plain values; the text must outlive them.
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace reprise::formats {

class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  // False at the end.
  bool Next(std::string_view* line);
  uint64_t number() const { return number_; }  // of the last line, from 1

 private:
  std::string_view rest_;
  uint64_t number_ = 0;
};

std::string_view Trim(std::string_view text);

// Takes the next word off the front of `text`, without the blanks around it;
// empty when there is none.
std::string_view TakeWord(std::string_view* text);

// Takes `prefix` off the front of `text`, if it is there.
bool TakePrefix(std::string_view* text, std::string_view prefix);

// All of `text` as a number; false if it is none or does not fit.
template <typename T>
bool ParseNumber(std::string_view text, T* value, int base = 10) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, *value, base);
  return error == std::errc() && stop == end;
}

// A decimal or 0x number, with a sign if it has one, that fits 32 bits either
// signed or unsigned, as bits.
bool ParseBits32(std::string_view text, int32_t* value);

// "1234.567890", at most 9 digits after the dot (fewer stand for tenths and
// so on), as ns. False also when it is later than kLatestNs.
bool ParseSeconds(std::string_view text, int64_t* time_ns);

// Of whole seconds and microseconds; the same bound.
bool TimeOf(int64_t seconds, int64_t microseconds, int64_t* time_ns);

// Year 2255: later stamps are damage, and differences of earlier ones fit.
inline constexpr int64_t kLatestNs = 9'000'000'000'000'000'000;

// The text as an error may quote it: not more than a terminal line of it.
std::string_view Shortened(std::string_view text);

// "FILE: line 3: "what stands there" is not EXPECTED"; about the last line.
tl::unexpected<Error> BadLine(std::string_view file, const LineReader& lines,
                              std::string_view text, std::string_view expected);

}  // namespace reprise::formats
