// Selection: which of the candidates that are asked about together to run next
// (`get_passing` of the ND3MIN paper, section 4). All policies leave out
// candidates that are decided and run none more than nr times.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "minimize/candidate.h"
#include "minimize/prior.h"
#include "minimize/statistics.h"

namespace reprise::minimize {

struct SelectionOptions {
  uint32_t m = 15;  // slots of a step that the mdp policy is solved for
  Rule rule;
  double c = 0.8;               // of the heuristic
  uint32_t mdp_candidates = 5;  // at most so many are served by the mdp: 2 to 6
  uint32_t mdp_threads = 2;
  std::string mdp_folder;  // where solved policies are kept; empty: nowhere
  Prior prior = DefaultPrior();
};

// Who made the schedules so far. Those of naive and round-robin count as
// neither.
struct SelectionShare {
  uint64_t mdp = 0;
  uint64_t heuristic = 0;
};

class Selection {
 public:
  virtual ~Selection() = default;

  // How often to run each of the candidates now: in all `slots`, or fewer when
  // there is not as much left to run.
  virtual std::vector<uint32_t> Schedule(std::span<const Tally> tallies,
                                         uint32_t slots) = 0;
  virtual SelectionShare share() const { return {}; }
};

// The policies by name, as in SelectionNames() (search.h). "mdp" solves its
// policy here, or finds it solved; an error says that it needs too much memory.
Result<std::unique_ptr<Selection>> MakeSelection(
    std::string_view name, const SelectionOptions& options);

// Adds one run of each candidate in turn to `schedule` until `slots` are full
// or nothing is left to run: the piece that the policies have in common.
void FillRoundRobin(const Rule& rule, std::span<const Tally> tallies,
                    std::span<const uint32_t> candidates, uint32_t slots,
                    std::vector<uint32_t>* schedule);

// Figure 3 of the paper.
std::vector<uint32_t> HeuristicSchedule(const Rule& rule, double c,
                                        std::span<const Tally> tallies,
                                        uint32_t slots);

}  // namespace reprise::minimize
