// What apps want of the phone and of each other, in the order in which they
// said so: done by whoever acts on the phone next, before anything else. So on
// the virtual clock it happens at the very time at which it was wanted, however
// quick the threads of the host are.
//
// Threads: any may Add(); Do() with the phone's lock held.
#pragma once

#include <deque>
#include <functional>
#include <mutex>

namespace reprise::phone {

// Times that apps may want something at one moment.
inline constexpr int kMaxStays = 1000;

class Wishes {
 public:
  void Add(std::function<void()> wish) {
    const std::lock_guard lock(mutex_);
    // What an app says without end must not fill the memory.
    if (wishes_.size() < kMaxWishes) wishes_.push_back(std::move(wish));
  }

  // Who wanted them is gone.
  void Clear() {
    const std::lock_guard lock(mutex_);
    wishes_.clear();
  }

  // Does all there are, and what comes of them. True if there were any.
  bool Do() {
    // Apps that answer each other without end are not waited for.
    for (size_t done = 0; done < kMaxWishes; ++done) {
      std::function<void()> wish;
      {
        const std::lock_guard lock(mutex_);
        if (wishes_.empty()) return done > 0;
        wish = std::move(wishes_.front());
        wishes_.pop_front();
      }
      wish();
    }
    return true;
  }

 private:
  static constexpr size_t kMaxWishes = 10'000;

  std::mutex mutex_;
  std::deque<std::function<void()>> wishes_;  // guarded by mutex_
};

}  // namespace reprise::phone
