// Sums and differences of times that stay at the end of the range instead of
// leaving it: recordings are hostile, and a wrong time must not become another.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <limits>

namespace reprise::input {

inline int64_t AddTime(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b < 0 ? std::numeric_limits<int64_t>::min()
               : std::numeric_limits<int64_t>::max();
}

// a - b
inline int64_t SubtractTime(int64_t a, int64_t b) {
  int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b > 0 ? std::numeric_limits<int64_t>::min()
               : std::numeric_limits<int64_t>::max();
}

}  // namespace reprise::input
