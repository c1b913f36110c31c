// Synthetic apps with a known probability of reaching their target: the ground
// on which searches are compared, and the model of a nondeterministic app
// written as code. `reprise simulate` serves them as an oracle.
//
// An app is a Markov automaton over the units of a recording. It starts in a
// state drawn from a distribution (modes, a dialog that came or not), each
// kept unit moves it along that unit's edges (a tap that hits nothing has
// none), and the run passes if it ends in the target, which is never left. So
// the probability of any candidate is known exactly: one pass over its units
// with the distribution over the states.
//
// What the kinds are made of:
//  plain   stages, each passed by a unit, some by one of several (the same
//          button was hit again later); detours (a unit leads away, a later
//          one back, so dropping only the second is fatal); all deterministic
//  flaky   as plain, but some stages' units work only sometimes, so that the
//          recording has repeated taps that are needed together; the start
//          fails now and then, and a unit may crash the app
//  dialog  as plain, but a stage is hidden by a dialog in a share of the runs,
//          as in the ND3MIN paper's Eat24: without it unit a leads on, with it
//          b closes it and c hits what has moved; or the app has two modes
//          (A/B tests) that want different units
//  mixed   one of these, in the proportions of the suites
//
// The number of units needed is drawn from the results of the paper's Tables 1
// and 2 (0 to 25). The whole recording always passes with at least 0.9, as the
// paper chose its traces.
//
// Threads: an app is a plain value; its const functions may be called by any.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "minimize/candidate.h"

namespace reprise::minimize {

class SyntheticApp {
 public:
  // In `from`, the unit leads to `to` with this probability. Edges of the same
  // unit and state exclude each other; what is left of 1 stays.
  struct Edge {
    uint32_t unit;
    uint16_t from;
    uint16_t to;
    double probability;
  };
  struct Start {
    uint16_t state;
    double probability;  // all together 1
  };

  // State 0 is the target.
  static constexpr uint16_t kTarget = 0;

  SyntheticApp(std::string kind, uint32_t units, std::vector<Start> starts,
               const std::vector<Edge>& edges, Candidate planted);

  const std::string& kind() const { return kind_; }
  uint32_t units() const { return units_; }
  // The units that the target was built on. A search may find others: a later
  // hit of the same button, or fewer units that do it often enough.
  const Candidate& planted() const { return planted_; }
  Candidate Whole() const;

  // One run; the seed decides all chance in it. Units that the app does not
  // have do nothing.
  bool Run(const Candidate& candidate, uint64_t run_seed) const;
  // Exact.
  double SuccessProbability(const Candidate& candidate) const;

 private:
  std::string kind_;
  uint32_t units_;
  uint16_t states_ = 1;
  std::vector<Start> starts_;
  std::vector<std::vector<Edge>> edges_;  // by unit
  Candidate planted_;
};

inline constexpr uint32_t kMinSyntheticUnits = 100;
inline constexpr uint32_t kMaxSyntheticUnits = 1'000'000;

// The app of this kind and seed. Fails on an unknown kind, and on numbers of
// units that the longest result does not fit in or that are too many.
Result<SyntheticApp> Generate(std::string_view kind, uint32_t units,
                              uint64_t seed);
std::vector<std::string_view> SyntheticKinds();

// `count` mixed apps of 500 units, their lengths in turn those of the tables:
// the suite of this seed. Multiples of 98 have the whole distribution.
std::vector<SyntheticApp> GenerateSuite(uint32_t count, uint64_t seed);

}  // namespace reprise::minimize
