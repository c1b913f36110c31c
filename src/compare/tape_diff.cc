#include "compare/tape_diff.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/text.h"
#include "compare/lasting.h"
#include "compare/note_diff.h"
#include "compare/pictures.h"
#include "compare/run_facts.h"
#include "compare/state_diff.h"
#include "compare/step_alignment.h"
#include "tape/topics.h"

namespace reprise::compare {
namespace {

using Class = RepriseEvent::Divergence;

// So often it is looked whether a state only came late.
constexpr size_t kMaxTimings = 1000;

// Height of Android's status bar, where the device does not tell it.
constexpr uint64_t kBarDp = 24;

// What explains the others at the same step comes first.
int RankOf(DivergenceClass kind) {
  switch (kind) {
    case Class::CLASS_DEVICE:
      return 0;
    case Class::CLASS_CRASH:
      return 1;
    case Class::CLASS_ORDER:
      return 2;
    case Class::CLASS_SCREEN:
      return 3;
    case Class::CLASS_MISSING_WIDGET:
      return 4;
    case Class::CLASS_CONTENT:
      return 5;
    case Class::CLASS_LAYOUT:
      return 6;
    default:
      return 7;
  }
}

class Comparer {
 public:
  Comparer(const RunView& a, const RunView& b, const DiffOptions& options)
      : a_(a), b_(b), options_(options) {}

  TapeDiff Run() {
    diff_.steps_a = a_.moments().size() - 2;
    diff_.steps_b = b_.moments().size() - 2;
    state_options_.real_clock = a_.real_clock() || b_.real_clock();
    Alignment alignment = AlignSteps(a_, b_);
    diff_.by_origin = alignment.by_origin;
    pairs_ = std::move(alignment.pairs);
    effects_ = diff_.by_origin && b_.by_effects() && !options_.strict;
    CompareDevices();
    CompareApps(a_.app(), b_.app(), &diff_);
    state_options_.pictures = options_.pictures;
    state_options_.activities_only = effects_;
    states_.emplace(a_, b_, state_options_);
    FindPlayed();
    FindEnds();
    for (size_t i = 0; i < pairs_.size() && i <= last_; ++i) ComparePair(i);
    for (NoteChange& change : CompareNotes(a_, b_, pairs_)) {
      if (IsTold(change)) TakeNote(change);
    }
    Sort();
    AddTold();
    CompareMethods(a_, b_, &diff_);
    if (effects_) {
      SayWhatEffectsAre(&diff_);
    } else {
      SayWhatWasCompared(a_, b_, options_.pictures, state_options_.same_display,
                         &diff_);
    }
    if (a_.left_out() > 0 || b_.left_out() > 0) {
      diff_.notes.emplace_back(
          "a tape holds more than is compared; the rest was left out");
    }
    return std::move(diff_);
  }

 private:
  // --- places of the two runs

  const RunMoment* InA(size_t pair) const {
    return pairs_[pair].a ? &a_.moments()[*pairs_[pair].a] : nullptr;
  }
  const RunMoment* InB(size_t pair) const {
    return pairs_[pair].b ? &b_.moments()[*pairs_[pair].b] : nullptr;
  }
  const RunState* StateA(size_t pair) const {
    return InA(pair) ? a_.StateOf(*InA(pair)) : nullptr;
  }
  const RunState* StateB(size_t pair) const {
    return InB(pair) ? b_.StateOf(*InB(pair)) : nullptr;
  }
  // The nearest pair on that side at which both have a state; none: none has.
  std::optional<size_t> Near(size_t pair, bool after) const {
    while (after ? pair + 1 < pairs_.size() : pair > 0) {
      pair = after ? pair + 1 : pair - 1;
      if (StateA(pair) && StateB(pair)) return pair;
    }
    return std::nullopt;
  }
  // The last pair before, at which a step was done.
  size_t Before(size_t pair) const { return pair == 0 ? 0 : pair - 1; }

  // A divergence that shows after the step of a pair.
  Divergence At(size_t pair) const {
    Divergence one;
    const RunMoment* const a = InA(pair);
    const RunMoment* const b = InB(pair);
    one.step = a ? a_.StepOf(*pairs_[pair].a) : b_.StepOf(*pairs_[pair].b);
    one.words = a ? a->words : b->words;
    return one;
  }

  static int64_t Since(int64_t time, int64_t start) {
    return static_cast<int64_t>(static_cast<uint64_t>(time) -
                                static_cast<uint64_t>(start));
  }

  void Add(size_t pair, Divergence one) {
    if (found_.size() < kMaxDivergences) {
      found_.emplace_back(pair, std::move(one));
    }
  }

