// The optimal selection: the paper's Markov decision process (section 4.3),
// solved exactly under a prior. A value is the expected number of steps until
// one candidate has passed or all are dead, when every step has m slots.
//
// Only values are computed ahead and kept; what to do in a state is found on
// demand by looking one step ahead. Values do not depend on the number of
// threads: each is the least of the same sums.
//
// Threads: read by any once solved.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "minimize/candidate.h"
#include "minimize/mdp_chances.h"
#include "minimize/mdp_layout.h"
#include "minimize/prior.h"

namespace reprise::minimize {

struct MdpTrace;

class Mdp {
 public:
  // The shape has been checked by CheckMdp().
  static std::unique_ptr<Mdp> Solve(const MdpShape& shape, const Prior& prior,
                                    uint32_t threads);
  // From values that were solved before: one list for each number of live
  // traces from 1 to n. An error when they cannot be that.
  static Result<std::unique_ptr<Mdp>> FromValues(
      const MdpShape& shape, const Prior& prior,
      std::vector<std::vector<float>> values);

  const MdpShape& shape() const { return shape_; }
  std::span<const float> values(uint32_t live) const {
    return values_[live - 1];
  }

  // Nothing when the policy never comes to such a state: it has more
  // candidates than n, or n live ones that ran no multiple of m times.
  std::optional<double> ExpectedSteps(std::span<const Tally> tallies) const;
  // How often to run each: in all m times, or all that is left.
  std::optional<std::vector<uint32_t>> Schedule(
      std::span<const Tally> tallies) const;

 private:
  friend class MdpSolver;

  Mdp(const MdpShape& shape, const Prior& prior);

  // What each live trace gets, in their order.
  std::vector<uint32_t> BestSpread(std::vector<MdpTrace> traces) const;

  const MdpShape shape_;
  const MdpChances chances_;
  std::vector<MdpBlocks> blocks_;           // by live traces less 1
  std::vector<std::vector<float>> values_;  // the same

  // Schedules that were found before, by the tallies of the live ones in their
  // order: the few states that most questions come to.
  mutable std::mutex mutex_;
  mutable std::map<std::vector<uint32_t>, std::vector<uint32_t>> found_;
};

}  // namespace reprise::minimize
