#include "session/step_player.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "compare/widget_search.h"
#include "input/touch_state.h"
#include "tape/topics.h"

namespace reprise::session {
namespace {

using compare::Divergence;
using compare::FindSame;
using compare::WantedWidget;
using Class = RepriseEvent::Divergence;

constexpr int64_t kMs = 1'000'000;
// So often it is looked while something is waited for.
constexpr int64_t kLookAgainNs = 100 * kMs;
// A pause that keeps two taps apart.
constexpr int64_t kLeastPauseNs = 320 * kMs;

// So long a recording is waited for after its last step.
constexpr int64_t kMaxRestNs = 60'000 * kMs;

// On the real clock it is looked at so long before a step, for the step to be
// in time; the step is so long on its way to the device.
constexpr int64_t kAheadNs = 150 * kMs;
constexpr int64_t kWayNs = 20 * kMs;
// What follows so soon is played with the step before: two taps are a double
// tap, and who types fast does not wait for the letters.
constexpr int64_t kTogetherNs = 400 * kMs;

}  // namespace

StepStage::Due ToDue(const ReplayPlan::Step& step) {
  StepStage::Due due{.due_ns = step.due_ns, .frame = {}, .text = step.text};
  if (step.frame != nullptr) due.frame = *step.frame;
  due.frame.id = step.id;
  return due;
}

StepPlayer::StepPlayer(const ReplayPlan& plan,
                       const std::vector<ReplayStep>& steps,
                       const StepOptions& options, const StepDisplays& displays,
                       compare::LiveDiff diff, StepStage& stage)
    : plan_(plan),
      steps_(steps),
      options_(options),
      displays_(displays),
      diff_(std::move(diff)),
      stage_(stage) {
  if (options_.level == Level::kKernel) return;
  const auto& devices = plan_.recording.devices;
  for (uint32_t i = 0; i < devices.size(); ++i) {
    if (input::ClassOf(devices[i]) != input::DeviceClass::kTouch) continue;
    rewrites_.try_emplace(i, devices[i], displays_.recorded, displays_.now);
  }
  FindDowns();
}

void StepPlayer::FindDowns() {
  const auto& devices = plan_.recording.devices;
  std::map<uint32_t, input::TouchState> states;
  for (const ReplayStep& step : steps_) {
    for (size_t i = step.first; i < step.end; ++i) {
      if (plan_.steps[i].frame == nullptr) continue;
      const input::Frame& frame = *plan_.steps[i].frame;
      if (!rewrites_.contains(frame.device)) continue;
      const EvdevDevice& device = devices[frame.device];
      auto& state = states.try_emplace(frame.device, device).first->second;
      state.Push(frame);
      if (state.contacts().empty()) continue;
      const input::Contact& contact = state.contacts().front();
      downs_.try_emplace(step.first,
                         input::TouchScale(device, displays_.recorded)
                             .ToPixels(contact.x, contact.y));
    }
  }
}

Result<StepOutcome> StepPlayer::Run() {
  for (size_t i = 0; i < steps_.size(); ++i) {
    RETURN_IF_ERROR(Step(i));
    if (outcome_.stopped || outcome_.cancelled) return std::move(outcome_);
  }
  const bool waits = WaitAsRecorded();
  // On a display like the recorded one the tapes are compared in the end.
  if (!diff_.same_display() && options_.compare) {
    ASSIGN_OR_RETURN(Seen seen, Look(ended_ns_, true));
    RETURN_IF_ERROR(Check(diff_.recording().moments().size() - 1, &seen));
  } else if (options_.real_clock) {
    RETURN_IF_ERROR(AwaitEnd());
  } else if (waits) {
    ASSIGN_OR_RETURN(const Seen last, Look(ended_ns_));
    (void)last;  // is on the tape
  }
  return std::move(outcome_);
}

bool StepPlayer::WaitAsRecorded() {
  if (steps_.empty()) return false;
  int64_t end = 0;
  if (plan_.ends_ns) {
    // A part goes on as far as the step after it, which begins there.
    const int64_t pause = *plan_.ends_ns - plan_.duration_ns();
    end = options_.adaptive
              ? ended_ns_ + std::clamp<int64_t>(pause, 0, kLeastPauseNs)
              : *plan_.ends_ns + shift_ns_;
  } else {
    const auto recorded = diff_.recording().ended_ns();
    if (!recorded) return false;
    const auto& moments = diff_.recording().moments();
    const int64_t ran = *recorded - moments[steps_.back().moment].time_ns;
    end = plan_.steps[steps_.back().first].due_ns + shift_ns_ +
          std::clamp<int64_t>(ran, 0, kMaxRestNs);
  }
  if (end <= ended_ns_) return false;
  ended_ns_ = end;
  return true;
}

int64_t StepPlayer::DueOf(size_t index) const {
  const int64_t due = plan_.steps[steps_[index].first].due_ns;
  if (!options_.adaptive || index == 0) return due + shift_ns_;
  const int64_t pause = due - plan_.steps[steps_[index - 1].end - 1].due_ns;
  return ended_ns_ + std::clamp<int64_t>(pause, 0, kLeastPauseNs);
}

Result<StepPlayer::Seen> StepPlayer::Look(int64_t due_ns, bool settle) {
  ASSIGN_OR_RETURN(const AgentReply::Looked looked,
                   stage_.Look(due_ns, settle));
  Seen seen;
  static_cast<compare::LiveLook&>(seen) = compare::LiveLook(looked.state());
  seen.now_ns = looked.now_ns();
  seen.rotation = looked.rotation() % 4;
  return seen;
}

Status StepPlayer::Step(size_t index) {
  const ReplayStep& step = steps_[index];
  const int64_t due = DueOf(index);
  const int64_t takes =
      plan_.steps[step.end - 1].due_ns - plan_.steps[step.first].due_ns;
  if (GoesWithLast(index)) {
    static const input::PointMap kAsRecorded;
    ended_ns_ = due + takes;
    outcome_.steps++;
    return Play(step, &kAsRecorded, due);
  }
  ASSIGN_OR_RETURN(
      Seen seen,
      Look(options_.real_clock ? std::max(due - kAheadNs, ended_ns_) : due));
  if (index > 0) RETURN_IF_ERROR(GoOnScrolling(steps_[index - 1], &seen));
  RETURN_IF_ERROR(Await(index, &seen));
  RETURN_IF_ERROR(Check(step.moment, &seen));
  if (outcome_.stopped) return {};
  ASSIGN_OR_RETURN(Aimed aimed, Aim(step, &seen));
  if (outcome_.stopped) return {};
  const auto& recording = diff_.recording();
  if (options_.ask && !options_.ask(recording.StepOf(step.moment),
                                    recording.moments()[step.moment].words)) {
    outcome_.cancelled = true;
    return {};
  }
  const int64_t start =
      std::max(due, seen.now_ns + (options_.real_clock ? kWayNs : 0));
  shift_ns_ = start - plan_.steps[step.first].due_ns;
  ended_ns_ = start + takes;
  effect_ = std::move(aimed.effect);
  effect_->before = seen;
  if (aimed.missing) ended_ns_ = start;
  if (!aimed.missing) outcome_.steps++;
  return Play(step, aimed.missing ? nullptr : &aimed.map, start);
}

bool StepPlayer::GoesWithLast(size_t index) const {
  if (!options_.real_clock || options_.level != Level::kKernel ||
      options_.adaptive || options_.ask || !diff_.same_display() ||
      index == 0) {
    return false;
  }
  return plan_.steps[steps_[index].first].due_ns -
             plan_.steps[steps_[index - 1].end - 1].due_ns <
         kTogetherNs;
}

Status StepPlayer::Play(const ReplayStep& step, const input::PointMap* map,
                        int64_t start_ns) {
  static const input::PointMap kStay = [](input::PixelPoint at) { return at; };
  std::vector<StepStage::Due> frames;
  const int64_t begins = plan_.steps[step.first].due_ns;
  for (size_t i = step.first; i < step.end; ++i) {
    const ReplayPlan::Step& planned = plan_.steps[i];
    StepStage::Due due = ToDue(planned);
    due.due_ns += start_ns - begins;
    // One that is left out is followed, too.
    const auto rewrite = due.text == nullptr ? rewrites_.find(due.frame.device)
                                             : rewrites_.end();
    if (rewrite != rewrites_.end()) {
      due.frame = rewrite->second.Rewrite(
          due.frame, map != nullptr && *map ? *map : kStay);
    }
    if (map != nullptr) frames.push_back(std::move(due));
  }
  return frames.empty() ? Status() : stage_.Play(frames);
}

// --- waiting

Result<bool> StepPlayer::WaitFor(const std::function<bool(const Seen&)>& done,
                                 Seen* seen, const std::string& what,
                                 int64_t recorded_ns,
                                 std::optional<int64_t> limit_ns) {
  const int64_t limit = limit_ns.value_or(options_.wait_ns);
  const int64_t began = seen->now_ns;
  bool came = done(*seen);
  while (!came && seen->now_ns - began < limit) {
    ASSIGN_OR_RETURN(*seen, Look(seen->now_ns + kLookAgainNs));
    came = done(*seen);
  }
  const int64_t waited = seen->now_ns - began;
  if (waited == 0) return came;
  RepriseEvent event;
  event.set_kind(RepriseEvent::KIND_WAIT_ENDED);
  event.set_severity(RepriseEvent::SEVERITY_INFO);
  event.set_sentence(fmt::format("{} {} after {}", what,
                                 came ? "came" : "did not come",
                                 FormatDuration(waited)));
  auto* const wait = event.mutable_wait();
  wait->set_condition(what);
  wait->set_end(came ? RepriseEvent::Wait::END_SATISFIED
                     : RepriseEvent::Wait::END_TIMEOUT);
  wait->set_waited_ns(waited);
  wait->set_limit_ns(limit);
  wait->set_recorded_ns(recorded_ns);
  RETURN_IF_ERROR(stage_.Mark(event));
  return came;
}

Status StepPlayer::Await(size_t index, Seen* seen) {
  const ReplayStep& step = steps_[index];
  const auto& recording = diff_.recording();
  const auto* const state = recording.StateOf(recording.moments()[step.moment]);
  if (!options_.adaptive || state == nullptr) return {};
  const auto before = recording.Screen(*state);
  const bool touch =
      !step.gesture.fingers().empty() && step.widget.has_target();
  const WantedWidget wanted = Wanted(step.widget.target(), before.get());
  Seen last;
  const auto ready = [&](const Seen& now) {
    const bool stable = now.settled || now.Same(last);
    last = now;
    if (now.activity != state->activity || now.screen == nullptr || !stable) {
      return false;
    }
    return !touch || FindSame(*now.screen, wanted) ||
           (options_.level == Level::kWidget &&
            !MayReveal(*now.screen, wanted).empty());
  };
  const int64_t pause = index == 0
                            ? 0
                            : plan_.steps[step.first].due_ns -
                                  plan_.steps[steps_[index - 1].end - 1].due_ns;
  ASSIGN_OR_RETURN(const bool came, WaitFor(ready, seen, "the screen", pause));
  (void)came;  // what is not as it was is found by comparing
  return {};
}

// --- comparing

Status StepPlayer::AwaitEnd() {
  ASSIGN_OR_RETURN(Seen seen, Look(ended_ns_));
  if (!options_.compare) return {};
  const size_t end = diff_.recording().moments().size() - 1;
  ASSIGN_OR_RETURN(
      const bool came,
      WaitFor(
          [&](const Seen& now) {
            return diff_.Compare(end, now, nullptr).empty();
          },
          &seen, "the end of the recording", 0, compare::kLateOnRealClockNs));
  (void)came;  // the tapes are compared
  return {};
}

// On a real clock not all moments are checked, and a little earlier or later
// will do.
bool StepPlayer::CrashedAsRecorded(size_t moment) const {
  const auto& moments = diff_.recording().moments();
  size_t first = moment == 0 ? 0 : moment - 1;
  size_t last = first;
  if (OnRealClock()) {
    first = std::min(first, checked_);
    first -= std::min<size_t>(first, 1);
    last = std::min(last + 1, moments.size() - 1);
  }
  for (size_t i = first; i <= last; ++i) {
    const bool crashed =
        std::ranges::any_of(moments[i].notes, [](const auto& note) {
          return note.kind == compare::RunNote::Kind::kCrash;
        });
    if (crashed) return true;
  }
  return false;
}

Status StepPlayer::Check(size_t moment, Seen* seen) {
  const std::string crash = stage_.TakeCrash();
  if (!options_.compare) return {};
  const bool crashed = CrashedAsRecorded(moment);
  checked_ = moment;
  if (!crash.empty() && !crashed) {
    Divergence one = diff_.At(moment == 0 ? 0 : moment - 1);
    one.kind = Class::CLASS_CRASH;
    one.topic = tape::kLogTopic;
    one.path = "crash";
    one.actual = crash;
    one.sentence = "the app crashed: " + crash;
    Tell({std::move(one)});
    return {};
  }
  const bool in_the_end =
      diff_.same_display() && options_.keep_going && !options_.adaptive;
  if (in_the_end && !OnRealClock()) return {};  // the tapes are compared
  const auto& recording = diff_.recording();
  const auto* const state = recording.StateOf(recording.moments()[moment]);
  // They also know what lasts of what was seen while it moved.
  if (state != nullptr && state->moving) return {};
  const compare::LiveEffect* const effect = effect_ ? &*effect_ : nullptr;
  std::vector<Divergence> told =
      diff_.News(diff_.Compare(moment, *seen, effect));
  if (told.empty()) return {};
  if (!options_.keep_going || options_.adaptive || OnRealClock()) {
    const int64_t began = seen->now_ns;
    ASSIGN_OR_RETURN(const bool came,
                     WaitFor(
                         [&](const Seen& now) {
                           return diff_.Compare(moment, now, effect).empty();
                         },
                         seen, "what the recording shows", 0));
    const int64_t late = seen->now_ns - began;
    const bool in_time = options_.adaptive ||
                         (OnRealClock() && late <= compare::kLateOnRealClockNs);
    if (came && in_time) {
      (void)diff_.News({});
      return {};
    }
    if (!came && in_the_end) return {};
    if (came) {
      Divergence after = std::move(told.front());
      after.kind = Class::CLASS_TIMING;
      after.sentence =
          fmt::format("what the recording shows comes {} later: {}",
                      FormatDuration(late), after.sentence);
      told = {std::move(after)};
    }
  }
  Tell(std::move(told));
  return {};
}

void StepPlayer::Tell(std::vector<Divergence> told) {
  std::ranges::move(told, std::back_inserter(outcome_.divergences));
  if (!options_.keep_going) outcome_.stopped = true;
}

}  // namespace reprise::session
