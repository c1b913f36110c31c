#include "session/script_player.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.h"
#include "compare/widget_search.h"
#include "formats/pointer_script.h"
#include "input/pointer_events.h"
#include "session/live_input.h"

namespace reprise::session {
namespace {

using compare::Screenful;
using formats::Selector;
using formats::Step;
using Kind = Step::Kind;

constexpr int64_t kMs = 1'000'000;
constexpr int64_t kLookAgainNs = 100 * kMs;
constexpr int64_t kMaxRestNs = 3000 * kMs;
constexpr int64_t kMaxPauseNs = 60'000 * kMs;
constexpr int64_t kTapNs = 60 * kMs;
constexpr int64_t kLongPressNs = 1000 * kMs;
constexpr int64_t kSwipeNs = 400 * kMs;
constexpr int64_t kMaxSwipeNs = 60'000 * kMs;
constexpr int64_t kMoveNs = 10 * kMs;
// The finger rests before it lifts, so that nothing flies on.
constexpr int64_t kHoldNs = 150 * kMs;
constexpr int kMaxSwipes = 30;
constexpr int32_t kBack = 4;
constexpr int32_t kBackspace = 67;
constexpr uint32_t kQuarters = 4;

bool SameText(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

bool Matches(const ViewNode& node, const Selector& target) {
  const auto says = [&](const std::string& text) {
    return text.empty() || SameText(node.text(), text) ||
           SameText(node.description(), text);
  };
  return (target.id.empty() || compare::EntryOf(node.resource_name()) ==
                                   compare::EntryOf(target.id)) &&
         says(target.text) && says(target.description) &&
         (!target.by_class() || node.class_name() == target.class_name);
}

WidgetIdentity IdentityOf(const Selector& target) {
  WidgetIdentity identity;
  identity.set_resource_name(target.id);
  identity.set_text(target.text);
  identity.set_description(target.description);
  identity.set_class_name(target.class_name);
  return identity;
}

bool IsEmpty(const Rect& rect) {
  return rect.right() <= rect.left() || rect.bottom() <= rect.top();
}

std::string WordsOf(const Step& step) {
  if (!step.words.empty()) return step.words;
  switch (step.kind) {
    case Kind::kText:
      return fmt::format("type {:?}", compare::Excerpt(step.text));
    case Kind::kErase:
      return fmt::format("erase {} characters", step.number);
    case Kind::kKey:
      return fmt::format("press {}", input::AndroidKeyName(step.number));
    case Kind::kLaunch:
      return "start the app";
    case Kind::kRotate:
      return "turn the device";
    case Kind::kHideKeyboard:
      return "hide the keyboard";
    default:
      return "touch";
  }
}

}  // namespace

Status CheckScript(const std::vector<Step>& steps) {
  bool acted = false;
  for (size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const char* why = nullptr;
    const bool touches =
        step.kind == Kind::kTap || step.kind == Kind::kDoubleTap ||
        step.kind == Kind::kLongPress || step.kind == Kind::kSwipe;
    if (step.kind == Kind::kLaunch && acted) {
      why = "an app is started once, when the script begins";
    } else if (step.kind == Kind::kRotate) {
      why = "no input turns a device";
    } else if (touches && step.target.empty() && !step.has_place) {
      why = "it names neither a widget nor a place";
    } else if (step.kind == Kind::kSwipe && !step.has_place) {
      why = "it does not say from where to where";
    } else if (step.kind == Kind::kKey &&
               input::KernelKeyOf(step.number) == 0) {
      why = "no keyboard has that key";
    }
    if (why != nullptr) {
      return Fail(ErrorKind::kUnsupported,
                  "step {} of the script ({}) cannot be played: {}", i + 1,
                  WordsOf(step), why);
    }
    acted = acted || step.kind != Kind::kNote;
  }
  return {};
}

size_t CountNotes(const std::vector<Step>& steps) {
  return static_cast<size_t>(
      std::ranges::count(steps, Kind::kNote, &Step::kind));
}

Result<std::optional<std::string>> ScriptPlayer::Run() {
  const Step* last = nullptr;
  for (const Step& step : options_.steps) {
    ++number_;
    if (step.kind == Kind::kNote || step.kind == Kind::kLaunch) continue;
    if (last != nullptr) {
      now_ns_ +=
          std::clamp<int64_t>(step.start_ns - last->end_ns, 0, kMaxPauseNs);
    }
    RETURN_IF_ERROR(Play(step));
    if (problem_) return std::move(problem_);
    last = &step;
  }
  return std::nullopt;
}

Status ScriptPlayer::Play(const Step& step) {
  switch (step.kind) {
    case Kind::kTap:
    case Kind::kDoubleTap:
    case Kind::kLongPress:
      return PlayTouch(step);
    case Kind::kSwipe:
      RETURN_IF_ERROR(Look());
      return Swipe(
          {static_cast<float>(step.x), static_cast<float>(step.y)},
          {static_cast<float>(step.end_x), static_cast<float>(step.end_y)},
          std::clamp<int64_t>(step.end_ns - step.start_ns, kMoveNs,
                              kMaxSwipeNs));
    case Kind::kScroll:
      return PlayScroll(step);
    case Kind::kKey:
      return PlayKeys(step.number, 1);
    case Kind::kErase:
      return PlayKeys(kBackspace, step.number);
    case Kind::kText: {
      TextEvent text;
      text.set_id(next_id_++);
      text.set_kind(TextEvent::KIND_COMMIT);
      text.set_text(step.text);
      return stage_.Play({{.due_ns = now_ns_, .frame = {}, .text = &text}});
    }
    case Kind::kHideKeyboard:
      RETURN_IF_ERROR(Rest());
      return KeyboardShown() ? PlayKeys(kBack, 1) : Status();
    case Kind::kLaunch:
    case Kind::kRotate:
    case Kind::kNote:
      break;
  }
  return {};
}

Status ScriptPlayer::PlayTouch(const Step& step) {
  Place at{static_cast<float>(step.x), static_cast<float>(step.y)};
  if (step.target.empty()) {
    RETURN_IF_ERROR(Look());
  } else {
    ASSIGN_OR_RETURN(const auto found, Await(step.target));
    if (!found) {
      TellMissing(step, step.target);
      return {};
    }
    at = *found;
  }
  input::Recording done;
  formats::PointerMaker maker(&done);
  const int64_t held = step.kind == Kind::kLongPress ? kLongPressNs : kTapNs;
  int64_t time = 0;
  for (int i = 0; i < (step.kind == Kind::kDoubleTap ? 2 : 1); ++i) {
    maker.Begin(time, {.x = at.x, .y = at.y});
    maker.Up(time += held, 0);
    time += kTapNs;
  }
  return Send(std::move(done));
}

Status ScriptPlayer::PlayScroll(const Step& step) {
  const auto shown = [&] {
    return !step.until.empty() && PlaceOf(step.until).has_value();
  };
  RETURN_IF_ERROR(Look());
  for (int i = 0; i < kMaxSwipes && !shown(); ++i) {
    const Rect area = ScrolledArea(step.target);
    if (IsEmpty(area)) break;
    const formats::Way way = formats::FingerWay(step.direction);
    const Place middle{static_cast<float>(area.left() + area.right()) / 2,
                       static_cast<float>(area.top() + area.bottom()) / 2};
    const Place half{
        static_cast<float>(way.x * (area.right() - area.left())) / 4,
        static_cast<float>(way.y * (area.bottom() - area.top())) / 4};
    const std::string before = seen_.views;
    RETURN_IF_ERROR(Swipe({middle.x - half.x, middle.y - half.y},
                          {middle.x + half.x, middle.y + half.y}, kSwipeNs));
    if (step.until.empty()) return {};
    now_ns_ += kMaxRestNs / 10;
    RETURN_IF_ERROR(Look());
    if (seen_.views == before) break;  // nothing is further there
  }
  if (step.until.empty()) return {};
  ASSIGN_OR_RETURN(const auto found, Await(step.until));
  if (!found) TellMissing(step, step.until);
  return {};
}

Status ScriptPlayer::PlayKeys(int32_t code, int count) {
  input::Recording done;
  int64_t time = 0;
  for (int i = 0; i < count; ++i, time += kTapNs) {
    formats::AddKey(time, time, formats::android::kDown, code, &done);
    formats::AddKey(time + kTapNs / 2, time, formats::android::kUp, code,
                    &done);
  }
  return done.keys.empty() ? Status() : Send(std::move(done));
}

Status ScriptPlayer::Swipe(Place from, Place to, int64_t ns) {
  input::Recording done;
  formats::PointerMaker maker(&done);
  maker.Begin(0, {.x = from.x, .y = from.y});
  const int64_t moves = std::max<int64_t>(ns / kMoveNs, 1);
  for (int64_t i = 1; i <= moves; ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(moves);
    const formats::Touch at{.x = from.x + (to.x - from.x) * part,
                            .y = from.y + (to.y - from.y) * part};
    maker.Move(i * kMoveNs, {&at, 1});
  }
  maker.Up(moves * kMoveNs + kHoldNs, 0);
  return Send(std::move(done));
}

Status ScriptPlayer::Send(input::Recording done) {
  done.display = options_.display;
  for (auto& motion : done.motions) {
    motion.message.set_rotation(seen_.rotation);
  }
  input::AssignIds(&done, next_id_);
  input::Losses none;
  input::SynthesiseFrames(&done, &none);
  next_id_ = input::AfterLastId(done);
  std::vector<StepStage::Due> frames;
  for (input::Frame& frame : done.frames) {
    frame.device = done.keys.empty() ? kLiveTouchscreen : kLiveKeyboard;
    const int64_t due = now_ns_ + frame.time_ns;
    frames.push_back({.due_ns = due, .frame = std::move(frame)});
  }
  if (frames.empty()) return {};
  now_ns_ = frames.back().due_ns;
  return stage_.Play(frames);
}

// --- looking

Status ScriptPlayer::Look() {
  ASSIGN_OR_RETURN(AgentReply::Looked looked, stage_.Look(now_ns_, false));
  now_ns_ = std::max(now_ns_, looked.now_ns());
  seen_ = {};
  seen_.rotation = looked.rotation() % kQuarters;
  if (!looked.has_state()) return {};
  seen_.settled = looked.state().settled();
  ViewForest forest;
  forest.mutable_windows()->Swap(looked.mutable_state()->mutable_windows());
  seen_.views = forest.SerializeAsString();
  seen_.screen.emplace(std::move(forest));
  return {};
}

// A keyboard that is on its way comes.
Status ScriptPlayer::Rest() {
  now_ns_ += kMaxRestNs / 10;
  RETURN_IF_ERROR(AwaitRest([] { return true; }));
  return {};
}

bool ScriptPlayer::KeyboardShown() const {
  return seen_.screen &&
         std::ranges::any_of(seen_.screen->forest().windows(),
                             [](const ViewTree& window) {
                               return window.title() == compare::kKeyboardTitle;
                             });
}

Result<std::optional<ScriptPlayer::Place>> ScriptPlayer::Await(
    const Selector& target) {
  std::optional<Place> place;
  RETURN_IF_ERROR(AwaitRest([&] {
    place = PlaceOf(target);
    return place.has_value();
  }));
  return place;
}

Status ScriptPlayer::AwaitRest(const std::function<bool()>& there) {
  RETURN_IF_ERROR(Look());
  const int64_t began = now_ns_;
  std::optional<int64_t> came;
  std::string last;
  while (true) {
    const bool here = there();
    if (here && !came) came = now_ns_;
    // A touch on what still moves would miss it.
    const bool rests = seen_.settled || seen_.views == last ||
                       (came && now_ns_ - *came >= kMaxRestNs);
    if (here && rests) return {};
    if (!here && now_ns_ - began >= options_.wait_ns) return {};
    last = seen_.views;
    now_ns_ += kLookAgainNs;
    RETURN_IF_ERROR(Look());
  }
}

std::optional<ScriptPlayer::Place> ScriptPlayer::PlaceOf(
    const Selector& target) const {
  if (!seen_.screen) return std::nullopt;
  uint32_t left = target.index;
  for (const ViewTree& window : seen_.screen->forest().windows()) {
    for (const ViewNode& node : window.nodes()) {
      const Rect bounds = compare::VisibleBounds(node);
      if (!compare::IsShown(node) || IsEmpty(bounds) ||
          !Matches(node, target)) {
        continue;
      }
      if (left-- > 0) continue;
      return Place{static_cast<float>(bounds.left() + bounds.right()) / 2,
                   static_cast<float>(bounds.top() + bounds.bottom()) / 2};
    }
  }
  return std::nullopt;
}

// What is named, or the largest that scrolls, or the whole display.
Rect ScriptPlayer::ScrolledArea(const Selector& target) const {
  const auto size = [](const Rect& rect) {
    return static_cast<int64_t>(rect.right() - rect.left()) *
           (rect.bottom() - rect.top());
  };
  Rect best;
  if (seen_.screen && seen_.screen->forest().windows_size() > 0) {
    for (const ViewNode& node : seen_.screen->forest().windows(0).nodes()) {
      const bool wanted = target.empty()
                              ? (node.flags() & ViewNode::FLAG_SCROLLABLE) != 0
                              : Matches(node, target);
      const Rect bounds = compare::VisibleBounds(node);
      if (wanted && compare::IsShown(node) && size(bounds) > size(best)) {
        best = bounds;
      }
    }
  }
  if (!IsEmpty(best)) return best;
  const auto whole = input::Turned(options_.display, seen_.rotation);
  best.set_right(whole.width);
  best.set_bottom(whole.height);
  return best;
}

void ScriptPlayer::TellMissing(const Step& step, const Selector& target) {
  std::string near;
  if (seen_.screen) {
    near = fmt::format(
        "{}", fmt::join(compare::NearestNames(*seen_.screen,
                                              {.identity = IdentityOf(target)}),
                        ", "));
  }
  problem_ = fmt::format(
      "step {} of the script ({}) was not played: {} did not come within "
      "{}{}{}; --wait waits longer, and nothing after it was played",
      number_, WordsOf(step), formats::Describe(target),
      FormatDuration(options_.wait_ns),
      near.empty() ? "" : "; the nearest are ", near);
}

}  // namespace reprise::session
