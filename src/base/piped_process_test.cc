#include "base/piped_process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>

namespace reprise {
namespace {

constexpr auto kLong = std::chrono::seconds(20);

std::unique_ptr<PipedProcess> Shell(std::string script) {
  auto process = PipedProcess::Start({.argv = {"sh", "-c", std::move(script)}});
  EXPECT_TRUE(process.has_value()) << process.error().message;
  return *std::move(process);
}

// The next line, or "" when the program has ended or babbles.
std::string Line(PipedProcess& process) {
  std::string line;
  PipedProcess* const all[] = {&process};
  while (!process.NextLine(&line)) {
    if (process.ended() || process.babbling()) return "";
    WaitForNews(all, kLong);
  }
  return line;
}

void WaitForEnd(PipedProcess& process) {
  PipedProcess* const all[] = {&process};
  while (!process.ended()) WaitForNews(all, kLong);
}

TEST(PipedProcess, TalksLineByLine) {
  const auto process = Shell("while read line; do echo \"<$line>\"; done");
  process->Write("a\n");
  EXPECT_EQ(Line(*process), "<a>");
  process->Write("b\nc\n");
  EXPECT_EQ(Line(*process), "<b>");
  EXPECT_EQ(Line(*process), "<c>");
  EXPECT_FALSE(process->ended());
}

TEST(PipedProcess, GivesWhatWasWrittenBeforeTheEnd) {
  const auto process = Shell("echo last; echo why >&2; exit 3");
  WaitForEnd(*process);
  EXPECT_EQ(Line(*process), "last");
  EXPECT_EQ(process->result().exit_code, 3);
  EXPECT_EQ(process->err(), "why\n");
}

TEST(PipedProcess, CloseInputIsTheEndOfItsInput) {
  const auto process = Shell("cat; echo end");
  process->Write("a\n");
  process->CloseInput();
  EXPECT_EQ(Line(*process), "a");
  EXPECT_EQ(Line(*process), "end");
}

TEST(PipedProcess, EndlessLineIsBabble) {
  const auto process = Shell("while :; do printf xxxxxxxxxxxxxxxx; done");
  EXPECT_EQ(Line(*process), "");
  EXPECT_TRUE(process->babbling());
}

TEST(PipedProcess, KeepsOnlyTheEndOfStderr) {
  const auto process = Shell(
      "i=0; while [ $i -lt 2000 ]; do echo line $i >&2; i=$((i+1)); done");
  WaitForEnd(*process);
  EXPECT_EQ(process->err().size(), PipedProcess::kMaxErr);
  EXPECT_TRUE(process->err().ends_with("line 1999\n"));
}

TEST(PipedProcess, KillTakesItsChildrenAlong) {
  const auto process = Shell("sleep 1000 & echo $!; wait");
  const pid_t child = std::stoi(Line(*process));
  process->Kill();
  EXPECT_EQ(process->result().signal, SIGKILL);
  // Somebody else reaps it: until then it is there as a zombie.
  const auto path = fmt::format("/proc/{}/stat", child);
  for (int i = 0; i < 1000; i++) {
    FILE* file = std::fopen(path.c_str(), "r");
    if (file == nullptr) return;
    char text[256] = {};
    const size_t size = std::fread(text, 1, sizeof(text) - 1, file);
    std::fclose(file);
    if (std::string_view(text, size).find(") Z") != std::string_view::npos) {
      return;
    }
    WaitForNews({}, std::chrono::milliseconds(10));
  }
  FAIL() << "the child " << child << " still runs";
}

TEST(PipedProcess, WritingToOneThatIsGoneIsHarmless) {
  const auto process = Shell("exit 0");
  process->Write("is anybody there\n");
  WaitForEnd(*process);
  process->Write("no\n");
  EXPECT_EQ(process->result().exit_code, 0);
}

TEST(PipedProcess, MissingProgramIsNotFound) {
  const auto process = PipedProcess::Start({.argv = {"no-such-program-here"}});
  ASSERT_FALSE(process.has_value());
  EXPECT_EQ(process.error().kind, ErrorKind::kNotFound);
}

}  // namespace
}  // namespace reprise
