#include "base/subprocess.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>

namespace reprise {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using Output = SubprocessOptions::Output;

SubprocessResult RunToEnd(SubprocessOptions options) {
  Result<SubprocessResult> result = RunSubprocess(std::move(options));
  EXPECT_TRUE(result.has_value()) << result.error().message;
  return result.has_value() ? *result : SubprocessResult{};
}

SubprocessResult Shell(std::string script) {
  return RunToEnd({.argv = {"sh", "-c", std::move(script)}});
}

TEST(Subprocess, CapturesBothOutputsAndTheExitCode) {
  const SubprocessResult done = Shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(done.out, "out\n");
  EXPECT_EQ(done.err, "err\n");
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_EQ(done.signal, 0);
  EXPECT_FALSE(done.timed_out);
  EXPECT_FALSE(done.Succeeded());
  EXPECT_EQ(done.Describe(), "ended with exit code 3");
  EXPECT_TRUE(Shell("exit 0").Succeeded());
}

TEST(Subprocess, PassesArgumentsWithoutAShell) {
  const SubprocessResult done =
      RunToEnd({.argv = {"printf", "[%s]", "a b", "$HOME", "*", "", "'\"\n"}});
  EXPECT_EQ(done.out, "[a b][$HOME][*][]['\"\n]");
}

TEST(Subprocess, AddsToAndReplacesInTheEnvironment) {
  setenv("REPRISE_TEST_KEPT", "kept", 1);
  setenv("REPRISE_TEST_OLD", "old", 1);
  const SubprocessResult done =
      RunToEnd({.argv = {"sh", "-c",
                         "echo $REPRISE_TEST_KEPT $REPRISE_TEST_OLD "
                         "$REPRISE_TEST_NEW; env | grep -c REPRISE_TEST_OLD"},
                .environment = {{"REPRISE_TEST_OLD", "replaced"},
                                {"REPRISE_TEST_NEW", "a=b"}}});
  EXPECT_EQ(done.out, "kept replaced a=b\n1\n");
  unsetenv("REPRISE_TEST_KEPT");
  unsetenv("REPRISE_TEST_OLD");
}

TEST(Subprocess, RunsInTheGivenFolder) {
  EXPECT_EQ(RunToEnd({.argv = {"pwd"}, .working_directory = "/usr/bin"}).out,
            "/usr/bin\n");
}

TEST(Subprocess, FeedsMoreThanAPipeHolds) {
  std::string bytes;
  for (int i = 0; i < 300'000; ++i) bytes += std::to_string(i) + '\0';
  const SubprocessResult done = RunToEnd({.argv = {"cat"}, .input = bytes});
  EXPECT_EQ(done.out.size(), bytes.size());
  EXPECT_TRUE(done.out == bytes);
}

TEST(Subprocess, WithoutInputTheChildReadsTheEnd) {
  EXPECT_EQ(RunToEnd({.argv = {"cat"}}).out, "");
}

TEST(Subprocess, SurvivesAChildThatDoesNotReadItsInput) {
  const SubprocessResult done =
      RunToEnd({.argv = {"true"}, .input = std::string(1 << 20, 'x')});
  EXPECT_TRUE(done.Succeeded());
}

TEST(Subprocess, KeepsNoMoreOutputThanTheLimit) {
  const SubprocessResult done = RunToEnd(
      {.argv = {"sh", "-c", "head -c 1000000 /dev/zero; printf 12345 >&2"},
       .capture_limit = 5});
  EXPECT_TRUE(done.Succeeded());
  EXPECT_EQ(done.out, std::string(5, '\0'));
  EXPECT_TRUE(done.out_cut);
  EXPECT_EQ(done.err, "12345");
  EXPECT_FALSE(done.err_cut);
}

TEST(Subprocess, InheritsOrDiscardsOutputs) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const SubprocessResult done =
      RunToEnd({.argv = {"sh", "-c", "echo out; echo err >&2"},
                .out = Output::kInherit,
                .err = Output::kDiscard});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "out\n");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(done.out, "");
  EXPECT_EQ(done.err, "");
}

TEST(Subprocess, TellsTheSignalThatEndedIt) {
  const SubprocessResult done = Shell("kill -TERM $$");
  EXPECT_EQ(done.exit_code, -1);
  EXPECT_EQ(done.signal, SIGTERM);
  EXPECT_FALSE(done.Succeeded());
  EXPECT_EQ(done.Describe(), "was killed by signal 15 (Terminated)");
}

