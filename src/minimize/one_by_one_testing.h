// A search for tests of what drives searches: small enough to know what it
// does.
//
// Threads: one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "minimize/evidence.h"
#include "minimize/search.h"

namespace reprise::minimize::testing {

// Removes the units one by one, from the first: each needs `st` of `nr` runs,
// and the next ones are tried meanwhile.
class OneByOne : public Search {
 public:
  OneByOne(uint32_t units, uint32_t nr, uint32_t st) : nr_(nr), st_(st) {
    for (uint32_t unit = 0; unit < units; unit++) base_.push_back(unit);
  }

  std::vector<Candidate> Next(size_t slots) override {
    std::vector<Candidate> asked;
    for (size_t i = place_; i < base_.size(); i++) {
      const Candidate candidate = Without(i);
      uint32_t& under_way = under_way_[candidate];
      while (evidence_.Of(candidate).runs() + under_way < nr_) {
        if (asked.size() == slots) return asked;
        asked.push_back(candidate);
        under_way++;
      }
    }
    return asked;
  }

  void Report(const Candidate& candidate, Verdict verdict) override {
    evidence_.Add(candidate, verdict);
    under_way_[candidate]--;
    log_ += verdict == Verdict::kPass ? 'p' : 'f';
    while (!done()) {
      const Tally tally = evidence_.Of(Without(place_));
      if (tally.passes >= st_) {
        base_ = Without(place_);
      } else if (tally.fails > nr_ - st_) {
        place_++;
      } else {
        break;
      }
      history_.push_back(
          {"decided", static_cast<uint32_t>(base_.size()), evidence_.runs()});
    }
  }

  void Withdraw(const Candidate& candidate) override {
    under_way_[candidate]--;
    log_ += 'w';
  }
  bool done() const override { return place_ >= base_.size(); }
  Outcome outcome() const override {
    Outcome outcome;
    outcome.end = done() ? Outcome::End::kDone : Outcome::End::kRunning;
    outcome.kept = base_;
    return outcome;
  }
  // All that it knows.
  std::string Describe() const override {
    std::string text = log_ + " " + std::to_string(place_);
    for (const uint32_t unit : base_) text += " " + std::to_string(unit);
    return text;
  }
  const std::vector<Decision>& history() const override { return history_; }

 private:
  Candidate Without(size_t place) const {
    Candidate candidate = base_;
    candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(place));
    return candidate;
  }

  const uint32_t nr_;
  const uint32_t st_;
  Candidate base_;
  size_t place_ = 0;
  Evidence evidence_;
  std::map<Candidate, uint32_t> under_way_;
  std::string log_;
  std::vector<Decision> history_;
};

}  // namespace reprise::minimize::testing
