#include "minimize/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/memory_file_system.h"
#include "minimize/one_by_one_testing.h"
#include "minimize/runner_testing.h"

namespace reprise::minimize {
namespace {

using How = RunEnd::How;
using ::testing::ElementsAre;
using testing::FakeOracle;
using testing::FlakyApp;
using ::testing::HasSubstr;
using testing::Mix;
using testing::OneByOne;

constexpr uint64_t kSecond = 1'000'000'000;

// One minimisation of 12 units in virtual time, of which 3 and 7 are needed.
struct Bench {
  explicit Bench(size_t workers, RunnerOptions options = {},
                 FakeOracle::App app = FlakyApp({3, 7}, 1))
      : oracle(workers, clock, std::move(app)),
        runner(search, oracle, nullptr, recorded, options, clock) {}

  Status Run() { return runner.Run({}); }
  const RunnerReport& report() const { return runner.report(); }

  VirtualClock clock;
  OneByOne search{12, 5, 4};
  FakeOracle oracle;
  RecordedRuns recorded;
  Runner runner;
};

TEST(Runner, FindsWhatIsNeeded) {
  for (const bool batch : {false, true}) {
    Bench bench(4, {.m = 4, .batch = batch});
    ASSERT_TRUE(bench.Run());
    EXPECT_THAT(bench.search.outcome().kept, ElementsAre(3, 7));
    EXPECT_EQ(bench.report().evidence.runs(), bench.report().calls);
    EXPECT_EQ(bench.report().fault_count, 0);
  }
}

TEST(Runner, BatchIsAsLongAsItsSlowestRun) {
  Bench bench(4, {.m = 4, .batch = true});
  bench.oracle.duration = [](size_t worker, const Candidate&) {
    return worker == 3 ? 9 * kSecond : kSecond;
  };
  ASSERT_TRUE(bench.Run());
  EXPECT_EQ(bench.report().wall_ns, bench.report().steps * 9 * kSecond);
  EXPECT_EQ(bench.report().calls, bench.report().steps * 4);
}

TEST(Runner, CostsOfTwoSearchesAdd) {
  Bench first(1);
  Bench second(2);
  ASSERT_TRUE(first.Run());
  ASSERT_TRUE(second.Run());
  RunnerReport both = first.report();
  both.AddCosts(second.report());
  EXPECT_EQ(both.wall_ns, first.report().wall_ns + second.report().wall_ns);
  EXPECT_EQ(both.workers[0].runs,
            first.report().workers[0].runs + second.report().workers[0].runs);
  EXPECT_EQ(both.workers[1].busy_ns, second.report().workers[1].busy_ns);
  EXPECT_EQ(both.calls, first.report().calls);
}

TEST(Runner, BatchMayHaveMoreRunsThanWorkers) {
  Bench bench(2, {.m = 6, .batch = true});
  ASSERT_TRUE(bench.Run());
  EXPECT_EQ(bench.report().wall_ns, bench.report().steps * 3 * kSecond);
}

TEST(Runner, FreelyNoWorkerWaitsForASlowerOne) {
  Bench bench(4, {.m = 4});
  bench.oracle.duration = [](size_t worker, const Candidate&) {
    return worker == 3 ? 9 * kSecond : kSecond;
  };
  ASSERT_TRUE(bench.Run());
  const auto& workers = bench.report().workers;
  for (size_t i = 0; i < 3; i++) {
    EXPECT_GE(workers[i].busy_ns + kSecond, bench.report().wall_ns);
    EXPECT_EQ(workers[i].busy_ns, workers[i].runs * kSecond);
  }
  EXPECT_LE(workers[3].runs, workers[0].runs / 8);
  EXPECT_EQ(bench.report().steps, (bench.report().calls + 3) / 4);
}

TEST(Runner, BatchResultDoesNotDependOnDurations) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    Bench bench(5, {.m = 5, .batch = true});
    bench.oracle.duration = [&](size_t worker, const Candidate& candidate) {
      return 1 + Mix(seed * 7 + worker + candidate.size()) % kSecond;
    };
    ASSERT_TRUE(bench.Run());
    EXPECT_THAT(bench.search.outcome().kept, ElementsAre(3, 7));
  }
}

