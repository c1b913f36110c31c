#include "minimize/ledger.h"

#include <algorithm>

namespace reprise::minimize {
namespace {

// What passed a question is believed when it is good with this probability,
// and with more the more candidates only just failed: where many are near the
// threshold, one of them will pass by luck.
constexpr double kMistrust = 0.05;
constexpr double kNearMissWeight = 3;
constexpr double kMostTrust = 0.985;
// What failed a question is believed when it is good with less than this.
constexpr double kDistrust = 0.5;
// The last question settles in any case.
constexpr uint32_t kMaxQuestions = 6;
// Asked at a time to raise the trust in what has passed.
constexpr uint32_t kMore = 5;

}  // namespace

Ledger::Ledger(const Rule& rule, const Prior& prior)
    : rule_(rule),
      prior_(prior),
      good_(GoodProbability(rule)),
      shown_by_one_(prior.ProbabilityAtLeast(good_, {rule.st, 0})),
      shown_by_two_(prior.ProbabilityAtLeast(good_, {2 * rule.st, 0})) {}

double Ledger::Trust() const {
  // Never more than questions without a failure can show.
  if (near_misses_ == 0) return std::min(1 - kMistrust, shown_by_one_);
  return std::min({kMostTrust, shown_by_two_,
                   1 - kMistrust / (1 + kNearMissWeight * near_misses_)});
}

const Ledger::Questions* Ledger::Find(const Candidate& candidate) const {
  const auto found = questions_.find(candidate);
  return found == questions_.end() ? nullptr : &found->second;
}

void Ledger::Add(const Candidate& candidate, Verdict verdict) {
  evidence_.Add(candidate, verdict);
  Questions& asked = questions_[candidate];
  asked.open.Add(verdict);
  const bool passed = minimize::Passed(rule_, asked.open);
  const bool dead = Dead(rule_, asked.open);
  if (passed || dead) {
    asked.ended++;
    asked.passed = asked.passed || passed;
    asked.open = {};
  }
  const State before = asked.state;
  const double good = Good(candidate);
  if (asked.passed && good >= Trust()) {
    asked.state = State::kPasses;
  } else if (dead && good < kDistrust) {
    asked.state = State::kFails;
  } else if ((passed || dead) && asked.ended >= kMaxQuestions) {
    asked.state = passed ? State::kPasses : State::kFails;
  }
  if (asked.state == State::kFails && before != State::kFails &&
      2 * Of(candidate).passes >= rule_.st) {
    near_misses_++;
  }
}

Ledger::State Ledger::StateOf(const Candidate& candidate) const {
  const Questions* asked = Find(candidate);
  return asked == nullptr ? State::kOpen : asked->state;
}

uint32_t Ledger::ToPass(const Candidate& candidate) const {
  const Questions* asked = Find(candidate);
  if (asked == nullptr) return rule_.st;
  if (asked->state != State::kOpen) return 0;
  const uint32_t rest = rule_.st - asked->open.passes;
  return asked->passed ? std::min(rest, kMore) : rest;
}

uint32_t Ledger::ToFail(const Candidate& candidate) const {
  const Questions* asked = Find(candidate);
  const uint32_t fails = rule_.nr - rule_.st + 1;
  if (asked == nullptr) return fails;
  return asked->state != State::kOpen ? 0 : fails - asked->open.fails;
}

}  // namespace reprise::minimize
