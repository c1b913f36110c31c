// DeviceState: what is pressed, lit and touched on a device, followed frame by
// frame. Whoever has lost frames, makes a device again or stops in the middle
// needs the one frame that leads from one state to another.
//
// It follows the kernel: an out-of-range slot is ignored, values of a slot
// stay when its finger is lifted.
//
// Threads: a plain value.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "input/event.h"
#include "reprise/evdev_device.pb.h"

namespace reprise::agent {

class DeviceState {
 public:
  // The state that the description holds.
  explicit DeviceState(const EvdevDevice& device);

  // The state of the same device right after uinput has made it: no finger, no
  // key, slot values 0. Old kernels start the axes at 0, too.
  static DeviceState Fresh(const EvdevDevice& device, bool axes_kept);

  void Push(std::span<const input::Event> events);

  // A frame that leads from here to `wanted`, with its SYN_REPORT; empty if
  // there is nothing to say. Ends in the wanted slot.
  std::vector<input::Event> To(const DeviceState& wanted) const;

  // A frame that lifts every finger and key that is down; empty if none is.
  std::vector<input::Event> Release() const;

  // The slot that events without one of their own belong to.
  int32_t slot() const { return slot_; }
  // The slots' values by axis code; empty if it is not protocol B.
  const std::vector<std::map<uint16_t, int32_t>>& slots() const {
    return slots_;
  }

 private:
  void PushAbs(const input::Event& event);

  // What is on, by event type: keys, switches, LEDs, sounds.
  std::map<uint16_t, std::set<uint16_t>> on_;
  std::map<uint16_t, int32_t> axes_;  // without those of slots
  std::vector<std::map<uint16_t, int32_t>> slots_;
  int32_t slot_ = 0;
  bool pressure_tells_ = false;  // without BTN_TOUCH, of a finger
  bool contacts_ = false;        // protocol A: the last frame had some
  bool frame_contacts_ = false;  // protocol A: this frame has some
};

}  // namespace reprise::agent
