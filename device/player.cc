#include "device/player.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>

#include <algorithm>

#include "base/clock.h"
#include "device/raw_events.h"

namespace reprise::agent {
namespace {

constexpr int64_t kSecond = 1'000'000'000;
// An abort is noticed after this at the latest.
constexpr int64_t kSliceNs = 50'000'000;
// Of frames at one time, as many are looked at.
constexpr size_t kMaxGroup = 64;
constexpr int64_t kMaxSpacingNs = 100'000;
// Above ordinary threads, below the kernel's own.
constexpr int kPriority = 40;

#ifndef MCL_ONFAULT
#define MCL_ONFAULT 4
#endif

int64_t Now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * kSecond + now.tv_nsec;
}

// What is there is brought in and stays; what comes stays once it was touched,
// so that the stacks of new threads do not take megabytes.
bool LockMemory() {
  if (mlockall(MCL_CURRENT) != 0) return false;
  return mlockall(MCL_FUTURE | MCL_ONFAULT) == 0 ||
         mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
}

}  // namespace

Player::~Player() {
  Abort();
  (void)Join();
}

void Player::Start() {
  thread_ = std::thread([this] { Run(); });
  ready_.wait(false);
}

void Player::SetUpThread() {
  sched_param priority{};
  if (!options_.ordinary_priority) {
    priority.sched_priority = kPriority;
    realtime_ =
        pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) == 0;
    memory_locked_ = LockMemory();
  }
  if (!realtime_) {
    // Whoever started us may have been put behind others.
    priority.sched_priority = 0;
    (void)pthread_setschedparam(pthread_self(), SCHED_OTHER, &priority);
  }
  (void)prctl(PR_SET_TIMERSLACK, 1UL);
  spin_ns_ = options_.spin_ns >= 0
                 ? std::min<int64_t>(options_.spin_ns, kSecond)
                 : (realtime_ ? kRealtimeSpinNs : kOrdinarySpinNs);
  ready_ = true;
  ready_.notify_all();
}

void Player::Go(std::vector<int> files, int64_t began_ns) {
  files_ = std::move(files);
  began_ns_ = began_ns;
  go_ = true;
  Notify();
}

void Player::Notify() {
  changes_.fetch_add(1);
  changes_.notify_all();
}

void Player::Complete() {
  complete_ = true;
  Notify();
}

void Player::Abort() {
  abort_ = true;
  Notify();
}

Status Player::Join() {
  if (thread_.joinable()) thread_.join();
  return status_;
}

void Player::Run() {
  SetUpThread();
  int64_t lead = 0;
  for (size_t i = 0; WaitForFrame(i); i++) {
    Shot& shot = timeline_.At(i);
    const bool first = i == 0 || timeline_.At(i - 1).due_ns != shot.due_ns;
    if (first) lead = LeadOf(i);
    if (!SleepUntil(began_ns_ + shot.due_ns - lead)) return;
    status_ = Fire(timeline_, i, files_.at(shot.device));
    if (!status_) return;
    if (!first) LearnSpacing(shot.begun_ns - timeline_.At(i - 1).begun_ns);
  }
}

int64_t Player::LeadOf(size_t first) const {
  const size_t end = std::min(timeline_.size(), first + kMaxGroup);
  size_t next = first + 1;
  while (next < end &&
         timeline_.At(next).due_ns == timeline_.At(first).due_ns) {
    next++;
  }
  return static_cast<int64_t>(next - first - 1) * spacing_ns_ / 2;
}

void Player::LearnSpacing(int64_t spacing_ns) {
  // A write that was interrupted says nothing of the next one.
  if (spacing_ns < kMaxSpacingNs) {
    spacing_ns_ += (spacing_ns - spacing_ns_) / 8;
  }
}

bool Player::WaitForFrame(size_t index) {
  for (;;) {
    const uint32_t seen = changes_.load();
    if (abort_) return false;
    const bool last = complete_;
    if (go_ && index < timeline_.size()) return true;
    if (go_ && last) return false;
    changes_.wait(seen);
  }
}

bool Player::SleepUntil(int64_t deadline) const {
  const int64_t wake = deadline - spin_ns_;
  for (int64_t now = Now(); now < wake; now = Now()) {
    if (abort_.load(std::memory_order_relaxed)) return false;
    const int64_t until = std::min(wake, now + kSliceNs);
    const timespec at{static_cast<time_t>(until / kSecond),
                      static_cast<long>(until % kSecond)};
    (void)clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, nullptr);
  }
  while (Now() < deadline) {
  }
  return !abort_.load(std::memory_order_relaxed);
}

Status Player::Fire(Timeline& timeline, size_t index, int file) {
  Shot& shot = timeline.At(index);
  shot.begun_ns.store(Now(), std::memory_order_relaxed);
  timeline.begun.store(index + 1, std::memory_order_release);
  const Status written = WriteRaw(file, shot.events);
  shot.done_ns.store(Now(), std::memory_order_release);
  return written;
}

}  // namespace reprise::agent
