// The state machine behind speculative.h: speculative.cc decides by the runs
// that have ended, speculative_plan.cc says what to run.
//
// Threads: one at a time.
// Invariants: segments_ is a partition of base(); what is in pending_ was asked
// for and has neither been reported nor withdrawn.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "minimize/chain.h"
#include "minimize/ledger.h"
#include "minimize/search.h"
#include "minimize/segments.h"

namespace reprise::minimize {

class Speculative : public Search {
 public:
  explicit Speculative(const SearchOptions& options)
      : options_(options),
        rule_{options.nr, options.st},
        chain_(Whole(options.units)),
        ledger_(rule_, options.prior) {
    OneSegment();
  }

  std::vector<Candidate> Next(size_t slots) override;
  void Report(const Candidate& candidate, Verdict verdict) override;
  void Withdraw(const Candidate& candidate) override;
  bool done() const override { return outcome_.end != Outcome::End::kRunning; }
  Outcome outcome() const override;
  std::string Describe() const override;
  const std::vector<Decision>& history() const override { return history_; }

  // It made as many runs as it may, or sees nothing more to ask, and has no
  // certificate; nothing is under way.
  bool spent() const { return spent_ && pending_.empty(); }
  // The smallest that passed by the rule and is good by all of its runs; null:
  // none.
  const Candidate* Best() const;
  const Candidate& whole() const { return chain_.base(0); }
  uint64_t runs() const { return ledger_.evidence().runs(); }

 private:
  using State = Ledger::State;

  static Candidate Whole(uint32_t units) {
    Candidate whole(units);
    std::iota(whole.begin(), whole.end(), 0U);
    return whole;
  }

  const Candidate& base() const { return chain_.top(); }
  Candidate Deletion(const Segment& segment) const {
    return Without(base(), segment.units);
  }
  uint32_t Pending(const Candidate& candidate) const {
    const auto found = pending_.find(candidate);
    return found == pending_.end() ? 0 : found->second;
  }
  // Passes of the whole recording that the initial check still lacks. What was
  // reduced and passes its own check proves as much, where runs cost.
  uint32_t InitialOwed() const {
    if (options_.cost_aware && chain_.size() > 0) return 0;
    const uint32_t passes = ledger_.Of(whole()).passes;
    return options_.initial_passes - std::min(options_.initial_passes, passes);
  }
  void Ended(const Candidate& candidate);
  bool Ending() const { return done() || checking_ || spent_; }

  // What the runs so far decide. Each says whether it changed something.
  void AdvanceAndPlan();
  void Advance();
  bool AdvanceInitial();
  bool AdvanceBudget();
  bool AdvanceChain();
  bool AdvanceWindows(bool wait);
  bool AdvanceSegments(bool wait);
  bool AdvanceCertificate();

  bool MayRemove() const;
  bool Removable(const Candidate& candidate, bool single) const;
  bool GivenUp(const Candidate& candidate) const;
  bool Exploring() const;
  std::vector<Candidate> CollectParts();
  void Remove(Candidate part);
  void PutBack(size_t part);
  void OneSegment();
  void BeCareful();
  void EndCheck();

  // What to run. Each fills slots of the batch that is being made.
  void Plan();
  void AskFinal();
  void AskBase();
  void AskChain();
  void AskWindows();
  void AskSegments();
  void AskCarefully();
  void AskCertificate();
  void AskDeletions(uint32_t most);
  void Ask(const Candidate& candidate, uint32_t runs);
  // As many as make `runs` under way.
  void AskMore(const Candidate& candidate, uint32_t runs);
  size_t left() const { return slots_ - batch_.size(); }

  void Note(std::string what, size_t units) {
    history_.push_back({std::move(what), static_cast<uint32_t>(units),
                        ledger_.evidence().runs()});
  }

  const SearchOptions options_;
  const Rule rule_;
  Chain chain_;
  std::vector<Segment> segments_;  // of base()
  Ledger ledger_;
  std::unordered_map<Candidate, uint32_t, CandidateHash> pending_;
  // Bases that were given up, and after how many runs: until there are more,
  // there is no reason to stand on them again.
  std::unordered_map<Candidate, uint32_t, CandidateHash> given_up_;
  uint32_t settled_bad_ = 0;  // bases
  uint32_t put_back_ = 0;     // parts since the last run
  Suspicion suspicion_;
  bool doubtful_ = false;  // which part to put back is not known yet
  bool tried_empty_ = false;
  bool made_windows_ = false;
  std::vector<Candidate> windows_;  // to be tried, from the back
  std::vector<Candidate> tried_windows_;
  bool careful_ = false;
  bool spent_ = false;

  bool checking_ = false;
  Candidate result_;    // when checking
  uint32_t stale_ = 0;  // runs of it under way for the search, not the check
  Outcome outcome_;
  std::vector<Decision> history_;

  std::vector<Candidate> batch_;
  size_t slots_ = 0;
};

}  // namespace reprise::minimize
