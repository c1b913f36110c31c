// a * b / c without losing what does not fit into 64 bits on the way, also on
// 32-bit machines, whose compilers have no wider integers.
//
// Threads: plain functions.
#pragma once

#include <cstdint>

namespace reprise {

// Rounded down. `c` is not 0, and the result must fit: a <= c or b <= c.
// Bit by bit, for machines without 128-bit integers.
constexpr uint64_t MulDivByBits(uint64_t a, uint64_t b, uint64_t c) {
  // Invariant: the bits of `a` seen so far, times b, are quotient * c +
  // remainder.
  uint64_t quotient = 0;
  uint64_t remainder = 0;
  const uint64_t b_quotient = b / c;
  const uint64_t b_remainder = b % c;
  for (int bit = 63; bit >= 0; bit--) {
    quotient *= 2;
    // Twice the remainder, and the next addend, without leaving 64 bits.
    if (remainder >= c - remainder) {
      quotient++;
      remainder -= c - remainder;
    } else {
      remainder *= 2;
    }
    if ((a >> bit & 1) == 0) continue;
    quotient += b_quotient;
    if (b_remainder > 0 && remainder >= c - b_remainder) {
      quotient++;
      remainder -= c - b_remainder;
    } else {
      remainder += b_remainder;
    }
  }
  return quotient;
}

constexpr uint64_t MulDiv(uint64_t a, uint64_t b, uint64_t c) {
#ifdef __SIZEOF_INT128__
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>(Wide{a} * b / c);
#else
  return MulDivByBits(a, b, c);
#endif
}

}  // namespace reprise
