// Oracle: runs candidates and says whether they reached the target. It has
// workers; each makes one run at a time, and all of them at once.
//
// The two for people are made here: a command that is started for each run
// (--test) and long-lived workers that speak JSON lines (--oracle). Tests have
// one in virtual time. Whatever an oracle's processes do (die, hang, babble)
// ends as a RunEnd, never as a wrong verdict.
//
// Threads: one at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "minimize/candidate.h"

namespace reprise::minimize {

struct RunEnd {
  enum class How : uint8_t {
    kVerdict,
    kNotCounted,  // the oracle says that this run tells nothing
    kBroken,      // the oracle said what no oracle says
    kLostWorker,  // the worker died, hung or babbled, and was replaced
  };
  uint64_t id = 0;  // of the run; 0: an idle worker was lost, no run ended
  size_t worker = 0;
  How how = How::kVerdict;
  Verdict verdict = Verdict::kFail;  // of kVerdict
  std::string message = {};          // of the others: a clause for people
  uint64_t duration_ns = 0;
};

class Oracle {
 public:
  virtual ~Oracle() = default;

  virtual size_t workers() const = 0;

  // The worker must be idle, the id new and not 0.
  virtual void Start(size_t worker, uint64_t id,
                     const Candidate& candidate) = 0;

  // What has ended since, waiting for it if nothing has, but no longer than
  // `at_most` and no longer than until a signal comes.
  virtual std::vector<RunEnd> Wait(std::chrono::nanoseconds at_most) = 0;
};

// Makes the file that a candidate's run gets: its path, which must be another
// one for each worker.
using CandidateWriter =
    std::function<Result<std::string>(size_t worker, const Candidate&)>;

struct OracleOptions {
  std::string command;  // for sh
  size_t workers = 1;
  std::chrono::nanoseconds run_timeout = std::chrono::minutes(10);
  Clock* clock = &RealClock();
};

// Appends the candidate's path to the command and runs it: exit code 0 means
// reached, 1 not reached, 125 does not count; all else is broken. The command
// finds the number of its worker, from 0, in REPRISE_WORKER.
std::unique_ptr<Oracle> MakeCommandOracle(OracleOptions options,
                                          CandidateWriter writer);

// Starts the command once per worker. It reads
//   {"reprise_oracle":1,"units":N,"tape":PATH}
// and then, line by line, requests that it answers before the next comes:
//   {"id":7,"units":[0,3,4]}
//   {"id":7,"verdict":"pass"}        or "fail"
//   {"id":7,"verdict":"error","message":"no device"}
// `tape` is empty when the units are abstract.
std::unique_ptr<Oracle> MakeWorkerOracle(OracleOptions options, uint32_t units,
                                         const std::string& tape);

}  // namespace reprise::minimize
