#include "minimize/mdp_walk.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/check.h"

// The walk is one function after inlining, compiled once for any machine and
// once for those with AVX2.
#define REPRISE_INLINE inline __attribute__((always_inline))
#if defined(__clang__)
// It unrolls short loops by itself, and complains where it is asked to and
// cannot.
#define REPRISE_UNROLL
#else
#define REPRISE_UNROLL _Pragma("GCC unroll 8")
#endif

namespace reprise::minimize {
namespace {

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

constexpr size_t Power(size_t base, uint32_t exponent) {
  size_t power = 1;
  for (uint32_t i = 0; i < exponent; i++) power *= base;
  return power;
}

// The matrix of one axis, in registers where F is known.
template <uint32_t F>
class Axis {
 public:
  REPRISE_INLINE Axis(const float* matrix, uint32_t) {
    REPRISE_UNROLL
    for (uint32_t row = 0; row < F; row++) {
      REPRISE_UNROLL
      for (uint32_t c = row; c <= F; c++) {
        Fill(matrix[row * (F + 1) + c], &chances_[row][c]);
      }
    }
  }
  REPRISE_INLINE void Get(uint32_t row, uint32_t column, Lane* chance) const {
    *chance = chances_[row][column];
  }

 private:
  Lane chances_[F][F + 1];
};

template <>
class Axis<0> {
 public:
  Axis(const float* matrix, uint32_t failures)
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
  Lane chance;
  Lane column;
  axis.Get(row, failures, &chance);
  Load(columns + failures * step, &column);
  *sum = chance * column;
  REPRISE_UNROLL
  for (uint32_t c = row; c < failures; c++) {
    axis.Get(row, c, &chance);
    Load(columns + c * step, &column);
    *sum += chance * column;
  }
}

// K traces; F counts of failures, or 0 when it is known only when it runs.
template <uint32_t K, uint32_t F>
class Walker : public MdpWalker {
 public:
  explicit Walker(const MdpWalkPlan& plan)
      : plan_(plan),
        runtime_failures_(plan.shape.failures()),
        runtime_stride_(plan.stride()) {
    for (uint32_t d = 1; d + 1 < K; d++) {
      const size_t rest = Power(failures() + 1, K - d);
      products_[d].Resize(rest * (d + 2 < K ? Power(failures(), d) : stride()) +
                          kLanes);
    }
    half_.Resize(size_t{failures() + 1} * kLanes);
    std::iota(axes_[0], axes_[0] + K, 0U);
#if defined(__x86_64__)
    fast_ = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  }

  void Walk(std::span<const uint16_t> runs, const float* target,
            MdpBest* best) override {
    for (uint32_t i = 0; i < K; i++) {
      to_[i] = runs[i];
      // One that has run nr times did so just now, or it would be decided.
      least_[i] = runs[i] == plan_.shape.rule.nr ? 1 : 0;
    }
    best_ = best;
#if defined(__x86_64__)
    if (fast_) return WalkFast(target);
#endif
    Descend<0>(target, static_cast<int32_t>(plan_.shape.m), 0);
  }

 private:
  struct Range {
    int32_t first;
    int32_t last;
  };

  REPRISE_INLINE uint32_t failures() const {
    return F == 0 ? runtime_failures_ : F;
  }
  REPRISE_INLINE uint32_t stride() const {
    return F == 0 ? runtime_stride_ : Padded(Power(F, K - 2));
  }

#if defined(__x86_64__)
  __attribute__((target("avx2,fma"), noinline)) void WalkFast(
      const float* target) {
    Descend<0>(target, static_cast<int32_t>(plan_.shape.m), 0);
  }
#endif

  // How often the trace at `place` of those left may have run before, when it
  // is chosen next and they get `left` runs together. Later ones have run as
  // often or more; more, when they come earlier in the target.
  template <uint32_t D>
  REPRISE_INLINE Range Before(uint32_t place, int32_t left) const {
    const uint32_t axis = axes_[D][place];
    Range range = {to_[axis] - left, to_[axis] - least_[axis]};
    int32_t room = to_[axis] - left;
    for (uint32_t i = 0; i < K - D; i++) {
      if (i == place) continue;
      const uint32_t other = axes_[D][i];
      const int32_t most = to_[other] - (i < place ? 1 : 0);
      room += most;
      range.first += least_[other];
      range.last = std::min(range.last, most - least_[other]);
    }
    if (room < 0) return {0, -1};
    range.last = std::min(range.last, room / static_cast<int32_t>(K - D));
    int32_t before = 0;
    if constexpr (D > 0) {
      before = from_[D - 1] + (axis < chosen_[D - 1] ? 1 : 0);
    }
    range.first = std::max(range.first, before);
    return range;
  }

  template <uint32_t D>
  REPRISE_INLINE void Descend(const float* in, int32_t left, uint32_t rank) {
    for (uint32_t place = 0; place < K - D; place++) {
      const uint32_t axis = axes_[D][place];
      // Equal ones are chosen in their order: others are the same by symmetry.
      if (place > 0 && to_[axes_[D][place - 1]] == to_[axis]) continue;
      const Range range = Before<D>(place, left);
      if (range.first > range.last) continue;
      chosen_[D] = axis;
      for (uint32_t i = 0; i + 1 < K - D; i++) {
        axes_[D + 1][i] = axes_[D][i < place ? i : i + 1];
      }
      for (int32_t from = range.first; from <= range.last; from++) {
        from_[D] = from;
        const auto runs = static_cast<uint32_t>(from);
        const float* matrix = plan_.chances->Matrix(runs, to_[axis]);
        const int32_t then = left - (to_[axis] - from);
        const uint32_t next = rank + plan_.blocks->Term(D, runs);
        if constexpr (D + 2 < K) {
          Multiply<D>(matrix, place, in);
          Descend<D + 1>(products_[D + 1].data(), then, next);
        } else {
          Finish(matrix, place, in, then, next);
        }
      }
    }
  }

