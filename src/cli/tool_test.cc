#include "cli/tool.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <new>
#include <stdexcept>
#include <vector>

namespace reprise::cli {
namespace {

// A file in memory to be stdout or stderr.
class Capture {
 public:
  Capture() : fd_(memfd_create("capture", MFD_CLOEXEC)) {}
  ~Capture() { close(fd_); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  int fd() const { return fd_; }
  std::string text() const {
    std::string text(static_cast<size_t>(lseek(fd_, 0, SEEK_END)), '\0');
    EXPECT_EQ(pread(fd_, text.data(), text.size(), 0),
              static_cast<ssize_t>(text.size()));
    return text;
  }

 private:
  const int fd_;
};

struct Outcome {
  ExitCode code;
  std::string out;
  std::string err;
};

using Run = Result<ExitCode> (*)(const Arguments&, Console&);

Verb VerbThat(Run run) {
  return {.name = "act",
          .summary = "act",
          .description = "Acts.",
          .positionals = {},
          .options = {},
          .examples = {},
          .run = run};
}

Outcome RunWith(Run run, std::vector<std::string> words = {"act"}) {
  const Verb verb = VerbThat(run);
  const Verb* verbs[] = {&verb};
  Capture out;
  Capture err;
  Console console(out.fd(), err.fd());
  const ExitCode code = RunTool(verbs, words, console);
  return {code, out.text(), err.text()};
}

TEST(RunTool, PrintsWhatTheVerbWrote) {
  const Outcome outcome = RunWith([](auto&, Console& console) {
    EXPECT_TRUE(console.Write("one\n"));
    console.Warn("careful");
    return Result<ExitCode>(ExitCode::kDiverged);
  });
  EXPECT_EQ(outcome.code, ExitCode::kDiverged);
  EXPECT_EQ(outcome.out, "one\n");
  EXPECT_EQ(outcome.err, "reprise act: warning: careful\n");
}

TEST(RunTool, LeavesOutWarningsWhenQuiet) {
  const Outcome outcome = RunWith(
      [](auto&, Console& console) -> Result<ExitCode> {
        console.Warn("careful");
        return Fail(ErrorKind::kDevice, "no device");
      },
      {"act", "--quiet"});
  EXPECT_EQ(outcome.code, ExitCode::kNoDevice);
  EXPECT_EQ(outcome.err, "reprise act: no device\n");
}

TEST(RunTool, MakesAnErrorOneHarmlessLine) {
  const Outcome outcome = RunWith([](auto&, auto&) -> Result<ExitCode> {
    return Fail(ErrorKind::kCorruption, "bad\nname \033[2J");
  });
  EXPECT_EQ(outcome.code, ExitCode::kBadInput);
  EXPECT_EQ(outcome.err, "reprise act: bad\\nname \\x1b[2J\n");
}

TEST(RunTool, TellsOfStrayExceptions) {
  Outcome outcome =
      RunWith([](auto&, auto&) -> Result<ExitCode> { throw std::bad_alloc(); });
  EXPECT_EQ(outcome.code, ExitCode::kBug);
  EXPECT_EQ(outcome.err, "reprise act: there is not enough memory\n");

  outcome = RunWith([](auto&, auto&) -> Result<ExitCode> {
    throw std::runtime_error("oops");
  });
  EXPECT_EQ(outcome.code, ExitCode::kBug);
  EXPECT_EQ(outcome.err,
            "reprise act: this is a bug in Reprise, please report it: oops\n");

  outcome = RunWith([](auto&, auto&) -> Result<ExitCode> { throw 1; });
  EXPECT_EQ(outcome.code, ExitCode::kBug);
  EXPECT_EQ(outcome.err,
            "reprise act: this is a bug in Reprise, please report it: unknown "
            "exception\n");
}

TEST(RunTool, TellsOfAFullDisk) {
  const Verb verb = VerbThat([](auto&, Console& console) -> Result<ExitCode> {
    RETURN_IF_ERROR(console.Write("one\n"));
    return ExitCode::kDone;
  });
  const Verb* verbs[] = {&verb};
  const std::vector<std::string> words = {"act"};
  Capture err;
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  Console console(full, err.fd());
  EXPECT_EQ(RunTool(verbs, words, console), ExitCode::kSystem);
  EXPECT_EQ(err.text(),
            "reprise act: cannot write to standard output: No space left on "
            "device\n");
  close(full);
}

TEST(RunTool, EndsQuietlyWhenTheReaderWentAway) {
  static int writes;
  writes = 0;
  const Verb verb = VerbThat([](auto&, Console& console) -> Result<ExitCode> {
    for (;;) {
      ++writes;
      RETURN_IF_ERROR(console.Write("the same line again\n"));
    }
  });
  const Verb* verbs[] = {&verb};
  const std::vector<std::string> words = {"act"};
  std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  close(ends[0]);
  Capture err;
  Console console(ends[1], err.fd());
  EXPECT_EQ(RunTool(verbs, words, console), ExitCode::kDone);
  EXPECT_EQ(err.text(), "");
  EXPECT_GT(writes, 0);
  close(ends[1]);
}

TEST(RunTool, SaysThatThereIsNoVerb) {
  const Outcome outcome = RunWith(nullptr, {});
  EXPECT_EQ(outcome.code, ExitCode::kUsage);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "reprise: no verb is given. See reprise --help\n");
}

}  // namespace
}  // namespace reprise::cli
