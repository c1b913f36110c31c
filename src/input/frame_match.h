// FrameMatch: whether the frames that came back from a device are those that
// were written to it. The kernel swallows what says nothing new (an axis or key
// that has that value already), so such events may be missing, and frames of
// nothing else; everything else must be there, in order.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "input/event.h"
#include "reprise/evdev_device.pb.h"

namespace reprise::input {

// One device's frames, written and read.
class FrameMatch {
 public:
  // Starts with the state that the description holds.
  explicit FrameMatch(const EvdevDevice& device);

  // The first place where `read` is not what the kernel makes of `written`, as
  // a sentence; nothing if they match.
  std::optional<std::string> Compare(const std::vector<Frame>& written,
                                     const std::vector<Frame>& read);

 private:
  // Takes the event into the state; false if the kernel swallows it.
  bool Passes(const Event& event);
  std::vector<Event> WhatPasses(const Frame& frame);

  std::map<std::tuple<uint16_t, uint16_t, int>, int32_t> values_;
  int slot_ = 0;
  int told_slot_ = 0;  // the last that passed
  bool has_slots_ = false;
  int slots_ = 0;
};

}  // namespace reprise::input
