#include "adb/loop.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "base/check.h"

namespace reprise::adb {

Loop::Loop() : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  CHECK(wake_.valid());
}

Loop::~Loop() = default;

void Loop::Watch(int fd, short events, Callback callback) {
  if (events == 0) return Unwatch(fd);
  watched_[fd] =
      std::make_shared<Watched>(Watched{events, std::move(callback)});
}

void Loop::Unwatch(int fd) { watched_.erase(fd); }

Loop::Timer Loop::After(Clock::duration delay, std::function<void()> callback) {
  const Timer timer(Clock::now() + delay, ++timers_made_);
  timers_.emplace(timer, std::move(callback));
  return timer;
}

void Loop::Post(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(task));
  }
  const uint64_t one = 1;
  // Fails only when it is awake already.
  (void)!write(wake_.get(), &one, sizeof(one));
}

void Loop::Stop() {
  Post([this] { stopped_ = true; });
}

void Loop::RunPosted() {
  uint64_t count = 0;
  (void)!read(wake_.get(), &count, sizeof(count));
  std::vector<std::function<void()>> tasks;
  {
    const std::lock_guard lock(mutex_);
    tasks.swap(posted_);
  }
  for (const auto& task : tasks) task();
}

int Loop::Timeout() const {
  if (timers_.empty()) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(
      timers_.begin()->first.first - Clock::now());
  return static_cast<int>(
      std::clamp<int64_t>(left.count(), 0, std::numeric_limits<int>::max()));
}

void Loop::RunTimers() {
  const Timer now(Clock::now(), std::numeric_limits<uint64_t>::max());
  while (!timers_.empty() && timers_.begin()->first < now) {
    timers_.extract(timers_.begin()).mapped()();
  }
}

void Loop::Run() {
  stopped_ = false;
  while (!stopped_) {
    std::vector<pollfd> fds = {
        {.fd = wake_.get(), .events = POLLIN, .revents = 0}};
    std::vector<std::shared_ptr<Watched>> entries = {nullptr};
    for (const auto& [fd, entry] : watched_) {
      fds.push_back({.fd = fd, .events = entry->events, .revents = 0});
      entries.push_back(entry);
    }
    const int count = poll(fds.data(), fds.size(), Timeout());
    CHECK(count >= 0 || errno == EINTR);
    if (count > 0) {
      for (size_t i = 1; i < fds.size(); ++i) {
        if (fds[i].revents == 0) continue;
        // An earlier callback may have ended this watch, and another may have
        // taken its descriptor.
        const auto found = watched_.find(fds[i].fd);
        if (found == watched_.end() || found->second != entries[i]) continue;
        const bool broken =
            (fds[i].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
        entries[i]->callback(broken ? fds[i].events : fds[i].revents);
      }
    }
    RunTimers();
    RunPosted();
  }
}

}  // namespace reprise::adb
