// What the writers of kernel-level formats share: events in the order of time,
// the device of formats that hold only one, and what none of them can hold.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/format.h"
#include "input/recording.h"

namespace reprise::formats {

struct StampedEvent {
  int64_t time_ns = 0;
  uint32_t device = 0;
  uint16_t type = 0;
  uint16_t code = 0;
  int32_t value = 0;
};

// The finest stamp of a format, and what is lost by it.
enum class Precision : int64_t {
  kNanosecond = 1,
  kMicrosecond = 1'000,
  kMillisecond = 1'000'000,
};

// All events of all frames by time, those of one device in their order. Times
// before 0 move everything to start at 0. Says in `losses` what a format of
// events cannot hold: finer stamps, reading times, redaction, messages above
// the kernel.
std::vector<StampedEvent> EventsOf(const input::Recording& recording,
                                   Precision precision, input::Losses* losses);

// For formats of one device: the one that options.device names (node, path or
// name), or the only one with frames, or the touchscreen, or the one with the
// most frames. Frames of others are in `losses`.
Result<uint32_t> ChooseDevice(const input::Recording& recording,
                              const WriteOptions& options,
                              input::Losses* losses);

// The events of that one.
std::vector<StampedEvent> EventsOfDevice(const input::Recording& recording,
                                         uint32_t device, Precision precision,
                                         input::Losses* losses);

// Parts of a description that only some formats hold.
enum Held : uint32_t {
  kHoldsPhys = 1 << 0,
  kHoldsUniq = 1 << 1,
  kHoldsVersion = 1 << 2,
  kHoldsAxisValues = 1 << 3,
  kHoldsKeysDown = 1 << 4,
  kHoldsLeds = 1 << 5,
  kHoldsSwitches = 1 << 6,
  kHoldsSounds = 1 << 7,
  kHoldsFfEffects = 1 << 8,
  kHoldsNode = 1 << 9,
};
// Says what the device has of the parts that are not in `held`, and of its
// slots and its autorepeat, which no foreign format holds.
void SayUnheldOf(const EvdevDevice& device, uint32_t held,
                 input::Losses* losses);

// The device's node as a word of a text: without blanks, colons and the like.
std::string NodeWord(const EvdevDevice& device);

// options.variant, or the first of the format's if it is empty; an error if it
// is none of them.
Result<std::string_view> VariantOf(const Format& format,
                                   const WriteOptions& options);

}  // namespace reprise::formats
