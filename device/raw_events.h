// Events as the kernel takes them from us: arrays of struct input_event, one
// write for each frame.
//
// Threads: plain functions.
#pragma once

#include <linux/input.h>

#include <span>
#include <vector>

#include "base/result.h"
#include "input/event.h"

namespace reprise::agent {

// Times are left 0: the kernel stamps events when they are written.
std::vector<input_event> ToRaw(std::span<const input::Event> events);

// Writes all of it with one call; nothing if it is empty.
Status WriteRaw(int fd, std::span<const input_event> events);
Status WriteEvents(int fd, std::span<const input::Event> events);

}  // namespace reprise::agent
