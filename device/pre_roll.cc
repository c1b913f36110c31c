#include "device/pre_roll.h"

#include <linux/input.h>

#include "device/device_state.h"
#include "input/device.h"

namespace reprise::agent {
namespace {

using input::Event;

// The kernel says a slot only together with a value that changes, and starts
// with the one of the axis ABS_MT_SLOT as said. If another was said since, the
// wanted one must be said again, by a value that goes and comes back.
void SaySlot(const DeviceState& wanted, bool said, std::vector<Event>* events) {
  int32_t last_said = said ? wanted.slot() : 0;
  int32_t slot = 0;
  for (const Event& event : *events) {
    if (event.type != EV_ABS || event.code < ABS_MT_SLOT) continue;
    if (event.code == ABS_MT_SLOT) {
      slot = event.value;
    } else {
      last_said = slot;
    }
  }
  if (last_said == wanted.slot()) return;
  const auto at = static_cast<size_t>(wanted.slot());
  for (const auto& [code, value] : wanted.slots().at(at)) {
    if (code == ABS_MT_TRACKING_ID) continue;
    if (slot != wanted.slot()) {
      events->push_back({EV_ABS, ABS_MT_SLOT, wanted.slot(), 0});
    }
    events->push_back({EV_ABS, code, value ^ 1, 0});
    events->push_back({EV_ABS, code, value, 0});
    return;
  }
}

}  // namespace

std::vector<Event> PreRoll(const EvdevDevice& device, bool axes_kept) {
  const DeviceState wanted(device);
  std::vector<Event> events = DeviceState::Fresh(device, axes_kept).To(wanted);
  if (!events.empty()) events.pop_back();  // its SYN_REPORT
  if (!wanted.slots().empty()) SaySlot(wanted, axes_kept, &events);
  // The repeats are on the recording: the kernel must not add its own.
  if (input::HasType(device, EV_REP)) {
    events.push_back({EV_REP, REP_DELAY, 0, 0});
    events.push_back({EV_REP, REP_PERIOD, 0, 0});
  }
  if (!events.empty()) events.push_back({EV_SYN, SYN_REPORT, 0, 0});
  return events;
}

}  // namespace reprise::agent
