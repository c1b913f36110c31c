#include "minimize/mdp_walk.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/check.h"

// The walk is one function after inlining, compiled once for any machine and
// once for those with AVX2.
#define REPRISE_INLINE inline __attribute__((always_inline))
#if defined(__clang__)
#define REPRISE_UNROLL _Pragma("unroll")
#else
#define REPRISE_UNROLL _Pragma("GCC unroll 8")
#endif

namespace reprise::minimize {
namespace {

typedef float Lane __attribute__((vector_size(kLanes * sizeof(float))));

REPRISE_INLINE void Load(const float* from, Lane* lane) {
  std::memcpy(lane, from, sizeof(Lane));
}
REPRISE_INLINE void Store(const Lane& lane, float* to) {
  std::memcpy(to, &lane, sizeof(Lane));
}

REPRISE_INLINE void Gather(const float* from, const int32_t* places,
                           Lane* lane) {
  for (uint32_t i = 0; i < kLanes; i++) (*lane)[i] = from[places[i]];
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
        chances_[row][c] = Lane{} + matrix[row * (F + 1) + c];
      }
    }
  }
  // One lane of each row, `out_step` floats apart, from one of each column.
  REPRISE_INLINE void Multiply(const float* in, size_t in_step, float* out,
                               size_t out_step) const {
    Lane columns[F + 1];
    REPRISE_UNROLL
    for (uint32_t c = 0; c <= F; c++) Load(in + c * in_step, &columns[c]);
    REPRISE_UNROLL
    for (uint32_t row = 0; row < F; row++) {
      Lane sum = chances_[row][F] * columns[F];
      REPRISE_UNROLL
      for (uint32_t c = row; c < F; c++) sum += chances_[row][c] * columns[c];
      Store(sum, out + row * out_step);
    }
  }

 private:
  Lane chances_[F][F + 1];
};

template <>
class Axis<0> {
 public:
  Axis(const float* matrix, uint32_t failures)
      : matrix_(matrix), failures_(failures) {}
  REPRISE_INLINE void Multiply(const float* in, size_t in_step, float* out,
                               size_t out_step) const {
    for (uint32_t row = 0; row < failures_; row++) {
      const float* chances = matrix_ + row * (failures_ + 1);
      Lane sum = {};
      for (uint32_t c = row; c <= failures_; c++) {
        Lane column;
        Load(in + c * in_step, &column);
        sum += chances[c] * column;
      }
      Store(sum, out + row * out_step);
    }
  }

 private:
  const float* matrix_;
  uint32_t failures_;
};

// K traces; F counts of failures, or 0 when it is known only when it runs.
template <uint32_t K, uint32_t F>
class Walker : public MdpWalker {
 public:
  explicit Walker(const MdpWalkPlan& plan)
      : plan_(plan),
        runtime_failures_(plan.shape.failures()),
        stride_(plan.stride()),
        row_(Padded(plan.blocks->values())) {
    for (uint32_t d = 1; d + 1 < K; d++) {
      const size_t rest = Power(failures() + 1, K - d);
      products_[d].Resize(rest * (d + 2 < K ? Power(failures(), d) : stride_) +
                          kLanes);
    }
    half_.Resize(size_t{failures() + 1} * failures() * stride_);
    whole_.Resize(size_t{failures()} * failures() * stride_);
#if defined(__x86_64__)
    fast_ = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  }

  void Walk(std::span<const uint16_t> runs, const float* target,
            MdpBest* best) override {
    std::copy(runs.begin(), runs.end(), to_);
    best_ = best;
    rest_[K] = 0;
    for (uint32_t d = K; d-- > 0;) rest_[d] = rest_[d + 1] + to_[d];
#if defined(__x86_64__)
    if (fast_) return WalkFast(target);
#endif
    Descend<0>(target, plan_.shape.m, 0);
  }

 private:
  REPRISE_INLINE uint32_t failures() const {
    return F == 0 ? runtime_failures_ : F;
  }
  REPRISE_INLINE uint32_t stride() const {
    return F == 0 ? stride_ : Padded(Power(F, K - 2));
  }

#if defined(__x86_64__)
  __attribute__((target("avx2,fma"), noinline)) void WalkFast(
      const float* target) {
    Descend<0>(target, plan_.shape.m, 0);
  }
#endif

  // The least and most runs of axis d that leave `left` to the later ones.
  // Of equal targets the earlier one gets at least as many: the others are the
  // same by symmetry.
  REPRISE_INLINE uint32_t Least(uint32_t d, uint32_t left) const {
    const uint32_t later = rest_[d + 1];
    const uint32_t least = left > later ? left - later : 0;
    // One that has run nr times did so just now, or it would be decided.
    return to_[d] == plan_.shape.rule.nr ? std::max(least, 1U) : least;
  }
  REPRISE_INLINE uint32_t Most(uint32_t d, uint32_t left) const {
    const uint32_t most = std::min<uint32_t>(left, to_[d]);
    const bool tied = d > 0 && to_[d] == to_[d - 1];
    return tied ? std::min<uint32_t>(most, to_[d] - from_[d - 1]) : most;
  }

  // Axis d starts at `runs`: where it stands among the axes before it.
  REPRISE_INLINE uint32_t Place(uint32_t d, uint32_t runs) {
    from_[d] = static_cast<uint16_t>(runs);
    uint32_t below = 0;
    for (uint32_t i = 0; i < d; i++) below += from_[i] <= runs;
    return below;
  }

