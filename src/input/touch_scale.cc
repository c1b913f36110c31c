#include "input/touch_scale.h"

#include <linux/input.h>

#include <algorithm>

namespace reprise::input {
namespace {

constexpr float kPhoneWidthMm = 65;
constexpr float kPhoneWidthPixels = 1080;

// The number of units of an axis; 0 if it tells no range.
float UnitsOf(const EvdevDevice::AbsAxis* axis) {
  if (axis == nullptr || axis->maximum() <= axis->minimum()) return 0;
  return static_cast<float>(int64_t{axis->maximum()} - axis->minimum() + 1);
}

}  // namespace

TouchScale::TouchScale(DisplaySize display) {
  const float side =
      display.known()
          ? static_cast<float>(std::min(display.width, display.height))
          : kPhoneWidthPixels;
  mm_x_ = mm_y_ = kPhoneWidthMm / side;
}

TouchScale::TouchScale(const EvdevDevice& device, DisplaySize display)
    : TouchScale(display) {
  const bool single = TouchProtocolOf(device) == TouchProtocol::kSingle;
  const auto* x = FindAxis(device, single ? ABS_X : ABS_MT_POSITION_X);
  const auto* y = FindAxis(device, single ? ABS_Y : ABS_MT_POSITION_Y);
  const float units_x = UnitsOf(x);
  const float units_y = UnitsOf(y);
  if (display.known()) {
    if (units_x > 0) {
      minimum_x_ = x->minimum();
      scale_x_ = static_cast<float>(display.width) / units_x;
    }
    if (units_y > 0) {
      minimum_y_ = y->minimum();
      scale_y_ = static_cast<float>(display.height) / units_y;
    }
  } else if (units_x > 0 && units_y > 0) {
    mm_x_ = mm_y_ = kPhoneWidthMm / std::min(units_x, units_y);
  }
  if (x != nullptr && x->resolution() > 0) {
    mm_x_ = 1 / (static_cast<float>(x->resolution()) * scale_x_);
  }
  if (y != nullptr && y->resolution() > 0) {
    mm_y_ = 1 / (static_cast<float>(y->resolution()) * scale_y_);
  }
}

PixelPoint TouchScale::ToPixels(int32_t x, int32_t y) const {
  return {static_cast<float>(int64_t{x} - minimum_x_) * scale_x_,
          static_cast<float>(int64_t{y} - minimum_y_) * scale_y_};
}

}  // namespace reprise::input
