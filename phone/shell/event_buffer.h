// What went through the phone's virtual touchscreen, "/dev/input/event0", for
// those who read it: getevent. Bounded, in memory; the supervisor fills it.
//
// Threads: any.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

namespace reprise::phone {

struct KernelEvent {
  uint64_t number = 0;    // given by the buffer, from 1
  int64_t uptime_ns = 0;  // when
  uint16_t type = 0;
  uint16_t code = 0;
  int32_t value = 0;
};

class EventBuffer {
 public:
  static constexpr size_t kMaxEvents = 65536;

  void Add(KernelEvent event) {
    {
      std::lock_guard lock(mutex_);
      event.number = ++last_number_;
      events_.push_back(event);
      if (events_.size() > kMaxEvents) events_.pop_front();
    }
    added_.notify_all();
  }
  uint64_t last_number() const {
    std::lock_guard lock(mutex_);
    return last_number_;
  }
  // Those above `after`, of which there are some unless `patience_ms` passed.
  std::vector<KernelEvent> WaitFor(uint64_t after, int patience_ms) const {
    std::unique_lock lock(mutex_);
    added_.wait_for(lock, std::chrono::milliseconds(patience_ms),
                    [&] { return last_number_ > after; });
    std::vector<KernelEvent> result;
    for (const KernelEvent& event : events_) {
      if (event.number > after) result.push_back(event);
    }
    return result;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable added_;
  std::deque<KernelEvent> events_;  // guarded by mutex_
  uint64_t last_number_ = 0;        // guarded by mutex_
};

}  // namespace reprise::phone
