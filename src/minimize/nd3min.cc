#include "minimize/nd3min.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "minimize/evidence.h"
#include "minimize/selection.h"
#include "minimize/statistics.h"

namespace reprise::minimize {
namespace {

class Nd3Min : public Search {
 public:
  Nd3Min(const SearchOptions& options, std::unique_ptr<Selection> selection,
         bool final_check)
      : options_(options),
        rule_{options.nr, options.st},
        selection_(std::move(selection)),
        final_check_(final_check),
        base_(options.units) {
    std::iota(base_.begin(), base_.end(), 0U);
    Ask(Phase::kInitial, {base_});
  }

  void StartFrom(Candidate base, bool passed) {
    base_ = std::move(base);
    base_passed_ = passed;
    if (base_.empty()) return Finish();
    Ask(Phase::kEmpty, {Candidate{}});
  }

  std::vector<Candidate> Next(size_t slots) override;
  void Report(const Candidate& candidate, Verdict verdict) override;
  void Withdraw(const Candidate& candidate) override;
  bool done() const override { return phase_ == Phase::kDone; }
  Outcome outcome() const override;
  std::string Describe() const override;
  const std::vector<Decision>& history() const override { return history_; }

 private:
  enum class Phase {
    kInitial,      // the whole recording
    kEmpty,        // no units at all
    kParts,        // case 1
    kComplements,  // case 2
    kFinal,        // the result once more
    kDone,
  };

  // The question that is open: do any of these pass?
  struct Asked {
    Candidate candidate;
    Tally tally;
    uint32_t under_way = 0;
    // Runs under way for an earlier question. Runs of one candidate are all
    // alike, so the first that end are taken for these.
    uint32_t stale = 0;
  };

  void Ask(Phase phase, std::vector<Candidate> candidates);
  // A run of it is no longer under way: the one whose tally it belongs to, or
  // none when it was asked for by an earlier question.
  Asked* Ended(const Candidate& candidate);
  void Split(uint32_t k);
  void AskComplements();
  void Accept(Candidate candidate, uint32_t k);
  void Finish();
  // Goes on as long as the open question is answered; each answer is noted.
  void Advance();
  void AnswerFixed();
  void AnswerGroup();
  // Of the phases that run one candidate a fixed number of times.
  bool fixed() const {
    return phase_ == Phase::kInitial || phase_ == Phase::kFinal;
  }
  uint32_t fixed_runs() const {
    return phase_ == Phase::kInitial ? options_.initial_runs : rule_.nr;
  }
  void Note(std::string what, size_t units) {
    history_.push_back(
        {std::move(what), static_cast<uint32_t>(units), evidence_.runs()});
  }

  const SearchOptions options_;
  const Rule rule_;
  const std::unique_ptr<Selection> selection_;
  const bool final_check_;

