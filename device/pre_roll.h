// What is written to a device right after uinput has made it, so that it is in
// the state in which the recording began. The kernel drops events that change
// nothing: only from the same state do the same events come out again.
//
// Threads: plain functions.
#pragma once

#include <vector>

#include "input/event.h"
#include "reprise/evdev_device.pb.h"

namespace reprise::agent {

// The frame to write; empty if a fresh device is already right. `axes_kept`
// says that the kernel took the values of the axes when it made the device.
std::vector<input::Event> PreRoll(const EvdevDevice& device, bool axes_kept);

}  // namespace reprise::agent
