// Solves the MDP: blocks of one live trace first, then of two, and so on; for
// each number the blocks that ran most first, because a state's value depends
// only on states with more runs or fewer live traces.
//
// Threads: one caller; it uses threads of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "minimize/mdp.h"
#include "minimize/mdp_team.h"
#include "minimize/mdp_walk.h"

namespace reprise::minimize {

class MdpSolver {
 public:
  MdpSolver(Mdp* mdp, uint32_t threads) : mdp_(*mdp), team_(threads) {}
  void Run();

 private:
  void SolveSingle();
  void SolveMany(uint32_t k);
  // The target's values as MdpWalker wants them.
  void LoadTarget(const MdpWalkPlan& plan, std::span<const uint16_t> runs,
                  float* out) const;
  // Those of the states in which the traces of `living`, a bit set, live.
  void LoadLiving(std::span<const uint16_t> runs,
                  std::span<const size_t> weights, uint32_t living,
                  float* out) const;
  // Turns the least expected values after a step into the block's values; there
  // are none for blocks that the next step always decides.
  void Settle(uint32_t block, std::span<const size_t> weights,
              const float* best);
  bool DecidedNext(std::span<const uint16_t> runs) const;

  Mdp& mdp_;
  MdpTeam team_;
};

}  // namespace reprise::minimize