  template <uint32_t D>
  REPRISE_INLINE void Descend(const float* in, uint32_t left, uint32_t order) {
    const uint32_t most = Most(D, left);
    for (uint32_t runs = Least(D, left); runs <= most; runs++) {
      const uint32_t from = to_[D] - runs;
      const uint32_t next = order * (D + 1) + Place(D, from);
      const float* matrix = plan_.chances->Matrix(from, to_[D]);
      if constexpr (D + 2 < K) {
        Multiply<D>(matrix, in, products_[D + 1].data());
        Descend<D + 1>(products_[D + 1].data(), left - runs, next);
      } else {
        Finish(matrix, in, left - runs, next);
      }
    }
  }

  // in[axis D][later axes][earlier axes] to out[later][axis D, earlier].
  template <uint32_t D>
  REPRISE_INLINE void Multiply(const float* matrix, const float* in,
                               float* out) const {
    const uint32_t f = failures();
    const size_t rest = Power(f + 1, K - D - 1);
    const size_t earlier = Power(f, D);
    const size_t step = rest * earlier;
    const size_t out_row = D + 3 < K ? earlier * f : stride();
    const Axis<F> axis(matrix, f);
    for (size_t r = 0; r < rest; r++) {
      // Whole lanes, the last ones first and the first row first: what a row
      // has too much is written over by the next one, or is padding.
      for (size_t i = Padded(earlier); i > 0; i -= kLanes) {
        const size_t lane = i - kLanes;
        axis.Multiply(in + r * earlier + lane, step, out + r * out_row + lane,
                      earlier);
      }
    }
  }

  // The two last axes, where the time goes, and the minimum.
  REPRISE_INLINE void Finish(const float* matrix, const float* in,
                             uint32_t left, uint32_t order) {
    constexpr uint32_t kLast = K - 1;
    if (left < Least(kLast, left) || left > Most(kLast, left)) return;
    const uint32_t f = failures();
    const size_t row = stride();
    const size_t step = (f + 1) * row;
    float* half = half_.data();
    const Axis<F> axis(matrix, f);
    for (size_t i = 0; i < step; i += kLanes) {
      axis.Multiply(in + i, step, half + i, step);
    }
    const uint32_t last = to_[kLast] - left;
    const Axis<F> last_axis(plan_.chances->Matrix(last, to_[kLast]), f);
    float* whole = whole_.data();
    for (uint32_t r = 0; r < f; r++) {
      for (size_t i = 0; i < row; i += kLanes) {
        last_axis.Multiply(half + r * step + i, row, whole + r * row + i,
                           f * row);
      }
    }
    Keep(order * K + Place(kLast, last));
  }

  REPRISE_INLINE void Keep(uint32_t order) {
    uint32_t rank = 0;
    REPRISE_UNROLL
    for (uint32_t i = 0; i < K; i++) {
      uint32_t place = 0;
      REPRISE_UNROLL
      for (uint32_t j = 0; j < K; j++) {
        if (j != i) place += from_[j] + (j < i ? 0 : 1) <= from_[i];
      }
      rank += plan_.blocks->Term(place, from_[i]);
    }
    const uint32_t block = plan_.blocks->AtRank(rank);
    float* least =
        best_->values.data() + size_t{best_->row_of_block[block]} * row_;
    const int32_t* places = plan_.orders.data() + size_t{order} * row_;
    const float* whole = whole_.data();
    const size_t row = F == 0 ? row_ : Padded(Power(F, K));
    for (size_t i = 0; i < row; i += kLanes) {
      Lane kept;
      Load(least + i, &kept);
      Lane value;
      Gather(whole, places + i, &value);
      Store(value < kept ? value : kept, least + i);
    }
  }

  const MdpWalkPlan& plan_;
  const uint32_t runtime_failures_;
  const uint32_t stride_;
  const uint32_t row_;
  bool fast_ = false;
  // Of the walk under way.
  MdpBest* best_ = nullptr;
  uint16_t to_[K] = {};
  uint16_t from_[K] = {};
  uint32_t rest_[K + 1] = {};
  AlignedFloats products_[K];
  AlignedFloats half_;
  AlignedFloats whole_;
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
  // Where an axis lies in a finished product: the first counts fastest, the
  // two last are apart.
  std::vector<size_t> weight(k);
  for (uint32_t d = 0; d < k; d++) {
    weight[d] = d + 2 < k ? Power(f, d) : stride() * (d + 1 < k ? 1 : f);
  }
  // An order is numbered by the place of each axis among those before it.
  uint32_t count = 1;
  for (uint32_t d = 2; d <= k; d++) count *= d;
  for (uint32_t order = 0; order < count; order++) {
    std::vector<uint32_t> below(k);
    uint32_t rest = order;
    for (uint32_t d = k; d-- > 0; rest /= d + 1) below[d] = rest % (d + 1);
    std::vector<uint32_t> sorted;
    for (uint32_t d = 0; d < k; d++) {
      sorted.insert(sorted.begin() + below[d], d);
    }
    for (size_t value = 0; value < Padded(blocks->values()); value++) {
      size_t place = 0;
      size_t digits = value < blocks->values() ? value : 0;
      for (uint32_t i = 0; i < k; i++, digits /= f) {
        place += digits % f * weight[sorted[i]];
      }
      orders.push_back(static_cast<int32_t>(place));
    }
  }
}

uint32_t MdpWalkPlan::stride() const {
  return Padded(Power(shape.failures(), k - 2));
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
