// The oracles with real processes: what they say, and what becomes of those
// that die, hang and babble.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "minimize/one_by_one_testing.h"
#include "minimize/oracle.h"
#include "minimize/runner.h"

namespace reprise::minimize {
namespace {

using How = RunEnd::How;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::OneByOne;

RunEnd RunOne(Oracle& oracle, const Candidate& candidate, uint64_t id = 1) {
  oracle.Start(0, id, candidate);
  while (true) {
    for (RunEnd& end : oracle.Wait(seconds(20))) {
      if (end.id == id) return std::move(end);
    }
  }
}

std::unique_ptr<Oracle> Command(
    std::string command, std::chrono::nanoseconds timeout = seconds(60)) {
  return MakeCommandOracle(
      {.command = std::move(command), .run_timeout = timeout},
      [](size_t, const Candidate& candidate) -> Result<std::string> {
        return fmt::format("a path of {}", candidate.size());
      });
}

TEST(CommandOracle, ExitCodesAreTheVerdict) {
  EXPECT_EQ(RunOne(*Command("true"), {}).verdict, Verdict::kPass);
  EXPECT_EQ(RunOne(*Command("false"), {}).verdict, Verdict::kFail);
  EXPECT_EQ(RunOne(*Command("false"), {}).how, How::kVerdict);
  EXPECT_EQ(RunOne(*Command("exit 125;"), {}).how, How::kNotCounted);
  const RunEnd broken = RunOne(*Command("echo oh no >&2; exit 2;"), {});
  EXPECT_EQ(broken.how, How::kBroken);
  EXPECT_EQ(broken.message, "ended with exit code 2, its last words: oh no");
  EXPECT_EQ(RunOne(*Command("kill -9 $$;"), {}).how, How::kBroken);
  EXPECT_EQ(RunOne(*Command("no-such-program-here"), {}).how, How::kBroken);
}

TEST(CommandOracle, AppendsThePathAsOneWord) {
  const auto oracle = Command("f() { test \"$#:$1\" = \"1:a path of 2\"; }; f");
  EXPECT_EQ(RunOne(*oracle, {4, 5}).verdict, Verdict::kPass);
}

TEST(CommandOracle, TakesNoNoteOfOutput) {
  const auto oracle =
      Command("head -c 1000000 /dev/zero; test \"$REPRISE_WORKER\" = 0;:");
  EXPECT_EQ(RunOne(*oracle, {}).verdict, Verdict::kPass);
}

TEST(CommandOracle, HangingRunIsKilled) {
  const auto oracle = Command("sleep 1000;", milliseconds(50));
  const RunEnd end = RunOne(*oracle, {});
  EXPECT_EQ(end.how, How::kLostWorker);
  EXPECT_EQ(end.message, "took longer than 50ms");
}

TEST(CommandOracle, CandidateThatCannotBeWrittenIsBroken) {
  const auto oracle = MakeCommandOracle(
      {.command = "true"}, [](size_t, const Candidate&) -> Result<std::string> {
        return Fail(ErrorKind::kIo, "the disk is full");
      });
  const RunEnd end = RunOne(*oracle, {});
  EXPECT_EQ(end.how, How::kBroken);
  EXPECT_EQ(end.message, "the disk is full");
}

std::unique_ptr<Oracle> Worker(std::string command,
                               std::chrono::nanoseconds timeout = seconds(60)) {
  return MakeWorkerOracle(
      {.command = std::move(command), .run_timeout = timeout}, 5, "/x.mcap");
}

// Says of each request what it got, as an error.
constexpr char kEcho[] =
    "read hello; id=0; while read line; do id=$((id+1)); "
    "text=$(printf '%s %s' \"$hello\" \"$line\" | tr -d '\"{}'); "
    "echo \"{\\\"id\\\":$id,\\\"verdict\\\":\\\"error\\\","
    "\\\"message\\\":\\\"$text\\\"}\"; done";

TEST(WorkerOracle, IsGreetedOnceAndThenAsked) {
  const auto oracle = Worker(kEcho);
  RunEnd end = RunOne(*oracle, {0, 3, 4}, 1);
  EXPECT_EQ(end.how, How::kNotCounted);
  EXPECT_EQ(end.message,
            "reprise_oracle:1,units:5,tape:/x.mcap id:1,units:[0,3,4]");
  end = RunOne(*oracle, {}, 2);
  EXPECT_THAT(end.message, HasSubstr("id:2,units:[]"));
}

TEST(WorkerOracle, AnswersAreTheVerdict) {
  const auto oracle = Worker(
      "read hello; read one; echo '{\"id\":1,\"verdict\":\"pass\"}'; "
      "read two; echo '{\"id\":2,\"verdict\":\"fail\"}'; cat");
  EXPECT_EQ(RunOne(*oracle, {}, 1).verdict, Verdict::kPass);
  const RunEnd two = RunOne(*oracle, {}, 2);
  EXPECT_EQ(two.how, How::kVerdict);
  EXPECT_EQ(two.verdict, Verdict::kFail);
}

TEST(WorkerOracle, WorkerThatFailsIsLostAndReplaced) {
  struct Case {
    const char* script;
    const char* why;
  };
  const Case cases[] = {
      {"echo bye >&2; exit 4", "ended with exit code 4, its last words: bye"},
      {"read a; read b; exit 0", "ended with exit code 0"},
      {"read a; read b; kill -9 $$", "was killed by signal 9"},
      {"read a; read b; echo pass", "answered nonsense: a line that is not"},
      {"read a; read b; echo '{\"id\":9,\"verdict\":\"pass\"}'; cat",
       "answered nonsense: run 9 when asked for 1"},
      {"while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done",
       "answered nonsense: a line over 65536 bytes"},
      {"while :; do printf '\\377\\n'; done", "answered nonsense"},
  };
  for (const Case& item : cases) {
    const auto oracle = Worker(item.script);
    for (const uint64_t id : {1, 1}) {
      const RunEnd end = RunOne(*oracle, {}, id);
      EXPECT_EQ(end.how, How::kLostWorker) << item.script;
      EXPECT_THAT(end.message, HasSubstr(item.why));
    }
  }
}

TEST(WorkerOracle, HangingWorkerIsLost) {
  const auto oracle = Worker("sleep 1000", milliseconds(50));
  const RunEnd end = RunOne(*oracle, {});
  EXPECT_EQ(end.how, How::kLostWorker);
  EXPECT_EQ(end.message, "took longer than 50ms");
}

TEST(WorkerOracle, AnswerThatNobodyAskedForIsNotTaken) {
  // The second line would be taken for the answer to run 2.
  const auto oracle = Worker(
      "read a; read b; echo '{\"id\":1,\"verdict\":\"fail\"}\n"
      "{\"id\":2,\"verdict\":\"pass\"}'; cat >/dev/null",
      milliseconds(300));
  EXPECT_EQ(RunOne(*oracle, {}, 1).how, How::kVerdict);
  oracle->Start(0, 2, {});
  const auto ends = oracle->Wait(seconds(5));
  ASSERT_FALSE(ends.empty());
  EXPECT_EQ(ends[0].id, 0);
  EXPECT_EQ(ends[0].message, "spoke without being asked");
}

// Units 1 and 4 are needed. In each life a worker answers a few runs and then
// does what its number and age say.
constexpr char kUnruly[] = R"sh(
read hello
lives=$(cat "$DIR/$REPRISE_WORKER" 2>/dev/null || echo 0)
echo $((lives + 1)) > "$DIR/$REPRISE_WORKER"
left=$(( (lives + REPRISE_WORKER) % 3 + 1 ))
while read line; do
  id=${line#*:}; id=${id%%,*}
  if [ $left -eq 0 ]; then
    case $(( (lives + REPRISE_WORKER) % 5 )) in
      0) exit 1 ;;
      1) echo babble; read more; exit ;;
      2) sleep 1000 ;;
      3) echo "{\"id\":$id,\"verdict\":\"error\",\"message\":\"x\"}"; left=2; continue ;;
      4) kill -9 $$ ;;
    esac
  fi
  left=$((left - 1))
  case ,${line#*\[} in
    *,1[],]*) case ,${line#*\[} in
      *,4[],]*) verdict=pass ;;
      *) verdict=fail ;;
      esac ;;
    *) verdict=fail ;;
  esac
  echo "{\"id\":$id,\"verdict\":\"$verdict\"}"
done
)sh";

TEST(WorkerOracle, UnrulyWorkersChangeNoResult) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() /
      fmt::format("reprise-unruly-{}", getpid());
  std::filesystem::create_directories(folder);
  for (const bool batch : {false, true}) {
    OneByOne search(7, 2, 2);
    const auto oracle = MakeWorkerOracle(
        {.command = fmt::format("DIR='{}'\n{}", folder.string(), kUnruly),
         .workers = 3,
         .run_timeout = milliseconds(500)},
        7, "");
    RecordedRuns none;
    Runner runner(search, *oracle, nullptr, none, {.m = 3, .batch = batch});
    const Status status = runner.Run({});
    ASSERT_TRUE(status) << status.error().message;
    EXPECT_THAT(search.outcome().kept, ElementsAre(1, 4));
    EXPECT_GT(runner.report().fault_count, 0);
    EXPECT_EQ(runner.report().withdrawn, 0);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace reprise::minimize
