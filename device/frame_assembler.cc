#include "device/frame_assembler.h"

#include <linux/input.h>

#include <utility>

namespace reprise::agent {

FrameAssembler::Step FrameAssembler::Push(const input::Event& event,
                                          int64_t time_ns) {
  const bool syn = event.type == EV_SYN;
  if (syn && event.code == SYN_DROPPED) {
    if (!dropping_) discarded_ = 0;
    discarded_ += frame_.events.size();
    frame_ = {};
    dropping_ = true;
    return Step::kMore;
  }
  if (dropping_) {
    if (syn && event.code == SYN_REPORT) {
      dropping_ = false;
      return Step::kDropped;
    }
    discarded_++;
    return Step::kMore;
  }
  // Offsets are against the last stamp, which is known only in the end.
  frame_.events.push_back(event);
  frame_.events.back().offset_ns = time_ns;
  frame_.time_ns = time_ns;
  if (syn && event.code == SYN_REPORT) return Step::kFrame;
  if (frame_.events.size() < kMaxFrameEvents) return Step::kMore;
  frame_.incomplete = true;
  return Step::kFrame;
}

input::Frame FrameAssembler::Take() {
  for (input::Event& event : frame_.events) event.offset_ns -= frame_.time_ns;
  return std::exchange(frame_, {});
}

std::optional<input::Frame> FrameAssembler::TakeIncomplete() {
  if (frame_.events.empty()) return std::nullopt;
  frame_.incomplete = true;
  return Take();
}

void FrameAssembler::Clear() {
  frame_ = {};
  dropping_ = false;
}

}  // namespace reprise::agent
