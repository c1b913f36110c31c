// FrameAssembler: frames from the stream of events of one node.
//
// After SYN_DROPPED, with which the kernel says that it lost events, all up to
// the next SYN_REPORT is of no use; then the state has to be asked.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>

#include "input/event.h"

namespace reprise::agent {

// The kernel splits frames far shorter than this; one that is longer comes
// from no kernel and is cut.
inline constexpr size_t kMaxFrameEvents = 1 << 16;

class FrameAssembler {
 public:
  enum class Step {
    kMore,     // the frame goes on
    kFrame,    // Take() gives a frame
    kDropped,  // events were lost, and the stream is whole again from here
  };

  // `time_ns` is the event's stamp on CLOCK_MONOTONIC.
  Step Push(const input::Event& event, int64_t time_ns);

  // The frame after kFrame, without id and source.
  input::Frame Take();

  // What has no SYN_REPORT yet, as the node is gone or recording ends.
  std::optional<input::Frame> TakeIncomplete();

  // Forgets what has no SYN_REPORT yet.
  void Clear();

  // Events that were of no use since the last Push() that gave kDropped.
  uint64_t discarded() const { return discarded_; }

 private:
  input::Frame frame_;
  bool dropping_ = false;
  uint64_t discarded_ = 0;
};

}  // namespace reprise::agent
