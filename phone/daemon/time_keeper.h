// The phone's clock: real, which is the host's, or virtual, which only moves
// when it is told to.
//
// Threads: any.
#pragma once

#include <atomic>
#include <cstdint>

#include "reprise/phone.pb.h"

namespace reprise::phone {

// When a virtual phone begins: a noon in summer, a minute after it was
// switched on. The same for all, so that runs are equal.
inline constexpr int64_t kVirtualBeginUptimeNs = 60'000'000'000;
inline constexpr int64_t kVirtualBeginRealtimeNs = 1'718'452'800'000'000'000;

class TimeKeeper {
 public:
  TimeKeeper(bool is_virtual, uint64_t seed, bool vary);
  TimeKeeper(const TimeKeeper&) = delete;
  TimeKeeper& operator=(const TimeKeeper&) = delete;

  bool is_virtual() const { return is_virtual_; }
  int64_t UptimeNs() const;
  int64_t RealtimeNs() const;
  // As processes are told it.
  PhoneClock Message() const;

  // Virtual: a process is there by now. Time never goes back.
  void MoveTo(int64_t uptime_ns);
  // Virtual: begins anew, with another seed.
  void Begin(uint64_t seed, bool vary);

 private:
  const bool is_virtual_;
  std::atomic<uint64_t> seed_;
  std::atomic<bool> vary_;
  std::atomic<int64_t> uptime_ns_;  // virtual; real: the host's at our begin
};

}  // namespace reprise::phone
