// Search: decides which candidates to run and when it knows enough. It does no
// I/O and keeps no time: whoever drives it (runner.h, or a test in a loop) runs
// what it asks for and tells how each run ended.
//
// Two ways to drive it:
//  - in batches: Next(m) while nothing runs, run all, Report() all; a step is
//    one such batch, as in the ND3MIN paper
//  - freely: Next(k) whenever k workers are idle, Report() as runs end, so that
//    no worker waits for a slower one
//
// The same calls in the same order give the same answers: nothing is left to
// chance.
//
// Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "minimize/candidate.h"
#include "minimize/prior.h"
#include "minimize/selection.h"

namespace reprise::minimize {

// The parameters of the paper, with its values.
struct SearchOptions {
  uint32_t units = 0;  // of the whole recording
  uint32_t n = 5;      // parts to split in
  uint32_t m = 15;     // runs in one step
  uint32_t nr = 20;    // runs to judge a candidate by
  uint32_t st = 18;    // that must pass
  double c = 0.8;      // of the heuristic
  uint32_t initial_runs = 20;
  uint32_t initial_passes = 15;  // fewer: not reproducible
  std::string selection = "heuristic";
  // Evidence of earlier questions counts in later ones. The paper asks anew.
  bool cache = false;
  // Save worker time rather than steps; of the speculative search.
  bool cost_aware = false;
  // Runs of the whole before any other, until it is known whether they pass
  // often enough for the rule (first_check.h).
  bool first_check = false;
  // Independent runs of the result in the end; without, who asked makes its
  // own. Of the speculative search.
  bool final_check = true;
  uint32_t mdp_candidates = 5;  // at most so many are served by the mdp: 2 to 6
  uint32_t mdp_threads = 2;
  std::string mdp_folder;  // where solved policies are kept; empty: nowhere
  Prior prior = DefaultPrior();
  uint64_t seed = 1;  // the oracle's, for the report
};

// What a search found. Valid at any time: the best so far.
struct Outcome {
  enum class End {
    kRunning,
    kDone,
    kNotReproducible,  // the whole recording passes too rarely
  };
  End end = End::kRunning;
  Candidate kept;          // the whole recording until something was certified
  bool certified = false;  // st of nr runs passed, and each one-unit deletion
                           // failed
  Tally initial;           // runs of the whole recording
  Tally final_check;       // independent runs of the result
  // Nothing but the final check is left to ask for: it counts as no step.
  bool checking = false;
  // Schedules made by the mdp, and by the heuristic (also in its place).
  SelectionShare share;
};

// One thing that a search decided, for the history in the report.
struct Decision {
  std::string what;    // "accepted", "rejected", "split", "went back", ...
  uint32_t units = 0;  // of the candidate it is about
  uint64_t runs = 0;   // made so far
};

class Search {
 public:
  virtual ~Search() = default;

  // The runs to make now, at most `slots`, the most useful first; the same
  // candidate may be in it several times. Empty when done(), or when nothing
  // can be asked before runs that are under way have ended.
  virtual std::vector<Candidate> Next(size_t slots) = 0;

  // A run that Next() asked for has ended.
  virtual void Report(const Candidate& candidate, Verdict verdict) = 0;

  // A run that Next() asked for could not be made and will not be.
  virtual void Withdraw(const Candidate& candidate) = 0;

  virtual bool done() const = 0;
  virtual Outcome outcome() const = 0;

  // For people: "37 units left, p 0.94".
  virtual std::string Describe() const = 0;
  virtual const std::vector<Decision>& history() const = 0;
};

// The searches by name: "nd3min", "ddmin", "speculative". An error names the
// unknown word, or the options that do not fit together.
Result<std::unique_ptr<Search>> MakeSearch(std::string_view name,
                                           const SearchOptions& options);
std::vector<std::string_view> SearchNames();
std::vector<std::string_view> SelectionNames();

}  // namespace reprise::minimize
