#include <algorithm>

#include "minimize/speculative_state.h"

namespace reprise::minimize {
namespace {

// Runs of the base in each step in which something is built on it, and when
// its soundness is below kUnsure.
constexpr uint32_t kBaseRuns = 3;
constexpr uint32_t kUnsureBaseRuns = 6;
constexpr double kUnsure = 0.8;
// Of the whole recording in the first step, to see that it passes at all.
constexpr uint32_t kFirstRuns = 2;
// Where a step has fewer slots, they take several.
constexpr uint32_t kFewestWindows = 5;
// Runs of one base of the chain, in questions.
constexpr uint32_t kMostQuestions = 3;
// A removal that is more probably good is asked until it passes.
constexpr double kLikely = 0.5;

}  // namespace

void Speculative::Plan() {
  if (done()) return;
  if (checking_) return AskFinal();
  if (ledger_.evidence().runs() == 0) AskMore(whole(), kFirstRuns);
  if (careful_) {
    AskCarefully();
  } else if (doubtful_) {
    AskChain();
  } else {
    AskBase();
    AskWindows();
    if (windows_.empty() && tried_windows_.empty()) AskSegments();
  }
  AskCertificate();
}

void Speculative::Ask(const Candidate& candidate, uint32_t runs) {
  for (uint32_t i = 0; i < runs && left() > 0; ++i) {
    batch_.push_back(candidate);
    pending_[candidate]++;
  }
}

void Speculative::AskMore(const Candidate& candidate, uint32_t runs) {
  const uint32_t pending = Pending(candidate);
  if (pending < runs) Ask(candidate, runs - pending);
}

void Speculative::AskFinal() {
  AskMore(result_, rule_.nr + stale_ - outcome_.final_check.runs());
}

void Speculative::AskBase() {
  if (chain_.size() == 0) return;
  const uint32_t runs = ledger_.Of(base()).runs();
  if (runs >= kMostQuestions * rule_.nr) return;
  const bool unsure = suspicion_.sound < kUnsure;
  const uint32_t wanted = unsure ? kUnsureBaseRuns : kBaseRuns;
  // Few slots would all be the base's until it is settled, which the next one
  // has to be anew.
  if (options_.m < 2 * kBaseRuns && !unsure && runs >= kBaseRuns) {
    return AskMore(base(),
                   std::min<uint32_t>(ledger_.ToPass(base()), options_.m / 2));
  }
  AskMore(base(), std::min(ledger_.ToPass(base()), wanted));
}

// Runs of the bases between which the first needed part may be, more where it
// more probably is.
void Speculative::AskChain() {
  const size_t runs = left();
  const double total = 1 - suspicion_.sound;
  for (size_t j = 0; j < runs; ++j) {
    const double quantile =
        total * (static_cast<double>(j) + 0.5) / static_cast<double>(runs);
    double sum = 0;
    size_t i = 0;
    while (i + 1 < chain_.size() && sum + suspicion_.culprit[i] <= quantile) {
      sum += suspicion_.culprit[i++];
    }
    const bool before = quantile - sum < suspicion_.culprit[i] / 2;
    const Candidate& candidate = chain_.base(before ? i : i + 1);
    if (ledger_.Of(candidate).runs() + Pending(candidate) <
        kMostQuestions * rule_.nr) {
      Ask(candidate, 1);
    }
  }
}

// First whether something short passes: windows of the whole recording, each of
// which overlaps the next by half. All together they cost what two runs of the
// whole do, and what is needed was often done in one go.
void Speculative::AskWindows() {
  if (!tried_empty_ && !base().empty() && left() > 0) {
    tried_empty_ = true;
    Ask({}, 1);
  }
  if (!made_windows_) {
    made_windows_ = true;
    const size_t count =
        std::max<size_t>(options_.m, kFirstRuns + 1 + kFewestWindows) -
        kFirstRuns - 1;
    const size_t units = base().size();
    if (units > 2 * (count + 1)) {
      for (size_t i = count; i-- > 0;) {
        windows_.emplace_back(base().begin() + i * units / (count + 1),
                              base().begin() + (i + 2) * units / (count + 1));
      }
    }
  }
  while (!windows_.empty() && left() > 0) {
    Ask(windows_.back(), 1);
    tried_windows_.push_back(std::move(windows_.back()));
    windows_.pop_back();
  }
}

void Speculative::AskSegments() {
  SplitToOpen(&segments_, left());
  std::vector<Segment*> open;
  for (Segment& segment : segments_) {
    if (segment.state == Segment::State::kOpen) open.push_back(&segment);
  }
  std::stable_sort(open.begin(), open.end(),
                   [](const Segment* a, const Segment* b) {
                     return a->units.size() > b->units.size();
                   });
  for (Segment* segment : open) {
    if (left() == 0) return;
    segment->test = Deletion(*segment);
    segment->depth = chain_.size();
    segment->state = Segment::State::kAsked;
    if (ledger_.Of(segment->test).runs() == 0) AskMore(segment->test, 1);
  }
}

// A few removals at a time, each until it is settled.
void Speculative::AskCarefully() {
  AskMore(base(), ledger_.ToPass(base()));
  SplitToOpen(&segments_, options_.n);
  uint32_t asked = 0;
  for (Segment& segment : segments_) {
    if (segment.state == Segment::State::kFailed || asked == options_.n) {
      continue;
    }
    asked++;
    segment.test = Deletion(segment);
    segment.state = Segment::State::kAsked;
    if (ledger_.StateOf(segment.test) == State::kOpen) {
      AskMore(segment.test, 1);
    }
  }
  for (const Segment& segment : segments_) {
    if (segment.state != Segment::State::kAsked) continue;
    AskMore(segment.test, ledger_.Good(segment.test) >= kLikely
                              ? ledger_.ToPass(segment.test)
                              : ledger_.ToFail(segment.test));
  }
}

// What the certificate lacks, as far as there are slots.
void Speculative::AskCertificate() {
  const bool last = std::all_of(
      segments_.begin(), segments_.end(), [](const Segment& segment) {
        return segment.single() && segment.state == Segment::State::kFailed;
      });
  if (!last) {
    // The base may still change, and what is asked of it be for nothing.
    if (options_.cost_aware && ledger_.Of(whole()).fails == 0) return;
    AskMore(whole(), InitialOwed());
    if (options_.cost_aware) return;
  }
  AskDeletions(1);
  AskDeletions(rule_.nr);
  const uint32_t to_pass = ledger_.ToPass(base());
  AskMore(base(), to_pass);
  AskMore(whole(), InitialOwed());
  if (!last || options_.cost_aware) return;
  if (to_pass > 0) AskMore(base(), to_pass + rule_.nr - rule_.st);
  // Idle slots: as many runs as it probably takes.
  for (const Segment& segment : segments_) {
    const Candidate deletion = Deletion(segment);
    const double fails =
        1 - options_.prior.PassProbability(ledger_.Of(deletion));
    AskMore(deletion, static_cast<uint32_t>(std::min<double>(
                          rule_.nr, ledger_.ToFail(deletion) / fails)));
  }
}

void Speculative::AskDeletions(uint32_t most) {
  for (const Segment& segment : segments_) {
    if (left() == 0) return;
    if (!segment.single() || segment.state != Segment::State::kFailed) continue;
    const Candidate deletion = Deletion(segment);
    AskMore(deletion, std::min(most, ledger_.ToFail(deletion)));
  }
}

}  // namespace reprise::minimize
