#include "minimize/mdp_walk.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "minimize/mdp_finish.h"
#include "minimize/mdp_lane.h"

namespace reprise::minimize {
namespace {

constexpr size_t Power(size_t base, uint32_t exponent) {
  size_t power = 1;
  for (uint32_t i = 0; i < exponent; i++) power *= base;
  return power;
}

// K traces; F counts of failures, or 0 when it is known only when it runs. The
// walk up to its two last axes is one function after inlining.
template <uint32_t K, uint32_t F>
class Walker : public MdpWalker {
 public:
  explicit Walker(const MdpWalkPlan& plan)
      : plan_(plan),
        runtime_failures_(plan.shape.failures()),
        finish_(MdpFinishFor(plan.shape.failures())) {
    for (uint32_t d = 1; d + 1 < K; d++) {
      const size_t rest = Power(failures() + 1, K - d);
      const size_t before = Power(failures(), d);
      products_[d].Resize(rest * (d + 2 < K ? before : Padded(before)) +
                          kLanes);
    }
    for (uint32_t i = 0; i < K; i++) rest_[i] = Power(failures() + 1, i);
    half_.Resize(size_t{failures() + 1} * kLanes);
    std::iota(axes_[0], axes_[0] + K, 0U);
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
#if defined(REPRISE_AVX2)
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

#if defined(REPRISE_AVX2)
  REPRISE_AVX2 __attribute__((noinline)) void WalkFast(const float* target) {
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
        const int32_t to = to_[axis];
        const int32_t last_to = to_[axes_[D][1 - place]];
        finish_(plan_, {.to = static_cast<uint32_t>(to),
                        .last_to = static_cast<uint32_t>(last_to),
                        .swapped = place == 1,
                        .first = static_cast<uint32_t>(range.first),
                        .last = static_cast<uint32_t>(range.last),
                        .sum = static_cast<uint32_t>(to + last_to - left),
                        .rank = rank,
                        .in = in,
                        .size = Padded(before_[D]),
                        .best = best_,
                        .half = half_.data()});
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

  const MdpWalkPlan& plan_;
  const uint32_t runtime_failures_;
  const MdpFinish finish_;
  const bool fast_ = HasAvx2();
  size_t rest_[K];  // values of so many that are left
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
