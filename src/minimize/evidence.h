// Evidence: every run ever made of every candidate. Searches decide by it, the
// certificate is read from it, and the journal is its copy on disk.
//
// Threads: one at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include "minimize/candidate.h"

namespace reprise::minimize {

struct CandidateHash {
  size_t operator()(const Candidate& candidate) const {
    size_t hash = 0xcbf29ce484222325;
    for (const uint32_t unit : candidate) {
      hash = (hash ^ unit) * 0x100000001b3;
      hash ^= hash >> 29;
    }
    return hash;
  }
};

class Evidence {
 public:
  void Add(const Candidate& candidate, Verdict verdict) {
    tallies_[candidate].Add(verdict);
    runs_++;
  }
  Tally Of(const Candidate& candidate) const {
    const auto found = tallies_.find(candidate);
    return found == tallies_.end() ? Tally{} : found->second;
  }
  // Of all candidates, in an order that depends on nothing but them.
  std::vector<Tally> Tallies() const {
    std::vector<Tally> all;
    for (const auto& [candidate, tally] : tallies_) all.push_back(tally);
    std::ranges::sort(all, {}, [](const Tally& tally) {
      return std::pair(tally.passes, tally.fails);
    });
    return all;
  }
  // Which of all candidates `wanted` takes is the smallest, of equals the
  // first; null: none.
  template <typename Wanted>
  const Candidate* Smallest(const Wanted& wanted) const {
    const Candidate* smallest = nullptr;
    for (const auto& [candidate, tally] : tallies_) {
      const bool smaller =
          smallest == nullptr || candidate.size() < smallest->size() ||
          (candidate.size() == smallest->size() && candidate < *smallest);
      if (smaller && wanted(candidate, tally)) smallest = &candidate;
    }
    return smallest;
  }
  size_t candidates() const { return tallies_.size(); }
  uint64_t runs() const { return runs_; }

 private:
  std::unordered_map<Candidate, Tally, CandidateHash> tallies_;
  uint64_t runs_ = 0;
};

}  // namespace reprise::minimize
