#include "device/played_frames.h"

#include <time.h>

#include <limits>

#include "input/device.h"
#include "input/tape_io.h"

namespace reprise::agent {
namespace {

// Stamps have microseconds; those made from a wall clock are less exact.
constexpr int64_t kStampStepNs = 1'000;
constexpr int64_t kWallClockSlackNs = 2'000'000;
// A person's swipe is one warning.
constexpr int64_t kQuietNs = 1'000'000'000;

bool IsReport(const auto& event) {
  return event.type == EV_SYN && event.code == SYN_REPORT;
}

// Sensors and the like speak without anybody touching the device.
bool IsForPeople(const EvdevDevice& device) {
  const input::DeviceClass kind = input::ClassOf(device);
  return kind != input::DeviceClass::kSensor &&
         kind != input::DeviceClass::kOther;
}

}  // namespace

bool CanComeFrom(std::span<const input::Event> read,
                 std::span<const input_event> written) {
  size_t at = 0;
  for (const input::Event& event : read) {
    // The kernel ends the pieces of a long frame itself. A slot that was
    // written long ago is said when a value follows.
    if (IsReport(event)) continue;
    if (event.type == EV_ABS && event.code == ABS_MT_SLOT) continue;
    while (at < written.size() &&
           (written[at].type != event.type || written[at].code != event.code ||
            written[at].value != event.value)) {
      at++;
    }
    if (at++ >= written.size()) return false;
  }
  return true;
}

const Shot* PlayedFrames::Find(const EvdevDevice& device,
                               const input::Frame& frame, Node* node) const {
  const int64_t slack =
      device.clock_id() == CLOCK_MONOTONIC ? kStampStepNs : kWallClockSlackNs;
  const size_t begun = timeline_.begun.load(std::memory_order_acquire);
  for (size_t i = node->next; i < begun; i++) {
    const Shot& shot = timeline_.At(i);
    if (shot.device != node->device) continue;
    if (shot.begun_ns.load() - slack > frame.time_ns) return nullptr;
    int64_t done = shot.done_ns.load();
    if (done == 0) done = std::numeric_limits<int64_t>::max() - slack;
    if (done + slack < frame.time_ns) {
      node->next = i + 1;
    } else if (CanComeFrom(frame.events, shot.events)) {
      return &shot;
    }
  }
  return nullptr;
}

void PlayedFrames::Label(const EvdevDevice& device, input::Frame* frame) {
  if (frame->source == input::FrameSource::kResync) return;
  const auto node = nodes_.find(device.node());
  if (node != nodes_.end()) {
    if (const Shot* shot = Find(device, *frame, &node->second)) {
      frame->origin = shot->origin;
      frame->source =
          shot->release ? input::FrameSource::kRelease : node->second.source;
      return;
    }
  } else if (!IsForPeople(device)) {
    return;
  }
  foreign_.fetch_add(1);
  Warn(device, *frame);
}

void PlayedFrames::Warn(const EvdevDevice& device, const input::Frame& frame) {
  int64_t& last = warned_ns_[device.node()];
  const bool quiet = last == 0 || frame.time_ns - last >= kQuietNs;
  last = frame.time_ns;
  if (!quiet) return;
  RepriseEvent event = MakeEvent(
      RepriseEvent::KIND_FOREIGN_INPUT,
      fmt::format("{} ({}) got input that is not of this replay: somebody "
                  "touched the device, or another program did",
                  device.node(), device.name()),
      RepriseEvent::SEVERITY_WARNING);
  event.set_node(device.node());
  event.set_topic(input::TopicOf(device));
  if (frame.id != 0) event.add_subject_refs(frame.id);
  WriteEvent(sink_, std::move(event), frame.time_ns);
}

}  // namespace reprise::agent
