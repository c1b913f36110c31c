// TouchGesture: what the fingers did from the first one down to the last one
// up, kept as sums so that a gesture of hours takes no more memory than a tap,
// and what that is called.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "input/gestures.h"
#include "input/touch_scale.h"

namespace reprise::input {

// One finger on the screen.
struct Touch {
  int32_t id = 0;
  PixelPoint at;
};

class TouchGesture {
 public:
  TouchGesture(const TouchScale& scale, const GestureRules& rules)
      : scale_(scale), rules_(rules) {}

  // The fingers that are down from this time on; times never fall. Fingers of
  // before that are not among them have lifted.
  void Update(int64_t time_ns, const std::vector<Touch>& touches);

  bool any_finger() const { return !fingers_.empty(); }

  // Fills kind, fingers, scale and rotation.
  void Describe(GestureEvent* gesture) const;

 private:
  struct Sample {
    int64_t time_ns;
    PixelPoint at;
  };
  struct Finger {
    int32_t id;
    Sample first;
    Sample last;
    int64_t up_ns = 0;
    std::optional<int64_t> left_slop_ns;  // when it moved; none: never
    std::deque<Sample> recent;
    PixelPoint velocity;  // at lifting
  };

  void Move(Finger* finger, int64_t time_ns, PixelPoint at);
  void Lift(Finger* finger, int64_t time_ns);
  void MoveTogether(const std::vector<Touch>& touches);
  float Millimetres(PixelPoint from, PixelPoint to) const;
  GestureEvent::Kind KindOfOne(const Finger& finger) const;
  GestureEvent::Kind KindOfSeveral() const;

  TouchScale scale_;
  GestureRules rules_;
  std::vector<Finger> fingers_;  // in the order of going down
  std::vector<size_t> down_;     // which of them are down
  int64_t first_ns_ = 0;
  int64_t last_ns_ = 0;
  std::vector<Touch> before_;  // the frame before
  // What the fingers did together, frame by frame while they stayed the same.
  double scale_factor_ = 1;
  double spread_mm_ = 0;    // change of the mean distance from their middle
  double turned_rad_ = 0;   // clockwise
  double turned_mm_ = 0;    // the same as a way on the screen
  double travel_x_mm_ = 0;  // of their middle
  double travel_y_mm_ = 0;
};

}  // namespace reprise::input
