// Ledger: what a search that counts every run holds of each candidate: the
// paper's literal st of nr and what all runs together make probable.
//
// A candidate is asked in questions of at most nr runs, each ending like the
// paper's `passes`: st passed, or so many failed that st cannot be reached. One
// question is weak evidence near the threshold, and a search that asks it of
// many candidates will meet the lucky ones; so where the answer and the
// posterior of all runs disagree, it is asked again, a few times at most.
//
// Threads: one at a time.
// Invariant: a settled candidate has a question that ended as it is settled.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "minimize/candidate.h"
#include "minimize/evidence.h"
#include "minimize/prior.h"
#include "minimize/statistics.h"

namespace reprise::minimize {

class Ledger {
 public:
  enum class State { kOpen, kPasses, kFails };

  Ledger(const Rule& rule, const Prior& prior);

  void Add(const Candidate& candidate, Verdict verdict);
  Tally Of(const Candidate& candidate) const { return evidence_.Of(candidate); }
  State StateOf(const Candidate& candidate) const;
  // It passed a question, whatever its other runs say.
  bool Passed(const Candidate& candidate) const {
    const Questions* asked = Find(candidate);
    return asked != nullptr && asked->passed;
  }
  // Runs that settle it at the earliest as passing, or as failing; 0 if it is
  // settled.
  uint32_t ToPass(const Candidate& candidate) const;
  uint32_t ToFail(const Candidate& candidate) const;
  // That it is good enough, by all of its runs.
  double Good(const Candidate& candidate) const {
    return prior_.ProbabilityAtLeast(good_, Of(candidate));
  }

  // What passed a question is to be asked again.
  void Reopen(const Candidate& candidate) { questions_[candidate] = {}; }

  const Evidence& evidence() const { return evidence_; }

 private:
  struct Questions {
    State state = State::kOpen;
    Tally open;  // of the question being asked
    uint32_t ended = 0;
    bool passed = false;  // one of those that ended
  };
  const Questions* Find(const Candidate& candidate) const;
  double Trust() const;

  const Rule rule_;
  const Prior prior_;
  const double good_;  // the success probability of one that is good enough
  const double shown_by_one_;
  const double shown_by_two_;
  Evidence evidence_;
  uint32_t near_misses_ = 0;  // settled as failing, but half of st passed
  std::unordered_map<Candidate, Questions, CandidateHash> questions_;
};

}  // namespace reprise::minimize
