#include "base/clock.h"

#include <time.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <limits>

#include "base/check.h"

namespace reprise {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;
// Enough that one of them is not interrupted, few enough to take microseconds.
constexpr int kAnchorTries = 8;

uint64_t ReadSystem(clockid_t id) {
  timespec now;
  CHECK_EQ(clock_gettime(id, &now), 0);
  return static_cast<uint64_t>(now.tv_sec) * kSecond +
         static_cast<uint64_t>(now.tv_nsec);
}

class SystemClock : public Clock {
 public:
  uint64_t Monotonic() override { return ReadSystem(CLOCK_MONOTONIC); }
  uint64_t Boottime() override { return ReadSystem(CLOCK_BOOTTIME); }
  uint64_t Realtime() override { return ReadSystem(CLOCK_REALTIME); }

  using Clock::SleepUntil;
  bool SleepUntil(uint64_t monotonic, std::stop_token stop) override {
    // "Forever" must not overflow the system's signed times.
    monotonic =
        std::min<uint64_t>(monotonic, std::numeric_limits<int64_t>::max());
    if (!stop.stop_possible()) {
      const timespec until{static_cast<time_t>(monotonic / kSecond),
                           static_cast<long>(monotonic % kSecond)};
      while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) ==
             EINTR) {
      }
      return true;
    }
    // steady_clock is CLOCK_MONOTONIC.
    const std::chrono::steady_clock::time_point until{
        std::chrono::nanoseconds(monotonic)};
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_until(lock, stop, until, [] { return false; });
    return !stop.stop_requested();
  }
};

}  // namespace

ClockReading Clock::ReadAll() {
  ClockReading best;
  best.uncertainty = std::numeric_limits<uint64_t>::max();
  for (int i = 0; i < kAnchorTries && best.uncertainty > 0; ++i) {
    const uint64_t before = Monotonic();
    const uint64_t boottime = Boottime();
    const uint64_t realtime = Realtime();
    const uint64_t after = Monotonic();
    CHECK_LE(before, after);
    const uint64_t half = (after - before + 1) / 2;
    if (half < best.uncertainty) {
      best = {{before + (after - before) / 2, boottime, realtime}, half};
    }
  }
  return best;
}

Clock& RealClock() {
  static SystemClock clock;
  return clock;
}

VirtualClock::VirtualClock(ClockTimes start, Sleep sleep)
    : sleep_(sleep), now_(start) {}

uint64_t VirtualClock::Monotonic() {
  const std::lock_guard lock(mutex_);
  return now_.monotonic;
}

uint64_t VirtualClock::Boottime() {
  const std::lock_guard lock(mutex_);
  return now_.boottime;
}

uint64_t VirtualClock::Realtime() {
  const std::lock_guard lock(mutex_);
  return now_.realtime;
}

bool VirtualClock::SleepUntil(uint64_t monotonic, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  if (stop.stop_requested()) return false;
  if (monotonic <= now_.monotonic) return true;
  if (sleep_ == Sleep::kMovesTime) {
    MoveTo(monotonic);
    return true;
  }
  const bool actor = actors_.contains(std::this_thread::get_id());
  const std::pair self(monotonic, arrivals_++);
  sleepers_.insert(self);
  if (actor) --running_;
  changed_.notify_all();
  // Being due is not enough: several may be, and they leave one at a time.
  const bool woken = changed_.wait(lock, stop, [&] { return woken_ == self; });
  sleepers_.erase(self);
  if (actor) ++running_;
  changed_.notify_all();
  return woken;
}

VirtualClock::Actor::Actor(VirtualClock& clock) : clock_(clock) {
  const std::lock_guard lock(clock_.mutex_);
  CHECK(clock_.actors_.insert(std::this_thread::get_id()).second);
  ++clock_.running_;
}

VirtualClock::Actor::~Actor() {
  const std::lock_guard lock(clock_.mutex_);
  CHECK_EQ(clock_.actors_.erase(std::this_thread::get_id()), size_t{1});
  --clock_.running_;
  clock_.changed_.notify_all();
}

void VirtualClock::MoveTo(uint64_t monotonic) {
  CHECK_GE(monotonic, now_.monotonic);
  const uint64_t step = monotonic - now_.monotonic;
  now_.monotonic += step;
  now_.boottime += step;
  now_.realtime += step;
}

void VirtualClock::Advance(uint64_t nanoseconds) {
  std::unique_lock lock(mutex_);
  CHECK(!actors_.contains(std::this_thread::get_id()));
  CHECK_LE(nanoseconds, std::numeric_limits<uint64_t>::max() - now_.monotonic);
  const uint64_t target = now_.monotonic + nanoseconds;
  const auto nobody_runs = [&] { return running_ == 0; };
  changed_.wait(lock, nobody_runs);
  while (!sleepers_.empty() && sleepers_.begin()->first <= target) {
    const auto next = *sleepers_.begin();
    MoveTo(std::max(next.first, now_.monotonic));
    woken_ = next;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !sleepers_.contains(next); });
    changed_.wait(lock, nobody_runs);
  }
  MoveTo(std::max(target, now_.monotonic));
}

void VirtualClock::Suspend(uint64_t nanoseconds) {
  const std::lock_guard lock(mutex_);
  now_.boottime += nanoseconds;
  now_.realtime += nanoseconds;
}

void VirtualClock::SetRealtime(uint64_t realtime) {
  const std::lock_guard lock(mutex_);
  now_.realtime = realtime;
}

void VirtualClock::WaitForSleepers(size_t count) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return sleepers_.size() == count; });
}

}  // namespace reprise
