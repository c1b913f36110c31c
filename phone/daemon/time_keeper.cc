#include "phone/daemon/time_keeper.h"

#include <algorithm>
#include <chrono>

#include "base/clock.h"

namespace reprise::phone {
namespace {

int64_t HostNs() { return static_cast<int64_t>(RealClock().Monotonic()); }

}  // namespace

TimeKeeper::TimeKeeper(bool is_virtual, uint64_t seed, bool vary)
    : is_virtual_(is_virtual),
      seed_(seed),
      vary_(vary),
      uptime_ns_(is_virtual ? kVirtualBeginUptimeNs : HostNs()) {}

int64_t TimeKeeper::UptimeNs() const {
  // A real phone's clock is the host's monotonic one, so that what its apps,
  // its input and its recordings are stamped with is one clock.
  return is_virtual_ ? uptime_ns_.load() : HostNs();
}

int64_t TimeKeeper::RealtimeNs() const {
  if (is_virtual_) {
    return kVirtualBeginRealtimeNs + UptimeNs() - kVirtualBeginUptimeNs;
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

PhoneClock TimeKeeper::Message() const {
  PhoneClock message;
  message.set_is_virtual(is_virtual_);
  // A real one is the host's for both. A number would be late by as long as a
  // process takes to read it, and all input would wait for that.
  if (is_virtual_) {
    message.set_uptime_ns(UptimeNs());
    message.set_realtime_ns(RealtimeNs());
  }
  message.set_seed(seed_);
  message.set_vary(vary_);
  return message;
}

void TimeKeeper::MoveTo(int64_t uptime_ns) {
  if (!is_virtual_) return;
  int64_t now = uptime_ns_.load();
  while (uptime_ns > now && !uptime_ns_.compare_exchange_weak(now, uptime_ns)) {
  }
}

void TimeKeeper::Begin(uint64_t seed, bool vary) {
  seed_ = seed;
  vary_ = vary;
  if (is_virtual_) uptime_ns_ = kVirtualBeginUptimeNs;
}

}  // namespace reprise::phone