TEST(Subprocess, NamesAMissingProgram) {
  const auto none = Subprocess::Start({.argv = {"reprise-no-such-program"}});
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(none.error().message,
            "the program reprise-no-such-program is not there: no folder of "
            "PATH has it; install it or add its folder to PATH");
  const auto path = Subprocess::Start({.argv = {"/none/such"}});
  ASSERT_FALSE(path.has_value());
  EXPECT_EQ(path.error().kind, ErrorKind::kNotFound);
  EXPECT_THAT(path.error().message, HasSubstr("/none/such is not there"));
}

TEST(Subprocess, NamesAMissingFolder) {
  const auto none =
      Subprocess::Start({.argv = {"pwd"}, .working_directory = "/none/such"});
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(none.error().message,
            "cannot start pwd: the folder /none/such in which it should run "
            "is not there");
}

TEST(Subprocess, SaysWhyAProgramCannotBeStarted) {
  const auto refused = Subprocess::Start({.argv = {"/etc/passwd"}});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().kind, ErrorKind::kIo);
  EXPECT_EQ(refused.error().message,
            "cannot start /etc/passwd: Permission denied");
}

TEST(Subprocess, RefusesWhatWouldBeCutOrMisread) {
  const std::string nul("a\0b", 3);
  const std::vector<SubprocessOptions> kBad = {
      {},
      {.argv = {""}},
      {.argv = {"echo", nul}},
      {.argv = {"echo"}, .environment = {{"", "x"}}},
      {.argv = {"echo"}, .environment = {{"A=B", "x"}}},
      {.argv = {"echo"}, .environment = {{"A", nul}}},
      {.argv = {"echo"}, .working_directory = nul},
  };
  for (const SubprocessOptions& options : kBad) {
    const auto refused = Subprocess::Start(options);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind, ErrorKind::kInvalidArgument);
  }
}

TEST(Subprocess, WaitGivesUpAfterItsTimeout) {
  Subprocess process = Subprocess::Start({.argv = {"sleep", "1000"}}).value();
  EXPECT_FALSE(process.Wait(milliseconds(0)).has_value());
  EXPECT_FALSE(process.Wait(milliseconds(-5)).has_value());
  EXPECT_FALSE(process.Wait(milliseconds(5)).has_value());
  EXPECT_EQ(process.Kill().signal, SIGKILL);
}

TEST(Subprocess, RunKillsWhatTakesTooLong) {
  const auto done =
      RunSubprocess({.argv = {"sleep", "1000"}}, milliseconds(5)).value();
  EXPECT_TRUE(done.timed_out);
  EXPECT_EQ(done.signal, SIGKILL);
  EXPECT_FALSE(done.Succeeded());
  EXPECT_EQ(done.Describe(), "was killed because it took too long");
}

TEST(Subprocess, GivesTheSameEndAgain) {
  Subprocess process =
      Subprocess::Start({.argv = {"sh", "-c", "echo x; exit 4"}}).value();
  EXPECT_EQ(process.Wait()->exit_code, 4);
  EXPECT_EQ(process.Wait(milliseconds(0))->out, "x\n");
  process.Signal(SIGKILL);
  EXPECT_EQ(process.Kill().exit_code, 4);
}

TEST(Subprocess, SendsSignals) {
  Subprocess process = Subprocess::Start({.argv = {"sleep", "1000"}}).value();
  process.Signal(SIGINT);
  EXPECT_EQ(process.Wait()->signal, SIGINT);
}

// A named pipe whose end is seen when everybody who has it open is dead.
class Lifeline {
 public:
  Lifeline() {
    std::string name = testing::TempDir() + "/reprise_pipe_XXXXXX";
    folder_ = mkdtemp(name.data());
    path_ = folder_ + "/pipe";
    EXPECT_EQ(mkfifo(path_.c_str(), 0600), 0);
  }
  ~Lifeline() {
    close(fd_);
    std::filesystem::remove_all(folder_);
  }

  // Starts a shell with a child; both hold the pipe. Returns when both run.
  Subprocess StartFamily() {
    auto process = Subprocess::Start(
        {.argv = {"sh", "-c", "exec 3>\"$0\"; sleep 1000 & echo >&3; wait",
                  path_}});
    fd_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    char byte;
    EXPECT_EQ(read(fd_, &byte, 1), 1);
    return *std::move(process);
  }

