// OffsetClock: the clock of a device as this machine can tell it, so that what
// the host itself writes onto a tape stands at the device's time.
//
// Threads: any.
#pragma once

#include "base/clock.h"

namespace reprise::session {

class OffsetClock : public Clock {
 public:
  // `device_now` is the device's CLOCK_MONOTONIC at this moment.
  explicit OffsetClock(uint64_t device_now, Clock& base = RealClock())
      : base_(base), offset_(device_now - base.Monotonic()) {}

  uint64_t Monotonic() override { return base_.Monotonic() + offset_; }
  uint64_t Boottime() override { return base_.Boottime() + offset_; }
  uint64_t Realtime() override { return base_.Realtime(); }
  using Clock::SleepUntil;
  bool SleepUntil(uint64_t monotonic, std::stop_token stop) override {
    return base_.SleepUntil(monotonic - offset_, stop);
  }

 private:
  Clock& base_;
  const uint64_t offset_;  // modulo 2^64
};

}  // namespace reprise::session
