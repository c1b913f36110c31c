// InputReplayer: plays the frames of a recording on the devices they came
// from, and records what comes out of these at the same time.
//
//   Prepare()  makes the devices, starts to read them
//   Add()      frames, before and after Go()
//   Go()       begins
//   Wait()     until the last frame or Abort(); then lifts what is still down
//
// Threads: Prepare() to Go() are one thread's, Wait() one's, Abort() any's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "device/injection.h"
#include "device/input_recorder.h"
#include "device/played_frames.h"
#include "device/player.h"
#include "device/sink.h"
#include "device/timeline.h"

namespace reprise::agent {

struct ReplayOptions {
  Way way = Way::kAuto;
  // Time for the system to take notice of devices that were made.
  int64_t settle_ns = 0;
  PlayerOptions player;
  int64_t late_bound_ns = 1'000'000;  // later frames are reported
  bool record_others = false;
  // Called about ten times a second while it plays: frames played, and the
  // due time of the last one.
  std::function<void(uint64_t frames, int64_t due_ns)> on_progress;
};

struct ReplayOutcome {
  bool aborted = false;
  Status status;         // an error if a device refused
  uint64_t frames = 0;   // played
  int64_t began_ns = 0;  // 0: it did not begin
  int64_t late_p50_ns = 0;
  int64_t late_p99_ns = 0;
  int64_t late_max_ns = 0;
  uint64_t foreign_frames = 0;
  uint64_t released = 0;  // devices on which something was down in the end
};

class InputReplayer {
 public:
  static Result<std::unique_ptr<InputReplayer>> Prepare(
      std::vector<EvdevDevice> devices, ReplayOptions options, Sink& sink);
  ~InputReplayer();

  const std::vector<Injection>& injections() const { return injections_; }
  bool realtime() const { return player_.realtime(); }
  bool memory_locked() const { return player_.memory_locked(); }

  // Frames in the order of `due_ns`, after the begin; the id is the one on the
  // recording. False: it could not be played (redacted or cut).
  Result<bool> Add(uint32_t device, int64_t due_ns, const input::Frame& frame);
  void Complete() { player_.Complete(); }

  void Go(int64_t delay_ns);
  void Abort() { player_.Abort(); }
  ReplayOutcome Wait();

 private:
  InputReplayer(std::vector<EvdevDevice> devices, ReplayOptions options,
                Sink& sink);
  Status OpenInjections();
  Status StartReader();
  void StopReader();
  uint64_t ReleaseAll();
  void Tick();
  void ReportLate(size_t until);
  void Measure(ReplayOutcome* outcome) const;

  const std::vector<EvdevDevice> devices_;
  const ReplayOptions options_;
  Sink& sink_;
  std::vector<Injection> injections_;
  Timeline timeline_;
  std::mutex appending_;  // guards closed_ and appending to timeline_
  bool closed_ = false;   // the end has come: frames are refused
  PlayedFrames played_;
  Player player_;
  std::unique_ptr<InputRecorder> reader_;
  std::thread reader_thread_;
  std::atomic<int64_t> began_ns_{0};
  // The reader's; after it, Wait()'s.
  size_t looked_at_ = 0;
  uint64_t late_ = 0;
};

}  // namespace reprise::agent
