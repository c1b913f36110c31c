// How the failures of one live trace change by more runs: for every pair of
// counts of runs, from t to t', the matrix of the chances to go from f failures
// to f' failures or to be dead. It is the prior's prediction after t runs with
// f failures; f' below f is impossible.
//
// Threads: read by any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "minimize/prior.h"
#include "minimize/statistics.h"

namespace reprise::minimize {

class MdpChances {
 public:
  MdpChances(const Rule& rule, const Prior& prior);

  // Rows are failures before, 0 .. nr-st, columns failures after and last the
  // dead. Rows of what a live trace cannot have are 0. Needs from <= to <= nr.
  const float* Matrix(uint32_t from, uint32_t to) const {
    return matrices_.data() + (size_t{from} * (nr_ + 1) + to) * size_;
  }

 private:
  uint32_t nr_;
  size_t size_;
  std::vector<float> matrices_;
};

}  // namespace reprise::minimize
