#include "input/device_gestures.h"

#include <linux/input.h>

#include <algorithm>
#include <cmath>

#include "input/time_math.h"

namespace reprise::input {
namespace {

// How long the BTN_TOUCH of a driver may come before or after its fingers.
constexpr int64_t kLingerNs = 50'000'000;
// A pause that ends scrolling, hovering and moving of sticks.
constexpr int64_t kPauseNs = 250'000'000;

// Buttons that say what is near or on the surface, not that one was pressed.
bool IsToolButton(uint32_t code) {
  return code >= BTN_DIGI && code <= BTN_TOOL_QUADTAP && code != BTN_STYLUS &&
         code != BTN_STYLUS2 && code != BTN_STYLUS3;
}

bool IsWheel(uint32_t code) {
  return code == REL_WHEEL || code == REL_HWHEEL || code == REL_DIAL ||
         code == REL_WHEEL_HI_RES || code == REL_HWHEEL_HI_RES;
}

}  // namespace

void TapJoiner::Begin(int64_t time_ns, const Sink& sink) {
  if (tap_ &&
      SubtractTime(time_ns, tap_->message.end_ns()) > rules_.double_tap_ns) {
    Flush(sink);
  }
}

bool TapJoiner::Joins(const GestureEvent& second) const {
  const GestureEvent& first = tap_->message;
  if (second.kind() != GestureEvent::KIND_TAP || second.cut()) return false;
  if (SubtractTime(second.start_ns(), first.end_ns()) > rules_.double_tap_ns) {
    return false;
  }
  const auto& from = first.fingers(0);
  const auto& to = second.fingers(0);
  return std::hypot((to.start_x() - from.start_x()) * scale_.mm_per_pixel_x(),
                    (to.start_y() - from.start_y()) *
                        scale_.mm_per_pixel_y()) <= rules_.double_tap_slop_mm;
}

void TapJoiner::Take(Timed<GestureEvent> gesture, const Sink& sink) {
  if (tap_ && Joins(gesture.message)) {
    GestureEvent& both = tap_->message;
    GestureEvent& second = gesture.message;
    both.set_kind(GestureEvent::KIND_DOUBLE_TAP);
    both.set_end_ns(second.end_ns());
    both.mutable_frame_refs()->MergeFrom(second.frame_refs());
    both.mutable_touch_refs()->MergeFrom(second.touch_refs());
    both.mutable_fingers()->MergeFrom(second.fingers());
    tap_->read_ns = gesture.read_ns;
    Flush(sink);
    return;
  }
  Flush(sink);
  if (gesture.message.kind() == GestureEvent::KIND_TAP &&
      !gesture.message.cut()) {
    tap_ = std::move(gesture);
  } else {
    sink(std::move(gesture));
  }
}

void TapJoiner::Flush(const Sink& sink) {
  if (!tap_) return;
  Timed<GestureEvent> tap = *std::move(tap_);
  tap_.reset();
  sink(std::move(tap));
}

DeviceGestures::DeviceGestures(const EvdevDevice& device, DisplaySize display,
                               const GestureRules& rules)
    : class_(ClassOf(device)),
      scale_(device, display),
      rules_(rules),
      single_(TouchProtocolOf(device) == TouchProtocol::kSingle),
      state_(device),
      joiner_(scale_, rules),
      keys_before_(device.keys_down().begin(), device.keys_down().end()),
      begins_cut_(!state_.contacts().empty()) {}

DeviceGestures::Said DeviceGestures::Read(const Frame& frame) {
  Said said;
  pressed_.clear();
  for (const Event& event : frame.events) {
    if (event.type == EV_KEY && IsToolButton(event.code)) {
      if (event.code != BTN_TOUCH) continue;
      button_ = event.value != 0;
      said.touch_button = said.touch_button || (button_ && !single_);
    } else if (event.type == EV_KEY && event.value == 0) {
      keys_down_.erase(event.code);
      if (keys_before_.erase(event.code) == 0) continue;
      pressed_.push_back(event.code);
      said.released = true;
    } else if (event.type == EV_KEY && !keys_before_.contains(event.code)) {
      if (!keys_down_.insert(event.code).second) continue;  // a repeat
      pressed_.push_back(event.code);
      said.pressed = true;
    } else if (event.type == EV_SW) {
      said.switched = true;
      pressed_.push_back(event.code);
    } else if (event.type == EV_REL) {
      (IsWheel(event.code) ? said.scrolled : said.moved) = true;
    } else if (event.type == EV_ABS && class_ == DeviceClass::kJoystick) {
      said.moved = true;
    }
  }
  return said;
}

std::vector<Touch> DeviceGestures::Touches() const {
  std::vector<Touch> touches;
  for (const Contact& contact : state_.contacts()) {
    if (contact.distance > 0) continue;  // it hovers
    touches.push_back({contact.id, scale_.ToPixels(contact.x, contact.y)});
  }
  return touches;
}

void DeviceGestures::Push(const Frame& frame, const Sink& sink) {
  // What a sensor says is no gesture.
  if (class_ == DeviceClass::kSensor) return;
  AdvanceTo(frame.time_ns, sink);
  if (begins_cut_) {
    begins_cut_ = false;
    touching_ = !Touches().empty();
    if (touching_) {
      Begin(frame.time_ns, sink);
      open_->event.set_cut(true);
      open_->touches.Update(frame.time_ns, Touches());
    }
  }
  const bool was_held = Held();
  const Said said = Read(frame);
  state_.Push(frame);
  const std::vector<Touch> touches = Touches();
  const bool hovers = touches.size() < state_.contacts().size();
  const bool touched = !touching_ && !touches.empty();
  touching_ = !touches.empty();

  // Fingers or keys after mere moving, or after a gesture that only waits for
  // its BTN_TOUCH, are another gesture.
  if (open_ && (touched || said.pressed) && !was_held &&
      (open_->touches.any_finger() || open_->hovered || open_->scrolled)) {
    End(false, sink);
  }
  const bool something = touching_ || said.pressed || said.released ||
                         said.switched || said.scrolled || said.moved ||
                         said.touch_button || hovers;
  if (!open_) {
    if (!something) return;
    Begin(frame.time_ns, sink);
    open_->event.set_cut(said.released);
  }
  open_->event.add_frame_refs(frame.id);
  open_->event.set_end_ns(std::max(open_->event.end_ns(), frame.time_ns));
  if (open_->touches.any_finger() || touching_) {
    open_->touches.Update(open_->event.end_ns(), touches);
  }
  for (const uint32_t code : pressed_) open_->event.add_key_codes(code);
  const bool held = Held();
  open_->switched |= said.switched;
  open_->scrolled |= said.scrolled && !held;
  open_->keys_moved |= said.moved && held;
  open_->hovered |= (said.moved || hovers) && !held;

  if (held) return;
  const bool moves = open_->scrolled || open_->hovered;
  const bool waits = button_ && !single_;
  const bool quiet = !moves && !waits;
  // A button released while the pointer moves ends the gesture all the same.
  if (quiet || (was_held && !waits) || said.pressed) End(false, sink);
}

void DeviceGestures::Begin(int64_t time_ns, const Sink& sink) {
  joiner_.Begin(time_ns, sink);
  open_.emplace(Open{{}, TouchGesture(scale_, rules_)});
  open_->event.set_start_ns(time_ns);
  open_->event.set_end_ns(time_ns);
}

GestureEvent::Kind DeviceGestures::KindOfRest() const {
  const int keys = open_->event.key_codes_size();
  if (open_->switched) return GestureEvent::KIND_SWITCH;
  if (open_->keys_moved && class_ == DeviceClass::kPointer) {
    return GestureEvent::KIND_DRAG;
  }
  if (keys > 1) return GestureEvent::KIND_CHORD;
  if (keys == 1) return GestureEvent::KIND_KEY;
  if (open_->scrolled) return GestureEvent::KIND_SCROLL;
  if (open_->hovered && class_ != DeviceClass::kJoystick) {
    return class_ == DeviceClass::kPointer || class_ == DeviceClass::kTouch
               ? GestureEvent::KIND_HOVER
               : GestureEvent::KIND_SCROLL;  // a trackball among the keys
  }
  return GestureEvent::KIND_OTHER;
}

void DeviceGestures::End(bool cut, const Sink& sink) {
  Timed<GestureEvent> gesture;
  if (cut) open_->event.set_cut(true);
  if (open_->touches.any_finger()) {
    open_->touches.Describe(&open_->event);
  } else {
    open_->event.set_kind(KindOfRest());
  }
  gesture.time_ns = open_->event.start_ns();
  gesture.read_ns = open_->event.end_ns();
  gesture.message = std::move(open_->event);
  open_.reset();
  joiner_.Take(std::move(gesture), sink);
}

void DeviceGestures::AdvanceTo(int64_t time_ns, const Sink& sink) {
  if (open_ && !Held()) {
    const bool moves = open_->scrolled || open_->hovered;
    const int64_t quiet = SubtractTime(time_ns, open_->event.end_ns());
    if (quiet > (moves ? kPauseNs : kLingerNs)) End(false, sink);
  }
  if (!open_) joiner_.Begin(time_ns, sink);
}

void DeviceGestures::Finish(const Sink& sink) {
  if (open_) End(Held(), sink);
  joiner_.Flush(sink);
}

}  // namespace reprise::input
