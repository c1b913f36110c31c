// Where the values of the MDP lie in memory.
//
// A trace that ran t times, f of them in vain, is live while it may still pass;
// dead traces do not matter, so a state is a multiset of live traces. States
// with the same counts of runs t, sorted, lie together in a block: one value
// for each combination of failures 0 .. nr-st of its traces, the last trace's
// failures counting fastest, so that what is possible with traces that never
// ran comes first. Combinations that are impossible or that have
// passed are in it, too, with value 0, so that blocks are dense.
//
// A policy for n traces fills every step, so n live traces have always run a
// multiple of m times; with some dead, the rest may have run any number.
//
// Threads: read by any.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "minimize/statistics.h"

namespace reprise::minimize {

inline constexpr uint32_t kMaxMdpTraces = 6;
// Targets of several sums of runs are loaded at a time (mdp_work.h) as long as
// they take no more than this.
inline constexpr size_t kMaxMdpBatchBytes = 8 << 20;

struct MdpShape {
  uint32_t n = 5;
  uint32_t m = 15;
  Rule rule;

  // Counts of failures that a live trace may have.
  uint32_t failures() const { return rule.nr - rule.st + 1; }
  bool operator==(const MdpShape&) const = default;
};

// What solving takes; counts too large to hold are UINT64_MAX.
struct MdpEstimate {
  uint64_t states = 0;  // different ones in which something is left to decide
  uint64_t bytes = 0;   // of memory, while solving
};
MdpEstimate EstimateMdp(const MdpShape& shape, uint32_t threads);

// An error when the shape is none that can be solved, or takes more than
// `max_bytes`.
Status CheckMdp(const MdpShape& shape, uint32_t threads, uint64_t max_bytes);

// How many values there are with 1 to n live traces.
std::vector<uint64_t> CountMdpValues(const MdpShape& shape);

// The blocks of all states with k live traces.
class MdpBlocks {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  MdpBlocks(const MdpShape& shape, uint32_t k);

  // How often its traces ran, rising; each below nr.
  std::span<const uint16_t> runs(uint32_t block) const {
    return {runs_.data() + size_t{block} * k_, k_};
  }
  uint32_t count() const { return count_; }
  size_t values() const { return values_; }  // in one block

  // The block of these counts, which rise; kNone if states are never there.
  uint32_t Find(std::span<const uint16_t> runs) const {
    return by_rank_[Rank(runs)];
  }

  // Multisets of counts of runs, numbered. The rank of one is the sum of a term
  // for each element by its place.
  uint32_t Rank(std::span<const uint16_t> runs) const {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < k_; i++) rank += Term(i, runs[i]);
    return rank;
  }
  uint32_t Term(uint32_t place, uint32_t runs) const {
    return terms_[size_t{place} * nr_ + runs];
  }
  size_t ranks() const { return by_rank_.size(); }

 private:
  uint32_t k_;
  uint32_t nr_;
  uint32_t count_ = 0;
  size_t values_;
  std::vector<uint16_t> runs_;
  std::vector<uint32_t> terms_;
  std::vector<uint32_t> by_rank_;
};

// All rising lists of `k` numbers from 0 to `max`, one after the other.
template <typename Function>
void ForEachRising(uint32_t k, uint32_t max, Function function) {
  std::vector<uint16_t> list(k, 0);
  while (true) {
    function(std::span<const uint16_t>(list));
    // The colexicographic successor: ranks count up along the way.
    uint32_t i = 0;
    while (i < k && list[i] == (i + 1 < k ? list[i + 1] : max)) i++;
    if (i == k) return;
    list[i]++;
    for (uint32_t j = 0; j < i; j++) list[j] = 0;
  }
}

}  // namespace reprise::minimize
