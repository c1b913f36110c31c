#include "compare/widget_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "input/gestures.h"
#include "input/pointer_events.h"

namespace reprise::compare {
namespace {

// As many states are remembered: a gesture may be known later than one after
// it, but not much.
constexpr size_t kMaxSeen = 64;

bool IsScroll(const GestureEvent& gesture) {
  return gesture.kind() == GestureEvent::KIND_SWIPE ||
         gesture.kind() == GestureEvent::KIND_FLING;
}

WidgetEvent::Position Within(const Rect& bounds, int32_t pointer, float x,
                             float y) {
  WidgetEvent::Position at;
  at.set_pointer_id(pointer);
  const auto width = static_cast<float>(bounds.right() - bounds.left());
  const auto height = static_cast<float>(bounds.bottom() - bounds.top());
  if (width > 0) at.set_x((x - static_cast<float>(bounds.left())) / width);
  if (height > 0) at.set_y((y - static_cast<float>(bounds.top())) / height);
  return at;
}

// The way that the content goes with the finger.
WidgetEvent::Direction DirectionOf(const GestureEvent::Finger& finger) {
  const float x = finger.end_x() - finger.start_x();
  const float y = finger.end_y() - finger.start_y();
  if (std::abs(x) > std::abs(y)) {
    return x > 0 ? WidgetEvent::DIRECTION_RIGHT : WidgetEvent::DIRECTION_LEFT;
  }
  return y > 0 ? WidgetEvent::DIRECTION_DOWN : WidgetEvent::DIRECTION_UP;
}

const char* WordOf(WidgetEvent::Direction direction) {
  switch (direction) {
    case WidgetEvent::DIRECTION_UP:
      return "up";
    case WidgetEvent::DIRECTION_DOWN:
      return "down";
    case WidgetEvent::DIRECTION_LEFT:
      return "left";
    case WidgetEvent::DIRECTION_RIGHT:
      return "right";
    default:
      return "";
  }
}

std::string_view ShortActivity(std::string_view component) {
  return component.substr(component.find_last_of("./$") + 1);
}

// " in NoteEditor"
std::string WhereOf(const WidgetEvent& step) {
  if (step.activity().empty()) return "";
  return " in " + std::string(ShortActivity(step.activity()));
}

std::string KeyWords(const GestureEvent& gesture) {
  std::string words;
  for (const uint32_t code : gesture.key_codes()) {
    std::string name(input::AndroidKeyName(input::AndroidKeyOf(code)));
    constexpr std::string_view kPrefix = "KEYCODE_";
    if (name.starts_with(kPrefix)) name = name.substr(kPrefix.size());
    words += (words.empty() ? "" : "+") +
             (name.empty() ? "key " + std::to_string(code) : name);
  }
  return words;
}

}  // namespace

std::string WhereTyped(const WidgetEvent& step) {
  if (step.window_title() == kKeyboardTitle) {
    return " on the keyboard" + WhereOf(step);
  }
  if (!step.has_target()) return WhereOf(step);
  return " into " + NameOfField(step.target()) + WhereOf(step);
}

std::string Words(const WidgetEvent& step, const GestureEvent& gesture,
                  std::string_view row) {
  std::string words;
  if (step.action() == WidgetEvent::ACTION_KEY) {
    words = "press " + KeyWords(gesture);
  } else if (step.action() == WidgetEvent::ACTION_SCROLL) {
    words = std::string(input::NameOf(gesture.kind())) + " " +
            WordOf(step.direction()) + " in " + NameOf(step.scrolled());
  } else if (gesture.kind() != GestureEvent::KIND_UNSPECIFIED) {
    words = std::string(input::NameOf(gesture.kind())) + " " +
            NameOf(step.target());
    if (!row.empty()) words += fmt::format(" of {}", row);
    if (step.window_title() == kKeyboardTitle) words += " on the keyboard";
  }
  return words + WhereOf(step);
}

void WidgetSteps::Take(const StateEvent& state, int64_t time_ns) {
  if (!state.has_windows()) return;
  // All are read, for one that has a digest only may come later.
  auto screen = forests_.Take(state);
  if (screen == nullptr || (state.kind() != StateEvent::KIND_BEFORE_GESTURE &&
                            state.kind() != StateEvent::KIND_FINAL)) {
    return;
  }
  seen_.push_back({time_ns, state.id(), state.activity().component(),
                   std::move(screen), false});
  if (seen_.size() > kMaxSeen) seen_.pop_front();
  Resolve(false);
}

void WidgetSteps::Take(const GestureEvent& gesture) {
  Push({gesture.start_ns(), gesture.end_ns(), gesture, {}, false});
}

void WidgetSteps::Take(const TextEvent& text, int64_t time_ns) {
  // What came of a touch on a keyboard is that touch's.
  if (text.kind() != TextEvent::KIND_COMMIT || text.cause() != 0) return;
  Push({time_ns, time_ns, {}, text, true});
}

void WidgetSteps::Push(Pending pending) {
  // Gestures of several devices may overlap.
  const auto place =
      std::ranges::upper_bound(pending_, pending.start_ns, {},
                               [](const Pending& one) { return one.start_ns; });
  pending_.insert(place, std::move(pending));
  Resolve(false);
}

uint64_t WidgetSteps::FirstEventOf(const Pending& pending) {
  if (pending.is_text) return pending.text.id();
  if (!pending.gesture.touch_refs().empty()) {
    return pending.gesture.touch_refs(0);
  }
  return pending.gesture.key_refs().empty() ? 0 : pending.gesture.key_refs(0);
}

void WidgetSteps::Finish() { Resolve(true); }

void WidgetSteps::Resolve(bool finish) {
  while (!pending_.empty()) {
    const Pending& first = pending_.front();
    // The state before a gesture is taken when it begins.
    auto before = std::ranges::find_if(
        seen_, [&](const Seen& one) { return one.time_ns >= first.start_ns; });
    // What a tool types may all have the same time, and on a real clock a look
    // may last until after the next gesture: then the ids tell, for the state
    // of a step is written before its first event.
    const uint64_t event = FirstEventOf(first);
    while (before != seen_.end() && std::next(before) != seen_.end()) {
      const Seen& next = *std::next(before);
      const bool is_next =
          event > before->id ? next.id < event
                             : next.time_ns == before->time_ns && before->taken;
      if (!is_next) break;
      ++before;
    }
    // It may also have been given to the app later than it was due.
    const auto last = std::ranges::find_if(
        seen_.rbegin(), seen_.rend(),
        [&](const Seen& one) { return event != 0 && one.id < event; });
    if (last != seen_.rend() && !last->taken &&
        (before == seen_.end() || before->id > event)) {
      before = std::prev(last.base());
    }
    if (before == seen_.end()) {
      if (!finish) return;
      pending_.clear();
      return;
    }
    const auto after = std::ranges::find_if(
        seen_, [&](const Seen& one) { return one.time_ns > first.end_ns; });
    if (after == seen_.end() && !finish && IsScroll(first.gesture)) return;
    before->taken = true;
    Emit(first, *before, after == seen_.end() ? nullptr : &*after);
    pending_.pop_front();
  }
}

void WidgetSteps::Emit(const Pending& pending, const Seen& before,
                       const Seen* after) {
  const Screenful& screen = *before.screen;
  const GestureEvent& gesture = pending.gesture;
  WidgetEvent step;
  step.set_state_ref(before.id);
  step.set_activity(before.activity);
  std::optional<WidgetRef> target;
  if (pending.is_text) {
    target = screen.Focused();
    step.set_action(WidgetEvent::ACTION_TEXT);
    step.set_input_ref(pending.text.id());
    step.set_cause(pending.text.id());
  } else {
    step.set_gesture_ref(gesture.id());
    step.set_cause(gesture.id());
    if (gesture.fingers().empty()) {
      target = screen.Focused();
      step.set_action(WidgetEvent::ACTION_KEY);
      if (!gesture.key_refs().empty()) step.set_input_ref(gesture.key_refs(0));
    } else {
      const auto& finger = gesture.fingers(0);
      target = screen.At(finger.start_x(), finger.start_y());
      step.set_action(WidgetEvent::ACTION_TOUCH);
      if (!gesture.touch_refs().empty()) {
        step.set_input_ref(gesture.touch_refs(0));
      }
    }
  }
  if (target) {
    *step.mutable_target() = screen.Identity(*target);
    *step.mutable_bounds() = screen.node(*target).bounds();
    step.set_window_id(screen.window(*target).window_id());
    step.set_window_title(screen.window(*target).title());
    for (const auto& finger : gesture.fingers()) {
      *step.add_down() = Within(step.bounds(), finger.tracking_id(),
                                finger.start_x(), finger.start_y());
      *step.add_up() = Within(step.bounds(), finger.tracking_id(),
                              finger.end_x(), finger.end_y());
    }
    const auto scrolled = screen.Scrollable(*target);
    if (IsScroll(gesture) && scrolled) {
      const auto& finger = gesture.fingers(0);
      step.set_action(WidgetEvent::ACTION_SCROLL);
      *step.mutable_scrolled() = screen.Identity(*scrolled);
      step.set_direction(DirectionOf(finger));
      if (after != nullptr) {
        const auto again = after->screen->Find(step.scrolled());
        const auto last =
            again ? after->screen->LastVisible(again->widget) : std::nullopt;
        if (last) {
          *step.mutable_last_visible() = after->screen->Identity(*last);
        }
      }
    } else if (gesture.kind() == GestureEvent::KIND_DRAG) {
      const auto& finger = gesture.fingers(0);
      const auto end = screen.At(finger.end_x(), finger.end_y());
      if (end && *end != *target) {
        step.set_action(WidgetEvent::ACTION_DRAG);
        *step.mutable_end_target() = screen.Identity(*end);
      }
    }
  }
  if (pending.is_text) {
    step.set_words("type '" + pending.text.text() + "'" + WhereTyped(step));
  } else {
    WidgetEvent named = step;
    WidgetIdentity& widget = *named.mutable_target();
    std::string label;
    if (target && widget.text().empty() && widget.description().empty() &&
        widget.resource_name().empty()) {
      label = screen.Label(*target);
      widget.set_text(label);
    }
    // A label is already what its row is called by.
    const bool one_of_many = target && label.empty() && widget.equals() > 1;
    step.set_words(
        Words(named, gesture, one_of_many ? screen.RowOf(*target) : ""));
  }
  sink_(pending.end_ns, std::move(step));
}

}  // namespace reprise::compare