  // --- ends

  // Of a run that does not go on to its end only what it has is compared.
  void FindEnds() {
    const auto last = [&](auto has) {
      size_t pair = pairs_.size() - 1;
      while (pair > 0 && (pair + 1 == pairs_.size() || !has(pair))) pair--;
      return pair;
    };
    const auto in_a = [&](size_t pair) { return InA(pair) != nullptr; };
    const auto in_b = [&](size_t pair) { return InB(pair) != nullptr; };
    last_ = pairs_.size() - 1;
    stopped_ = options_.stopped;
    if (stopped_ == nullptr && b_.stopped()) stopped_ = &b_.told();
    if (a_.cut_ns()) last_a_ = last_ = last(in_a);
    if (b_.cut_ns()) last_ = std::min(last_, *(last_b_ = last(in_b)));
    if (stopped_ != nullptr) last_ = std::min(last_, last(in_b));
    const auto tell = [&](const RunView& run, const char* which) {
      if (!run.cut_ns()) return;
      diff_.notes.push_back(fmt::format(
          "{} was cut off at {}: it is compared as far as it goes", which,
          FormatDuration((*run.cut_ns() - run.start_ns()) / 1'000'000 *
                         1'000'000)));
    };
    tell(a_, options_.device ? "the first tape" : "the recording");
    tell(b_, "the second tape");
  }

  bool IsTold(const NoteChange& change) const {
    if (effects_ || change.pair > last_) return false;
    // While a replay waited at its end, more came.
    if (stopped_ != nullptr && change.pair == last_) return false;
    if (last_a_ == change.pair && change.in_a == nullptr) return false;
    return last_b_ != change.pair || change.in_b != nullptr;
  }

  // What a replay saw when it ended, or by looking at effects, it alone knows.
  void AddTold() {
    const auto* const all_told = effects_ ? &b_.told() : stopped_;
    if (all_told == nullptr) return;
    auto& all = diff_.divergences;
    const auto key = [](const Divergence& one) {
      return std::tie(one.step, one.kind, one.path, one.expected, one.actual);
    };
    for (const Divergence& told : *all_told) {
      const bool known = std::ranges::any_of(
          all, [&](const auto& one) { return key(one) == key(told); });
      if (!known) all.push_back(told);
    }
    std::ranges::stable_sort(all, {}, &Divergence::step);
  }

  // --- the whole run

  void CompareDevices() {
    if (!a_.device() || !b_.device()) return;
    const DeviceDescription& a = *a_.device();
    const DeviceDescription& b = *b_.device();
    const auto tell = [&](const char* path, const std::string& was,
                          const std::string& is) {
      if (was == is || !options_.device || effects_) return;
      Divergence one;
      one.words = a_.moments().front().words;
      one.time_a = one.time_b = 0;
      one.kind = Class::CLASS_DEVICE;
      one.path = std::string("device.") + path;
      one.expected = was;
      one.actual = is;
      one.sentence = fmt::format("the {} of the device is {} instead of {}",
                                 path, is, was);
      Add(0, std::move(one));
    };
    const auto size = [](const DeviceDescription& device) {
      if (device.displays().empty()) return std::string("unknown");
      const auto& display = device.displays(0);
      return fmt::format("{}x{}", display.width_px(), display.height_px());
    };
    const auto density = [](const DeviceDescription& device) {
      return device.displays().empty()
                 ? std::string("unknown")
                 : std::to_string(device.displays(0).density_dpi());
    };
    tell("display", size(a), size(b));
    tell("density", density(a), density(b));
    tell("android", std::to_string(a.sdk()), std::to_string(b.sdk()));
    tell("model", a.model(), b.model());
    state_options_.same_display =
        size(a) == size(b) && density(a) == density(b);
    if (!a.displays().empty()) {
      state_options_.inset_top = static_cast<int32_t>(
          std::min(a.displays(0).inset_top_px(), kMaxPictureSide));
      // The bar tells the time, which is another one on a real clock.
      if (state_options_.real_clock && state_options_.inset_top == 0) {
        state_options_.inset_top = static_cast<int32_t>(
            std::min(uint64_t{a.displays(0).density_dpi()} * kBarDp / 160,
                     uint64_t{kMaxPictureSide}));
      }
    }
  }

  // --- steps

  void FindPlayed() {
    for (const RunMoment& moment : a_.moments()) {
      played_a_.insert(moment.frames.begin(), moment.frames.end());
    }
    for (const RunMoment& moment : b_.moments()) {
      played_b_.insert(moment.frames.begin(), moment.frames.end());
    }
  }

