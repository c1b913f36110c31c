// One kernel input event and one frame of them, the units in which everything
// is recorded, edited and replayed.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <vector>

namespace reprise::input {

// struct input_event without its time.
struct Event {
  uint16_t type = 0;
  uint16_t code = 0;
  int32_t value = 0;
  // This event's stamp minus that of its frame, in ns: 0 on all kernels since
  // 3.x, which stamp a frame once.
  int64_t offset_ns = 0;
  bool operator==(const Event&) const = default;
};

// Where a frame comes from; the numbers are those of EvdevFrame.Source.
enum class FrameSource : uint8_t {
  kUnspecified = 0,
  kDevice = 1,
  kResync = 2,
  kInjectedNode = 3,
  kInjectedUinput = 4,
  kSynthesised = 5,
  kRelease = 6,
};

// Everything that one device said at one time, up to and including its
// SYN_REPORT.
struct Frame {
  uint64_t id = 0;      // unique on its tape; 0: has none yet
  uint64_t origin = 0;  // on a replay, the id of the recorded frame; 0: none
  uint32_t device = 0;  // index into Recording::devices
  FrameSource source = FrameSource::kUnspecified;
  bool incomplete = false;  // the recording ended before its SYN_REPORT
  bool redacted = false;    // values were blanked; it cannot be injected
  int64_t time_ns = 0;      // the kernel's stamp of its last event
  int64_t read_ns = 0;      // when it was read; at least time_ns, if known
  std::vector<Event> events;
  bool operator==(const Frame&) const = default;
};

}  // namespace reprise::input
