// TouchState: the fingers on a touch device, whichever protocol it speaks.
// Fed with frames, it knows after each one which contacts are down and where.
//
// It takes what real drivers do: protocol A with and without BTN_TOUCH or
// tracking ids, an empty SYN_MT_REPORT for "none", protocol B with slots out of
// range (kept in the last good slot, as the kernel does), single touch with
// and without BTN_TOUCH (then pressure tells), and unknown SYN codes.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "input/device.h"
#include "input/event.h"

namespace reprise::input {

struct Contact {
  // Stable from down to up: the tracking id on protocol B and on A with ids;
  // otherwise a number given by the nearest contact of the frame before.
  int32_t id = -1;
  int32_t slot = -1;  // protocol B
  int32_t x = 0;
  int32_t y = 0;
  int32_t pressure = 0;
  int32_t touch_major = 0;
  int32_t touch_minor = 0;
  int32_t orientation = 0;
  int32_t tool_type = 0;
  int32_t distance = 0;
  bool operator==(const Contact&) const = default;
};

class TouchState {
 public:
  // Starts with the slots and values that the description holds.
  explicit TouchState(const EvdevDevice& device);

  void Push(const Frame& frame);

  // The contacts after the last frame, in the order of slots (B) or of the
  // frame (A). No two have the same id.
  const std::vector<Contact>& contacts() const { return contacts_; }
  TouchProtocol protocol() const { return protocol_; }

 private:
  void PushAxis(uint32_t code, int32_t value);
  void EndContactA();
  void EndFrameA();
  void EndFrameB();
  void EndFrameSingle();
  void GiveIds(const std::vector<Contact>& before);
  int32_t NextId();

  TouchProtocol protocol_;
  std::vector<Contact> contacts_;
  std::vector<Contact> slots_;     // B: by slot; id -1: empty
  size_t slot_ = 0;                // B: the current one
  std::vector<Contact> reported_;  // A: of this frame
  size_t reports_ = 0;             // A: SYN_MT_REPORTs of this frame
  Contact pending_;                // A and single: being described
  bool pending_any_ = false;
  bool pressure_seen_ = false;  // single
  int32_t next_id_ = 0;
  int32_t button_touch_ = -1;  // BTN_TOUCH; -1: never seen
};

}  // namespace reprise::input
