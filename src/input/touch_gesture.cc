#include "input/touch_gesture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "input/time_math.h"

namespace reprise::input {
namespace {

// Android's VelocityTracker: a pointer that says nothing for 40 ms has
// stopped, and only the last 100 ms count.
constexpr int64_t kStoppedNs = 40'000'000;
constexpr int64_t kVelocityNs = 100'000'000;
constexpr size_t kMaxRecent = 64;

// A finger that rests while the other moves makes the middle travel as far as
// the distance changes; people mean the pinch.
constexpr double kPreferPinch = 1.2;

struct Shape {
  double x = 0;  // the middle, in mm
  double y = 0;
  double spread = 0;  // mean distance from it
  std::vector<std::pair<double, double>> spokes;
};

Shape ShapeOf(const std::vector<Touch>& touches, const TouchScale& scale) {
  Shape shape;
  const auto count = static_cast<double>(touches.size());
  for (const Touch& touch : touches) {
    shape.spokes.emplace_back(double{touch.at.x} * scale.mm_per_pixel_x(),
                              double{touch.at.y} * scale.mm_per_pixel_y());
    shape.x += shape.spokes.back().first / count;
    shape.y += shape.spokes.back().second / count;
  }
  for (auto& [x, y] : shape.spokes) {
    x -= shape.x;
    y -= shape.y;
    shape.spread += std::hypot(x, y) / count;
  }
  return shape;
}

}  // namespace

float TouchGesture::Millimetres(PixelPoint from, PixelPoint to) const {
  return std::hypot((to.x - from.x) * scale_.mm_per_pixel_x(),
                    (to.y - from.y) * scale_.mm_per_pixel_y());
}

void TouchGesture::Update(int64_t time_ns, const std::vector<Touch>& touches) {
  if (!any_finger()) first_ns_ = time_ns;
  last_ns_ = time_ns;
  std::erase_if(down_, [&](size_t index) {
    Finger& finger = fingers_[index];
    if (std::ranges::find(touches, finger.id, &Touch::id) != touches.end()) {
      return false;
    }
    Lift(&finger, time_ns);
    return true;
  });
  for (const Touch& touch : touches) {
    const auto known = std::ranges::find_if(
        down_, [&](size_t index) { return fingers_[index].id == touch.id; });
    if (known != down_.end()) {
      Move(&fingers_[*known], time_ns, touch.at);
    } else {
      const Sample sample = {time_ns, touch.at};
      down_.push_back(fingers_.size());
      fingers_.push_back({touch.id, sample, sample, 0, {}, {sample}, {}});
    }
  }
  MoveTogether(touches);
}

void TouchGesture::Move(Finger* finger, int64_t time_ns, PixelPoint at) {
  finger->last = {time_ns, at};
  const float moved = Millimetres(finger->first.at, at);
  if (!finger->left_slop_ns && moved > rules_.touch_slop_mm) {
    finger->left_slop_ns = time_ns;
  }
  // Only fingers that moved say so: the others of the frame are repeated.
  const PixelPoint before = finger->recent.back().at;
  if (before.x == at.x && before.y == at.y) return;
  finger->recent.push_back(finger->last);
  if (finger->recent.size() > kMaxRecent) finger->recent.pop_front();
}

void TouchGesture::Lift(Finger* finger, int64_t time_ns) {
  finger->up_ns = time_ns;
  const std::deque<Sample>& recent = finger->recent;
  if (SubtractTime(time_ns, recent.back().time_ns) > kStoppedNs) return;
  const Sample& last = recent.back();
  size_t first = recent.size() - 1;
  while (first > 0) {
    const int64_t before = recent[first - 1].time_ns;
    if (SubtractTime(last.time_ns, before) > kVelocityNs) break;
    if (SubtractTime(recent[first].time_ns, before) > kStoppedNs) break;
    first--;
  }
  const int64_t time = last.time_ns - recent[first].time_ns;
  if (time <= 0) return;
  const float seconds = static_cast<float>(time) * 1e-9F;
  finger->velocity = {(last.at.x - recent[first].at.x) / seconds,
                      (last.at.y - recent[first].at.y) / seconds};
}

void TouchGesture::MoveTogether(const std::vector<Touch>& touches) {
  std::vector<Touch> now = touches;
  std::ranges::sort(now, {}, &Touch::id);
  const bool same =
      std::ranges::equal(now, before_, {}, &Touch::id, &Touch::id);
  if (same && now.size() >= 2) {
    const Shape from = ShapeOf(before_, scale_);
    const Shape to = ShapeOf(now, scale_);
    double cross = 0;
    double dot = 0;
    for (size_t i = 0; i < from.spokes.size(); i++) {
      const auto& [x0, y0] = from.spokes[i];
      const auto& [x1, y1] = to.spokes[i];
      cross += x0 * y1 - y0 * x1;
      dot += x0 * x1 + y0 * y1;
    }
    const double turned = std::atan2(cross, dot);
    turned_rad_ += turned;
    turned_mm_ += turned * (from.spread + to.spread) / 2;
    spread_mm_ += to.spread - from.spread;
    if (from.spread > 0 && to.spread > 0) {
      scale_factor_ *= to.spread / from.spread;
    }
    travel_x_mm_ += to.x - from.x;
    travel_y_mm_ += to.y - from.y;
  }
  before_ = std::move(now);
}

GestureEvent::Kind TouchGesture::KindOfOne(const Finger& finger) const {
  if (!finger.left_slop_ns) {
    return SubtractTime(last_ns_, first_ns_) >= rules_.long_press_ns
               ? GestureEvent::KIND_LONG_PRESS
               : GestureEvent::KIND_TAP;
  }
  if (SubtractTime(*finger.left_slop_ns, first_ns_) >= rules_.long_press_ns) {
    return GestureEvent::KIND_DRAG;
  }
  const float speed = Millimetres({}, finger.velocity);
  return speed >= rules_.fling_mm_per_s ? GestureEvent::KIND_FLING
                                        : GestureEvent::KIND_SWIPE;
}

GestureEvent::Kind TouchGesture::KindOfSeveral() const {
  const bool moved = std::ranges::any_of(fingers_, [&](const Finger& finger) {
    return finger.left_slop_ns.has_value();
  });
  if (!moved) {
    return SubtractTime(last_ns_, first_ns_) >= rules_.long_press_ns
               ? GestureEvent::KIND_LONG_PRESS
               : GestureEvent::KIND_MULTI_TAP;
  }
  const double pinched = std::abs(spread_mm_) * kPreferPinch;
  const double turned = std::abs(turned_mm_) * kPreferPinch;
  const double travelled = std::hypot(travel_x_mm_, travel_y_mm_);
  if (std::max(pinched, turned) < travelled) {
    return GestureEvent::KIND_MULTI_SWIPE;
  }
  return pinched >= turned ? GestureEvent::KIND_PINCH
                           : GestureEvent::KIND_ROTATE;
}

void TouchGesture::Describe(GestureEvent* gesture) const {
  for (const Finger& finger : fingers_) {
    auto* out = gesture->add_fingers();
    out->set_tracking_id(finger.id);
    out->set_start_x(finger.first.at.x);
    out->set_start_y(finger.first.at.y);
    out->set_end_x(finger.last.at.x);
    out->set_end_y(finger.last.at.y);
    out->set_down_ns(finger.first.time_ns);
    out->set_up_ns(finger.up_ns);
    out->set_velocity_x(finger.velocity.x);
    out->set_velocity_y(finger.velocity.y);
  }
  if (fingers_.size() == 1) {
    gesture->set_kind(KindOfOne(fingers_[0]));
    return;
  }
  gesture->set_kind(KindOfSeveral());
  if (gesture->kind() == GestureEvent::KIND_PINCH) {
    gesture->set_scale(static_cast<float>(scale_factor_));
  }
  if (gesture->kind() == GestureEvent::KIND_PINCH ||
      gesture->kind() == GestureEvent::KIND_ROTATE) {
    gesture->set_rotation_deg(
        static_cast<float>(turned_rad_ * 180 / std::numbers::pi));
  }
}

}  // namespace reprise::input
