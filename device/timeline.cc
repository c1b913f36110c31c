#include "device/timeline.h"

#include "device/frame_assembler.h"
#include "device/raw_events.h"

namespace reprise::agent {
namespace {

// A year: sums with times of a clock cannot overflow.
constexpr int64_t kMaxDueNs = int64_t{366} * 24 * 3600 * 1'000'000'000;

}  // namespace

Timeline::Timeline() : blocks_(new std::unique_ptr<Block>[kMaxBlocks]) {}

Shot* Timeline::Next() {
  const size_t index = size_.load(std::memory_order_relaxed);
  if (index >= kBlock * kMaxBlocks) return nullptr;
  if (index % kBlock == 0) blocks_[index / kBlock] = std::make_unique<Block>();
  return &At(index);
}

Result<bool> Timeline::Append(uint32_t device, int64_t due_ns,
                              const input::Frame& frame) {
  const size_t count = size();
  const int64_t last = count == 0 ? 0 : At(count - 1).due_ns;
  if (due_ns < last || due_ns > kMaxDueNs) {
    return Fail(ErrorKind::kInvalidArgument,
                "a frame is due at {} ns; accepted is from {} (the one before) "
                "to {}",
                due_ns, last, kMaxDueNs);
  }
  if (frame.events.size() > kMaxFrameEvents) {
    return Fail(ErrorKind::kInvalidArgument,
                "a frame has {} events; at most {} are accepted",
                frame.events.size(), kMaxFrameEvents);
  }
  if (frame.redacted || frame.incomplete) return false;
  std::vector<input::Event> events;
  bool any = false;
  for (const input::Event& event : frame.events) {
    if (event.type == EV_SYN && event.code == SYN_DROPPED) continue;
    any = any || event.type != EV_SYN || event.code == SYN_MT_REPORT;
    events.push_back(event);
  }
  if (!any) return false;
  if (events.back().type != EV_SYN || events.back().code != SYN_REPORT) {
    events.push_back({EV_SYN, SYN_REPORT, 0, 0});
  }
  Shot* shot = Next();
  if (shot == nullptr) {
    return Fail(ErrorKind::kUnsupported,
                "a replay has at most {} frames; cut the tape with 'reprise "
                "edit'",
                kBlock * kMaxBlocks);
  }
  shot->due_ns = due_ns;
  shot->origin = frame.id;
  shot->device = device;
  shot->events = ToRaw(events);
  size_.store(count + 1, std::memory_order_release);
  return true;
}

void Timeline::AppendRelease(uint32_t device,
                             std::span<const input::Event> events) {
  Shot* shot = Next();
  if (shot == nullptr) return;
  const size_t count = size();
  shot->due_ns = count == 0 ? 0 : At(count - 1).due_ns;
  shot->device = device;
  shot->release = true;
  shot->events = ToRaw(events);
  size_.store(count + 1, std::memory_order_release);
}

}  // namespace reprise::agent
