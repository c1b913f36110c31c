#include "input/touch_rewrite.h"

#include <linux/input.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "input/virtual_devices.h"

namespace reprise::input {
namespace {

// More than any device has; the last takes what is beyond.
constexpr int32_t kMaxSlots = 64;
constexpr int32_t kMost = std::numeric_limits<int32_t>::max();

bool IsPosition(const Event& event) {
  return event.type == EV_ABS &&
         (event.code == ABS_X || event.code == ABS_Y ||
          event.code == ABS_MT_POSITION_X || event.code == ABS_MT_POSITION_Y);
}

// A made-up touchscreen that tells parts of pixels (synthesise.cc).
bool IsFine(const EvdevDevice::AbsAxis& axis) {
  return axis.minimum() == 0 && axis.maximum() >= kFineUnits &&
         (int64_t{axis.maximum()} + 1) % kFineUnits == 0;
}

}  // namespace

PixelPoint Turn(PixelPoint at, uint32_t rotation, DisplaySize display) {
  const auto right = static_cast<float>(display.width - 1);
  const auto bottom = static_cast<float>(display.height - 1);
  switch (rotation) {
    case 1:
      return {at.y, right - at.x};
    case 2:
      return {right - at.x, bottom - at.y};
    case 3:
      return {bottom - at.y, at.x};
    default:
      return at;
  }
}

PixelPoint TurnBack(PixelPoint at, uint32_t rotation, DisplaySize display) {
  return Turn(at, (4 - rotation % 4) % 4, Turned(display, rotation));
}

DisplaySize Turned(DisplaySize display, uint32_t rotation) {
  if (rotation % 2 == 1) std::swap(display.width, display.height);
  return display;
}

EvdevDevice OnDisplay(EvdevDevice device, DisplaySize display) {
  for (auto& axis : *device.mutable_abs_axes()) {
    const uint32_t code = axis.code();
    const bool x = code == ABS_X || code == ABS_MT_POSITION_X;
    const bool y = code == ABS_Y || code == ABS_MT_POSITION_Y;
    if (!x && !y) continue;
    const int64_t units = IsFine(axis) ? kFineUnits : 1;
    const int64_t side = x ? display.width : display.height;
    axis.set_minimum(0);
    axis.set_maximum(
        static_cast<int32_t>(std::min<int64_t>(side * units - 1, kMost)));
    axis.set_resolution(0);
    axis.set_value(std::clamp(axis.value(), 0, axis.maximum()));
  }
  return device;
}

TouchRewrite::TouchRewrite(const EvdevDevice& device, DisplaySize from,
                           DisplaySize to)
    : protocol_(TouchProtocolOf(device)),
      scale_(device, from),
      to_(to),
      slots_(1) {
  if (const auto* slot = FindAxis(device, ABS_MT_SLOT)) GoTo(slot->value());
  // A finger that was down before the recording began.
  for (const auto& values : device.slots()) {
    const bool x = values.code() == ABS_MT_POSITION_X;
    if (!x && values.code() != ABS_MT_POSITION_Y) continue;
    const int count = std::min(values.values_size(), kMaxSlots);
    if (slots_.size() < static_cast<size_t>(count)) {
      slots_.resize(static_cast<size_t>(count));
    }
    for (int i = 0; i < count; ++i) {
      Raw& raw = slots_[static_cast<size_t>(i)];
      (x ? raw.x : raw.y) = values.values(i);
    }
  }
}

void TouchRewrite::GoTo(int32_t slot) {
  slot_ = static_cast<size_t>(std::clamp(slot, 0, kMaxSlots - 1));
  if (slot_ >= slots_.size()) slots_.resize(slot_ + 1);
}

void TouchRewrite::Say(const Raw& at, bool single, const PointMap& map,
                       std::vector<Event>* events) const {
  const PixelPoint moved = map(scale_.ToPixels(at.x, at.y));
  const int32_t units =
      scale_.pixels_per_unit_x() * static_cast<float>(kFineUnits) == 1.0F
          ? kFineUnits
          : 1;
  const auto value = [units](float pixels, int32_t side) {
    // A map may give anything; a finger stays on the display.
    const double last = std::min<double>(
        static_cast<double>(std::max(side, 1)) * units - 1, kMost);
    if (!std::isfinite(pixels)) return static_cast<int32_t>(last / 2);
    return static_cast<int32_t>(
        std::clamp(std::round(static_cast<double>(pixels) * units), 0.0, last));
  };
  const auto code_x = static_cast<uint16_t>(single ? ABS_X : ABS_MT_POSITION_X);
  const auto code_y = static_cast<uint16_t>(single ? ABS_Y : ABS_MT_POSITION_Y);
  events->push_back({EV_ABS, code_x, value(moved.x, to_.width), 0});
  events->push_back({EV_ABS, code_y, value(moved.y, to_.height), 0});
}

Frame TouchRewrite::Rewrite(const Frame& frame, const PointMap& map) {
  Frame result = frame;
  if (protocol_ == TouchProtocol::kNone) return result;
  result.events.clear();
  bool slot_changed = false;
  bool single_changed = false;
  const auto end_contact = [&] {
    if (slot_changed) Say(slots_[slot_], false, map, &result.events);
    slot_changed = false;
  };
  for (const Event& event : frame.events) {
    if (IsPosition(event)) {
      const bool single = event.code == ABS_X || event.code == ABS_Y;
      Raw& raw = single ? single_ : slots_[slot_];
      (event.code == ABS_X || event.code == ABS_MT_POSITION_X ? raw.x : raw.y) =
          event.value;
      (single ? single_changed : slot_changed) = true;
      continue;
    }
    if (event.type == EV_ABS && event.code == ABS_MT_SLOT) {
      end_contact();
      GoTo(event.value);
    } else if (event.type == EV_ABS && event.code == ABS_MT_TRACKING_ID &&
               protocol_ == TouchProtocol::kB && event.value >= 0) {
      slot_changed = true;
    } else if (event.type == EV_KEY && event.code == BTN_TOUCH &&
               protocol_ == TouchProtocol::kSingle && event.value != 0) {
      single_changed = true;
    } else if (event.type == EV_SYN) {
      end_contact();
      if (event.code == SYN_REPORT && single_changed) {
        Say(single_, true, map, &result.events);
        single_changed = false;
      }
    }
    result.events.push_back(event);
  }
  return result;
}

}  // namespace reprise::input
