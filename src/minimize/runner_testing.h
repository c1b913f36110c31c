// What the tests of the runner share: an oracle in virtual time whose workers
// fail as they are told.
//
// Threads: one.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "minimize/evidence.h"
#include "minimize/oracle.h"

namespace reprise::minimize::testing {

// A small generator, the same on every machine.
inline uint64_t Mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// The runs of a candidate have verdicts 0, 1, 2, ... in the order in which they
// end, so that an app in virtual time has one history for all schedules.
class FakeOracle : public Oracle {
 public:
  using App = std::function<Verdict(const Candidate&, uint64_t ordinal)>;
  using Faults = std::function<RunEnd::How(uint64_t attempt, size_t worker)>;
  using Duration = std::function<uint64_t(size_t worker, const Candidate&)>;

  FakeOracle(size_t workers, VirtualClock& clock, App app)
      : clock_(clock), app_(std::move(app)), runs_(workers) {}

  Faults faults = [](uint64_t, size_t) { return RunEnd::How::kVerdict; };
  Duration duration = [](size_t, const Candidate&) { return 1'000'000'000; };
  std::map<Candidate, uint64_t> paid;  // verdicts given, also before
  std::vector<std::pair<size_t, uint64_t>> started;  // worker and id

  size_t workers() const override { return runs_.size(); }

  void Start(size_t worker, uint64_t id, const Candidate& candidate) override {
    EXPECT_EQ(runs_[worker].id, 0);
    started.emplace_back(worker, id);
    const uint64_t now = clock_.Monotonic();
    runs_[worker] = {id, now, now + duration(worker, candidate), candidate};
  }

  std::vector<RunEnd> Wait(std::chrono::nanoseconds) override {
    Run* first = nullptr;
    for (Run& run : runs_) {
      if (run.id != 0 && (first == nullptr || run.end_ns < first->end_ns)) {
        first = &run;
      }
    }
    if (first == nullptr) return {};
    clock_.SleepUntil(first->end_ns);
    const auto worker = static_cast<size_t>(first - runs_.data());
    RunEnd end{.id = first->id,
               .worker = worker,
               .how = faults(attempt_++, worker),
               .message = "failed as told",
               .duration_ns = first->end_ns - first->start_ns};
    if (end.how == RunEnd::How::kVerdict) {
      end.verdict = app_(first->candidate, paid[first->candidate]++);
    }
    first->id = 0;
    return {end};
  }

 private:
  struct Run {
    uint64_t id = 0;
    uint64_t start_ns = 0;
    uint64_t end_ns = 0;
    Candidate candidate = {};
  };
  VirtualClock& clock_;
  const App app_;
  std::vector<Run> runs_;  // by worker
  uint64_t attempt_ = 0;
};

// Reaches its target when `needed` are kept, and then in most runs.
inline FakeOracle::App FlakyApp(Candidate needed, uint64_t seed,
                                uint32_t percent = 90) {
  return [=](const Candidate& candidate, uint64_t ordinal) {
    if (!std::ranges::includes(candidate, needed)) return Verdict::kFail;
    uint64_t state = Mix(seed ^ CandidateHash()(candidate)) + ordinal;
    return Mix(state) % 100 < percent ? Verdict::kPass : Verdict::kFail;
  };
}

}  // namespace reprise::minimize::testing
