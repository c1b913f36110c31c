// StepAim: where the fingers of a recorded step go on another display or within
// another widget, and the input devices for it.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "input/recording.h"
#include "input/touch_rewrite.h"
#include "reprise/device_description.pb.h"
#include "reprise/rect.pb.h"
#include "reprise/widget.pb.h"

namespace reprise::session {

enum class Level { kKernel, kPointer, kWidget };

// Displays as they were built.
struct StepDisplays {
  input::DisplaySize recorded;
  input::DisplaySize now;
  bool same = true;  // size, density and rotation
};

// `recorded`: as the tape says it, in pixels; `device`: that of the tape;
// `facts`: that it is played on.
StepDisplays DisplaysOf(input::DisplaySize recorded,
                        const std::optional<DeviceDescription>& device,
                        const DeviceDescription& facts);

// Both displays, as they are turned at a step.
struct Turns {
  uint32_t recorded = 0;
  uint32_t now = 0;
};

// Places of the whole display.
input::PointMap ScaledMap(const StepDisplays& displays, Turns turns);
// Places within a rectangle of the recorded display become those within
// another one, in pixels of the displays as they are turned.
input::PointMap WithinMap(const StepDisplays& displays, Turns turns,
                          const Rect& from, const Rect& to);
// From one place to one, and from another one to another one.
input::PointMap TwoPointsMap(const StepDisplays& displays, Turns turns,
                             const input::PixelPoint from[2],
                             const input::PixelPoint to[2]);

// The recorded devices for places of the new display, and after them one for
// what was not recorded; as they are at Level::kKernel.
std::vector<EvdevDevice> DevicesFor(Level level,
                                    std::vector<EvdevDevice> recorded,
                                    input::DisplaySize display);

// A finger that moves the content in a direction by half of `within` and rests
// before it lifts, so that nothing flies on. In pixels of the display as it is
// turned; times from 0.
std::vector<input::Frame> SwipeFrames(const Rect& within,
                                      WidgetEvent::Direction direction,
                                      input::DisplaySize display,
                                      uint32_t rotation);

}  // namespace reprise::session
