#include "formats/describe.h"

#include <linux/input.h>

#include <algorithm>
#include <map>
#include <utility>

#include "input/device.h"
#include "input/event_codes.h"

namespace reprise::formats {
namespace {

constexpr int32_t kMostTrackingId = 65535;  // what the kernel gives out

constexpr int32_t kUsualSlots = 10;
constexpr int32_t kMaxSlots = 64;  // of a device that is made up here

struct Range {
  int32_t least = 0;
  int32_t most = 0;
  int32_t first = 0;
};

// What one device said.
struct Seen {
  std::map<uint32_t, Range> codes;  // by type and code
  // First values of the axes of a finger, by code and slot.
  std::map<std::pair<uint32_t, int32_t>, int32_t> slots;
  int32_t slot = 0;
  bool contacts = false;  // separated by SYN_MT_REPORT: protocol A
};

bool IsFingerAxis(uint32_t type, uint32_t code) {
  return type == EV_ABS && code > ABS_MT_SLOT && code <= ABS_MT_TOOL_Y;
}

// A value that is not the first one: the kernel told the first because it was
// new.
int32_t Before(int32_t first) { return first == 0 ? 1 : 0; }

bool Possible(const input::Event& event) {
  return event.type != EV_SYN && event.type <= EV_MAX &&
         event.code <= input::MaxCodeOf(event.type);
}

// Protocol B even if one finger never made the driver name its slot: it takes
// tracking ids back and does not separate contacts.
void DescribeSlots(const Seen& seen, EvdevDevice* device) {
  const auto ids = seen.codes.find(EV_ABS << 16 | ABS_MT_TRACKING_ID);
  const bool taken_back = ids != seen.codes.end() && ids->second.least < 0;
  if (seen.contacts) return;
  if (!taken_back && !input::HasCode(*device, EV_ABS, ABS_MT_SLOT)) return;
  EvdevDevice::AbsAxis* axis = input::AddAxis(device, ABS_MT_SLOT);
  axis->set_minimum(0);
  axis->set_maximum(
      std::clamp(axis->maximum(), kUsualSlots - 1, kMaxSlots - 1));
  axis->set_value(0);
  for (const auto& [place, first] : seen.slots) {
    const auto [code, slot] = place;
    if (code == ABS_MT_TRACKING_ID || slot > axis->maximum()) continue;
    auto* values =
        device->slots_size() > 0 &&
                device->slots(device->slots_size() - 1).code() == code
            ? device->mutable_slots(device->slots_size() - 1)
            : device->add_slots();
    values->set_code(code);
    while (values->values_size() <= axis->maximum()) values->add_values(0);
    values->set_values(slot, Before(first));
  }
}

void Describe(const Seen& seen, input::DisplaySize display,
              EvdevDevice* device) {
  for (const auto& [key, range] : seen.codes) {
    const uint32_t type = key >> 16;
    const uint32_t code = key & 0xffff;
    input::AddCode(device, type, code);
    if (type == EV_KEY && range.first == 0) device->add_keys_down(code);
    if (type == EV_SW && range.first == 0) device->add_switches_on(code);
    if (type != EV_ABS) continue;
    EvdevDevice::AbsAxis* axis = input::AddAxis(device, code);
    axis->set_minimum(range.least);
    axis->set_maximum(range.most);
    if (!IsFingerAxis(type, code)) axis->set_value(Before(range.first));
    if (code == ABS_MT_TRACKING_ID) {
      axis->set_minimum(0);
      axis->set_maximum(kMostTrackingId);
    }
  }
  DescribeSlots(seen, device);
  if (input::TouchProtocolOf(*device) == input::TouchProtocol::kNone) return;
  // A screen that is touched, not a pad that moves a pointer: those have
  // buttons to tell.
  if (!input::HasCode(*device, EV_KEY, BTN_LEFT)) {
    input::AddProperty(device, INPUT_PROP_DIRECT);
  }
  const auto widen = [&](uint32_t code, int32_t size) {
    if (size <= 0 || input::FindAxis(*device, code) == nullptr) return;
    EvdevDevice::AbsAxis* axis = input::AddAxis(device, code);
    axis->set_maximum(std::max(axis->maximum(), size - 1));
  };
  widen(ABS_X, display.width);
  widen(ABS_Y, display.height);
  widen(ABS_MT_POSITION_X, display.width);
  widen(ABS_MT_POSITION_Y, display.height);
}

}  // namespace

void DescribeFromEvents(input::Recording* recording, input::Losses* losses) {
  std::vector<bool> bare;
  for (const EvdevDevice& device : recording->devices) {
    bare.push_back(device.events().empty());
  }
  if (std::ranges::find(bare, true) == bare.end()) return;
  std::vector<Seen> seen(bare.size());
  for (const input::Frame& frame : recording->frames) {
    if (!bare[frame.device]) continue;
    for (const input::Event& event : frame.events) {
      Seen& device = seen[frame.device];
      device.contacts |= event.type == EV_SYN && event.code == SYN_MT_REPORT;
      if (!Possible(event)) continue;
      if (event.type == EV_ABS && event.code == ABS_MT_SLOT) {
        device.slot = std::clamp(event.value, 0, kMaxSlots - 1);
      } else if (IsFingerAxis(event.type, event.code)) {
        device.slots.try_emplace({event.code, device.slot}, event.value);
      }
      const uint32_t key = uint32_t{event.type} << 16 | event.code;
      const auto [code, added] = device.codes.try_emplace(key);
      Range& range = code->second;
      if (added) range.first = event.value;
      range.least = std::min(range.least, event.value);
      range.most = std::max(range.most, event.value);
    }
  }
  for (size_t i = 0; i < bare.size(); i++) {
    if (!bare[i] || seen[i].codes.empty()) continue;
    Describe(seen[i], recording->display, &recording->devices[i]);
    losses->Add(
        "devices are not described; what they can do was guessed from "
        "their events");
  }
}

}  // namespace reprise::formats
