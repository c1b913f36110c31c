// TouchScale: units of a touch device as pixels and as millimetres. Positions
// are told in pixels of the display, but what a hand means (did it move, was it
// fast) is a matter of millimetres.
//
// A device that does not tell its resolution is taken for a phone: the shorter
// side of its display is 65 mm. Without a display one unit is one pixel, and
// the shorter of the device's own sides is 65 mm; without that, either, the
// display is taken to have 1080 pixels.
//
// Threads: plain values.
#pragma once

#include "input/recording.h"
#include "input/touch_state.h"

namespace reprise::input {

struct PixelPoint {
  float x = 0;
  float y = 0;
};

class TouchScale {
 public:
  TouchScale(const EvdevDevice& device, DisplaySize display);
  // For positions that are in pixels already.
  explicit TouchScale(DisplaySize display);

  PixelPoint ToPixels(int32_t x, int32_t y) const;

  float pixels_per_unit_x() const { return scale_x_; }
  float pixels_per_unit_y() const { return scale_y_; }
  float mm_per_pixel_x() const { return mm_x_; }
  float mm_per_pixel_y() const { return mm_y_; }

 private:
  int32_t minimum_x_ = 0;
  int32_t minimum_y_ = 0;
  float scale_x_ = 1;
  float scale_y_ = 1;
  float mm_x_ = 0;
  float mm_y_ = 0;
};

}  // namespace reprise::input
