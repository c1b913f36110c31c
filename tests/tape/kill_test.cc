// A recording that is killed at any moment: the tape opens and holds every
// message that its writer had handed to the system.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "base/clock.h"
#include "base/subprocess.h"
#include "crash_testing.h"
#include "temporary_folder.h"

namespace reprise::tape {
namespace {

// Long enough for some chunks, short enough that the end is hit, too.
constexpr uint64_t kRecordingMs = 250;

struct Kill {
  bool was_killed = false;  // not if it had finished before
  uint64_t told = 0;        // messages that were handed to the system
  uint64_t time = 0;        // monotonic, before the signal was sent
};

// Runs the victim and kills it at a random moment.
Kill KillOnce(const std::string& mode, const std::string& path) {
  Kill kill;
  SubprocessOptions options;
  options.argv = {CRASH_WRITER, mode, path, std::to_string(kRecordingMs)};
  auto victim = Subprocess::Start(options);
  if (!victim) {
    ADD_FAILURE() << victim.error().message;
    return kill;
  }
  // A little more than it lives, so that the finished tape is met as well.
  const std::chrono::microseconds moment(RandomBelow(kRecordingMs * 1200));
  auto result = victim->Wait(moment);
  kill.time = RealClock().Monotonic();
  if (!result) result = victim->Kill();
  kill.was_killed = result->signal == SIGKILL;
  if (!kill.was_killed) {
    EXPECT_EQ(result->exit_code, 0) << result->err;
  }
  if (const size_t whole = result->out.size() / 8; whole > 0) {
    std::memcpy(&kill.told, result->out.data() + (whole - 1) * 8, 8);
  }
  return kill;
}

// What is on the tape of a victim; nullopt when it had not even begun.
std::optional<Found> CheckVictim(const Kill& kill, const std::string& path,
                                 Source source) {
  if (!std::filesystem::exists(path) || std::filesystem::is_empty(path)) {
    EXPECT_TRUE(kill.was_killed);
    EXPECT_EQ(kill.told, 0u);
    return std::nullopt;
  }
  auto found = OpenAndRecover(RealFileSystem(), path, source);
  if (!found) {
    ADD_FAILURE() << path << " does not open";
    return std::nullopt;
  }
  EXPECT_GE(found->messages, kill.told);
  EXPECT_EQ(found->problems.empty(), found->complete);
  if (!kill.was_killed) {
    EXPECT_TRUE(found->complete);
  }
  return found;
}

TEST(Kill, LeavesEveryChunkThatAWriterHasClosed) {
  const TemporaryFolder folder;
  const uint64_t count = Full() ? 200 : 20;
  uint64_t killed = 0;
  for (uint64_t i = 0; i < count && !HasFailure(); i++) {
    const std::string path = folder.path(fmt::format("writer{}.mcap", i));
    const Kill kill = KillOnce("writer", path);
    SCOPED_TRACE(path);
    killed += kill.was_killed;
    const auto found = CheckVictim(kill, path, Source::kWriter);
    if (!found) continue;
    // All of them, in order, without a gap.
    for (size_t n = 0; n < found->numbers.size(); n++) {
      ASSERT_EQ(found->numbers[n], static_cast<int64_t>(n));
    }
    std::filesystem::remove(path);
  }
  EXPECT_GT(killed, 0u);
  Tried(
      "its writer killed at a random moment", count,
      fmt::format("every closed chunk; {} were killed before the end", killed));
}

TEST(Kill, LeavesEveryChunkThatARecorderHasClosed) {
  const TemporaryFolder folder;
  const uint64_t count = Full() ? 200 : 20;
  uint64_t killed = 0;
  uint64_t lost_ns = 0;
  for (uint64_t i = 0; i < count && !HasFailure(); i++) {
    const std::string path = folder.path(fmt::format("recorder{}.mcap", i));
    const Kill kill = KillOnce("recorder", path);
    SCOPED_TRACE(path);
    const auto found = CheckVictim(kill, path, Source::kRecorder);
    if (!found) continue;
    // Each of the two feeds is there up to some message, without a gap.
    int64_t next[2] = {0, 1};
    for (const int64_t number : found->numbers) {
      int64_t& expected = next[number % 2];
      ASSERT_EQ(number, expected);
      expected += 2;
    }
    if (kill.was_killed && !found->complete) {
      killed++;
      if (found->last_time != 0 && kill.time > found->last_time) {
        lost_ns = std::max(lost_ns, kill.time - found->last_time);
      }
    }
    std::filesystem::remove(path);
  }
  // The time depends on the machine's load, so it is told but not checked.
  EXPECT_GT(killed, 0u);
  Tried("its recorder, with two feeds, killed at a random moment", count,
        fmt::format("every closed chunk; {} were killed before the end, and "
                    "lost the last {} ms at most",
                    killed, lost_ns / 1'000'000));
}

}  // namespace
}  // namespace reprise::tape
