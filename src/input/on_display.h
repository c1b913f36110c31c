// Where a pointer of a motion event is on the display: events tell it in the
// coordinates of their window.
//
// Threads: a plain function.
#pragma once

#include "input/touch_scale.h"
#include "reprise/motion_event.pb.h"

namespace reprise::input {

inline PixelPoint OnDisplay(const MotionEvent& motion,
                            const MotionEvent::Coords& coords) {
  const auto& matrix = motion.to_display();
  if (matrix.size() != 6) return {coords.x(), coords.y()};
  return {matrix[0] * coords.x() + matrix[1] * coords.y() + matrix[2],
          matrix[3] * coords.x() + matrix[4] * coords.y() + matrix[5]};
}

}  // namespace reprise::input
