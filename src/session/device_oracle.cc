#include "session/device_oracle.h"

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "compare/target.h"
#include "session/input_replayer.h"
#include "session/stage.h"
#include "tape/reader.h"

namespace reprise::session {
namespace {

using minimize::Candidate;
using minimize::RunEnd;
using minimize::Verdict;

// Between pictures of runs that are recorded.
constexpr int64_t kPictureNs = 250'000'000;

// What ended, for who waits for it.
class Endings {
 public:
  void Add(RunEnd end) {
    {
      const std::lock_guard lock(mutex_);
      ended_.push_back(std::move(end));
    }
    added_.notify_all();
  }

  std::vector<RunEnd> Wait(std::chrono::nanoseconds at_most) {
    std::unique_lock lock(mutex_);
    added_.wait_for(lock, at_most, [this] { return !ended_.empty(); });
    return std::exchange(ended_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable added_;
  std::vector<RunEnd> ended_;  // guarded by mutex_
};

// A device and the thread that runs candidates on it.
class Worker {
 public:
  Worker(size_t number, adb::Device device, compare::Target target,
         const DeviceOracleOptions& options, Endings& endings)
      : number_(number),
        device_(std::move(device)),
        target_(std::move(target)),
        options_(options),
        endings_(endings),
        thread_([this] { Serve(); }) {}

  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void Start(uint64_t id, std::string tape) {
    {
      const std::lock_guard lock(mutex_);
      job_ = {id, std::move(tape)};
    }
    changed_.notify_all();
  }

 private:
  struct Job {
    uint64_t id = 0;
    std::string tape;
  };

  void Serve() {
    while (true) {
      Job job;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stop_ || job_; });
        if (stop_) return;
        job = *std::exchange(job_, std::nullopt);
      }
      RunEnd end{.id = job.id, .worker = number_};
      const uint64_t began = RealClock().Monotonic();
      const auto verdict = Run(job, began);
      end.duration_ns = RealClock().Monotonic() - began;
      if (verdict) {
        end.verdict = *verdict;
      } else {
        // The device may be in any state: the next run looks at it anew.
        stage_.reset();
        end.how = verdict.error().kind == ErrorKind::kDevice
                      ? RunEnd::How::kLostWorker
                      : RunEnd::How::kBroken;
        end.message = verdict.error().message;
      }
      const bool lost = end.how == RunEnd::How::kLostWorker;
      endings_.Add(std::move(end));
      if (lost && options_.revive && !stop_) {
        // One that does not come back fails the next run, too.
        if (auto device = options_.revive(number_)) {
          device_ = *std::move(device);
        }
      }
    }
  }

  Result<Verdict> Run(const Job& job, uint64_t began) {
    ASSIGN_OR_RETURN(const auto tape,
                     tape::TapeReader::Open(RealFileSystem(), job.tape));
    ASSIGN_OR_RETURN(
        const ReplayPlan plan,
        MakePlan(*tape, {.timing = {}, .selection = {}, .may_be_empty = true}));
    if (!stage_) {
      ASSIGN_OR_RETURN(Stage stage, Stage::Open(device_, options_.app));
      stage_ = std::move(stage);
    }
    stage_->app()->SetSeed(options_.seed + job.id, true);
    target_.Reset();
    ReplayOptions replay;
    replay.target = &target_;
    replay.stop_at_target = true;
    replay.rests = true;
    replay.verb = "minimize";
    replay.out = options_.RecordOf(job.id);
    replay.command_line = options_.command_line;
    const auto limit = static_cast<uint64_t>(options_.run_timeout.count());
    const SessionWatcher watcher{
        .on_note = [](const std::string&) {},
        .on_progress = [](const std::string&) {},
        .on_event = [](const RepriseEvent&) {},
        .stop_asked =
            [&] { return stop_ || RealClock().Monotonic() - began > limit; }};
    ASSIGN_OR_RETURN(const ReplayReport report,
                     ReplayOn(*stage_, plan, replay, watcher));
    if (report.target_reached) return Verdict::kPass;
    std::error_code ignored;
    if (!replay.out.empty()) std::filesystem::remove(replay.out, ignored);
    if (report.end_reason == "device-lost") {
      return Fail(report.problem.error());
    }
    if (report.end_reason == "interrupted") {
      return Fail(ErrorKind::kDevice, "the run took too long");
    }
    // An app that dies of something else did not reach it either.
    return Verdict::kFail;
  }

  const size_t number_;
  adb::Device device_;
  compare::Target target_;
  const DeviceOracleOptions& options_;
  Endings& endings_;
  std::optional<Stage> stage_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Job> job_;          // guarded by mutex_
  std::atomic<bool> stop_ = false;  // changes with mutex_ held
  std::thread thread_;
};

class DeviceOracle : public minimize::Oracle {
 public:
  DeviceOracle(DeviceOracleOptions options, minimize::CandidateWriter writer)
      : options_(std::move(options)), writer_(std::move(writer)) {
    options_.app.picture_interval_ns = options_.record.empty() ? 0 : kPictureNs;
  }

  Status Add(adb::Device device) {
    ASSIGN_OR_RETURN(compare::Target target,
                     compare::Target::Parse(options_.target));
    workers_.push_back(
        std::make_unique<Worker>(workers_.size(), std::move(device),
                                 std::move(target), options_, endings_));
    return {};
  }

  size_t workers() const override { return workers_.size(); }

  void Start(size_t worker, uint64_t id, const Candidate& candidate) override {
    auto tape = writer_(worker, candidate);
    if (!tape) {
      endings_.Add({.id = id,
                    .worker = worker,
                    .how = RunEnd::How::kBroken,
                    .message = tape.error().message});
      return;
    }
    workers_[worker]->Start(id, *std::move(tape));
  }

  std::vector<RunEnd> Wait(std::chrono::nanoseconds at_most) override {
    return endings_.Wait(at_most);
  }

 private:
  DeviceOracleOptions options_;
  const minimize::CandidateWriter writer_;
  Endings endings_;
  std::vector<std::unique_ptr<Worker>> workers_;  // use all of the above
};

}  // namespace

Result<std::unique_ptr<minimize::Oracle>> MakeDeviceOracle(
    std::vector<adb::Device> devices, const DeviceOracleOptions& options,
    minimize::CandidateWriter writer) {
  auto oracle = std::make_unique<DeviceOracle>(options, std::move(writer));
  for (adb::Device& device : devices) {
    RETURN_IF_ERROR(oracle->Add(std::move(device)));
  }
  return oracle;
}

}  // namespace reprise::session
