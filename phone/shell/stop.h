// How a running program is ended: whatever waits, waits for its Stop too.
//
// Ended is thrown by what a program calls when there is nothing left to do for
// it: a signal came, nobody reads its output, `exit`. It is caught where the
// (sub)shell began and never leaves a thread.
//
// Threads: any.
#pragma once

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

#include "base/fd.h"

namespace reprise::phone {

struct Ended {
  int code;
};

class Stop {
 public:
  // 0 steps: as many as it likes. For fuzzing, which cannot wait.
  explicit Stop(uint64_t steps = 0)
      : limit_(steps), fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!fd_.valid()) signal_ = SIGKILL;
  }

  // The first signal counts.
  void Fire(int signal) {
    int none = 0;
    if (!signal_.compare_exchange_strong(none, signal)) return;
    const uint64_t one = 1;
    (void)!write(fd_.get(), &one, sizeof(one));
  }
  int signal() const { return signal_; }
  // Readable once it was fired.
  int fd() const { return fd_.get(); }

  // One more step; throws Ended if it was fired.
  void Check() {
    if (limit_ != 0 && ++steps_ > limit_) Fire(SIGKILL);
    if (signal_ != 0) throw Ended{128 + signal_};
  }
  uint64_t limit() const { return limit_; }

 private:
  const uint64_t limit_;
  std::atomic<uint64_t> steps_ = 0;
  std::atomic<int> signal_ = 0;
  Fd fd_;
};

}  // namespace reprise::phone
