// ShellWatch: watches an app on a device that has nothing of ours inside it, by
// commands that every Android has: logcat, dumpsys, uiautomator, screencap.
// What it sees comes as the agent's own messages would, in channels above its.
//
// It looks when it begins, when somebody did something, and, for pictures, now
// and then. A look takes as long as the device needs, a second or more: what
// the app showed in between is not seen.
//
// Threads: its own two, which ask the device; all functions are for one other.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "adb/device.h"
#include "base/clock.h"
#include "reprise/agent.pb.h"
#include "reprise/screen.pb.h"
#include "reprise/state.pb.h"
#include "session/log_reader.h"

namespace reprise::session {

struct ShellWatchOptions {
  std::string package;
  int64_t picture_interval_ns = 0;  // 0: no pictures
  uint64_t began_ns = 0;  // by the clock; what was logged before is not ours
  std::function<uint64_t()> new_id;  // any thread
};

class ShellWatch {
 public:
  // `clock` is that of the device, and outlives this; its Realtime() is the
  // device's, too.
  ShellWatch(const adb::Device& device, ShellWatchOptions options,
             Clock& clock);
  ~ShellWatch();
  ShellWatch(const ShellWatch&) = delete;
  ShellWatch& operator=(const ShellWatch&) = delete;

  // Somebody touched the device, or pressed a key: what comes of it is to be
  // looked at.
  void Look();
  // The device's CLOCK_REALTIME minus its CLOCK_MONOTONIC.
  void SetRealtime(int64_t offset_ns) { realtime_offset_ns_ = offset_ns; }

  // What was seen since, channels before their messages.
  std::vector<AgentReply> Take();
  // Looks a last time and ends; Take() then has the rest.
  void Finish();

 private:
  void RunLog();
  void RunLooks();
  void LookOnce(StateEvent::Kind kind);
  uint64_t Shoot();
  void TakeLog(LogEvent event);
  void TakeEnd(const LogEvent& event);
  // Of dumpsys: the resumed activity and those below it.
  void AddActivities(StateEvent* state);
  void Complain(const std::string& what, const std::string& why);
  void SetBlob(std::string bytes, Blob* blob);
  template <typename T>
  uint64_t Write(const std::string& topic, uint64_t time, T* message);

  const adb::Device device_;
  const ShellWatchOptions options_;
  Clock& clock_;
  std::atomic<int64_t> realtime_offset_ns_ = 0;
  std::atomic<bool> stop_ = false;

  std::mutex mutex_;  // guards what follows
  std::condition_variable wanted_;
  bool look_wanted_ = true;
  std::vector<AgentReply> seen_;
  std::map<std::string, uint32_t> channels_;  // by topic
  std::set<std::string> complaints_;

  // Of the thread that looks.
  std::set<std::string> blobs_;  // digests of what is on the tape
  std::string last_picture_;
  uint64_t last_picture_id_ = 0;
  std::string last_activity_;

  // Of the one that reads the log.
  std::set<int32_t> crashed_;  // processes

  std::thread log_;
  std::thread looks_;
};

}  // namespace reprise::session
