// Figure 3 of the paper: first confirm what looks good, then discard what looks
// bad.
#include <algorithm>
#include <numeric>

#include "minimize/selection.h"

namespace reprise::minimize {
namespace {

uint32_t CeilDivide(uint64_t a, uint64_t b) {
  return static_cast<uint32_t>((a + b - 1) / b);
}

class Heuristic {
 public:
  Heuristic(const Rule& rule, double c, std::span<const Tally> tallies,
            uint32_t slots)
      : rule_(rule), c_(c), tallies_(tallies), slots_(slots) {
    schedule_.assign(tallies.size(), 0);
  }

  std::vector<uint32_t> Run() {
    Sort();
    // A candidate has been run before it is guessed about: in the first step
    // none has, later some have not where there are more than slots.
    Confirm();
    RoundRobin(deferred_);
    Explore();
    Discard();
    RoundRobin(live_);
    return std::move(schedule_);
  }

 private:
  double Estimate(uint32_t k) const {
    return static_cast<double>(tallies_[k].passes) / tallies_[k].runs();
  }

  void Sort() {
    for (uint32_t k = 0; k < tallies_.size(); k++) {
      if (RunsLeft(rule_, tallies_[k]) == 0) continue;
      live_.push_back(k);
      (tallies_[k].runs() == 0 ? untried_ : tried_).push_back(k);
    }
    std::stable_sort(
        tried_.begin(), tried_.end(), [this](uint32_t a, uint32_t b) {
          const double pa = Estimate(a);
          const double pb = Estimate(b);
          return pa != pb ? pa > pb : tallies_[a].passes > tallies_[b].passes;
        });
  }

  uint32_t Free() const {
    return slots_ - std::accumulate(schedule_.begin(), schedule_.end(), 0U);
  }

  void RoundRobin(std::span<const uint32_t> candidates) {
    FillRoundRobin(rule_, tallies_, candidates, slots_, &schedule_);
  }

  // Lines 9 to 17: as many runs as should bring it to st.
  void Confirm() {
    for (const uint32_t k : tried_) {
      const uint32_t free = Free();
      if (free == 0) return;
      if (Estimate(k) < c_) continue;
      const Tally& tally = tallies_[k];
      const uint32_t want =
          std::min(RunsLeft(rule_, tally),
                   CeilDivide(uint64_t{rule_.st - tally.passes} * tally.runs(),
                              tally.passes));
      if (want <= free) {
        schedule_[k] = want;
      } else if (want <= slots_) {
        deferred_.push_back(k);
      } else {
        schedule_[k] = free;
      }
    }
  }

  void Explore() {
    if (tried_.empty()) return RoundRobin(untried_);
    for (const uint32_t k : untried_) {
      if (Free() == 0) return;
      schedule_[k] = 1;
    }
  }

  // Lines 20 to 23: as many runs as should bring it to its last failure.
  void Discard() {
    for (const uint32_t k : tried_) {
      const uint32_t free = Free();
      if (free == 0) return;
      if (Estimate(k) >= c_) continue;
      const Tally& tally = tallies_[k];
      const uint32_t missing = rule_.nr - rule_.st + 1 - tally.fails;
      const uint32_t want =
          std::min(RunsLeft(rule_, tally),
                   CeilDivide(uint64_t{missing} * tally.runs(), tally.fails));
      schedule_[k] = std::min(want, free);
    }
  }

  const Rule rule_;
  const double c_;
  const std::span<const Tally> tallies_;
  const uint32_t slots_;
  std::vector<uint32_t> schedule_;
  std::vector<uint32_t> live_;     // by number
  std::vector<uint32_t> untried_;  // by number
  std::vector<uint32_t> tried_;    // the most promising first
  std::vector<uint32_t> deferred_;
};

}  // namespace

std::vector<uint32_t> HeuristicSchedule(const Rule& rule, double c,
                                        std::span<const Tally> tallies,
                                        uint32_t slots) {
  return Heuristic(rule, c, tallies, slots).Run();
}

}  // namespace reprise::minimize
