// The one thread of a daemon: waits for many file descriptors and timers with
// poll() and calls back.
//
// Threads: everything belongs to the thread that calls Run(), except Post()
// and Stop(), which are for any.
//
// A callback may watch and unwatch anything, itself included. Unwatch a
// descriptor before it is closed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/fd.h"

namespace reprise::adb {

class Loop {
 public:
  using Clock = std::chrono::steady_clock;
  // Gets the events of poll() that are there; an error or a hangup sets those
  // that were asked for, and the call that follows tells what it is.
  using Callback = std::function<void(short events)>;

  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Replaces an earlier watch of the same descriptor. With no events the
  // descriptor is not looked at: a hangup would be told again and again.
  void Watch(int fd, short events, Callback callback);
  void Unwatch(int fd);

  using Timer = std::pair<Clock::time_point, uint64_t>;
  Timer After(Clock::duration delay, std::function<void()> callback);
  void Cancel(const Timer& timer) { timers_.erase(timer); }

  // Runs `task` soon, in the loop's thread.
  void Post(std::function<void()> task);

  // Returns after Stop().
  void Run();
  void Stop();

 private:
  struct Watched {
    short events;
    Callback callback;
  };

  void RunPosted();
  int Timeout() const;
  void RunTimers();

  Fd wake_;  // an eventfd
  std::map<int, std::shared_ptr<Watched>> watched_;
  std::map<Timer, std::function<void()>> timers_;
  uint64_t timers_made_ = 0;
  bool stopped_ = false;

  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;  // guarded by mutex_
};

}  // namespace reprise::adb
