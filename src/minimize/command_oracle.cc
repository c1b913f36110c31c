#include <algorithm>

#include "base/piped_process.h"
#include "base/text.h"
#include "minimize/oracle.h"
#include "minimize/process_words.h"

namespace reprise::minimize {
namespace {

using How = RunEnd::How;

constexpr int kReached = 0;
constexpr int kNotReached = 1;
constexpr int kDoesNotCount = 125;

// A program per run, for --test.
class CommandOracle : public Oracle {
 public:
  CommandOracle(OracleOptions options, CandidateWriter writer)
      : options_(std::move(options)),
        writer_(std::move(writer)),
        runs_(options_.workers) {}

  size_t workers() const override { return runs_.size(); }

  void Start(size_t worker, uint64_t id, const Candidate& candidate) override {
    Run& run = runs_[worker];
    run.id = id;
    run.started_ns = options_.clock->Monotonic();
    Result<std::string> path = writer_(worker, candidate);
    if (!path) return FailToStart(worker, path.error());
    auto process = PipedProcess::Start(
        {.argv = {"sh", "-c", options_.command + " \"$@\"", "sh", *path},
         .environment = {{"REPRISE_WORKER", std::to_string(worker)}},
         // What it says to people is none of ours.
         .out = SubprocessOptions::Output::kDiscard});
    if (!process) return FailToStart(worker, process.error());
    run.process = *std::move(process);
    run.process->CloseInput();
  }

  std::vector<RunEnd> Wait(std::chrono::nanoseconds at_most) override {
    std::vector<PipedProcess*> running;
    for (Run& run : runs_) {
      if (run.process != nullptr) running.push_back(run.process.get());
    }
    WaitForNews(running, ended_.empty() ? UntilFirstTimeout(at_most)
                                        : std::chrono::nanoseconds(0));
    std::vector<RunEnd> ended = std::move(ended_);
    ended_.clear();
    for (size_t worker = 0; worker < runs_.size(); worker++) {
      if (auto end = EndOf(worker)) ended.push_back(*std::move(end));
    }
    return ended;
  }

 private:
  struct Run {
    uint64_t id = 0;
    uint64_t started_ns = 0;
    std::unique_ptr<PipedProcess> process;  // null: idle
  };

  void FailToStart(size_t worker, const Error& error) {
    ended_.push_back({.id = runs_[worker].id,
                      .worker = worker,
                      .how = How::kBroken,
                      .message = error.message});
  }

  uint64_t AgeOf(const Run& run) const {
    return options_.clock->Monotonic() - run.started_ns;
  }

  std::chrono::nanoseconds UntilFirstTimeout(
      std::chrono::nanoseconds at_most) const {
    for (const Run& run : runs_) {
      if (run.process == nullptr) continue;
      at_most = std::min(
          at_most, options_.run_timeout - std::chrono::nanoseconds(AgeOf(run)));
    }
    return std::max(at_most, std::chrono::nanoseconds(0));
  }

  std::optional<RunEnd> EndOf(size_t worker) {
    Run& run = runs_[worker];
    if (run.process == nullptr) return std::nullopt;
    RunEnd end{.id = run.id, .worker = worker, .duration_ns = AgeOf(run)};
    if (run.process->ended()) {
      Judge(*run.process, &end);
    } else if (std::chrono::nanoseconds(end.duration_ns) >=
               options_.run_timeout) {
      end.how = How::kLostWorker;
      end.message = TookTooLong(options_.run_timeout);
    } else {
      return std::nullopt;
    }
    run.process.reset();
    return end;
  }

  void Judge(const PipedProcess& process, RunEnd* end) const {
    const int code = process.result().exit_code;
    if (code == kReached || code == kNotReached) {
      end->verdict = code == kReached ? Verdict::kPass : Verdict::kFail;
      return;
    }
    end->how = code == kDoesNotCount ? How::kNotCounted : How::kBroken;
    end->message = HowItEnded(process);
  }

  const OracleOptions options_;
  const CandidateWriter writer_;
  std::vector<Run> runs_;      // by worker
  std::vector<RunEnd> ended_;  // before they began
};

}  // namespace

std::unique_ptr<Oracle> MakeCommandOracle(OracleOptions options,
                                          CandidateWriter writer) {
  return std::make_unique<CommandOracle>(std::move(options), std::move(writer));
}

}  // namespace reprise::minimize
