#include "minimize/runner.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace reprise::minimize {
namespace {

using How = RunEnd::How;

// How long a request to stop may go unseen when no signal wakes us.
constexpr auto kLookAround = std::chrono::milliseconds(200);

}  // namespace

void RunnerReport::AddCosts(const RunnerReport& other) {
  replayed += other.replayed;
  not_counted += other.not_counted;
  withdrawn += other.withdrawn;
  wall_ns += other.wall_ns;
  workers.resize(std::max(workers.size(), other.workers.size()));
  for (size_t i = 0; i < other.workers.size(); i++) {
    workers[i].runs += other.workers[i].runs;
    workers[i].busy_ns += other.workers[i].busy_ns;
    workers[i].lost += other.workers[i].lost;
  }
  for (const std::string& fault : other.faults) {
    if (faults.size() < kMaxFaults) faults.push_back(fault);
  }
  fault_count += other.fault_count;
}

Runner::Runner(Search& search, Oracle& oracle, Journal* journal,
               RecordedRuns& recorded, RunnerOptions options, Clock& clock)
    : search_(search),
      oracle_(oracle),
      journal_(journal),
      recorded_(recorded),
      options_(options),
      clock_(clock),
      busy_(oracle.workers(), false) {
  CHECK(options_.m > 0);
  CHECK(oracle.workers() > 0);
  report_.workers.resize(oracle.workers());
}

Status Runner::Run(const Watcher& watcher) {
  const uint64_t begin = clock_.Monotonic();
  Status status;
  while (status && !search_.done()) {
    if (watcher.stop_asked()) {
      report_.interrupted = true;
      break;
    }
    Ask();
    if (AnswerFromJournal()) {
      status = CloseEnded();
    } else {
      StartWaiting();
      for (const RunEnd& end : oracle_.Wait(kLookAround)) {
        if (!status || search_.done()) break;
        status = Handle(end);
        if (status) status = CloseEnded();
      }
    }
    report_.wall_ns = clock_.Monotonic() - begin;
    watcher.on_progress(report_);
  }
  if (journal_ != nullptr) {
    const Status synced = journal_->Sync();
    if (status) status = synced;
  }
  return status;
}

void Runner::Ask() {
  if (options_.batch && !tasks_.empty()) return;
  const size_t slots =
      options_.batch ? options_.m : oracle_.workers() - tasks_.size();
  if (slots == 0) return;
  const bool final_check = search_.outcome().checking;
  std::vector<Candidate> asked = search_.Next(slots);
  CHECK(asked.size() <= slots);
  // A search that neither is done nor asks could never go on.
  CHECK(!asked.empty() || !tasks_.empty() || search_.done());
  for (Candidate& candidate : asked) {
    tasks_.push_back({.id = next_id_++,
                      .candidate = std::move(candidate),
                      .state = Task::State::kWaiting,
                      .final_check = final_check});
  }
}

// Ends one task, freely, or all that can be, in a batch.
bool Runner::AnswerFromJournal() {
  bool answered = false;
  while (true) {
    Task* best = nullptr;
    size_t best_place = 0;
    for (Task& task : tasks_) {
      if (task.state != Task::State::kWaiting) continue;
      const auto place = recorded_.Find(options_.pass, task.candidate);
      if (place && (best == nullptr || *place < best_place)) {
        best = &task;
        best_place = *place;
      }
    }
    if (best == nullptr) return answered;
    best->verdict = recorded_.Take(options_.pass, best->candidate);
    best->state = Task::State::kEnded;
    best->ended = ended_++;
    report_.replayed++;
    answered = true;
    if (!options_.batch) return true;
  }
}

void Runner::StartWaiting() {
  for (Task& task : tasks_) {
    if (task.state != Task::State::kWaiting) continue;
    const std::optional<size_t> worker = IdleWorkerFor(task);
    if (!worker) continue;
    busy_[*worker] = true;
    task.state = Task::State::kRunning;
    oracle_.Start(*worker, task.id, task.candidate);
  }
}

std::optional<size_t> Runner::IdleWorkerFor(const Task& task) const {
  std::optional<size_t> same;
  bool others_busy = false;
  for (size_t worker = 0; worker < busy_.size(); worker++) {
    if (busy_[worker]) {
      others_busy = true;
    } else if (worker != task.avoid) {
      return worker;
    } else {
      same = worker;
    }
  }
  // With others to wait for, elsewhere is better.
  return others_busy ? std::nullopt : same;
}

