// The journal and the runner together: whatever a minimisation was doing when
// it was interrupted, it goes on as if it had not been.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/memory_file_system.h"
#include "minimize/journal.h"
#include "minimize/one_by_one_testing.h"
#include "minimize/runner.h"
#include "minimize/runner_testing.h"

namespace reprise::minimize {
namespace {

using testing::FakeOracle;
using testing::FlakyApp;
using testing::Mix;
using testing::OneByOne;

const JournalHeader kHeader = {"subject", 10, ""};

struct Ended {
  std::string state;
  Candidate kept;
  RunnerReport report;
  uint64_t paid = 0;  // verdicts that cost something
};

struct Conditions {
  size_t workers = 1;
  RunnerOptions options = {};
  uint64_t seed = 0;
  uint64_t stop_after = ~uint64_t{0};  // calls
  std::string search = {};             // empty: OneByOne
};

std::unique_ptr<Search> SearchFor(const Conditions& conditions) {
  if (conditions.search.empty()) return std::make_unique<OneByOne>(10, 4, 3);
  SearchOptions options;
  options.units = 10;
  options.m = static_cast<uint32_t>(conditions.options.m);
  options.nr = 6;
  options.st = 5;
  auto search = MakeSearch(conditions.search, options);
  EXPECT_TRUE(search.has_value()) << search.error().message;
  return *std::move(search);
}

// Minimises with the journal at "j", continuing it if it is there.
Ended Minimise(MemoryFileSystem& files, const Conditions& setup) {
  VirtualClock clock;
  const std::unique_ptr<Search> made = SearchFor(setup);
  Search& search = *made;
  FakeOracle oracle(setup.workers, clock, FlakyApp({2, 5, 6}, setup.seed, 85));
  oracle.duration = [&](size_t worker, const Candidate& candidate) {
    return 1 + Mix(setup.seed + worker * 31 + candidate.size()) % 1'000'000;
  };
  RecordedRuns recorded;
  Result<std::unique_ptr<Journal>> journal =
      Fail(ErrorKind::kNotFound, "not yet");
  if (const auto contents = Journal::Read(files, "j")) {
    for (const JournalRun& run : contents->runs) {
      recorded.Add(run);
      if (run.verdict) oracle.paid[run.units]++;
    }
    journal = Journal::Continue(files, "j", *contents, clock);
  } else {
    journal = Journal::Create(files, "j", kHeader, clock);
  }
  EXPECT_TRUE(journal.has_value());
  const size_t before = recorded.left();
  Runner runner(search, oracle, journal->get(), recorded, setup.options, clock);
  EXPECT_TRUE(runner.Run({.stop_asked = [&] {
    return runner.report().calls >= setup.stop_after;
  }}));
  Ended ended{search.Describe(), search.outcome().kept, runner.report()};
  for (const auto& [candidate, count] : oracle.paid) ended.paid += count;
  // What was paid for before was used before anything was paid anew.
  if (before > 0 && search.done()) {
    EXPECT_EQ(recorded.left(), 0);
  }
  return ended;
}

size_t LineEnd(const std::string& text, size_t line) {
  size_t end = 0;
  for (size_t i = 0; i <= line; i++) end = text.find('\n', end) + 1;
  return end;
}

TEST(Resume, AtEveryPrefixTheResultIsTheSameAndNoRunIsPaidTwice) {
  const Conditions setups[] = {
      {.workers = 1, .options = {.m = 1}},
      {.workers = 3, .options = {.m = 3, .batch = true}},
      {.workers = 2, .options = {.m = 7, .batch = true}},
  };
  for (Conditions setup : setups) {
    for (setup.seed = 0; setup.seed < 5; setup.seed++) {
      MemoryFileSystem files;
      const Ended whole = Minimise(files, setup);
      const std::string journal = *files.Get("j");
      const auto lines = static_cast<size_t>(std::ranges::count(journal, '\n'));
      ASSERT_EQ(lines, 1 + whole.paid);
      for (size_t line = 0; line < lines; line++) {
        const size_t end = LineEnd(journal, line);
        // As it is, and with the next line torn.
        for (const size_t torn : {size_t{0}, size_t{9}}) {
          files.Put("j", journal.substr(0, end + torn));
          const Ended resumed = Minimise(files, setup);
          EXPECT_EQ(resumed.kept, whole.kept);
          EXPECT_EQ(resumed.report.steps, whole.report.steps);
          EXPECT_EQ(resumed.report.calls, whole.report.calls);
          EXPECT_EQ(resumed.report.replayed, line);
          EXPECT_EQ(resumed.paid, whole.paid);
        }
      }
    }
  }
}

TEST(Resume, JournalReplaysToTheSameState) {
  EXPECT_TRUE(rc::check([] {
    const size_t workers = *rc::gen::inRange<size_t>(1, 7);
    const Conditions setup{
        .workers = workers,
        .options = {.m = workers, .batch = *rc::gen::arbitrary<bool>()},
        .seed = *rc::gen::arbitrary<uint32_t>(),
        .stop_after = *rc::gen::inRange<uint64_t>(1, 60)};
    MemoryFileSystem files;
    const Ended first = Minimise(files, setup);
    const std::string journal = *files.Get("j");
    const Ended again = Minimise(files, setup);
    RC_ASSERT(again.state == first.state);
    RC_ASSERT(again.report.replayed == again.report.calls);
    RC_ASSERT(*files.Get("j") == journal);
  }));
}

TEST(Resume, EverySearchGoesOnAsIfItHadNotBeenInterrupted) {
  for (const std::string_view name : SearchNames()) {
    for (const bool batch : {false, true}) {
      const size_t workers = batch ? 4 : 1;
      Conditions conditions{.workers = workers,
                            .options = {.m = workers, .batch = batch},
                            .search = std::string(name)};
      for (; conditions.seed < 4; conditions.seed++) {
        MemoryFileSystem files;
        const Ended whole = Minimise(files, conditions);
        const std::string journal = *files.Get("j");
        const auto lines =
            static_cast<size_t>(std::ranges::count(journal, '\n'));
        for (size_t line = 0; line < lines; line += 3) {
          files.Put("j", journal.substr(0, LineEnd(journal, line)));
          const Ended resumed = Minimise(files, conditions);
          EXPECT_EQ(resumed.kept, whole.kept) << name;
          EXPECT_EQ(resumed.state, whole.state) << name;
          EXPECT_EQ(resumed.report.steps, whole.report.steps) << name;
          EXPECT_EQ(resumed.paid, whole.paid) << name;
        }
      }
    }
  }
}

TEST(Resume, WithAnotherNumberOfWorkersNoRunIsPaidTwice) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    MemoryFileSystem files;
    const Ended first = Minimise(
        files,
        {.workers = 1, .options = {.m = 1}, .seed = seed, .stop_after = 25});
    ASSERT_EQ(first.paid, 25);
    const Ended second =
        Minimise(files, {.workers = 5, .options = {.m = 5}, .seed = seed});
    EXPECT_EQ(second.report.replayed, 25);
    EXPECT_GE(second.paid, second.report.calls);
    EXPECT_LE(second.paid, second.report.calls + 4);  // under way at the end
  }
}

}  // namespace
}  // namespace reprise::minimize
