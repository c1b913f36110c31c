// Runner: drives a search with an oracle's workers, writes every run to the
// journal, and takes from it what was paid for before.
//
// In batches (the paper's lock-step) a step is Next(m), all of its runs, and
// their reports in the order in which they were asked for: the result does not
// depend on how long runs take. Freely, whoever is idle gets the next run and
// each report is given as it comes, so that no worker waits for a slower one.
//
// Runs that do not count are repeated, on another worker if there is one. What
// cannot be run is withdrawn from the search; it stops, with a sentence, when
// the oracle is broken. It is never told a verdict that no oracle gave.
//
// A resumed search is asked the same as the first time. As long as an answer to
// something it asked for stands in the journal, the earliest one is given and
// nothing is run; with the same options it thereby comes to the state in which
// it was interrupted, and with others it still pays for no run twice.
//
// Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "minimize/candidate.h"
#include "minimize/evidence.h"
#include "minimize/journal.h"
#include "minimize/oracle.h"
#include "minimize/search.h"

namespace reprise::minimize {

struct RunnerOptions {
  size_t m = 1;  // runs in a batch
  bool batch = false;
  std::string pass = {};  // in the journal
};

struct WorkerUse {
  uint64_t runs = 0;     // that gave a verdict
  uint64_t busy_ns = 0;  // all runs
  uint64_t lost = 0;     // times that it was replaced
};

struct RunnerReport {
  // Batches, without those of the final check only; freely, as many batches as
  // the runs would have filled.
  uint64_t steps = 0;
  uint64_t calls = 0;        // verdicts that the search was told
  uint64_t replayed = 0;     // of them from the journal
  uint64_t not_counted = 0;  // runs without verdict
  uint64_t withdrawn = 0;    // runs that could not be made
  uint64_t wall_ns = 0;
  bool interrupted = false;
  std::vector<WorkerUse> workers;
  std::vector<std::string> faults;  // the first kMaxFaults of them
  uint64_t fault_count = 0;
  Evidence evidence;

  // Takes over what the runs of another search cost and what befell them; its
  // steps, calls and evidence are about something else.
  void AddCosts(const RunnerReport& other);

  static constexpr size_t kMaxFaults = 100;
};

class Runner {
 public:
  // After the first, how often a run that did not count is made again.
  static constexpr uint32_t kMaxRepeats = 3;
  // The same when its worker was lost, which the candidate may have caused.
  static constexpr uint32_t kMaxLosses = 10;
  // Ends in a row that stop the search.
  static constexpr uint32_t kMaxBroken = 3;
  static constexpr uint32_t kMaxLostInARow = 20;
  // Times that the same candidate could not be run.
  static constexpr uint32_t kMaxWithdrawals = 3;

  // The journal may be null.
  Runner(Search& search, Oracle& oracle, Journal* journal,
         RecordedRuns& recorded, RunnerOptions options,
         Clock& clock = RealClock());

  struct Watcher {
    std::function<bool()> stop_asked = [] { return false; };
    std::function<void(const RunnerReport&)> on_progress =
        [](const RunnerReport&) {};
  };

  // Returns when the search is done, a stop was asked for, or the oracle is
  // broken (an error); the report tells of what was done in any case.
  Status Run(const Watcher& watcher);
  const RunnerReport& report() const { return report_; }

 private:
  struct Task {
    uint64_t id = 0;
    Candidate candidate;
    enum class State : uint8_t { kWaiting, kRunning, kEnded } state;
    bool final_check = false;
    std::optional<Verdict> verdict = {};
    uint64_t ended = 0;                // which to end it was
    std::optional<size_t> avoid = {};  // the worker that failed it
    uint32_t repeats = 0;
    uint32_t losses = 0;
  };

  void Ask();
  bool AnswerFromJournal();
  void StartWaiting();
  std::optional<size_t> IdleWorkerFor(const Task& task) const;
  Status Handle(const RunEnd& end);
  Status HandleFailure(const RunEnd& end, Task* task);
  void NameFault(const RunEnd& end);
  Status CloseEnded();
  static void SortByEnd(std::vector<Task>* tasks);
  Status Close(const Task& task);
  Status Withdraw(const Candidate& candidate);
  std::string_view HowToGoOn() const;

  Search& search_;
  Oracle& oracle_;
  Journal* const journal_;
  RecordedRuns& recorded_;
  const RunnerOptions options_;
  Clock& clock_;
  RunnerReport report_;
  std::vector<Task> tasks_;  // asked for and not told yet, in that order
  std::vector<bool> busy_;   // by worker
  uint64_t next_id_ = 1;
  uint64_t ended_ = 0;
  uint64_t counted_ = 0;      // calls that steps are made of
  uint64_t check_steps_ = 0;  // of a check that may be the final one
  uint64_t check_calls_ = 0;
  uint32_t broken_in_a_row_ = 0;
  uint32_t lost_in_a_row_ = 0;
  std::string last_withdrawal_;
  std::map<Candidate, uint32_t> withdrawals_;
};

}  // namespace reprise::minimize