  void ComparePair(size_t pair) {
    const RunMoment* const a = InA(pair);
    const RunMoment* const b = InB(pair);
    if (a == nullptr || b == nullptr) {
      // One whose widget was missing is told as that.
      return effects_ ? void() : TellStep(pair);
    }
    const size_t before = found_.size();
    CompareStates(pair);
    if (!diff_.by_origin && a->words != b->words && found_.size() == before) {
      Divergence one = At(pair);
      one.kind = Class::CLASS_ORDER;
      one.topic = tape::kWidgetTopic;
      one.path = fmt::format("step({})", one.step);
      one.expected = a->words;
      one.actual = b->words;
      one.sentence = fmt::format("the step is '{}' instead", b->words);
      TimesOf(pair, &one);
      Add(pair, std::move(one));
    }
  }

  void TimesOf(size_t pair, Divergence* one) const {
    if (const RunMoment* const a = InA(pair)) {
      one->time_a = Since(a->time_ns, a_.start_ns());
      one->id_a = a->id;
    }
    if (const RunMoment* const b = InB(pair)) {
      one->time_b = Since(b->time_ns, b_.start_ns());
      one->id_b = b->id;
    }
  }

  // One run has no such step.
  void TellStep(size_t pair) {
    const bool missing = InA(pair) != nullptr;
    const RunMoment& moment = missing ? *InA(pair) : *InB(pair);
    const auto& others = missing ? played_b_ : played_a_;
    // Its input was played, only as a part of another gesture.
    if (diff_.by_origin &&
        std::ranges::any_of(moment.frames, [&](uint64_t frame) {
          return others.contains(frame);
        })) {
      return;
    }
    // Nor is it new if the recording was cut before its gesture was written.
    if (diff_.by_origin && !missing && a_.cut_ns()) return;
    Divergence one = At(pair);
    one.kind = Class::CLASS_ORDER;
    one.topic = tape::kWidgetTopic;
    one.path = fmt::format("step({})", one.step);
    (missing ? one.expected : one.actual) = moment.words;
    one.sentence = missing ? "the step is missing" : "the step is new";
    TimesOf(pair, &one);
    Add(pair, std::move(one));
  }

  // --- states

  void CompareStates(size_t pair) {
    const RunState* const a = StateA(pair);
    const RunState* const b = StateB(pair);
    if (a == nullptr && b == nullptr) return;
    // A tape may be cut between a gesture and what tells of its state.
    if (a == nullptr && last_a_ == pair) return;
    if (b == nullptr && last_b_ == pair) return;
    std::vector<Divergence> told = states_->Compare(a, b);
    if (a != nullptr && b != nullptr && !told.empty()) {
      const char* const when = Untimely(pair);
      if (state_options_.real_clock) {
        told = WhatLasts(a_, b_, pairs_, pair, when != nullptr, *states_,
                         std::move(told));
      } else if (when != nullptr) {
        Divergence late = told.front();
        late.kind = Class::CLASS_TIMING;
        late.sentence = fmt::format("what the recording shows comes {}: {}",
                                    when, told.front().sentence);
        told = {std::move(late)};
      }
    }
    std::set<std::string> lasting;
    for (Divergence& one : told) {
      const std::string key =
          fmt::format("{}\n{}\n{}\n{}", static_cast<int>(one.kind), one.path,
                      one.expected, one.actual);
      lasting.insert(key);
      if (lasting_.contains(key)) continue;
      const Divergence at = At(Before(pair));
      one.step = at.step;
      one.words = at.words;
      TimesOf(pair, &one);
      if (a != nullptr) {
        one.screen_a = a->screen;
        one.id_a = a->id;
        one.time_a = Since(a->time_ns, a_.start_ns());
      }
      if (b != nullptr) {
        one.screen_b = b->screen;
        one.id_b = b->id;
        one.time_b = Since(b->time_ns, b_.start_ns());
      }
      Add(Before(pair), std::move(one));
    }
    lasting_ = std::move(lasting);
  }

  // --- timing

  bool Equal(const RunState* a, const RunState* b) {
    return states_->Equal(a, b);
  }

  // True if this picture was seen in a run between two times.
  static bool Shown(const RunView& run, const RunPicture* picture, int64_t from,
                    int64_t to) {
    if (picture == nullptr) return false;
    return std::ranges::any_of(run.pictures(), [&](const auto& entry) {
      return entry.second.time_ns > from && entry.second.time_ns <= to &&
             SamePicture(entry.second, *picture);
    });
  }

