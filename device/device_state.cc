#include "device/device_state.h"

#include <linux/input.h>

#include <algorithm>

#include "input/device.h"

namespace reprise::agent {
namespace {

using input::Event;

// The types whose codes are on or off.
constexpr uint16_t kSwitched[] = {EV_KEY, EV_SW, EV_LED, EV_SND};

bool IsSlotAxis(uint16_t code) {
  return code > ABS_MT_SLOT && code <= ABS_MT_TOOL_Y;
}

bool IsMultitouchAxis(uint16_t code) {
  return code >= ABS_MT_SLOT && code <= ABS_MT_TOOL_Y;
}

Event Make(uint16_t type, uint32_t code, int32_t value) {
  return {type, static_cast<uint16_t>(code), value, 0};
}

}  // namespace

DeviceState::DeviceState(const EvdevDevice& device) {
  const auto put = [&](uint16_t type, const auto& codes) {
    for (const uint32_t code : codes) {
      on_[type].insert(static_cast<uint16_t>(code));
    }
  };
  put(EV_KEY, device.keys_down());
  put(EV_SW, device.switches_on());
  put(EV_LED, device.leds_on());
  put(EV_SND, device.sounds_on());

  size_t slots = 0;
  for (const auto& axis : device.abs_axes()) {
    const auto code = static_cast<uint16_t>(axis.code());
    if (code == ABS_MT_SLOT) {
      // The kernel makes no more than these, nor does CheckDevice() take more.
      slots = static_cast<size_t>(std::clamp(axis.maximum(), -1, 1023) + 1);
      slot_ = axis.value();
    } else if (!IsMultitouchAxis(code)) {
      axes_[code] = axis.value();
    }
  }
  slots_.resize(slots);
  pressure_tells_ = slots == 0 && axes_.contains(ABS_PRESSURE) &&
                    !input::HasCode(device, EV_KEY, BTN_TOUCH);
  if (slot_ < 0 || static_cast<size_t>(slot_) >= slots_.size()) slot_ = 0;
  for (const auto& axis : device.abs_axes()) {
    const auto code = static_cast<uint16_t>(axis.code());
    if (!IsSlotAxis(code)) continue;
    for (auto& slot : slots_) slot[code] = code == ABS_MT_TRACKING_ID ? -1 : 0;
  }
  for (const auto& values : device.slots()) {
    const auto code = static_cast<uint16_t>(values.code());
    const size_t known = static_cast<size_t>(values.values_size());
    for (size_t i = 0; i < std::min(known, slots_.size()); i++) {
      if (slots_[i].contains(code)) {
        slots_[i][code] = values.values(static_cast<int>(i));
      }
    }
  }
}

DeviceState DeviceState::Fresh(const EvdevDevice& device, bool axes_kept) {
  EvdevDevice fresh = device;
  fresh.clear_keys_down();
  fresh.clear_switches_on();
  fresh.clear_leds_on();
  fresh.clear_sounds_on();
  fresh.clear_slots();
  for (auto& axis : *fresh.mutable_abs_axes()) {
    if (axis.code() == ABS_MT_SLOT || !axes_kept) axis.set_value(0);
  }
  return DeviceState(fresh);
}

void DeviceState::Push(std::span<const Event> events) {
  for (const Event& event : events) {
    if (event.type == EV_ABS) {
      PushAbs(event);
    } else if (event.type == EV_SYN && event.code == SYN_REPORT) {
      contacts_ = frame_contacts_;
      frame_contacts_ = false;
    } else if (std::ranges::find(kSwitched, event.type) !=
               std::end(kSwitched)) {
      if (event.value != 0) {
        on_[event.type].insert(event.code);
      } else {
        on_[event.type].erase(event.code);
      }
    }
  }
}

void DeviceState::PushAbs(const Event& event) {
  if (event.code == ABS_MT_SLOT) {
    if (event.value >= 0 && static_cast<size_t>(event.value) < slots_.size()) {
      slot_ = event.value;
    }
  } else if (!IsMultitouchAxis(event.code)) {
    axes_[event.code] = event.value;
  } else if (slots_.empty()) {
    frame_contacts_ = true;
  } else {
    slots_[static_cast<size_t>(slot_)][event.code] = event.value;
  }
}

std::vector<Event> DeviceState::To(const DeviceState& wanted) const {
  std::vector<Event> events;
  int32_t slot = slot_;
  const auto enter = [&](int32_t next) {
    if (slot == next) return;
    events.push_back(Make(EV_ABS, ABS_MT_SLOT, next));
    slot = next;
  };
  // The slot that is current in the end comes last.
  const auto count =
      static_cast<int32_t>(std::min(slots_.size(), wanted.slots_.size()));
  for (int32_t step = 0; step < count; step++) {
    const int32_t i = (wanted.slot_ + 1 + step) % count;
    const auto& here = slots_[static_cast<size_t>(i)];
    // The tracking id first: values belong to the finger that it names.
    const auto say = [&](uint16_t code, int32_t value) {
      const auto known = here.find(code);
      if (known != here.end() && known->second == value) return;
      enter(i);
      events.push_back(Make(EV_ABS, code, value));
    };
    const auto& there = wanted.slots_[static_cast<size_t>(i)];
    if (const auto id = there.find(ABS_MT_TRACKING_ID); id != there.end()) {
      say(ABS_MT_TRACKING_ID, id->second);
    }
    for (const auto& [code, value] : there) {
      if (code != ABS_MT_TRACKING_ID) say(code, value);
    }
  }
  if (count > 0) enter(wanted.slot_);

  for (const auto& [code, value] : wanted.axes_) {
    const auto known = axes_.find(code);
    if (known == axes_.end() || known->second != value) {
      events.push_back(Make(EV_ABS, code, value));
    }
  }
  static const std::set<uint16_t> kNone;
  for (const uint16_t type : kSwitched) {
    const auto mine = on_.find(type);
    const auto theirs = wanted.on_.find(type);
    const auto& from = mine == on_.end() ? kNone : mine->second;
    const auto& to = theirs == wanted.on_.end() ? kNone : theirs->second;
    for (const uint16_t code : from) {
      if (!to.contains(code)) events.push_back(Make(type, code, 0));
    }
    for (const uint16_t code : to) {
      if (!from.contains(code)) events.push_back(Make(type, code, 1));
    }
  }
  if (!events.empty()) events.push_back(Make(EV_SYN, SYN_REPORT, 0));
  return events;
}

std::vector<Event> DeviceState::Release() const {
  DeviceState released = *this;
  released.on_[EV_KEY].clear();
  for (auto& slot : released.slots_) {
    if (const auto id = slot.find(ABS_MT_TRACKING_ID); id != slot.end()) {
      id->second = -1;
    }
  }
  if (pressure_tells_) released.axes_[ABS_PRESSURE] = 0;
  std::vector<Event> events = To(released);
  if (contacts_ || frame_contacts_) {
    if (events.empty()) events.push_back(Make(EV_SYN, SYN_REPORT, 0));
    events.insert(events.begin(), Make(EV_SYN, SYN_MT_REPORT, 0));
  }
  return events;
}

}  // namespace reprise::agent