Status Runner::Handle(const RunEnd& end) {
  WorkerUse& use = report_.workers[end.worker];
  use.busy_ns += end.duration_ns;
  if (end.how == How::kLostWorker) use.lost++;
  if (end.id == 0) {
    NameFault(end);
    return {};
  }
  busy_[end.worker] = false;
  const auto task = std::ranges::find(tasks_, end.id, &Task::id);
  CHECK(task != tasks_.end());
  if (journal_ != nullptr) {
    JournalRun run{.pass = options_.pass,
                   .units = task->candidate,
                   .error = end.message,
                   .duration_ns = end.duration_ns};
    if (end.how == How::kVerdict) run.verdict = end.verdict;
    RETURN_IF_ERROR(journal_->Write(run));
  }
  if (end.how != How::kVerdict) return HandleFailure(end, &*task);
  use.runs++;
  broken_in_a_row_ = 0;
  lost_in_a_row_ = 0;
  task->verdict = end.verdict;
  task->state = Task::State::kEnded;
  task->ended = ended_++;
  return {};
}

Status Runner::HandleFailure(const RunEnd& end, Task* task) {
  report_.not_counted++;
  NameFault(end);
  broken_in_a_row_ = end.how == How::kBroken ? broken_in_a_row_ + 1 : 0;
  lost_in_a_row_ = end.how == How::kLostWorker ? lost_in_a_row_ + 1 : 0;
  if (broken_in_a_row_ >= kMaxBroken || lost_in_a_row_ >= kMaxLostInARow) {
    return Fail(ErrorKind::kIo,
                "the oracle is broken: {} runs in a row told nothing, the last "
                "one {}; repair it and {}",
                std::max(broken_in_a_row_, lost_in_a_row_), end.message,
                HowToGoOn());
  }
  const bool lost = end.how == How::kLostWorker;
  uint32_t& count = lost ? task->losses : task->repeats;
  const bool again = count < (lost ? kMaxLosses : kMaxRepeats);
  count++;
  task->avoid = end.worker;
  task->state = again ? Task::State::kWaiting : Task::State::kEnded;
  if (!again) last_withdrawal_ = end.message;
  return {};
}

void Runner::NameFault(const RunEnd& end) {
  report_.fault_count++;
  if (report_.faults.size() >= RunnerReport::kMaxFaults) return;
  const bool counted_out = end.how == How::kNotCounted;
  report_.faults.push_back(fmt::format(
      "worker {} {}{}", end.worker,
      counted_out ? "made a run that does not count: " : "", end.message));
}

// Tells the search what ended: freely at once, in a batch when all have.
Status Runner::CloseEnded() {
  const auto ended = [](const Task& task) {
    return task.state == Task::State::kEnded;
  };
  if (options_.batch && !std::ranges::all_of(tasks_, ended)) return {};
  std::vector<Task> closing;
  std::ranges::copy_if(tasks_, std::back_inserter(closing), ended);
  std::erase_if(tasks_, ended);
  SortByEnd(&closing);
  for (const Task& task : closing) RETURN_IF_ERROR(Close(task));
  if (options_.batch && !closing.empty()) {
    (closing[0].final_check ? check_steps_ : report_.steps)++;
  }
  // A check that the search went on after was not the final one.
  if (!search_.done() && !search_.outcome().checking) {
    report_.steps += std::exchange(check_steps_, 0);
    counted_ += std::exchange(check_calls_, 0);
  }
  if (!options_.batch) {
    report_.steps = (counted_ + options_.m - 1) / options_.m;
  }
  return {};
}

// Runs of one candidate are told in the order in which they ended, which is
// that of the journal; candidates keep the order in which they were asked for.
void Runner::SortByEnd(std::vector<Task>* tasks) {
  std::map<Candidate, std::vector<std::pair<uint64_t, size_t>>> ends;
  for (size_t i = 0; i < tasks->size(); i++) {
    const Task& task = (*tasks)[i];
    // Without a verdict it is not in the journal.
    const uint64_t ended = task.verdict ? task.ended : ~uint64_t{0};
    ends[task.candidate].emplace_back(ended, i);
  }
  for (auto& [candidate, order] : ends) std::ranges::sort(order);
  std::map<Candidate, size_t> told;
  std::vector<Task> sorted;
  for (const Task& task : *tasks) {
    const size_t place = ends[task.candidate][told[task.candidate]++].second;
    sorted.push_back((*tasks)[place]);
  }
  *tasks = std::move(sorted);
}

Status Runner::Close(const Task& task) {
  if (!task.verdict) return Withdraw(task.candidate);
  report_.calls++;
  (task.final_check ? check_calls_ : counted_)++;
  report_.evidence.Add(task.candidate, *task.verdict);
  search_.Report(task.candidate, *task.verdict);
  return {};
}

std::string_view Runner::HowToGoOn() const {
  return journal_ != nullptr ? "go on with --resume" : "begin again";
}

Status Runner::Withdraw(const Candidate& candidate) {
  report_.withdrawn++;
  search_.Withdraw(candidate);
  if (++withdrawals_[candidate] < kMaxWithdrawals) return {};
  return Fail(ErrorKind::kIo,
              "a candidate of {} units could not be judged in any of its runs, "
              "the last one {}; repair the oracle and {}",
              candidate.size(), last_withdrawal_, HowToGoOn());
}

}  // namespace reprise::minimize
