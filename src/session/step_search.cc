// The part of StepPlayer that finds where a step goes.
#include <algorithm>
#include <cmath>

#include "compare/widget_search.h"
#include "session/step_player.h"
#include "tape/topics.h"

namespace reprise::session {
namespace {

using compare::Divergence;
using compare::FindSame;
using compare::Found;
using compare::Screenful;
using compare::VisibleBounds;
using compare::WantedWidget;
using compare::WidgetRef;
using input::PixelPoint;
using Class = RepriseEvent::Divergence;

constexpr int64_t kBetweenSwipesNs = 300'000'000;
// What moves comes to rest, and stands still for so long.
constexpr int64_t kMaxRestNs = 3'000'000'000;
constexpr int64_t kRestLookNs = 200'000'000;
// A list is searched no further, each way.
constexpr int kMaxSwipes = 30;

bool IsTap(const GestureEvent& gesture) {
  return gesture.kind() == GestureEvent::KIND_TAP ||
         gesture.kind() == GestureEvent::KIND_DOUBLE_TAP ||
         gesture.kind() == GestureEvent::KIND_LONG_PRESS;
}

bool IsWithin(const Screenful& screen, WidgetRef inner, WidgetRef outer) {
  for (std::optional<WidgetRef> at = inner; at; at = screen.Parent(*at)) {
    if (*at == outer) return true;
  }
  return false;
}

input::PixelPoint CentreOf(const Rect& rect) {
  return {static_cast<float>(rect.left() + rect.right()) / 2,
          static_cast<float>(rect.top() + rect.bottom()) / 2};
}

// A touch there reaches the widget.
bool Reaches(const Screenful& screen, input::PixelPoint at, WidgetRef widget) {
  const auto hit = screen.At(at.x, at.y);
  return hit && IsWithin(screen, *hit, widget);
}

// What a touch there reaches instead of the widget; none: the widget.
std::optional<std::string> ReachedInstead(const Screenful& screen,
                                          WidgetRef there,
                                          const WantedWidget& wanted) {
  const WidgetIdentity identity = screen.Identity(there);
  const auto found = FindSame(screen, wanted);
  if (found ? IsWithin(screen, there, found->widget)
            : compare::Likeness(wanted.identity, identity) == 1) {
    return std::nullopt;
  }
  return compare::NameOf(identity);
}

bool ScrollsSideways(const ViewNode& node) {
  const std::string& name = node.class_name();
  return name.find("Horizontal") != std::string::npos ||
         name.find("Pager") != std::string::npos ||
         name.find("Gallery") != std::string::npos;
}

// The place of a finger of the recording, as it was and within another widget.
PixelPoint Moved(const Rect& from, const Rect& to, PixelPoint at) {
  const auto axis = [](int32_t f, int32_t f_end, int32_t t, int32_t t_end,
                       float place) {
    const auto length = static_cast<float>(std::max(f_end - f, 1));
    return static_cast<float>(t) + (place - static_cast<float>(f)) *
                                       static_cast<float>(t_end - t) / length;
  };
  return {axis(from.left(), from.right(), to.left(), to.right(), at.x),
          axis(from.top(), from.bottom(), to.top(), to.bottom(), at.y)};
}

// Whether it came shows otherwise.
Status ToStatus(const Result<bool>& waited) {
  if (!waited) return Fail(waited.error());
  return {};
}

PixelPoint DownOf(const GestureEvent& gesture) {
  return {gesture.fingers(0).start_x(), gesture.fingers(0).start_y()};
}

}  // namespace

Turns StepPlayer::TurnsOf(const ReplayStep& step, const Seen& seen) const {
  const auto down = downs_.find(step.first);
  if (down == downs_.end()) return {0, seen.rotation};
  // What the recorded device said and what the app got of it tell.
  const PixelPoint got = DownOf(step.gesture);
  const auto off = [&](uint32_t rotation) {
    const PixelPoint at =
        input::Turn(down->second, rotation, displays_.recorded);
    return std::abs(at.x - got.x) + std::abs(at.y - got.y);
  };
  uint32_t best = 0;
  for (uint32_t rotation = 1; rotation < 4; ++rotation) {
    if (off(rotation) < off(best)) best = rotation;
  }
  return {best, seen.rotation};
}

Result<StepPlayer::Aimed> StepPlayer::Aim(const ReplayStep& step, Seen* seen) {
  Aimed aimed;
  const auto before = diff_.ScreenBefore(step.moment);
  const WidgetEvent& widget = step.widget;
  if (step.gesture.fingers().empty()) {
    if (before) aimed.effect.recorded = before->Focused();
    if (seen->screen) aimed.effect.now = seen->screen->Focused();
    return aimed;
  }
  if (options_.level != Level::kWidget || !before || !widget.has_target()) {
    const Turns turns = TurnsOf(step, *seen);
    if (options_.level != Level::kKernel) {
      aimed.map = ScaledMap(displays_, turns);
    }
    const PixelPoint down = DownOf(step.gesture);
    const PixelPoint there =
        input::Turn(ScaledMap(displays_, turns)(input::TurnBack(
                        down, turns.recorded, displays_.recorded)),
                    turns.now, displays_.now);
    if (before) aimed.effect.recorded = before->At(down.x, down.y);
    if (seen->screen) aimed.effect.now = seen->screen->At(there.x, there.y);
    if (!diff_.same_display() && options_.compare && before &&
        aimed.effect.now && widget.action() == WidgetEvent::ACTION_TOUCH) {
      const WantedWidget wanted = Wanted(widget.target(), before.get());
      if (const auto other =
              ReachedInstead(*seen->screen, *aimed.effect.now, wanted)) {
        Divergence one = diff_.At(step.moment);
        one.at_step = true;
        one.kind = Class::CLASS_ORDER;
        one.topic = tape::kWidgetTopic;
        one.path = fmt::format("step({})", one.step);
        one.expected = compare::NameOf(wanted.identity);
        one.actual = *other;
        one.sentence = fmt::format("the touch goes to {} instead of {}",
                                   one.actual, one.expected);
        Tell({std::move(one)});
      }
    }
    return aimed;
  }
  const bool scroll = widget.action() == WidgetEvent::ACTION_SCROLL;
  const WantedWidget wanted =
      Wanted(scroll ? widget.scrolled() : widget.target(), before.get());
  auto found = Reachable(step, wanted, *seen);
  if (!found) {
    ASSIGN_OR_RETURN(found, Search(step, wanted, seen));
  }
  if (!found) {
    aimed.missing = true;
    TellMissing(step, wanted, *seen);
    return aimed;
  }
  if (!scroll) {
    const PixelPoint down = DownOf(step.gesture);
    aimed.effect.recorded = before->At(down.x, down.y);
    aimed.effect.now = found->widget;
  }
  RETURN_IF_ERROR(AimAt(step, wanted, *found, *seen, &aimed));
  return aimed;
}

std::optional<Found> StepPlayer::Reachable(const ReplayStep& step,
                                           const WantedWidget& wanted,
                                           const Seen& seen) const {
  if (!seen.screen) return std::nullopt;
  auto found = FindSame(*seen.screen, wanted);
  if (!found) return std::nullopt;
  const Rect shown = VisibleBounds(seen.screen->node(found->widget));
  const PixelPoint exact =
      Moved(step.widget.bounds(), seen.screen->node(found->widget).bounds(),
            DownOf(step.gesture));
  // Another window may cover it, or its container cut it off.
  if (!Reaches(*seen.screen, CentreOf(shown), found->widget) &&
      !Reaches(*seen.screen, exact, found->widget) &&
      step.widget.action() != WidgetEvent::ACTION_SCROLL) {
    return std::nullopt;
  }
  return found;
}

Status StepPlayer::AimAt(const ReplayStep& step, const WantedWidget& wanted,
                         const Found& found, const Seen& seen, Aimed* aimed) {
  const Screenful& screen = *seen.screen;
  const GestureEvent& gesture = step.gesture;
  const Turns turns = TurnsOf(step, seen);
  const ViewNode& node = screen.node(found.widget);
  Rect from = step.widget.bounds();
  Rect to = node.bounds();
  const auto before = diff_.ScreenBefore(step.moment);
  if (step.widget.action() == WidgetEvent::ACTION_SCROLL) {
    if (const auto was = before->Find(wanted.identity)) {
      from = VisibleBounds(before->node(was->widget));
    }
    to = VisibleBounds(node);
  }
  aimed->map = WithinMap(displays_, turns, from, to);
  const PixelPoint down = DownOf(gesture);
  PixelPoint there = Moved(from, to, down);
  if (IsTap(gesture) && !Reaches(screen, there, found.widget)) {
    there = CentreOf(VisibleBounds(node));
    const PixelPoint places[2] = {down, down};
    const PixelPoint others[2] = {there, there};
    aimed->map = TwoPointsMap(displays_, turns, places, others);
  }
  if (step.widget.action() == WidgetEvent::ACTION_DRAG) {
    const auto end =
        FindSame(screen, Wanted(step.widget.end_target(), before.get()));
    if (end) {
      const PixelPoint places[2] = {
          down, {gesture.fingers(0).end_x(), gesture.fingers(0).end_y()}};
      const PixelPoint others[2] = {
          there, CentreOf(VisibleBounds(screen.node(end->widget)))};
      aimed->map = TwoPointsMap(displays_, turns, places, others);
    }
  }
  if (displays_.same && there.x == down.x && there.y == down.y) return {};
  RepriseEvent event;
  event.set_kind(RepriseEvent::KIND_GESTURE_RETARGETED);
  event.set_severity(RepriseEvent::SEVERITY_INFO);
  event.set_origin(gesture.id());
  event.set_topic(std::string(tape::kWidgetTopic));
  event.set_sentence(
      fmt::format("'{}' goes to {:.0f},{:.0f} instead of {:.0f},{:.0f}",
                  step.widget.words(), there.x, there.y, down.x, down.y));
  auto* const retarget = event.mutable_retarget();
  retarget->set_recorded_x(down.x);
  retarget->set_recorded_y(down.y);
  retarget->set_delivered_x(there.x);
  retarget->set_delivered_y(there.y);
  retarget->set_likeness(static_cast<float>(found.likeness));
  retarget->set_candidates(found.candidates);
  retarget->set_found_by(found.by);
  retarget->set_scroll_steps(swipes_);
  return stage_.Mark(event);
}

// --- looking for it

Result<std::optional<Found>> StepPlayer::Search(const ReplayStep& step,
                                                const WantedWidget& wanted,
                                                Seen* seen) {
  std::optional<Found> found;
  const auto here = [&](const Seen& now) {
    found = Reachable(step, wanted, now);
    return found.has_value();
  };
  // What is out of view is scrolled to, once the screen is at rest.
  Seen last;
  const auto rests = [&](const Seen& now) {
    const bool rest = now.settled || now.Same(last);
    last = now;
    return here(now) || rest;
  };
  RETURN_IF_ERROR(ToStatus(WaitFor(rests, seen, "a screen at rest", 0)));
  if (found) return found;
  swipes_ = 0;
  for (const bool back : {false, true}) {
    ASSIGN_OR_RETURN(found, SearchIn(step, wanted, back, seen));
    if (found) return found;
  }
  RETURN_IF_ERROR(
      ToStatus(WaitFor(here, seen, compare::NameOf(wanted.identity), 0)));
  return found;
}

Result<std::optional<Found>> StepPlayer::SearchIn(const ReplayStep& step,
                                                  const WantedWidget& wanted,
                                                  bool back, Seen* seen) {
  for (int i = 0; i < kMaxSwipes && seen->screen; ++i) {
    const std::vector<WidgetRef> lists = MayReveal(*seen->screen, wanted);
    if (lists.empty()) return std::nullopt;
    const ViewNode& list = seen->screen->node(lists.front());
    const bool sideways = ScrollsSideways(list);
    const auto direction = sideways ? back ? WidgetEvent::DIRECTION_RIGHT
                                           : WidgetEvent::DIRECTION_LEFT
                           : back   ? WidgetEvent::DIRECTION_DOWN
                                    : WidgetEvent::DIRECTION_UP;
    ASSIGN_OR_RETURN(const bool moved,
                     Swipe(VisibleBounds(list), direction, step, seen));
    if (auto found = Reachable(step, wanted, *seen)) return found;
    if (!moved) return std::nullopt;
  }
  return std::nullopt;
}

Status StepPlayer::GoOnScrolling(const ReplayStep& step, Seen* seen) {
  const WidgetEvent& widget = step.widget;
  if (options_.level != Level::kWidget ||
      widget.action() != WidgetEvent::ACTION_SCROLL) {
    return {};
  }
  // On another display a list flies further, or longer.
  RETURN_IF_ERROR(Rest(seen));
  if (!widget.has_last_visible()) return {};
  const auto before = diff_.ScreenBefore(step.moment);
  const auto after = diff_.ScreenBefore(step.moment + 1);
  const WantedWidget last = Wanted(widget.last_visible(), after.get());
  const WantedWidget scrolled = Wanted(widget.scrolled(), before.get());
  for (int i = 0; i < kMaxSwipes && seen->screen; ++i) {
    const Screenful& screen = *seen->screen;
    const auto list = FindSame(screen, scrolled);
    if (FindSame(screen, last) || !list) return {};
    // Further than that already?
    const auto shown = screen.LastVisible(list->widget);
    const auto row =
        shown ? Wanted(screen.Identity(*shown), &screen).row : std::nullopt;
    const bool forward = widget.direction() == WidgetEvent::DIRECTION_UP ||
                         widget.direction() == WidgetEvent::DIRECTION_LEFT;
    if (row && last.row && (forward ? *row >= *last.row : *row <= *last.row)) {
      return {};
    }
    ASSIGN_OR_RETURN(const bool moved,
                     Swipe(VisibleBounds(screen.node(list->widget)),
                           widget.direction(), step, seen));
    if (!moved) return {};
  }
  return {};
}

Result<bool> StepPlayer::Swipe(const Rect& within,
                               WidgetEvent::Direction direction,
                               const ReplayStep& step, Seen* seen) {
  std::vector<StepStage::Due> frames;
  const int64_t begins = seen->now_ns + kBetweenSwipesNs;
  for (input::Frame& frame :
       SwipeFrames(within, direction, displays_.now, seen->rotation)) {
    // A device of its own, and the step that it is part of.
    frame.device = static_cast<uint32_t>(plan_.recording.devices.size());
    frame.id = plan_.steps[step.first].id;
    const int64_t due = begins + frame.time_ns;
    frames.push_back({due, std::move(frame)});
  }
  if (frames.empty()) return false;
  swipes_++;
  RETURN_IF_ERROR(stage_.Play(frames));
  const Seen was = *seen;
  ASSIGN_OR_RETURN(*seen, Look(frames.back().due_ns + kBetweenSwipesNs));
  RETURN_IF_ERROR(Rest(seen));
  return !seen->Same(was);
}

Status StepPlayer::Rest(Seen* seen) {
  // A touch would only stop what still moves.
  const int64_t until = seen->now_ns + kMaxRestNs;
  for (Seen last; !seen->settled && !seen->Same(last);) {
    if (seen->now_ns >= until) return {};
    last = *seen;
    ASSIGN_OR_RETURN(*seen, Look(seen->now_ns + kRestLookNs));
  }
  return {};
}

void StepPlayer::TellMissing(const ReplayStep& step, const WantedWidget& wanted,
                             const Seen& seen) {
  Divergence one = diff_.At(step.moment);
  const std::string name = compare::NameOf(wanted.identity);
  one.at_step = true;
  one.kind = Class::CLASS_MISSING_WIDGET;
  one.topic = tape::kWidgetTopic;
  one.path = fmt::format("view({})", name);
  one.expected = name;
  if (seen.screen) {
    one.actual =
        fmt::format("{}", fmt::join(NearestNames(*seen.screen, wanted), ", "));
  }
  one.sentence =
      one.actual.empty()
          ? fmt::format("{} is missing", name)
          : fmt::format("{} is missing; the nearest are {}", name, one.actual);
  Tell({std::move(one)});
}

}  // namespace reprise::session
