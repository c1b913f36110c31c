// Time behind a seam, so that a test decides what time it is and nothing that
// waits has to be waited for.
//
// Times are nanoseconds, as on a tape. Monotonic stands still while the machine
// is suspended, boottime does not, realtime is set by people and servers; an
// anchor reads all three together so that they can be mapped to each other.
//
// Threads: any.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <utility>

namespace reprise {

struct ClockTimes {
  uint64_t monotonic = 0;
  uint64_t boottime = 0;
  uint64_t realtime = 0;  // since 1970, UTC
  bool operator==(const ClockTimes&) const = default;
};

struct ClockReading {
  ClockTimes times;
  // The other two were read at `monotonic` plus or minus this.
  uint64_t uncertainty = 0;
};

class Clock {
 public:
  virtual ~Clock() = default;

  virtual uint64_t Monotonic() = 0;
  virtual uint64_t Boottime() = 0;
  virtual uint64_t Realtime() = 0;

  // Returns when Monotonic() is `monotonic` or more, at once if it is already.
  void SleepUntil(uint64_t monotonic) { (void)SleepUntil(monotonic, {}); }
  // The same, but returns false as soon as a stop is requested.
  virtual bool SleepUntil(uint64_t monotonic, std::stop_token stop) = 0;

  // The three clocks read together, as well as a few tries can.
  ClockReading ReadAll();
};

// The machine's own.
Clock& RealClock();

// A clock that only moves when told. Boottime and realtime move along.
class VirtualClock : public Clock {
 public:
  enum class Sleep {
    // Whoever sleeps moves the clock and does not wait: for one thread.
    kMovesTime,
    // Whoever sleeps waits until another thread has moved the clock.
    kWaitsForAdvance,
  };

  explicit VirtualClock(ClockTimes start = {}, Sleep sleep = Sleep::kMovesTime);

  uint64_t Monotonic() override;
  uint64_t Boottime() override;
  uint64_t Realtime() override;
  using Clock::SleepUntil;
  bool SleepUntil(uint64_t monotonic, std::stop_token stop) override;

  // While it lives, the clock moves only while its thread sleeps on the clock:
  // what an actor does between two sleeps takes no time. Threads that are all
  // actors therefore run one after the other, always in the same order. An
  // actor must not wait for the thread that advances the clock.
  class Actor {
   public:
    explicit Actor(VirtualClock& clock);  // in the thread itself
    ~Actor();
    Actor(const Actor&) = delete;
    Actor& operator=(const Actor&) = delete;

   private:
    VirtualClock& clock_;
  };

  // Moves the clock, and on its way stops at each sleeper's time, the earliest
  // first and of equal ones the one that came first, until that one has woken
  // and, if it is an actor, sleeps again or is gone. Returns when no actor
  // runs. Not for actors.
  void Advance(uint64_t nanoseconds);

  // The machine sleeps: boottime and realtime move, monotonic does not.
  void Suspend(uint64_t nanoseconds);
  // Somebody sets the machine's date.
  void SetRealtime(uint64_t realtime);

  // Returns when exactly `count` threads sleep.
  void WaitForSleepers(size_t count);

 private:
  void MoveTo(uint64_t monotonic);  // mutex_ held

  const Sleep sleep_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  // All guarded by mutex_.
  ClockTimes now_;
  uint64_t arrivals_ = 0;
  // Wake time and arrival of each sleeper, in the order of waking.
  std::set<std::pair<uint64_t, uint64_t>> sleepers_;
  std::pair<uint64_t, uint64_t> woken_;  // the last one that was to wake
  std::set<std::thread::id> actors_;
  size_t running_ = 0;  // actors that do not sleep
};

}  // namespace reprise
