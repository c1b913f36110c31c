// Eight states at a time: the vectors that walks over the MDP calculate with,
// and a row of a matrix of chances times columns of them.
//
// Everything here is inlined into functions that are compiled once for any
// machine and once for those with AVX2, so it has no machine of its own.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <cstring>

#include "minimize/mdp_walk.h"

#define REPRISE_INLINE inline __attribute__((always_inline))
#if defined(__clang__)
// It unrolls short loops by itself, and complains where it is asked to and
// cannot.
#define REPRISE_UNROLL
#else
#define REPRISE_UNROLL _Pragma("GCC unroll 8")
#endif
#if defined(__x86_64__)
#define REPRISE_AVX2 __attribute__((target("avx2,fma")))
#endif

namespace reprise::minimize {

typedef float Lane __attribute__((vector_size(kLanes * sizeof(float))));

REPRISE_INLINE void Load(const float* from, Lane* lane) {
  std::memcpy(lane, from, sizeof(Lane));
}
REPRISE_INLINE void Fill(float value, Lane* lane) {
  for (uint32_t i = 0; i < kLanes; i++) (*lane)[i] = value;
}
REPRISE_INLINE void Store(const Lane& lane, float* to) {
  std::memcpy(to, &lane, sizeof(Lane));
}

// Whether functions for AVX2 run here.
inline bool HasAvx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

// The matrix of one axis, in registers where F is known. The chance to die is
// not in it: target values are less that of death, so it is what is left of 1.
template <uint32_t F>
class Axis {
 public:
  REPRISE_INLINE Axis(const float* matrix, uint32_t) {
    REPRISE_UNROLL
    for (uint32_t row = 0; row < F; row++) {
      REPRISE_UNROLL
      for (uint32_t c = row; c < F; c++) {
        Fill(matrix[row * (F + 1) + c], &chances_[row][c]);
      }
    }
  }
  REPRISE_INLINE void Get(uint32_t row, uint32_t column, Lane* chance) const {
    *chance = chances_[row][column];
  }

 private:
  Lane chances_[F][F];
};

template <>
class Axis<0> {
 public:
  REPRISE_INLINE Axis(const float* matrix, uint32_t failures)
      : matrix_(matrix), columns_(failures + 1) {}
  REPRISE_INLINE void Get(uint32_t row, uint32_t column, Lane* chance) const {
    Fill(matrix_[size_t{row} * columns_ + column], chance);
  }

 private:
  const float* matrix_;
  uint32_t columns_;
};

// One row of the matrix times columns that lie `step` floats apart. Failures
// never become fewer: what is before the diagonal is 0.
template <uint32_t F>
REPRISE_INLINE void MultiplyRow(const Axis<F>& axis, uint32_t failures,
                                uint32_t row, const float* columns, size_t step,
                                Lane* sum) {
  Load(columns + failures * step, sum);
  REPRISE_UNROLL
  for (uint32_t c = row; c < failures; c++) {
    Lane chance;
    Lane column;
    axis.Get(row, c, &chance);
    Load(columns + c * step, &column);
    *sum += chance * column;
  }
}

}  // namespace reprise::minimize
