// A candidate of a minimisation: the units of the recording that it keeps.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <vector>

namespace reprise::minimize {

// Indices of the kept units, rising, none twice.
using Candidate = std::vector<uint32_t>;

// How one run of a candidate ended. A run that could not be made (a broken
// oracle, a lost worker) has no verdict and is never told to a search.
enum class Verdict : uint8_t { kFail = 0, kPass = 1 };

// The runs of one candidate.
struct Tally {
  uint32_t passes = 0;
  uint32_t fails = 0;
  uint32_t runs() const { return passes + fails; }
  void Add(Verdict verdict) { (verdict == Verdict::kPass ? passes : fails)++; }
  bool operator==(const Tally&) const = default;
};

}  // namespace reprise::minimize
