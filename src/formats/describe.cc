#include "formats/describe.h"

#include <linux/input.h>

#include <algorithm>
#include <unordered_map>

#include "input/device.h"
#include "input/event_codes.h"

namespace reprise::formats {
namespace {

constexpr int32_t kMostTrackingId = 65535;  // what the kernel gives out

struct Range {
  int32_t least = 0;
  int32_t most = 0;
};
using Seen = std::unordered_map<uint32_t, Range>;  // by type and code

bool Possible(const input::Event& event) {
  return event.type != EV_SYN && event.type <= EV_MAX &&
         event.code <= input::MaxCodeOf(event.type);
}

void Describe(const Seen& seen, input::DisplaySize display,
              EvdevDevice* device) {
  for (const auto& [key, range] : seen) {
    const uint32_t type = key >> 16;
    const uint32_t code = key & 0xffff;
    input::AddCode(device, type, code);
    if (type != EV_ABS) continue;
    EvdevDevice::AbsAxis* axis = input::AddAxis(device, code);
    axis->set_minimum(range.least);
    axis->set_maximum(range.most);
    if (code == ABS_MT_TRACKING_ID) {
      axis->set_minimum(0);
      axis->set_maximum(kMostTrackingId);
    }
  }
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
      if (!Possible(event)) continue;
      const uint32_t key = uint32_t{event.type} << 16 | event.code;
      Range& range = seen[frame.device][key];
      range.least = std::min(range.least, event.value);
      range.most = std::max(range.most, event.value);
    }
  }
  for (size_t i = 0; i < bare.size(); i++) {
    if (!bare[i] || seen[i].empty()) continue;
    Describe(seen[i], recording->display, &recording->devices[i]);
    losses->Add(
        "devices are not described; what they can do was guessed from "
        "their events");
  }
}

}  // namespace reprise::formats
