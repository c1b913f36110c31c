// TouchRewrite: the frames of a touch device with their fingers elsewhere: on
// a display of another size, turned, or within another widget. Everything else
// of a frame stays: contacts, pressure, times and ids.
//
// A kernel says an axis only when it changes, and each gesture may be moved in
// another way; so what is moved says both axes of a finger whenever either
// changed and when it goes down.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "input/device.h"
#include "input/event.h"
#include "input/recording.h"
#include "input/touch_scale.h"

namespace reprise::input {

// Between a display as it was built and as it is turned
// (Surface.ROTATION_*); `display` is its size as built.
PixelPoint Turn(PixelPoint at, uint32_t rotation, DisplaySize display);
PixelPoint TurnBack(PixelPoint at, uint32_t rotation, DisplaySize display);
// Its size as it is turned.
DisplaySize Turned(DisplaySize display, uint32_t rotation);

// From pixels of one display as it was built to those of another.
using PointMap = std::function<PixelPoint(PixelPoint)>;

// The device of frames that were rewritten: one unit is one pixel.
EvdevDevice OnDisplay(EvdevDevice device, DisplaySize display);

class TouchRewrite {
 public:
  // Of this device on the display `from`, to OnDisplay(device, to).
  TouchRewrite(const EvdevDevice& device, DisplaySize from, DisplaySize to);

  // In the order of time; every frame of the device must come by.
  Frame Rewrite(const Frame& frame, const PointMap& map);

 private:
  struct Raw {
    int32_t x = 0;
    int32_t y = 0;
  };

  void GoTo(int32_t slot);
  void Say(const Raw& at, bool single, const PointMap& map,
           std::vector<Event>* events) const;

  TouchProtocol protocol_;
  TouchScale scale_;
  DisplaySize to_;
  std::vector<Raw> slots_;  // A: one, of the contact being described
  size_t slot_ = 0;
  Raw single_;  // ABS_X and ABS_Y
};

}  // namespace reprise::input
