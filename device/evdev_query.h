// What a node says of itself, by ioctl: the description that goes onto the
// tape, and from which the device can be made again.
//
// Threads: plain functions.
#pragma once

#include <string>

#include "reprise/evdev_device.pb.h"

namespace reprise::agent {

// Everything about the device behind `fd`. What the kernel does not answer
// stays empty. `node` is the name without folder.
EvdevDevice QueryDevice(int fd, const std::string& node);

// Only its state (keys, LEDs, switches, sounds, axes, slots), anew. Asking for
// it takes events that are already part of it out of the node's queue.
void QueryState(int fd, EvdevDevice* device);

}  // namespace reprise::agent
