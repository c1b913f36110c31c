// A thread that does tasks one after the other.
//
// Threads: any may Post(). The destructor waits for the task that runs; those
// that wait are dropped.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace reprise::phone {

class Worker {
 public:
  Worker() : thread_([this] { Run(); }) {}
  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void Post(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      // What an app says without end must not fill the memory.
      if (tasks_.size() >= kMaxTasks) return;
      tasks_.push_back(std::move(task));
    }
    changed_.notify_all();
  }

 private:
  static constexpr size_t kMaxTasks = 10'000;

  void Run() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return stopped_ || !tasks_.empty(); });
      if (stopped_) return;
      const auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;  // guarded by mutex_
  bool stopped_ = false;                     // guarded by mutex_
  std::thread thread_;                       // the last: it uses the others
};

}  // namespace reprise::phone
