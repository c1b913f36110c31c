// The table of strings at the beginning of Android's binary XML, in either of
// its encodings. Strings are UTF-8 here; a lone surrogate of a UTF-16 pool is
// kept as the three bytes that UTF-8 would give it, so that nothing is lost.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reprise::apk {

inline constexpr uint16_t kStringPoolChunk = 0x0001;
// Strings may overlap in the file, so its size does not bound theirs.
inline constexpr uint64_t kMaxPoolText = uint64_t{32} << 20;

struct StringPool {
  bool utf8 = false;
  std::vector<std::string> strings;
};

// `chunk` is the whole chunk with its header, whose size has been checked.
Result<StringPool> ParseStringPool(std::string_view chunk);

// The whole chunk. Fails when a string is longer than the format can say or is
// not UTF-8.
Result<std::string> WriteStringPool(const StringPool& pool);

}  // namespace reprise::apk