  // in[some left][the chosen][others left][chosen before] to
  // products_[D + 1][some left][others left][the chosen][chosen before].
  template <uint32_t D>
  REPRISE_INLINE void Multiply(const float* matrix, uint32_t place,
                               const float* in) {
    const uint32_t f = failures();
    const size_t some = Power(f + 1, place);
    const size_t others = Power(f + 1, K - D - 1 - place);
    const size_t before = Power(f, D);
    const size_t step = others * before;
    const size_t out_step = D + 3 < K ? before * f : stride();
    float* out = products_[D + 1].data();
    const Axis<F> axis(matrix, f);
    for (size_t s = 0; s < some; s++, in += f * step) {
      for (size_t o = 0; o < others; o++, in += before, out += out_step) {
        // Whole lanes, the last ones first and the first row first: what a row
        // has too much is written over by the next one, or is padding.
        for (size_t lane = Padded(before); lane > 0;) {
          lane -= kLanes;
          REPRISE_UNROLL
          for (uint32_t row = 0; row < f; row++) {
            Lane sum;
            MultiplyRow<F>(axis, f, row, in + lane, step, &sum);
            Store(sum, out + row * before + lane);
          }
        }
      }
    }
  }

  // The two last axes, where the time goes, and the minimum.
  REPRISE_INLINE void Finish(const float* matrix, uint32_t place,
                             const float* in, int32_t left, uint32_t rank) {
    const uint32_t f = failures();
    const auto to = static_cast<uint32_t>(to_[axes_[K - 1][0]]);
    const uint32_t from = to - static_cast<uint32_t>(left);
    const Axis<F> axis(matrix, f);
    const Axis<F> last(plan_.chances->Matrix(from, to), f);
    const uint32_t block =
        plan_.blocks->AtRank(rank + plan_.blocks->Term(K - 1, from));
    const size_t size = stride();
    float* least = best_->values.data() +
                   best_->row_of_block[block] * size_t{f} * f * size;
    const size_t step = place == 0 ? (f + 1) * size : size;
    const size_t last_step = place == 0 ? size : (f + 1) * size;
    // In registers where it fits.
    float fixed[(F + 1) * kLanes];
    float* half = F == 0 ? half_.data() : fixed;
    for (size_t i = 0; i < size; i += kLanes) {
      REPRISE_UNROLL
      for (uint32_t row = 0; row < f; row++) {
        REPRISE_UNROLL
        for (uint32_t c = 0; c <= f; c++) {
          Lane sum;
          MultiplyRow<F>(axis, f, row, in + c * last_step + i, step, &sum);
          Store(sum, half + c * kLanes);
        }
        REPRISE_UNROLL
        for (uint32_t last_row = 0; last_row < f; last_row++) {
          Lane value;
          MultiplyRow<F>(last, f, last_row, half, kLanes, &value);
          float* kept_at = least + (size_t{last_row} * f + row) * size + i;
          Lane kept;
          Load(kept_at, &kept);
          Store(value < kept ? value : kept, kept_at);
        }
      }
    }
  }

  const MdpWalkPlan& plan_;
  const uint32_t runtime_failures_;
  const uint32_t runtime_stride_;
  bool fast_ = false;
  // Of the walk under way.
  MdpBest* best_ = nullptr;
  int32_t to_[K] = {};
  int32_t least_[K] = {};     // runs that each must get
  uint32_t axes_[K][K] = {};  // those left at each depth, in their order
  uint32_t chosen_[K] = {};   // and the one chosen there
  int32_t from_[K] = {};      // and how often it had run, rising
  AlignedFloats products_[K];
  AlignedFloats half_;
};

template <uint32_t K>
std::unique_ptr<MdpWalker> Make(const MdpWalkPlan& plan) {
  // The paper's 18 of 20 has three counts of failures.
  if (plan.shape.failures() == 3) return std::make_unique<Walker<K, 3>>(plan);
  return std::make_unique<Walker<K, 0>>(plan);
}

}  // namespace

MdpWalkPlan::MdpWalkPlan(const MdpShape& shape_, uint32_t traces,
                         const MdpBlocks& blocks_, const MdpChances& chances_)
    : shape(shape_), k(traces), blocks(&blocks_), chances(&chances_) {
  const uint32_t f = shape.failures();
  for (size_t value = 0; value < blocks->values(); value++) {
    size_t place = 0;
    size_t digits = value;
    for (uint32_t d = k; d-- > 0; digits /= f) {
      const size_t weight =
          d + 2 < k ? Power(f, d) : stride() * (d + 1 < k ? 1 : f);
      place += digits % f * weight;
    }
    places.push_back(static_cast<uint32_t>(place));
  }
}

uint32_t MdpWalkPlan::stride() const {
  return Padded(Power(shape.failures(), k - 2));
}

size_t MdpWalkPlan::row_values() const {
  return size_t{shape.failures()} * shape.failures() * stride();
}

size_t MdpWalkPlan::target_values() const {
  return Power(shape.failures() + 1, k) * (k == 2 ? stride() : 1) + kLanes;
}

std::unique_ptr<MdpWalker> MakeMdpWalker(const MdpWalkPlan& plan) {
  switch (plan.k) {
    case 2:
      return Make<2>(plan);
    case 3:
      return Make<3>(plan);
    case 4:
      return Make<4>(plan);
    case 5:
      return Make<5>(plan);
    default:
      CHECK_EQ(plan.k, kMaxMdpTraces);
      return Make<6>(plan);
  }
}

}  // namespace reprise::minimize