  // The time only matters when it fails.
  bool EverybodyIsDead() const {
    pollfd poll_fd{fd_, POLLIN, 0};
    return poll(&poll_fd, 1, 60'000) == 1 && (poll_fd.revents & POLLHUP) != 0;
  }

 private:
  std::string folder_;
  std::string path_;
  int fd_ = -1;
};

TEST(Subprocess, KillTakesItsChildrenAlong) {
  Lifeline lifeline;
  Subprocess process = lifeline.StartFamily();
  EXPECT_EQ(process.Kill().signal, SIGKILL);
  EXPECT_TRUE(lifeline.EverybodyIsDead());
}

TEST(Subprocess, IsGoneWithItsObject) {
  Lifeline lifeline;
  {
    const Subprocess process = lifeline.StartFamily();
  }
  EXPECT_TRUE(lifeline.EverybodyIsDead());
}

TEST(Subprocess, AssigningAnotherOneKillsTheFirst) {
  Lifeline lifeline;
  Subprocess process = lifeline.StartFamily();
  process = Subprocess::Start({.argv = {"sleep", "1000"}}).value();
  EXPECT_TRUE(lifeline.EverybodyIsDead());
  EXPECT_FALSE(process.Wait(milliseconds(0)).has_value());
}

TEST(Subprocess, DoesNotWaitForADaemonThatHoldsTheOutput) {
  const SubprocessResult done = Shell("sleep 1000 & echo $!");
  const pid_t daemon = std::atoi(done.out.c_str());
  ASSERT_GT(daemon, 1) << done.out;
  EXPECT_TRUE(done.Succeeded());
  EXPECT_EQ(kill(daemon, SIGKILL), 0);  // it lived on
}

TEST(Subprocess, DoesNotListenForeverToADaemonThatTalks) {
  const SubprocessResult done = Shell("yes >&2 & echo $!");
  const pid_t daemon = std::atoi(done.out.c_str());
  ASSERT_GT(daemon, 1) << done.out;
  EXPECT_TRUE(done.Succeeded());
  kill(daemon, SIGKILL);  // already gone if it wrote to the closed pipe
}

size_t OpenFiles() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(files), end(files)));
}

TEST(Subprocess, LeavesNoOpenFileAndNoZombie) {
  const size_t before = OpenFiles();
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(RunToEnd({.argv = {"cat"}, .input = "x"}).Succeeded());
    EXPECT_FALSE(
        Subprocess::Start({.argv = {"/none/such"}, .input = "x"}).has_value());
    {
      auto killed = Subprocess::Start({.argv = {"sleep", "1000"}});
    }
  }
  EXPECT_EQ(OpenFiles(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Subprocess, TheChildInheritsOnlyItsStandardFiles) {
  const int leaky = open("/dev/null", O_RDONLY);  // not close-on-exec
  ASSERT_GT(leaky, 2);
  // 3 is the folder that ls itself reads.
  EXPECT_EQ(RunToEnd({.argv = {"ls", "/proc/self/fd"}, .input = "x"}).out,
            "0\n1\n2\n3\n");
  close(leaky);
}

TEST(Subprocess, TheChildHasNoSignalBlockedOrIgnored) {
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto old_handler = signal(SIGPIPE, SIG_IGN);
  const std::string blocked_now =
      RunToEnd({.argv = {"grep", "SigBlk", "/proc/self/status"}}).out;
  const std::string ignored_now =
      RunToEnd({.argv = {"grep", "SigIgn", "/proc/self/status"}}).out;
  signal(SIGPIPE, old_handler);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(blocked_now, "SigBlk:\t0000000000000000\n");
  // The last eight digits are signals 1 to 32; of them 32 is the C library's.
  ASSERT_EQ(ignored_now.size(), 25u) << ignored_now;
  const unsigned long ignored = std::stoul(ignored_now.substr(16), nullptr, 16);
  EXPECT_EQ(ignored & 0x7fffffff, 0u) << ignored_now;
}

TEST(Subprocess, TellsTheExitCodeEvenIfChildrenWereIgnored) {
  signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(Shell("exit 9").exit_code, 9);
  signal(SIGCHLD, SIG_DFL);
}

TEST(SubprocessDeathTest, WorksInAProcessWithoutStandardFiles) {
  EXPECT_EXIT(
      {
        close(0);
        close(1);
        const auto done = RunSubprocess({.argv = {"cat"}, .input = "hello"});
        _exit(done.has_value() && done->out == "hello" ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace reprise
