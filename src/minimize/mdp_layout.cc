#include "minimize/mdp_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "base/text.h"

namespace reprise::minimize {
namespace {

constexpr uint32_t kMaxMdpRuns = 500;
constexpr uint32_t kMaxMdpSlots = 1 << 16;

// How many multisets of each size have each sum, when there are `kinds(t)`
// different elements that count t. Doubles, because a rough number is enough
// where integers would overflow; exact below 2^53.
template <typename Kinds>
std::vector<std::vector<double>> CountMultisets(uint32_t sizes, uint32_t nr,
                                                Kinds kinds) {
  std::vector<std::vector<double>> counts(sizes + 1);
  for (uint32_t k = 0; k <= sizes; k++) counts[k].assign(k * nr + 1, 0);
  counts[0][0] = 1;
  for (uint32_t t = 0; t < nr; t++) {
    for (uint32_t kind = 0; kind < kinds(t); kind++) {
      for (uint32_t k = 1; k <= sizes; k++) {
        for (size_t sum = 0; sum < counts[k - 1].size(); sum++) {
          counts[k][sum + t] += counts[k - 1][sum];
        }
      }
    }
  }
  return counts;
}

double SumOf(const std::vector<double>& counts, uint32_t step) {
  double sum = 0;
  for (size_t i = 0; i < counts.size(); i += step) sum += counts[i];
  return sum;
}

uint64_t Saturate(double value) {
  return value < 1e18 ? static_cast<uint64_t>(value) : UINT64_MAX;
}

}  // namespace

MdpEstimate EstimateMdp(const MdpShape& shape, uint32_t threads) {
  const uint32_t nr = shape.rule.nr;
  const uint32_t failures = shape.failures();
  // Of t runs at most nr - st failed and at most st - 1 passed.
  const auto states =
      CountMultisets(shape.n, nr, [&shape, failures](uint32_t t) {
        const uint32_t least = t < shape.rule.st ? 0 : t - shape.rule.st + 1;
        return std::min(t + 1, failures) - least;
      });
  const auto blocks = CountMultisets(shape.n, nr, [](uint32_t) { return 1U; });
  double all_states = 0;
  double bytes = static_cast<double>(nr + 1) * (nr + 1) * failures *
                 (failures + 1) * sizeof(float);
  for (uint32_t k = 1; k <= shape.n; k++) {
    const uint32_t step = k == shape.n ? shape.m : 1;
    all_states += SumOf(states[k], step);
    const double block = std::pow(failures, k) * sizeof(float);
    bytes += SumOf(blocks[k], step) * (block + k * sizeof(uint16_t));
    bytes += SumOf(blocks[k], 1) * sizeof(uint32_t);
  }
  // Each thread keeps the best values of one task, at most all of one step, and
  // all share where they begin and the targets of a batch.
  const double product =
      std::pow(failures, shape.n) + failures * failures * 8.0;
  bytes += SumOf(blocks[shape.n], shape.m) * product * sizeof(float) * threads;
  bytes += SumOf(blocks[shape.n], 1) * sizeof(uint32_t);
  const auto targets =
      CountMultisets(shape.n, nr + 1, [](uint32_t) { return 1U; });
  bytes += std::max<double>(kMaxMdpBatchBytes,
                            std::ranges::max(targets[shape.n]) * sizeof(float) *
                                std::pow(failures + 1, shape.n));
  return {Saturate(all_states), Saturate(bytes)};
}

std::vector<uint64_t> CountMdpValues(const MdpShape& shape) {
  const auto blocks =
      CountMultisets(shape.n, shape.rule.nr, [](uint32_t) { return 1U; });
  std::vector<uint64_t> counts;
  for (uint32_t k = 1; k <= shape.n; k++) {
    counts.push_back(Saturate(SumOf(blocks[k], k == shape.n ? shape.m : 1) *
                              std::pow(shape.failures(), k)));
  }
  return counts;
}

Status CheckMdp(const MdpShape& shape, uint32_t threads, uint64_t max_bytes) {
  if (shape.n < 1 || shape.n > kMaxMdpTraces) {
    return Fail(ErrorKind::kInvalidArgument,
                "The MDP cannot be solved for {} candidates: it can for 1 to "
                "{}.",
                shape.n, kMaxMdpTraces);
  }
  const Rule& rule = shape.rule;
  if (rule.st < 1 || rule.st > rule.nr || rule.nr > kMaxMdpRuns ||
      shape.m < 1 || shape.m > kMaxMdpSlots || threads < 1 || threads > 256) {
    return Fail(ErrorKind::kInvalidArgument,
                "The MDP cannot be solved for m {}, nr {} and st {} on {} "
                "threads: st must be from 1 to nr, nr at most {}, m at most "
                "{}, threads at most 256.",
                shape.m, rule.nr, rule.st, threads, kMaxMdpRuns, kMaxMdpSlots);
  }
  const MdpEstimate estimate = EstimateMdp(shape, threads);
  if (estimate.bytes <= max_bytes && estimate.bytes / sizeof(float) < 1ULL
                                                                          << 40)
    return {};
  return Fail(ErrorKind::kUnsupported,
              "The MDP for n {}, m {}, nr {} and st {} has {} states and takes "
              "{} of memory, more than the {} it may have: use the heuristic, "
              "or fewer candidates.",
              shape.n, shape.m, rule.nr, rule.st, estimate.states,
              FormatSize(estimate.bytes), FormatSize(max_bytes));
}

MdpBlocks::MdpBlocks(const MdpShape& shape, uint32_t k)
    : k_(k), nr_(shape.rule.nr) {
  values_ = 1;
  for (uint32_t i = 0; i < k; i++) values_ *= shape.failures();
  // binomial(t + i, i + 1), column by column.
  terms_.assign(size_t{k} * nr_, 0);
  for (uint32_t t = 0; t < nr_; t++) terms_[t] = t;
  for (uint32_t i = 1; i < k; i++) {
    for (uint32_t t = 1; t < nr_; t++) {
      terms_[i * nr_ + t] = terms_[i * nr_ + t - 1] + terms_[(i - 1) * nr_ + t];
    }
  }
  const uint32_t step = k == shape.n ? shape.m : 1;
  ForEachRising(k, nr_ - 1, [&](std::span<const uint16_t> runs) {
    const uint32_t sum = std::accumulate(runs.begin(), runs.end(), 0U);
    if (sum % step != 0) {
      by_rank_.push_back(kNone);
      return;
    }
    by_rank_.push_back(count_++);
    runs_.insert(runs_.end(), runs.begin(), runs.end());
  });
}

}  // namespace reprise::minimize