  Phase phase_ = Phase::kInitial;
  Candidate base_;  // T
  uint32_t k_ = 0;
  std::vector<Candidate> parts_;  // of base_
  std::vector<Asked> group_;
  // Runs under way, also those of questions that are answered.
  std::unordered_map<Candidate, uint32_t, CandidateHash> pending_;
  Evidence evidence_;
  Outcome outcome_;
  bool base_passed_ = false;  // by the rule
  std::vector<Decision> history_;
};

void Nd3Min::Ask(Phase phase, std::vector<Candidate> candidates) {
  phase_ = phase;
  group_.clear();
  for (Candidate& candidate : candidates) {
    Asked asked;
    const auto found = pending_.find(candidate);
    const uint32_t pending = found == pending_.end() ? 0 : found->second;
    if (options_.cache && !fixed()) {
      asked.tally = evidence_.Of(candidate);
      asked.under_way = pending;
    } else {
      asked.stale = pending;
    }
    asked.candidate = std::move(candidate);
    group_.push_back(std::move(asked));
  }
}

std::vector<Candidate> Nd3Min::Next(size_t slots) {
  if (done() || slots == 0) return {};
  // What should be under way in all, less what is.
  uint64_t in_all = slots;
  std::vector<Tally> tallies;
  for (const Asked& asked : group_) {
    tallies.push_back(asked.tally);
    in_all += asked.under_way;
  }
  const auto wanted =
      static_cast<uint32_t>(std::min<uint64_t>(in_all, UINT32_MAX));
  std::vector<uint32_t> schedule;
  if (fixed()) {
    schedule = {std::min(fixed_runs() - tallies[0].runs(), wanted)};
  } else {
    schedule = selection_->Schedule(tallies, wanted);
  }
  std::vector<Candidate> runs;
  for (size_t j = 0; j < group_.size(); j++) {
    Asked& asked = group_[j];
    while (asked.under_way < schedule[j] && runs.size() < slots) {
      runs.push_back(asked.candidate);
      asked.under_way++;
      pending_[asked.candidate]++;
    }
  }
  return runs;
}

Nd3Min::Asked* Nd3Min::Ended(const Candidate& candidate) {
  const auto found = pending_.find(candidate);
  CHECK(found != pending_.end());
  if (--found->second == 0) pending_.erase(found);
  for (Asked& asked : group_) {
    if (asked.candidate != candidate) continue;
    if (asked.stale > 0) {
      asked.stale--;
      return nullptr;
    }
    asked.under_way--;
    return &asked;
  }
  return nullptr;
}

void Nd3Min::Withdraw(const Candidate& candidate) { Ended(candidate); }

void Nd3Min::Report(const Candidate& candidate, Verdict verdict) {
  Asked* asked = Ended(candidate);
  evidence_.Add(candidate, verdict);
  if (done() || asked == nullptr) return;
  asked->tally.Add(verdict);
  Advance();
}

void Nd3Min::Advance() {
  while (!done()) {
    const size_t decisions = history_.size();
    fixed() ? AnswerFixed() : AnswerGroup();
    if (history_.size() == decisions) return;
  }
}

void Nd3Min::AnswerFixed() {
  const Tally tally = group_[0].tally;
  const bool initial = phase_ == Phase::kInitial;
  (initial ? outcome_.initial : outcome_.final_check) = tally;
  if (tally.runs() < fixed_runs()) return;
  if (!initial) {
    Note(Passed(rule_, tally) ? "confirmed" : "doubted", base_.size());
    outcome_.end = Outcome::End::kDone;
    phase_ = Phase::kDone;
  } else if (tally.passes < options_.initial_passes) {
    Note("not reproducible", base_.size());
    outcome_.end = Outcome::End::kNotReproducible;
    phase_ = Phase::kDone;
  } else {
    Note("reproducible", base_.size());
    base_passed_ = Passed(rule_, tally) && !Dead(rule_, tally);
    if (base_.empty()) return Finish();
    Ask(Phase::kEmpty, {Candidate{}});
  }
}

void Nd3Min::AnswerGroup() {
  bool all_dead = true;
  for (const Asked& asked : group_) {
    if (Passed(rule_, asked.tally)) {
      const uint32_t k =
          phase_ == Phase::kComplements ? std::max(k_ - 1, 2U) : options_.n;
      return Accept(asked.candidate, k);
    }
    all_dead = all_dead && Dead(rule_, asked.tally);
  }
  if (!all_dead) return;
  const auto units = static_cast<uint32_t>(base_.size());
  if (phase_ == Phase::kEmpty) {
    Note("rejected", 0);
    Split(options_.n);
  } else if (phase_ == Phase::kParts) {
    Note("rejected", group_[0].candidate.size());
    AskComplements();
  } else if (k_ < units) {
    Note("split", units);
    Split(std::min(2 * k_, units));
  } else {
    Finish();
  }
}

void Nd3Min::Split(uint32_t k) {
  const size_t units = base_.size();
  if (units <= 1) return Finish();
  k_ = static_cast<uint32_t>(std::min<size_t>(k, units));
  parts_.clear();
  for (uint64_t i = 0; i < k_; i++) {
    const auto from = static_cast<ptrdiff_t>(i * units / k_);
    const auto to = static_cast<ptrdiff_t>((i + 1) * units / k_);
    parts_.emplace_back(base_.begin() + from, base_.begin() + to);
  }
  Ask(Phase::kParts, parts_);
}

void Nd3Min::AskComplements() {
  std::vector<Candidate> complements;
  for (const Candidate& part : parts_) {
    Candidate complement;
    std::set_difference(base_.begin(), base_.end(), part.begin(), part.end(),
                        std::back_inserter(complement));
    complements.push_back(std::move(complement));
  }
  Ask(Phase::kComplements, std::move(complements));
}

void Nd3Min::Accept(Candidate candidate, uint32_t k) {
  Note("accepted", candidate.size());
  base_ = std::move(candidate);
  base_passed_ = true;
  Split(k);
}

void Nd3Min::Finish() {
  Note("minimal", base_.size());
  outcome_.certified = final_check_ && base_passed_;
  if (final_check_) return Ask(Phase::kFinal, {base_});
  outcome_.end = Outcome::End::kDone;
  phase_ = Phase::kDone;
}

Outcome Nd3Min::outcome() const {
  Outcome outcome = outcome_;
  outcome.kept = base_;
  outcome.checking = phase_ == Phase::kFinal;
  outcome.share = selection_->share();
  return outcome;
}

std::string Nd3Min::Describe() const {
  std::string doing;
  if (phase_ == Phase::kInitial) doing = ", first check";
  if (phase_ == Phase::kEmpty) doing = ", trying none";
  if (phase_ == Phase::kParts) doing = fmt::format(", trying parts of {}", k_);
  if (phase_ == Phase::kComplements) {
    doing = fmt::format(", leaving out one part of {}", k_);
  }
  if (phase_ == Phase::kFinal) doing = ", last check";
  return fmt::format("{} units left, p {:.2f}{}", base_.size(),
                     options_.prior.PassProbability(evidence_.Of(base_)),
                     doing);
}

Result<std::unique_ptr<Nd3Min>> Make(const SearchOptions& options,
                                     bool final_check) {
  SelectionOptions selecting;
  selecting.m = options.m;
  selecting.rule = {options.nr, options.st};
  selecting.c = options.c;
  selecting.mdp_candidates = options.mdp_candidates;
  selecting.mdp_threads = options.mdp_threads;
  selecting.mdp_folder = options.mdp_folder;
  selecting.prior = options.prior;
  ASSIGN_OR_RETURN(auto selection, MakeSelection(options.selection, selecting));
  return std::make_unique<Nd3Min>(options, std::move(selection), final_check);
}

}  // namespace

Result<std::unique_ptr<Search>> MakeNd3Min(const SearchOptions& options) {
  return Make(options, /*final_check=*/true);
}

Result<std::unique_ptr<Search>> MakeNd3MinFrom(const SearchOptions& options,
                                               Candidate base, bool passed) {
  ASSIGN_OR_RETURN(auto search, Make(options, /*final_check=*/true));
  search->StartFrom(std::move(base), passed);
  return search;
}

Result<std::unique_ptr<Search>> MakeNd3MinUnchecked(
    const SearchOptions& options) {
  return Make(options, /*final_check=*/false);
}

}  // namespace reprise::minimize
