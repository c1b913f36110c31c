#include <algorithm>

#include "base/piped_process.h"
#include "base/text.h"
#include "minimize/oracle.h"
#include "minimize/oracle_message.h"
#include "minimize/process_words.h"

namespace reprise::minimize {
namespace {

using How = RunEnd::How;

// Programs that stay, for --oracle.
class WorkerOracle : public Oracle {
 public:
  WorkerOracle(OracleOptions options, OracleHello hello)
      : options_(std::move(options)),
        hello_(ToLine(hello)),
        workers_(options_.workers) {}

  size_t workers() const override { return workers_.size(); }

  void Start(size_t index, uint64_t id, const Candidate& candidate) override {
    Worker& worker = workers_[index];
    DropIfOdd(index);
    worker.id = id;
    worker.started_ns = options_.clock->Monotonic();
    if (worker.process == nullptr) {
      auto process = PipedProcess::Start(
          {.argv = {"sh", "-c", options_.command},
           .environment = {{"REPRISE_WORKER", std::to_string(index)}}});
      if (!process) {
        Lose(index, process.error().message);
        return;
      }
      worker.process = *std::move(process);
      worker.process->Write(hello_);
    }
    worker.process->Write(ToLine(OracleRequest{id, candidate}));
  }

  std::vector<RunEnd> Wait(std::chrono::nanoseconds at_most) override {
    std::vector<PipedProcess*> busy;
    for (Worker& worker : workers_) {
      if (worker.id != 0) busy.push_back(worker.process.get());
    }
    WaitForNews(busy, ended_.empty() ? UntilFirstTimeout(at_most)
                                     : std::chrono::nanoseconds(0));
    for (size_t i = 0; i < workers_.size(); i++) LookAfter(i);
    std::vector<RunEnd> ended = std::move(ended_);
    ended_.clear();
    return ended;
  }

 private:
  struct Worker {
    std::unique_ptr<PipedProcess> process;  // null: to be started
    uint64_t id = 0;                        // of its run; 0: idle
    uint64_t started_ns = 0;
  };

  uint64_t AgeOf(const Worker& worker) const {
    return options_.clock->Monotonic() - worker.started_ns;
  }

  std::chrono::nanoseconds UntilFirstTimeout(
      std::chrono::nanoseconds at_most) const {
    for (const Worker& worker : workers_) {
      if (worker.id == 0) continue;
      at_most = std::min(at_most, options_.run_timeout -
                                      std::chrono::nanoseconds(AgeOf(worker)));
    }
    return std::max(at_most, std::chrono::nanoseconds(0));
  }

  // A worker that died or spoke while nothing was asked is not asked again.
  void DropIfOdd(size_t index) {
    Worker& worker = workers_[index];
    if (worker.process == nullptr) return;
    worker.process->Pump();
    std::string line;
    if (worker.process->NextLine(&line) || worker.process->babbling()) {
      Lose(index, "spoke without being asked");
    } else if (worker.process->ended()) {
      Lose(index, HowItEnded(*worker.process));
    }
  }

  void LookAfter(size_t index) {
    Worker& worker = workers_[index];
    if (worker.id == 0) return;
    std::string line;
    if (worker.process->NextLine(&line)) {
      const Result<OracleAnswer> answer = ParseAnswer(line);
      if (!answer) {
        Lose(index, "answered nonsense: " + answer.error().message);
      } else if (answer->id != worker.id) {
        Lose(index, fmt::format("answered nonsense: run {} when asked for {}",
                                answer->id, worker.id));
      } else {
        Take(index, *answer);
      }
    } else if (worker.process->babbling()) {
      Lose(index, fmt::format("answered nonsense: a line over {} bytes",
                              PipedProcess::kMaxLine));
    } else if (worker.process->ended()) {
      Lose(index, HowItEnded(*worker.process));
    } else if (std::chrono::nanoseconds(AgeOf(worker)) >=
               options_.run_timeout) {
      Lose(index, TookTooLong(options_.run_timeout));
    }
  }

  void Take(size_t index, const OracleAnswer& answer) {
    Worker& worker = workers_[index];
    RunEnd end{.id = worker.id, .worker = index, .duration_ns = AgeOf(worker)};
    if (answer.what == OracleAnswer::What::kError) {
      end.how = How::kNotCounted;
      end.message = EscapeForTerminal(answer.message);
    } else if (answer.what == OracleAnswer::What::kPass) {
      end.verdict = Verdict::kPass;
    }
    worker.id = 0;
    ended_.push_back(std::move(end));
  }

  void Lose(size_t index, std::string why) {
    Worker& worker = workers_[index];
    ended_.push_back({.id = worker.id,
                      .worker = index,
                      .how = How::kLostWorker,
                      .message = std::move(why),
                      .duration_ns = worker.id == 0 ? 0 : AgeOf(worker)});
    worker.process.reset();
    worker.id = 0;
  }

  const OracleOptions options_;
  const std::string hello_;
  std::vector<Worker> workers_;
  std::vector<RunEnd> ended_;
};

}  // namespace

std::unique_ptr<Oracle> MakeWorkerOracle(OracleOptions options, uint32_t units,
                                         const std::string& tape) {
  return std::make_unique<WorkerOracle>(std::move(options),
                                        OracleHello{units, tape});
}

}  // namespace reprise::minimize
