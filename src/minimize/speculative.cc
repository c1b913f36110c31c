#include "minimize/speculative.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "minimize/speculative_state.h"

namespace reprise::minimize {
namespace {

// Past so many steps' runs the search is careful: it stands only on bases that
// are settled. Past as many as the second it gives up.
constexpr uint64_t kBudgetSteps = 80;
constexpr uint64_t kLastStep = 110;

// A removal is built on when it is good with this probability; one passed run
// is enough. Single units are the last to go, often wrongly when the app is
// flaky: they must show more once bases proved bad.
constexpr double kRemovable = 0.5;
constexpr double kRemovableAfterOne = 0.7;
constexpr double kRemovableAfterMore = 0.8;

// That a part should have stayed, before any run of what is left.
constexpr double kHazard = 0.08;
// A chain is sound while this is more probable than not; the part to put back
// is known when it has this share of the blame.
constexpr double kSound = 0.5;
constexpr double kBlame = 0.6;
// Parts put back without a new run before nothing more is removed: the same
// runs could otherwise be read this way and that way for long.
constexpr uint32_t kMostPutBack = 4;

// A result that is good with this probability is not given up because its last
// check failed.
constexpr double kTrusted = 0.95;
// With this one it can be gone on from, where the search gives up.
constexpr double kUsable = 0.9;

}  // namespace

std::vector<Candidate> Speculative::Next(size_t slots) {
  batch_.clear();
  slots_ = slots;
  if (done() || spent_ || slots == 0) return {};
  // Where runs cost, none is made before those under way could make it
  // needless.
  if (options_.cost_aware && !pending_.empty() && !checking_) return {};
  AdvanceAndPlan();
  // Rather than let a worker wait for runs of this round, go on without them.
  if (batch_.empty() && !pending_.empty() && !Ending() &&
      (AdvanceWindows(/*wait=*/false) || AdvanceSegments(/*wait=*/false))) {
    AdvanceAndPlan();
  }
  if (batch_.empty() && pending_.empty() && !Ending() && !careful_) {
    BeCareful();
    AdvanceAndPlan();
  }
  if (batch_.empty() && pending_.empty() && !Ending()) spent_ = true;
  return std::move(batch_);
}

// What a segment's removal does may be known from before, so that nothing is
// asked although there is more to decide.
void Speculative::AdvanceAndPlan() {
  do {
    Advance();
    Plan();
  } while (batch_.empty() && pending_.empty() && !Ending() && MayRemove() &&
           std::any_of(segments_.begin(), segments_.end(),
                       [](const Segment& segment) {
                         return segment.state == Segment::State::kAsked;
                       }));
}

void Speculative::Ended(const Candidate& candidate) {
  const auto found = pending_.find(candidate);
  CHECK(found != pending_.end());
  if (--found->second == 0) pending_.erase(found);
}

void Speculative::Report(const Candidate& candidate, Verdict verdict) {
  Ended(candidate);
  if (done()) return;
  // What is enough for the first check is not taken back by later runs.
  if (candidate == whole() &&
      outcome_.initial.passes < options_.initial_passes) {
    outcome_.initial.Add(verdict);
  }
  if (checking_ && candidate == result_ && stale_ == 0) {
    ledger_.Add(candidate, verdict);
    outcome_.final_check.Add(verdict);
    if (outcome_.final_check.runs() == rule_.nr) EndCheck();
    if (pending_.empty()) Advance();
    return;
  }
  if (checking_ && candidate == result_) stale_--;
  ledger_.Add(candidate, verdict);
  put_back_ = 0;
  if (pending_.empty()) Advance();
}

void Speculative::Withdraw(const Candidate& candidate) {
  Ended(candidate);
  if (checking_ && candidate == result_ && stale_ > 0) stale_--;
  if (pending_.empty()) Advance();
}

void Speculative::Advance() {
  while (!Ending() &&
         (AdvanceInitial() || AdvanceBudget() || AdvanceChain() ||
          AdvanceWindows(/*wait=*/true) || AdvanceSegments(/*wait=*/true) ||
          AdvanceCertificate())) {
  }
}

bool Speculative::AdvanceInitial() {
  if (outcome_.initial.fails <=
      options_.initial_runs - options_.initial_passes) {
    return false;
  }
  Note("not reproducible", whole().size());
  outcome_.end = Outcome::End::kNotReproducible;
  return true;
}

bool Speculative::AdvanceBudget() {
  const uint64_t runs = ledger_.evidence().runs();
  // Fewer workers need more steps, not fewer runs.
  const uint64_t step = std::max(options_.m, SearchOptions().m);
  if (!careful_ && runs >= kBudgetSteps * step) {
    BeCareful();
    return true;
  }
  spent_ = runs >= kLastStep * step && InitialOwed() == 0;
  return spent_;
}

bool Speculative::AdvanceChain() {
  doubtful_ = false;
  if (chain_.size() == 0) return false;
  const bool bad = ledger_.StateOf(base()) == State::kFails;
  if (careful_) {
    if (!bad) return false;
    PutBack(chain_.size() - 1);
    OneSegment();
    return true;
  }
  suspicion_ = Judge(chain_, ledger_.evidence(), options_.prior,
                     GoodProbability(rule_), kHazard);
  if (suspicion_.sound >= kSound && !bad) return false;
  const auto most =
      std::max_element(suspicion_.culprit.begin(), suspicion_.culprit.end());
  if (suspicion_.sound >= kSound) {
    // Good enough as it seems, but not by the rule: the last part may help.
    PutBack(chain_.size() - 1);
  } else if (*most >= kBlame * (1 - suspicion_.sound)) {
    PutBack(static_cast<size_t>(most - suspicion_.culprit.begin()));
  } else {
    doubtful_ = true;
    return false;
  }
  if (bad) settled_bad_++;
  return true;
}

bool Speculative::MayRemove() const {
  return !doubtful_ && put_back_ <= kMostPutBack;
}

bool Speculative::AdvanceWindows(bool wait) {
  if (!windows_.empty() || tried_windows_.empty() ||
      (wait && std::any_of(tried_windows_.begin(), tried_windows_.end(),
                           [this](const Candidate& window) {
                             return Pending(window) > 0;
                           }))) {
    return false;
  }
  bool removed = false;
  for (const Candidate& window : std::exchange(tried_windows_, {})) {
    if (!Removable(window, false)) continue;
    Candidate part = Without(base(), window);
    if (part.empty() || part.size() == base().size()) continue;
    Remove(std::move(part));
    removed = true;
  }
  if (removed) OneSegment();
  return removed;
}

bool Speculative::AdvanceSegments(bool wait) {
  if (!MayRemove()) return false;
  if (!base().empty() && Removable({}, false)) {
    Remove(base());
    return true;
  }
  std::vector<Candidate> parts = CollectParts();
  if (parts.empty() || (wait && !careful_ && Exploring())) return false;
  bool removed = false;
  for (Candidate& part : parts) {
    // Careful: only what is settled, so not several together.
    if (careful_ && removed) break;
    if (GivenUp(Without(base(), part))) {
      for (Segment& segment : segments_) {
        if (segment.units == part) segment.state = Segment::State::kFailed;
      }
      continue;
    }
    Remove(std::move(part));
    removed = true;
  }
  return removed;
}

// Notes which removals failed, and gives those that can be built on.
std::vector<Candidate> Speculative::CollectParts() {
  std::vector<Candidate> parts;
  for (Segment& segment : segments_) {
    const bool single = segment.single();
    if (segment.state == Segment::State::kFailed) {
      if (single && Removable(Deletion(segment), true)) {
        parts.push_back(segment.units);
      }
      continue;
    }
    if (segment.state != Segment::State::kAsked || Pending(segment.test) > 0) {
      continue;
    }
    if (Removable(segment.test, single)) {
      parts.push_back(segment.units);
    } else if (ledger_.Of(segment.test).runs() == 0) {
      segment.state = Segment::State::kOpen;  // the run was withdrawn
    } else if (!careful_ || ledger_.StateOf(segment.test) == State::kFails) {
      segment.state = Segment::State::kFailed;
    }
  }
  return parts;
}

const Candidate* Speculative::Best() const {
  return ledger_.evidence().Smallest(
      [this](const Candidate& candidate, const Tally&) {
        return ledger_.Passed(candidate) && ledger_.Good(candidate) >= kUsable;
      });
}

bool Speculative::Removable(const Candidate& candidate, bool single) const {
  const State state = ledger_.StateOf(candidate);
  if (careful_) return state == State::kPasses;
  if (state == State::kFails || ledger_.Of(candidate).passes == 0 ||
      GivenUp(candidate)) {
    return false;
  }
  if (state == State::kPasses) return true;
  const double needed = !single || settled_bad_ == 0 ? kRemovable
                        : settled_bad_ == 1          ? kRemovableAfterOne
                                                     : kRemovableAfterMore;
  return ledger_.Good(candidate) >= needed;
}

bool Speculative::GivenUp(const Candidate& candidate) const {
  const auto found = given_up_.find(candidate);
  return found != given_up_.end() &&
         found->second == ledger_.Of(candidate).runs();
}

bool Speculative::Exploring() const {
  return std::any_of(segments_.begin(), segments_.end(),
                     [this](const Segment& segment) {
                       return segment.state == Segment::State::kAsked &&
                              Pending(segment.test) > 0;
                     });
}

void Speculative::Remove(Candidate part) {
  std::erase_if(segments_, [&](const Segment& segment) {
    return std::includes(part.begin(), part.end(), segment.units.begin(),
                         segment.units.end());
  });
  chain_.Push(std::move(part));
  Note("removed", base().size());
}

void Speculative::PutBack(size_t i) {
  put_back_++;
  given_up_[base()] = ledger_.Of(base()).runs();
  Segment segment;
  segment.units = chain_.PutBack(i);
  segment.state = Segment::State::kFailed;
  segment.depth = i + 1;
  // What failed without the part may have failed for want of it.
  for (Segment& other : segments_) {
    if (other.state == Segment::State::kFailed && other.depth > i) {
      other.state = Segment::State::kOpen;
    }
  }
  const auto at = std::find_if(
      segments_.begin(), segments_.end(), [&](const Segment& other) {
        return other.units.front() > segment.units.front();
      });
  segments_.insert(at, std::move(segment));
  Note("put back", base().size());
}

void Speculative::OneSegment() {
  segments_.clear();
  if (base().empty()) return;
  segments_.push_back({base(), Segment::State::kFailed, {}, 0});
}

void Speculative::BeCareful() {
  careful_ = true;
  doubtful_ = false;
  Note("careful", base().size());
  // Back to where the chain is more probably sound than not.
  double sound = suspicion_.sound;
  while (chain_.size() > 0 && sound < kSound) {
    sound += suspicion_.culprit[chain_.size() - 1];
    PutBack(chain_.size() - 1);
  }
  OneSegment();
}

bool Speculative::AdvanceCertificate() {
  if (doubtful_ || ledger_.StateOf(base()) != State::kPasses ||
      InitialOwed() > 0) {
    return false;
  }
  for (const Segment& segment : segments_) {
    if (!segment.single() ||
        ledger_.StateOf(Deletion(segment)) != State::kFails) {
      return false;
    }
  }
  result_ = base();
  outcome_.certified = true;
  checking_ = true;
  stale_ = Pending(result_);
  Note("minimal", result_.size());
  if (!options_.final_check) outcome_.end = Outcome::End::kDone;
  return true;
}

// The check is the last only if all runs of the result still speak for it.
void Speculative::EndCheck() {
  const bool passed = Passed(rule_, outcome_.final_check);
  Note(passed ? "confirmed" : "doubted", result_.size());
  if (!passed && result_ != whole() && ledger_.Good(result_) < kTrusted) {
    checking_ = false;
    outcome_.certified = false;
    outcome_.final_check = {};
    ledger_.Reopen(result_);
    return;
  }
  outcome_.end = Outcome::End::kDone;
}

Outcome Speculative::outcome() const {
  Outcome outcome = outcome_;
  const auto settled = [this](const Candidate& candidate, const Tally&) {
    return ledger_.StateOf(candidate) == State::kPasses;
  };
  const Candidate* best = ledger_.evidence().Smallest(settled);
  outcome.kept = checking_ ? result_ : best == nullptr ? whole() : *best;
  outcome.checking = checking_;
  return outcome;
}

std::string Speculative::Describe() const {
  const Candidate& now = checking_ ? result_ : base();
  return fmt::format("{} units left, p {:.2f}{}", now.size(),
                     options_.prior.PassProbability(ledger_.Of(now)),
                     checking_ ? ", last check" : "");
}

}  // namespace reprise::minimize
