// DeviceGestures: the gestures of one device, found frame by frame. All rules
// of where a gesture begins and ends are here; what it is called is decided by
// touch_gesture.h and, for all else, at the end.
//
// A gesture lasts while a finger or key is down. BTN_TOUCH of drivers that send
// it in a frame of its own belongs to the gesture of the fingers, if it comes
// soon. What only moves (wheels, mice, sticks, hovering) lasts until a pause.
// Keys that were down when the recording began, which may be broken ones, are
// noticed when they are released.
//
// Invariant: every frame is in one gesture or in none.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "input/gestures.h"
#include "input/touch_gesture.h"
#include "input/touch_scale.h"
#include "input/touch_state.h"

namespace reprise::input {

// Joins two taps to a double tap: holds a tap back until it can be none.
class TapJoiner {
 public:
  TapJoiner(const TouchScale& scale, const GestureRules& rules)
      : scale_(scale), rules_(rules) {}

  using Sink = GestureSegmenter::Sink;
  // A gesture begins: a tap long before stands alone.
  void Begin(int64_t time_ns, const Sink& sink);
  void Take(Timed<GestureEvent> gesture, const Sink& sink);
  void Flush(const Sink& sink);
  bool waiting() const { return tap_.has_value(); }

 private:
  bool Joins(const GestureEvent& second) const;

  TouchScale scale_;
  GestureRules rules_;
  std::optional<Timed<GestureEvent>> tap_;
};

class DeviceGestures {
 public:
  using Sink = GestureSegmenter::Sink;

  DeviceGestures(const EvdevDevice& device, DisplaySize display,
                 const GestureRules& rules);

  void Push(const Frame& frame, const Sink& sink);
  void AdvanceTo(int64_t time_ns, const Sink& sink);
  void Finish(const Sink& sink);
  // True if time alone can change something.
  bool waiting() const { return open_.has_value() || joiner_.waiting(); }

 private:
  struct Open {
    GestureEvent event;
    TouchGesture touches;
    bool keys_moved = false;  // a pointer moved while a button was down
    bool scrolled = false;
    bool hovered = false;
    bool switched = false;
  };
  // What one frame says apart from fingers.
  struct Said {
    bool pressed = false;   // a key went down, maybe up again
    bool released = false;  // one that was down when the recording began
    bool switched = false;
    bool scrolled = false;
    bool moved = false;
    bool touch_button = false;  // went down
  };

  Said Read(const Frame& frame);
  std::vector<Touch> Touches() const;
  void Begin(int64_t time_ns, const Sink& sink);
  void End(bool cut, const Sink& sink);
  bool Held() const { return touching_ || !keys_down_.empty(); }
  GestureEvent::Kind KindOfRest() const;

  const DeviceClass class_;
  const TouchScale scale_;
  const GestureRules rules_;
  const bool single_;
  TouchState state_;
  TapJoiner joiner_;
  std::optional<Open> open_;
  std::set<uint32_t> keys_down_;
  std::set<uint32_t> keys_before_;  // down when the recording began
  std::vector<uint32_t> pressed_;   // by the frame that is read
  bool touching_ = false;           // a finger is down
  bool button_ = false;             // BTN_TOUCH
  bool begins_cut_ = false;         // a finger was down at the beginning
};

}  // namespace reprise::input
