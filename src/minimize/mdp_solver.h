// Solves the MDP: blocks of one live trace first, then of two, and so on; for
// each number the blocks that ran most first, because a state's value depends
// only on states with more runs or fewer live traces.
//
// Threads: one caller; it uses threads of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "minimize/mdp.h"
#include "minimize/mdp_walk.h"

namespace reprise::minimize {

class MdpSolver {
 public:
  MdpSolver(Mdp* mdp, uint32_t threads) : mdp_(*mdp), threads_(threads) {}
  void Run();

 private:
  // Blocks whose sums of runs, divided by m, are the same: sources of one
  // window have targets in the next.
  struct Window {
    std::vector<uint32_t> sources;  // blocks
    std::vector<uint16_t> targets;  // k counts of runs each
  };

  std::vector<Window> Windows(uint32_t k) const;
  void SolveSingle();
  void SolveWindow(const MdpWalkPlan& plan, const Window& window,
                   std::vector<uint32_t>* row_of_block);
  void LoadTarget(const MdpWalkPlan& plan, std::span<const uint16_t> runs,
                  float* out) const;
  // Turns the least expected values after a step, which lie at `places`, into
  // the block's values; there are none for blocks that the next step always
  // decides.
  void Settle(uint32_t k, uint32_t block, const float* best,
              std::span<const uint32_t> places);
  // The place in a block of a state with these failures, when traces that ran
  // equally often are sorted by them.
  uint32_t Canonical(std::span<const uint16_t> runs,
                     std::array<uint32_t, kMaxMdpTraces> failures) const;

  Mdp& mdp_;
  const uint32_t threads_;
};

}  // namespace reprise::minimize
