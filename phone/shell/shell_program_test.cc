#include "phone/shell/shell_program.h"

#include <fcntl.h>
#include <gmock/gmock.h>

#include "phone/shell/shell_testing.h"

namespace reprise::phone {
namespace {

using testing::HasSubstr;

class Programs : public ShellTest {
 protected:
  std::unique_ptr<adb::Program> Start(ShellStart start) {
    auto program = host_.Start(start);
    EXPECT_TRUE(program.has_value());
    return std::move(*program);
  }
  // Waits until it has written `text`.
  static std::string ReadUntil(adb::Program& program, std::string_view text) {
    std::string all;
    while (all.find(text) == std::string::npos) {
      pollfd polled = {program.output.get(), POLLIN, 0};
      char buffer[4096];
      if (poll(&polled, 1, 60'000) <= 0) break;
      const ssize_t n = read(program.output.get(), buffer, sizeof(buffer));
      if (n <= 0) break;
      all.append(buffer, static_cast<size_t>(n));
    }
    EXPECT_THAT(all, HasSubstr(std::string(text)));
    return all;
  }
  static void Type(adb::Program& program, std::string_view text) {
    program.OnTyped(text);
    EXPECT_EQ(write(program.input.get(), text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }
  static int AwaitEnd(adb::Program& program) {
    pollfd polled = {program.ended_fd(), POLLIN, 0};
    EXPECT_GT(poll(&polled, 1, 60'000), 0);
    return program.Poll().value_or(-1);
  }
};

TEST_F(Programs, ErrorsGoWithTheOutputUnlessSeparate) {
  auto program = Start({.command = "echo o; echo e >&2; exit 5"});
  EXPECT_EQ(Finish(*program, ""), (Ran{"o\ne\n", "", 5}));
  EXPECT_EQ(Run("echo o; echo e >&2"), (Ran{"o\n", "e\n", 0}));
}

TEST_F(Programs, ArgumentsAreTakenAsTheyAre) {
  auto program = Start({.args = {"echo", "a  b", "$x", "*"}});
  EXPECT_EQ(Finish(*program, ""), (Ran{"a  b $x *\n", "", 0}));
}

TEST_F(Programs, AScriptComesFromTheInput) {
  auto program = Start({});
  EXPECT_EQ(Finish(*program, "echo a\nif true\nthen echo b; fi\ncat\nrest\n"),
            (Ran{"a\nb\nrest\n", "", 0}));
}

TEST_F(Programs, AnInteractiveShellHasAPromptAndSurvivesCtrlC) {
  auto program = Start({.terminal = true});
  (void)ReadUntil(*program, "fake:/ $ ");
  Type(*program, "cd /data; echo hi\n");
  (void)ReadUntil(*program, "\r\nhi\r\nfake:/data $ ");
  Type(*program, "if true; then\n");
  (void)ReadUntil(*program, "> ");
  Type(*program, "echo yes; fi\n");
  (void)ReadUntil(*program, "\nyes\r\n");
  Type(*program, "echo begun; cat\n");
  (void)ReadUntil(*program, "begun\r\n");
  Type(*program, "\x03");
  (void)ReadUntil(*program, "fake:/data $ ");
  Type(*program, "echo code $?\n");
  (void)ReadUntil(*program, "code 130\r\n");
  Type(*program, "exit 9\n");
  EXPECT_EQ(AwaitEnd(*program), 9);
}

TEST_F(Programs, ATerminalEndsByItsEndOfFile) {
  auto program = Start({.terminal = true});
  (void)ReadUntil(*program, "$ ");
  Type(*program, "false\n");
  (void)ReadUntil(*program, "$ ");
  Type(*program, "\x04");
  EXPECT_EQ(AwaitEnd(*program), 1);
}

TEST_F(Programs, SignalsEndWhatRuns) {
  for (const char* script :
       {"echo begun; cat", "echo begun; sleep 1000000 | cat",
        "echo begun; while true; do :; done", "echo begun; logcat",
        "echo begun; getevent -q", "echo begun; yes > /dev/null",
        "sleep 100000 & echo begun; wait", "echo begun; timeout 10000 cat"}) {
    auto program = Start({.command = script});
    (void)ReadUntil(*program, "begun\n");
    program->Signal(SIGHUP);
    EXPECT_EQ(AwaitEnd(*program), 128 + SIGHUP) << script;
  }
}

TEST_F(Programs, OneShellKillsAnother) {
  auto program = Start({.command = "echo begun $$; cat"});
  const std::string out = ReadUntil(*program, "\n");
  EXPECT_EQ(Run("kill " + out.substr(6)).code, 0);
  EXPECT_EQ(AwaitEnd(*program), 128 + SIGTERM);
  EXPECT_EQ(Run("sleep 1000000 & kill -9 $!; wait $!; echo $?").out, "137\n");
}

TEST_F(Programs, AClosedOutputEndsTheProgram) {
  auto program = Start({.command = "yes"});
  program->output.Close();
  EXPECT_EQ(AwaitEnd(*program), 128 + SIGPIPE);
}

TEST_F(Programs, AProgramThatGoesIsKilled) {
  for (const char* script :
       {"cat", "yes", "sleep 1000000", "cat | cat | cat", "sleep 10000000 &"}) {
    for (int i = 0; i < 20; ++i)
      (void)Start({.command = script, .separate_errors = i % 2 == 0});
    for (int i = 0; i < 5; ++i) (void)Start({.terminal = true});
  }
  // And a host that goes waits for all of them, in TearDown.
}

// As adb exec-in does: no end of the input but that of the stream.
TEST_F(Programs, AllOfTheInputArrivesWhenTheHostHangsUp) {
  std::string all(300'000, 'x');
  for (size_t i = 0; i < all.size(); i += 7) all[i] = static_cast<char>(i);
  for (int i = 0; i < 100; ++i) {
    const std::string path = "/sdcard/in" + std::to_string(i);
    adb::Loop loop;
    auto program = Start({.command = "cat > " + path});
    const int ended = program->ended_fd();
    const Fd watched(fcntl(ended, F_DUPFD_CLOEXEC, 0));
    loop.Watch(watched.get(), POLLIN, [&](short) { loop.Stop(); });
    adb::HangUp(loop, std::move(program), all, std::chrono::seconds(60));
    loop.Run();
    std::string got;
    Files files(phone_.files(), "/");
    EXPECT_EQ(files.ReadAll(path, 1 << 20, &got), 0);
    ASSERT_EQ(got.size(), all.size()) << i;
    ASSERT_TRUE(got == all);
  }
}

TEST_F(Programs, ManyAtOnce) {
  std::vector<std::unique_ptr<adb::Program>> programs;
  for (int i = 0; i < 30; ++i) {
    programs.push_back(
        Start({.command = "seq 2000 | sort -n | tail -n 1; cat"}));
  }
  for (auto& program : programs)
    EXPECT_EQ(Finish(*program, "in"), (Ran{"2000\nin", "", 0}));
}

TEST_F(Programs, AForkBombIsRefused) {
  const Ran ran = Run("f() { f | f; }; f");
  EXPECT_NE(ran.code, 0);
}

TEST_F(Programs, OwnCommandsComeFirst) {
  Commands commands;
  commands.Add("ls", "mine", [](Process& process) {
    process.Out("mine\n");
    return 3;
  });
  commands.Add(
      [](const std::vector<std::string>& args) {
        return args[0].ends_with("/agent");
      },
      [](Process& process) {
        process.Print("{} of {}\n", process.args.size(), process.args[0]);
        return 0;
      });
  ShellHost host(phone_, std::move(commands));
  auto program = host.Start({.command = "/data/local/tmp/agent serve; ls"});
  EXPECT_EQ(Finish(**program, ""),
            (Ran{"2 of /data/local/tmp/agent\nmine\n", "", 3}));
}

}  // namespace
}  // namespace reprise::phone
