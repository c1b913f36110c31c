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

REPRISE_INLINE void Keep(const Lane& value, float* least) {
  Lane kept;
  Load(least, &kept);
  Store(value < kept ? value : kept, least);
}

constexpr size_t Power(size_t base, uint32_t exponent) {
  size_t power = 1;
  for (uint32_t i = 0; i < exponent; i++) power *= base;
  return power;
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

// K traces; F counts of failures, or 0 when it is known only when it runs.
template <uint32_t K, uint32_t F>
class Walker : public MdpWalker {
 public:
  explicit Walker(const MdpWalkPlan& plan)
      : plan_(plan), runtime_failures_(plan.shape.failures()) {
    for (uint32_t d = 1; d + 1 < K; d++) {
      const size_t rest = Power(failures() + 1, K - d);
      const size_t before = Power(failures(), d);
      products_[d].Resize(rest * (d + 2 < K ? before : Padded(before)) +
                          kLanes);
    }
    for (uint32_t i = 0; i < K; i++) rest_[i] = Power(failures() + 1, i);
    half_.Resize(size_t{failures() + 1} * kLanes);
    std::iota(axes_[0], axes_[0] + K, 0U);
#if defined(__x86_64__)
    fast_ = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  }

  void Walk(std::span<const uint16_t> to, const float* target,
            std::span<const uint16_t> prefix, float* best) override {
    for (uint32_t i = 0; i < K; i++) {
      to_[i] = to[i];
      // One that has run nr times did so just now, or it would be decided.
      least_[i] = to[i] == plan_.shape.rule.nr ? 1 : 0;
    }
    std::copy(prefix.begin(), prefix.end(), prefix_);
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
    if constexpr (D < MdpPrefix(K)) {
      range.first = std::max(range.first, prefix_[D]);
      range.last = std::min(range.last, prefix_[D]);
    }
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
      if constexpr (D + 2 == K) {
        if (place == 0) {
          Finish<0>(range, in, left, rank);
        } else {
          Finish<1>(range, in, left, rank);
        }
      } else {
        chosen_[D] = axis;
        for (uint32_t i = 0; i + 1 < K - D; i++) {
          axes_[D + 1][i] = axes_[D][i < place ? i : i + 1];
        }
        for (int32_t from = range.first; from <= range.last; from++) {
          from_[D] = from;
          const auto runs = static_cast<uint32_t>(from);
          Multiply<D>(plan_.chances->Matrix(runs, to_[axis]), place,
                      std::min(runs + 1, failures()), in);
          Descend<D + 1>(products_[D + 1].data(), left - (to_[axis] - from),
                         rank + plan_.blocks->Term(D, runs));
        }
      }
    }
  }

  // in[some left][the chosen][others left][chosen before] to
  // products_[D + 1][some left][others left][the chosen][chosen before], only
  // rows of possible failures.
  template <uint32_t D>
  REPRISE_INLINE void Multiply(const float* matrix, uint32_t place,
                               uint32_t rows, const float* in) {
    const size_t before = before_[D];
    before_[D + 1] = before * rows;
    if (F == 0) return MultiplyRows<D, 0>(matrix, place, before, rows, in);
    if (rows == 1) return MultiplyRows<D, 1>(matrix, place, before, 1, in);
    if (D == 0) return MultiplyFirst(matrix, place, rows, in);
    if (rows < F) return MultiplyRows<D, 0>(matrix, place, before, rows, in);
    if (before < Power(F, D)) {
      return MultiplyRows<D, F>(matrix, place, before, F, in);
    }
    return MultiplyRows<D, F>(matrix, place, Power(F, D), F, in);
  }

  template <uint32_t D, uint32_t R>
  REPRISE_INLINE void MultiplyRows(const float* matrix, uint32_t place,
                                   size_t before, uint32_t rows,
                                   const float* in) {
    const uint32_t f = failures();
    const size_t some = rest_[place];
    size_t others = rest_[K - D - 1 - place];
    const size_t step = others * before;
    size_t out_step = D + 3 < K ? before * rows : Padded(before * rows);
    if (D + 3 < K && R == 1) {
      before = out_step = step;
      others = 1;
    }
    float* out = products_[D + 1].data();
    const Axis<F> axis(matrix, f);
    for (size_t s = 0; s < some; s++, in += f * step) {
      for (size_t o = 0; o < others; o++, in += before, out += out_step) {
        // Whole lanes, the last ones first and the first row first: what a row
        // has too much is written over by the next one, or is padding.
        for (size_t lane = Padded(before); lane > 0;) {
          lane -= kLanes;
          REPRISE_UNROLL
          for (uint32_t row = 0; row < (R == 0 ? rows : R); row++) {
            Lane sum;
            MultiplyRow<F>(axis, f, row, in + lane, step, &sum);
            Store(sum, out + row * before + lane);
          }
        }
      }
    }
  }

  // The same when none is chosen before: a lane has all rows.
  REPRISE_INLINE void MultiplyFirst(const float* matrix, uint32_t place,
                                    uint32_t rows, const float* in) {
    const size_t some = rest_[place];
    const size_t others = rest_[K - 1 - place];
    const size_t out_step = K > 3 ? rows : kLanes;
    float* out = products_[1].data();
    Lane chances[F + 1];
    for (uint32_t c = 0; c < F; c++) {
      Fill(0, &chances[c]);
      for (uint32_t row = 0; row < F; row++) {
        chances[c][row] = matrix[row * (F + 1) + c];
      }
    }
    for (size_t s = 0; s < some; s++, in += F * others) {
      for (size_t o = 0; o < others; o++, in++, out += out_step) {
        Lane sum;
        Fill(in[F * others], &sum);
        REPRISE_UNROLL
        for (uint32_t c = 0; c < F; c++) {
          Lane value;
          Fill(in[c * others], &value);
          sum += chances[c] * value;
        }
        Store(sum, out);
      }
    }
  }

  // The two last axes, where the time goes, and the minimum.
  template <uint32_t Place>
  REPRISE_INLINE void Finish(const Range& range, const float* in, int32_t left,
                             uint32_t rank) {
    switch (Padded(before_[K - 2]) / kLanes) {
      case 1:
        return FinishLanes<Place, 1>(range, in, left, rank);
      case 2:
        return FinishLanes<Place, 2>(range, in, left, rank);
      case 4:
        return FinishLanes<Place, 4>(range, in, left, rank);
      default:
        return FinishLanes<Place, 0>(range, in, left, rank);
    }
  }

  template <uint32_t Place, uint32_t L>
  REPRISE_INLINE void FinishLanes(const Range& range, const float* in,
                                  int32_t left, uint32_t rank) {
    const auto to = static_cast<uint32_t>(to_[axes_[K - 2][Place]]);
    const auto last_to = static_cast<uint32_t>(to_[axes_[K - 2][1 - Place]]);
    const uint32_t sum = to + last_to - static_cast<uint32_t>(left);
    const uint32_t nr = plan_.shape.rule.nr;
    const size_t size = L == 0 ? Padded(before_[K - 2]) : L * kLanes;
    for (auto from = static_cast<uint32_t>(range.first);
         from <= static_cast<uint32_t>(range.last); from++) {
      const uint32_t last_from = sum - from;
      const uint32_t start =
          plan_.starts[rank + plan_.blocks->Term(K - 2, from) +
                       plan_.blocks->Term(K - 1, last_from)];
      const float* matrix = plan_.chances->Matrix(from, to);
      const float* last = plan_.chances->Matrix(last_from, last_to);
      float* least = best_ + size_t{start} * kLanes;
      if (last_to == nr) {
        FinishDecided<1 - Place, true>(matrix, last, size, in, least);
      } else if (to == nr) {
        FinishDecided<Place, false>(last, matrix, size, in, least);
      } else {
        FinishOne<Place>(matrix, last, size, in, least);
      }
    }
  }

  // One of the two, at `Place`, runs nr times and can only die or pass, and
  // after that nothing is left to do.
  template <uint32_t Place, bool Last>
  REPRISE_INLINE void FinishDecided(const float* matrix, const float* decided,
                                    size_t size, const float* in,
                                    float* least) {
    const uint32_t f = failures();
    const size_t step = Place == 0 ? size : (f + 1) * size;
    const size_t least_step = (Last ? 1 : f) * size;
    const size_t decided_step = (Last ? f : 1) * size;
    const Axis<F> axis(matrix, f);
    in += f * (Place == 0 ? (f + 1) * size : size);
    for (size_t i = 0; i < size; i += kLanes) {
      REPRISE_UNROLL
      for (uint32_t row = 0; row < f; row++) {
        Lane sum;
        MultiplyRow<F>(axis, f, row, in + i, step, &sum);
        REPRISE_UNROLL
        for (uint32_t dying = 0; dying < f; dying++) {
          Lane chance;
          Fill(decided[size_t{dying} * (f + 1) + f], &chance);
          Keep(sum * chance,
               least + row * least_step + dying * decided_step + i);
        }
      }
    }
  }

  template <uint32_t Place>
  REPRISE_INLINE void FinishOne(const float* matrix, const float* last_matrix,
                                size_t size, const float* in, float* least) {
    const uint32_t f = failures();
    const size_t step = Place == 0 ? (f + 1) * size : size;
    const size_t last_step = Place == 0 ? size : (f + 1) * size;
    const Axis<F> axis(matrix, f);
    const Axis<F> last(last_matrix, f);
    // In registers where it fits.
    Lane fixed[F + 1];
    Lane* half = F == 0 ? reinterpret_cast<Lane*>(half_.data()) : fixed;
    REPRISE_UNROLL
    for (uint32_t row = 0; row < f; row++) {
      for (size_t i = 0; i < size; i += kLanes) {
        REPRISE_UNROLL
        for (uint32_t c = 0; c <= f; c++) {
          MultiplyRow<F>(axis, f, row, in + c * last_step + i, step, half + c);
        }
        REPRISE_UNROLL
        for (uint32_t last_row = 0; last_row < f; last_row++) {
          Lane value = half[f];
          REPRISE_UNROLL
          for (uint32_t c = last_row; c < f; c++) {
            Lane chance;
            last.Get(last_row, c, &chance);
            value += chance * half[c];
          }
          Keep(value, least + (size_t{last_row} * f + row) * size + i);
        }
      }
    }
  }

  const MdpWalkPlan& plan_;
  const uint32_t runtime_failures_;
  size_t rest_[K];  // values of so many that are left
  bool fast_ = false;
  // Of the walk under way.
  float* best_ = nullptr;
  int32_t to_[K] = {};
  int32_t least_[K] = {};  // runs that each must get
  int32_t prefix_[MdpPrefix(K)] = {};
  uint32_t axes_[K][K] = {};  // those left at each depth, in their order
  uint32_t chosen_[K] = {};   // and the one chosen there
  int32_t from_[K] = {};      // and how often it had run, rising
  size_t before_[K] = {1};    // values of those chosen before
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

MdpProduct MdpWalkPlan::ProductOf(std::span<const uint16_t> runs) const {
  const uint32_t f = shape.failures();
  MdpProduct product;
  size_t weight = 1;
  for (uint32_t d = 0; d < k; d++) {
    if (d + 2 == k) weight = Padded(weight);
    product.weights[d] = weight;
    weight *= d + 2 < k ? std::min(runs[d] + 1U, f) : f;
  }
  product.values = weight;
  return product;
}

size_t MdpWalkPlan::target_values() const {
  return Padded(Power(shape.failures() + 1, k) * target_step()) + kLanes;
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
