// What the tests of input share: devices as real ones are, and frames.
//
// Threads: one.
#pragma once

#include <linux/input.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "input/device.h"
#include "input/event.h"

namespace reprise::input::testing {

inline constexpr int64_t kMs = 1'000'000;

inline void AddRange(EvdevDevice* device, uint32_t code, int32_t maximum,
                     int32_t resolution = 0) {
  auto* axis = AddAxis(device, code);
  axis->set_maximum(maximum);
  axis->set_resolution(resolution);
}

// 1080 x 1920 units, 16 of them a millimetre.
inline EvdevDevice TouchB(int slots = 10) {
  EvdevDevice device;
  device.set_node("event2");
  device.set_name("touch_b");
  AddProperty(&device, INPUT_PROP_DIRECT);
  AddCode(&device, EV_KEY, BTN_TOUCH);
  AddRange(&device, ABS_MT_SLOT, slots - 1);
  AddRange(&device, ABS_MT_POSITION_X, 1079, 16);
  AddRange(&device, ABS_MT_POSITION_Y, 1919, 16);
  AddRange(&device, ABS_MT_PRESSURE, 255);
  AddRange(&device, ABS_MT_TOUCH_MAJOR, 30);
  AddRange(&device, ABS_MT_TRACKING_ID, 65535);
  return device;
}

inline EvdevDevice TouchA() {
  EvdevDevice device;
  device.set_node("event3");
  device.set_name("touch_a");
  AddProperty(&device, INPUT_PROP_DIRECT);
  AddRange(&device, ABS_MT_POSITION_X, 1079, 16);
  AddRange(&device, ABS_MT_POSITION_Y, 1919, 16);
  AddRange(&device, ABS_MT_TOUCH_MAJOR, 30);
  return device;
}

inline EvdevDevice SingleTouch() {
  EvdevDevice device;
  device.set_node("event4");
  device.set_name("single");
  AddProperty(&device, INPUT_PROP_DIRECT);
  AddCode(&device, EV_KEY, BTN_TOUCH);
  AddRange(&device, ABS_X, 1079, 16);
  AddRange(&device, ABS_Y, 1919, 16);
  AddRange(&device, ABS_PRESSURE, 255);
  return device;
}

inline EvdevDevice Keyboard() {
  EvdevDevice device;
  device.set_node("event5");
  device.set_name("gpio-keys");
  for (uint32_t code = KEY_ESC; code <= KEY_POWER; code++) {
    AddCode(&device, EV_KEY, code);
  }
  return device;
}

inline EvdevDevice Accelerometer() {
  EvdevDevice device;
  device.set_node("event6");
  device.set_name("accelerometer");
  AddRange(&device, ABS_X, 1000);
  AddRange(&device, ABS_Y, 1000);
  AddRange(&device, ABS_Z, 1000);
  return device;
}

// A frame with its SYN_REPORT.
inline Frame MakeFrame(int64_t time_ns, std::vector<Event> events,
                       uint32_t device = 0) {
  Frame frame;
  frame.device = device;
  frame.source = FrameSource::kDevice;
  frame.time_ns = time_ns;
  frame.read_ns = time_ns;
  frame.events = std::move(events);
  frame.events.push_back({EV_SYN, SYN_REPORT, 0});
  return frame;
}

struct Place {
  int32_t x;
  int32_t y;
};

// The events of one contact of protocol B; id -1 lifts it.
inline void AppendB(int32_t slot, int32_t id, Place place,
                    std::vector<Event>* events) {
  events->push_back({EV_ABS, ABS_MT_SLOT, slot});
  events->push_back({EV_ABS, ABS_MT_TRACKING_ID, id});
  if (id < 0) return;
  events->push_back({EV_ABS, ABS_MT_POSITION_X, place.x});
  events->push_back({EV_ABS, ABS_MT_POSITION_Y, place.y});
}

// All contacts of a frame of protocol A; none is the empty report.
inline std::vector<Event> EventsA(const std::vector<Place>& places) {
  std::vector<Event> events;
  for (const Place& place : places) {
    events.push_back({EV_ABS, ABS_MT_POSITION_X, place.x});
    events.push_back({EV_ABS, ABS_MT_POSITION_Y, place.y});
    events.push_back({EV_SYN, SYN_MT_REPORT, 0});
  }
  if (places.empty()) events.push_back({EV_SYN, SYN_MT_REPORT, 0});
  return events;
}

}  // namespace reprise::input::testing
