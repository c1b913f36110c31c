// Player: the thread that writes frames when they are due, and does nothing
// else. Deadlines are absolute, so that no error adds up; it sleeps with the
// finest timer slack, at real-time priority if it may, and spins for the last
// moment. What it needs while it plays was made before.
//
// Threads: Start() to Join() are one thread's; Append-ers call Notify(), and
// Abort() is any's.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "device/timeline.h"

namespace reprise::agent {

struct PlayerOptions {
  bool ordinary_priority = false;
  // How long to spin before a deadline; below 0: as fits the priority.
  int64_t spin_ns = -1;
};

// A thread that cannot be preempted by ordinary ones may spin for as long as
// waking up takes; one that can gains little from it.
inline constexpr int64_t kRealtimeSpinNs = 500'000;
inline constexpr int64_t kOrdinarySpinNs = 100'000;

class Player {
 public:
  Player(Timeline& timeline, PlayerOptions options)
      : timeline_(timeline), options_(options) {}
  ~Player();

  // Starts the thread and returns when it has the priority that it can get.
  void Start();
  bool realtime() const { return realtime_; }
  bool memory_locked() const { return memory_locked_; }

  // Plays to these files, by the index of the device, from `began_ns` on.
  void Go(std::vector<int> files, int64_t began_ns);
  // Frames were appended.
  void Notify();
  // No more will be: the player ends after the last one.
  void Complete();
  void Abort();

  // Waits for the end. An error if a device refused a frame.
  Status Join();
  bool aborted() const { return abort_.load(); }

  // Writes one frame and keeps its times; also for who has joined.
  static Status Fire(Timeline& timeline, size_t index, int file);

 private:
  void Run();
  void SetUpThread();
  // Frames that are due at one time can only be written one after the other:
  // the first is written so much earlier that they lie around their time, and
  // none is half as late as it would be.
  int64_t LeadOf(size_t first) const;
  void LearnSpacing(int64_t spacing_ns);
  // Both false: aborted.
  bool WaitForFrame(size_t index);
  bool SleepUntil(int64_t deadline) const;

  Timeline& timeline_;
  const PlayerOptions options_;
  std::thread thread_;
  int64_t spin_ns_ = 0;
  int64_t spacing_ns_ = 10'000;  // from write to write here, learnt
  bool realtime_ = false;
  bool memory_locked_ = false;
  std::vector<int> files_;
  int64_t began_ns_ = 0;
  Status status_;  // the player's until Join()
  std::atomic<bool> ready_{false};
  std::atomic<bool> go_{false};
  std::atomic<bool> complete_{false};
  std::atomic<bool> abort_{false};
  std::atomic<uint32_t> changes_{0};  // waited for
};

}  // namespace reprise::agent
