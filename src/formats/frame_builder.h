// From single events, as most foreign formats have them, to frames: one open
// frame per device, closed by its SYN_REPORT. All devices share one timeline.
//
// A frame's time is that of its last event. A stamp before the one that its
// device had last (clocks that were set, dumps that were joined) becomes that
// one, so that the order in which events happened is never changed; Losses
// tells how many.
//
// Threads: used by one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "input/recording.h"

namespace reprise::formats {

// More nodes than any machine has; a file with more is refused.
inline constexpr size_t kMaxDevices = 1024;

class FrameBuilder {
 public:
  // The index of the device of a node ("event3"), new if it was not seen yet.
  // No text is too odd for a node; see CleanText().
  Result<uint32_t> DeviceOf(std::string_view name);
  EvdevDevice* device(uint32_t index) { return &recording_.devices[index]; }

  // `time_ns` is from 0 to kLatestNs (text_lines.h).
  void Push(uint32_t device, int64_t time_ns, uint16_t type, uint16_t code,
            int32_t value);

  bool empty() const { return recording_.frames.empty() && !any_open_; }

  // Closes what is open as incomplete and gives everything in the order of
  // time. Devices that the file did not describe get a description that fits
  // their events (describe.h).
  input::Recording Finish(input::DisplaySize display, input::Losses* losses);

 private:
  struct Open {
    std::vector<input::Event> events;  // offset_ns holds the whole stamp
    int64_t last_ns = 0;
  };
  void Close(uint32_t device, bool incomplete);

  input::Recording recording_;
  std::unordered_map<std::string, uint32_t> by_node_;
  std::vector<Open> open_;  // by device
  std::string last_name_;   // what DeviceOf() was asked last
  uint32_t last_device_ = 0;
  bool any_open_ = false;
  uint64_t went_back_ = 0;
};

// Foreign text as a name: control characters and what is not UTF-8 become '?',
// and what is longer than any name is cut.
std::string CleanText(std::string_view text);

// "event3" of "/dev/input/event3".
std::string_view NodeOf(std::string_view path);

}  // namespace reprise::formats
