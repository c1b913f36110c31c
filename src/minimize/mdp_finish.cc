#include "minimize/mdp_finish.h"

#include "minimize/mdp_lane.h"

namespace reprise::minimize {
namespace {

REPRISE_INLINE void Keep(const Lane& value, float* least) {
  Lane kept;
  Load(least, &kept);
  Store(value < kept ? value : kept, least);
}

// One of the two, at `Place`, runs nr times and can only die or pass, and
// after that nothing is left to do.
template <uint32_t F, uint32_t Place, bool Last>
REPRISE_INLINE void FinishDecided(uint32_t f, const float* matrix,
                                  const float* decided, size_t size,
                                  const float* in, float* least) {
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
        Keep(sum * chance, least + row * least_step + dying * decided_step + i);
      }
    }
  }
}

template <uint32_t F, uint32_t Place>
REPRISE_INLINE void FinishOne(uint32_t f, const float* matrix,
                              const float* last_matrix, size_t size,
                              const float* in, float* least, float* scratch) {
  const size_t step = Place == 0 ? (f + 1) * size : size;
  const size_t last_step = Place == 0 ? size : (f + 1) * size;
  const Axis<F> axis(matrix, f);
  const Axis<F> last(last_matrix, f);
  // In registers where it fits.
  Lane fixed[F + 1];
  Lane* half = F == 0 ? reinterpret_cast<Lane*>(scratch) : fixed;
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

template <uint32_t F, uint32_t Place>
REPRISE_INLINE void FinishAt(const MdpWalkPlan& plan, const MdpEnd& end,
                             size_t size) {
  const uint32_t f = F == 0 ? plan.shape.failures() : F;
  const uint32_t nr = plan.shape.rule.nr;
  for (uint32_t from = end.first; from <= end.last; from++) {
    const uint32_t last_from = end.sum - from;
    const uint32_t start =
        plan.starts[end.rank + plan.blocks->Term(plan.k - 2, from) +
                    plan.blocks->Term(plan.k - 1, last_from)];
    const float* matrix = plan.chances->Matrix(from, end.to);
    const float* last = plan.chances->Matrix(last_from, end.last_to);
    float* least = end.best + size_t{start} * kLanes;
    if (end.last_to == nr) {
      FinishDecided<F, 1 - Place, true>(f, matrix, last, size, end.in, least);
    } else if (end.to == nr) {
      FinishDecided<F, Place, false>(f, last, matrix, size, end.in, least);
    } else {
      FinishOne<F, Place>(f, matrix, last, size, end.in, least, end.half);
    }
  }
}

template <uint32_t F>
REPRISE_INLINE void FinishSized(const MdpWalkPlan& plan, const MdpEnd& end,
                                size_t size) {
  if (end.swapped) return FinishAt<F, 1>(plan, end, size);
  FinishAt<F, 0>(plan, end, size);
}

// Most ends have one of these sizes when three counts of failures are known.
template <uint32_t F>
REPRISE_INLINE void Finish(const MdpWalkPlan& plan, const MdpEnd& end) {
  if (F == 0) return FinishSized<F>(plan, end, end.size);
  switch (end.size) {
    case kLanes:
      return FinishSized<F>(plan, end, kLanes);
    case 2 * kLanes:
      return FinishSized<F>(plan, end, 2 * kLanes);
    case 4 * kLanes:
      return FinishSized<F>(plan, end, 4 * kLanes);
    default:
      return FinishSized<F>(plan, end, end.size);
  }
}

template <uint32_t F>
void FinishAnywhere(const MdpWalkPlan& plan, const MdpEnd& end) {
  Finish<F>(plan, end);
}

#if defined(REPRISE_AVX2)
template <uint32_t F>
REPRISE_AVX2 void FinishFast(const MdpWalkPlan& plan, const MdpEnd& end) {
  Finish<F>(plan, end);
}
#endif

template <uint32_t F>
MdpFinish Choose() {
#if defined(REPRISE_AVX2)
  if (HasAvx2()) return FinishFast<F>;
#endif
  return FinishAnywhere<F>;
}

}  // namespace

MdpFinish MdpFinishFor(uint32_t failures) {
  return failures == 3 ? Choose<3>() : Choose<0>();
}

}  // namespace reprise::minimize
