#include "phone/shell/session.h"

#include <utility>

namespace reprise::phone {

std::optional<int> ProgramTable::Add(std::string name,
                                     std::shared_ptr<Stop> stop) {
  constexpr int kFirst = 20001;
  constexpr int kLast = 32767;
  std::lock_guard lock(mutex_);
  if (programs_.size() >= kMaxPrograms) return std::nullopt;
  do {
    last_pid_ = last_pid_ >= kLast ? kFirst : last_pid_ + 1;
  } while (programs_.contains(last_pid_));
  programs_[last_pid_] = {std::move(name), std::move(stop)};
  return last_pid_;
}

void ProgramTable::Remove(int pid) {
  std::lock_guard lock(mutex_);
  programs_.erase(pid);
}

bool ProgramTable::Signal(int pid, int signal) {
  std::lock_guard lock(mutex_);
  const auto found = programs_.find(pid);
  if (found == programs_.end()) return false;
  if (signal != 0) found->second.stop->Fire(signal);
  return true;
}

std::map<int, ProgramTable::Program> ProgramTable::All() const {
  std::lock_guard lock(mutex_);
  return programs_;
}

std::shared_ptr<Stop> Session::NewStop() {
  auto stop = std::make_shared<Stop>(steps_);
  std::lock_guard lock(mutex_);
  std::erase_if(stops_, [](const auto& old) { return old.expired(); });
  stops_.push_back(stop);
  if (ended_by_ != 0) stop->Fire(ended_by_);
  return stop;
}

std::shared_ptr<Stop> Session::NewForeground() {
  auto stop = NewStop();
  std::lock_guard lock(mutex_);
  foreground_ = stop;
  return stop;
}

void Session::Interrupt(int signal) {
  std::lock_guard lock(mutex_);
  if (foreground_) foreground_->Fire(signal);
}

void Session::End(int signal) {
  std::lock_guard lock(mutex_);
  if (ended_by_ == 0) ended_by_ = signal;
  for (const auto& weak : stops_) {
    if (const auto stop = weak.lock()) stop->Fire(signal);
  }
}

void Session::Adopt(std::thread thread) {
  std::lock_guard lock(mutex_);
  threads_.push_back(std::move(thread));
}

void Session::JoinAll() {
  while (true) {
    std::vector<std::thread> threads;
    {
      std::lock_guard lock(mutex_);
      threads.swap(threads_);
    }
    if (threads.empty()) return;
    for (std::thread& thread : threads) thread.join();
  }
}

void Job::Finish(int code) {
  code_ = code;
  const uint64_t one = 1;
  (void)!write(fd_.get(), &one, sizeof(one));
}

std::optional<int> Job::code() const {
  const int code = code_;
  return code < 0 ? std::nullopt : std::optional(code);
}

}  // namespace reprise::phone