TEST(Runner, RepeatsElsewhereWhatDoesNotCount) {
  Bench bench(2, {.m = 1});
  bench.oracle.faults = [](uint64_t attempt, size_t) {
    return attempt == 0 ? How::kNotCounted : How::kVerdict;
  };
  ASSERT_TRUE(bench.Run());
  // Freely both workers get a run; the failed one waits for the other worker.
  const auto& started = bench.oracle.started;
  EXPECT_EQ(started[0], (std::pair<size_t, uint64_t>{0, 1}));
  const auto again = std::find_if(started.begin() + 1, started.end(),
                                  [](const auto& s) { return s.second == 1; });
  ASSERT_NE(again, started.end());
  EXPECT_EQ(again->first, 1);
  EXPECT_EQ(bench.report().not_counted, 1);
  EXPECT_THAT(bench.report().faults,
              ElementsAre("worker 0 made a run that does not count: "
                          "failed as told"));
}

TEST(Runner, StopsAfterThreeBrokenRunsInARow) {
  Bench bench(1, {.m = 1});
  bench.oracle.faults = [](uint64_t attempt, size_t) {
    // Two in a row are forgiven, three are not.
    return attempt < 2 || (attempt >= 10) ? How::kBroken : How::kVerdict;
  };
  const Status status = bench.Run();
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("3 runs in a row"));
  EXPECT_THAT(status.error().message, HasSubstr("failed as told"));
  EXPECT_EQ(bench.report().calls, 8);
}

TEST(Runner, WithdrawsAndThenStopsAtACandidateThatCannotBeRun) {
  Bench bench(3, {.m = 3});
  bench.oracle.faults = [](uint64_t, size_t) { return How::kNotCounted; };
  const Status status = bench.Run();
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("11 units"));
  EXPECT_EQ(bench.report().calls, 0);
  // One run and three repeats each, three times.
  EXPECT_GE(bench.report().not_counted, 3 * 4);
}

TEST(Runner, StopsWhenWorkersOnlyDie) {
  Bench bench(2, {.m = 2});
  bench.oracle.faults = [](uint64_t, size_t) { return How::kLostWorker; };
  const Status status = bench.Run();
  ASSERT_FALSE(status);
  EXPECT_EQ(bench.report().workers[0].lost + bench.report().workers[1].lost,
            Runner::kMaxLostInARow);
}

TEST(Runner, NoWorkerFaultChangesTheResult) {
  EXPECT_TRUE(rc::check([] {
    const bool batch = *rc::gen::arbitrary<bool>();
    const uint64_t seed = *rc::gen::arbitrary<uint32_t>();
    const uint64_t lost = *rc::gen::inRange<uint64_t>(0, 21);
    const RunnerOptions options{.m = 3, .batch = batch};
    const size_t workers = batch ? 3 : 1;
    Bench good(workers, options, FlakyApp({3, 7}, seed, 80));
    Bench bad(workers, options, FlakyApp({3, 7}, seed, 80));
    uint64_t faults = 0;
    bad.oracle.faults = [&](uint64_t attempt, size_t) {
      const uint64_t dice = Mix(seed * 1000 + attempt) % 100;
      if (dice >= lost + 3) return How::kVerdict;
      faults++;
      return dice < lost ? How::kLostWorker : How::kNotCounted;
    };
    RC_ASSERT(good.Run().has_value());
    RC_ASSERT(bad.Run().has_value());
    RC_ASSERT(bad.search.outcome().kept == good.search.outcome().kept);
    RC_ASSERT(bad.report().calls == good.report().calls);
    RC_ASSERT(bad.report().fault_count == faults);
    RC_ASSERT(good.report().fault_count == 0U);
  }));
}

TEST(Runner, StopsWhenAsked) {
  Bench bench(2, {.m = 2});
  const Status status = bench.runner.Run(
      {.stop_asked = [&] { return bench.report().calls >= 7; }});
  ASSERT_TRUE(status);
  EXPECT_TRUE(bench.report().interrupted);
  EXPECT_FALSE(bench.search.done());
}

}  // namespace
}  // namespace reprise::minimize
