#include "input/frame_match.h"

#include <fmt/format.h>
#include <linux/input.h>

#include "input/device.h"
#include "input/event_codes.h"

namespace reprise::input {
namespace {

constexpr int kNoSlot = -1;

std::string Describe(const Event& event) {
  const std::string_view name = CodeName(event.type, event.code);
  if (name.empty()) {
    return fmt::format("{:04x} {:04x} {}", event.type, event.code, event.value);
  }
  return fmt::format("{} {}", name, event.value);
}

std::string Describe(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) {
    if (!text.empty()) text += ", ";
    text += Describe(event);
  }
  return text.empty() ? "nothing" : text;
}

bool IsMtAxis(const Event& event) {
  return event.type == EV_ABS && event.code > ABS_MT_SLOT &&
         event.code <= ABS_MT_TOOL_Y;
}

bool SameEvents(const std::vector<Event>& a, const std::vector<Event>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); i++) {
    if (a[i].type != b[i].type || a[i].code != b[i].code ||
        a[i].value != b[i].value) {
      return false;
    }
  }
  return true;
}

}  // namespace

FrameMatch::FrameMatch(const EvdevDevice& device) {
  for (const auto& axis : device.abs_axes()) {
    values_[{EV_ABS, axis.code(), kNoSlot}] = axis.value();
  }
  for (const uint32_t key : device.keys_down()) {
    values_[{EV_KEY, key, kNoSlot}] = 1;
  }
  for (const uint32_t code : device.switches_on()) {
    values_[{EV_SW, code, kNoSlot}] = 1;
  }
  for (const uint32_t code : device.leds_on()) {
    values_[{EV_LED, code, kNoSlot}] = 1;
  }
  if (const auto* slots = FindAxis(device, ABS_MT_SLOT)) {
    has_slots_ = true;
    slot_ = told_slot_ = slots->value();
    slots_ = slots->maximum() + 1;
  }
  for (const auto& axis : device.slots()) {
    for (int slot = 0; slot < axis.values_size(); slot++) {
      values_[{EV_ABS, axis.code(), slot}] = axis.values(slot);
    }
  }
}

bool FrameMatch::Passes(const Event& event) {
  if (event.type == EV_ABS && event.code == ABS_MT_SLOT && has_slots_) {
    if (event.value >= 0 && event.value < slots_) slot_ = event.value;
    return false;
  }
  const int slot = has_slots_ && IsMtAxis(event) ? slot_ : kNoSlot;
  switch (event.type) {
    case EV_ABS: {
      if (slot == kNoSlot && IsMtAxis(event)) return true;  // protocol A
      const auto [known, added] =
          values_.try_emplace({event.type, event.code, slot},
                              event.code == ABS_MT_TRACKING_ID ? -1 : 0);
      if (known->second == event.value) return false;
      known->second = event.value;
      return true;
    }
    case EV_KEY:
    case EV_SW:
    case EV_LED: {
      if (event.type == EV_KEY && event.value == 2) return true;  // repeats
      const auto [known, added] =
          values_.try_emplace({event.type, event.code, kNoSlot}, 0);
      const int32_t value = event.value != 0 ? 1 : 0;
      if (known->second == value) return false;
      known->second = value;
      return true;
    }
    case EV_REL:
      return event.value != 0;
    case EV_MSC:
      return true;
    case EV_SYN:
      return event.code == SYN_MT_REPORT;
    default:
      // Not for injecting: repeats, force feedback, sounds, what vendors add.
      return false;
  }
}

std::vector<Event> FrameMatch::WhatPasses(const Frame& frame) {
  std::vector<Event> events;
  for (const Event& event : frame.events) {
    if (!Passes(event)) continue;
    // The kernel names the slot before the first change in it.
    if (has_slots_ && IsMtAxis(event) && told_slot_ != slot_) {
      told_slot_ = slot_;
      events.push_back({EV_ABS, ABS_MT_SLOT, slot_, 0});
    }
    events.push_back(event);
  }
  return events;
}

std::optional<std::string> FrameMatch::Compare(
    const std::vector<Frame>& written, const std::vector<Frame>& read) {
  // What each would do to a device in the same state.
  FrameMatch other = *this;
  size_t next = 0;
  for (const Frame& frame : written) {
    const std::vector<Event> expected = WhatPasses(frame);
    if (expected.empty()) continue;
    std::vector<Event> actual;
    while (actual.empty() && next < read.size()) {
      actual = other.WhatPasses(read[next++]);
    }
    if (SameEvents(expected, actual)) continue;
    return fmt::format("frame {} should be {}, but the device said {}",
                       frame.id, Describe(expected),
                       actual.empty() ? "no more" : Describe(actual));
  }
  for (; next < read.size(); next++) {
    const std::vector<Event> actual = other.WhatPasses(read[next]);
    if (actual.empty()) continue;
    return fmt::format("after the last frame the device said {}",
                       Describe(actual));
  }
  return std::nullopt;
}

}  // namespace reprise::input