  // "later" if the second run shows what the first showed before, and then
  // gets where the first was; "earlier" the other way round; null: neither.
  const char* Untimely(size_t pair) {
    // Of many differences most follow from the first.
    if (Equal(StateA(pair), StateB(pair)) || ++timings_ > kMaxTimings) {
      return nullptr;
    }
    const auto last = Near(pair, false);
    const auto next = Near(pair, true);
    if (!next) return nullptr;
    const int64_t last_a = InA(last.value_or(0))->time_ns;
    const int64_t last_b = InB(last.value_or(0))->time_ns;
    const RunState* const a = StateA(pair);
    const RunState* const b = StateB(pair);
    const RunState* const next_a = StateA(*next);
    const RunState* const next_b = StateB(*next);
    const RunState* const was_a = last ? StateA(*last) : nullptr;
    const RunState* const was_b = last ? StateB(*last) : nullptr;
    // Both are together again, on the same screen, with what was awaited.
    const bool together = Equal(next_a, next_b) && Equal(a, next_b);
    const bool together_early = Equal(next_a, next_b) && Equal(next_a, b);
    // What a screen shows while it waits may have been too short in the other
    // run to be seen; another screen has no such excuse.
    const bool here = a->activity == b->activity && a->stack == b->stack;
    if (together && here && !Equal(was_a, a)) return "later";
    if (together_early && here && !Equal(was_b, b)) return "earlier";
    if ((Equal(was_a, b) || Shown(a_, b_.PictureOf(*b), last_a, a->time_ns)) &&
        (together ||
         Shown(b_, a_.PictureOf(*a), b->time_ns, next_b->time_ns))) {
      return "later";
    }
    if ((Equal(a, was_b) || Shown(b_, a_.PictureOf(*a), last_b, b->time_ns)) &&
        (together_early ||
         Shown(a_, b_.PictureOf(*b), a->time_ns, next_a->time_ns))) {
      return "earlier";
    }
    return nullptr;
  }

  // --- notes

  void TakeNote(const NoteChange& change) {
    Divergence one = At(change.pair);
    one.kind = change.kind;
    one.topic = change.topic;
    one.path = change.path;
    one.expected = change.expected;
    one.actual = change.actual;
    one.sentence = change.sentence;
    if (change.in_a != nullptr) {
      one.id_a = change.in_a->id;
      one.time_a = Since(change.in_a->time_ns, a_.start_ns());
    }
    if (change.in_b != nullptr) {
      one.id_b = change.in_b->id;
      one.time_b = Since(change.in_b->time_ns, b_.start_ns());
    }
    // What was on the screens then.
    const size_t pair = std::min(change.pair + 1, pairs_.size() - 1);
    if (const RunState* const state = StateA(pair)) {
      one.screen_a = state->screen;
    }
    if (const RunState* const state = StateB(pair)) {
      one.screen_b = state->screen;
    }
    Add(change.pair, std::move(one));
  }

  void Sort() {
    std::ranges::stable_sort(found_, [](const auto& one, const auto& other) {
      return one.first != other.first
                 ? one.first < other.first
                 : RankOf(one.second.kind) < RankOf(other.second.kind);
    });
    std::set<size_t> explained;  // by a crash or another screen
    for (auto& [pair, one] : found_) {
      if (one.path.starts_with(kLifecyclePath)) {
        if (explained.contains(pair)) continue;
      } else if (one.kind == Class::CLASS_CRASH ||
                 one.kind == Class::CLASS_SCREEN) {
        explained.insert(pair);
      }
      diff_.divergences.push_back(std::move(one));
    }
  }

  const RunView& a_;
  const RunView& b_;
  const DiffOptions& options_;
  TapeDiff diff_;
  std::vector<MomentPair> pairs_;
  std::vector<std::pair<size_t, Divergence>> found_;  // by pair
  std::set<uint64_t> played_a_;                       // frames of the recording
  std::set<uint64_t> played_b_;
  size_t last_ = 0;  // pair that is compared
  // The last that a run has which was cut; none: it was not.
  std::optional<size_t> last_a_;
  std::optional<size_t> last_b_;
  const std::vector<Divergence>* stopped_ = nullptr;
  bool effects_ = false;           // alone are compared
  size_t timings_ = 0;             // looked for
  std::set<std::string> lasting_;  // what was told and still is so
  StateDiffOptions state_options_;
  std::optional<StateDiff> states_;
};

}  // namespace

TapeDiff Diff(const RunView& a, const RunView& b, const DiffOptions& options) {
  return Comparer(a, b, options).Run();
}

}  // namespace reprise::compare
