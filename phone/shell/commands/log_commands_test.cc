// logcat, getevent and sendevent.
#include <gmock/gmock.h>

#include "phone/shell/shell_testing.h"

namespace reprise::phone {
namespace {

using testing::HasSubstr;

class LogAndEvents : public ShellTest {
 protected:
  void AddLine(const std::string& tag, const std::string& text,
               int priority = 4, const std::string& buffer = "main") {
    LogLine line;
    line.uptime_ns = 1'500'000'000;
    line.realtime_ns = 1'700'000'000'123'456'789;
    line.pid = 123;
    line.tid = 456;
    line.priority = priority;
    line.tag = tag;
    line.text = text;
    line.buffer = buffer;
    phone_.log().Add(line);
  }
};

TEST_F(LogAndEvents, Logcat) {
  AddLine("Tag", "hello");
  AddLine("Other", "two\nlines", 5, "system");
  AddLine("Ev", "event", 4, "events");
  EXPECT_EQ(Out("logcat -d"),
            "--------- beginning of main\n11-14 22:13:20.123   123   456 I Tag "
            "    : hello\n"
            "--------- beginning of system\n11-14 22:13:20.123   123   456 W "
            "Other   : two\n"
            "11-14 22:13:20.123   123   456 W Other   : lines\n");
  const auto one = [&](const std::string& options) {
    return Out("logcat -d -s Tag " + options + " | tail -n +2");
  };
  EXPECT_EQ(one("-v brief"), "I/Tag     (  123): hello\n");
  EXPECT_EQ(one("-v process"), "I(  123) hello  (Tag)\n");
  EXPECT_EQ(one("-v tag"), "I/Tag     : hello\n");
  EXPECT_EQ(one("-v time"), "11-14 22:13:20.123 I/Tag     (  123): hello\n");
  EXPECT_EQ(one("-v long"),
            "[ 11-14 22:13:20.123   123:  456 I/Tag      ]\nhello\n\n");
  EXPECT_EQ(one("-v epoch"),
            "         1700000000.123   123   456 I Tag     : hello\n");
  EXPECT_EQ(one("-v monotonic,usec"),
            "     1.500000   123   456 I Tag     : hello\n");
  EXPECT_EQ(
      one("-v color"),
      "\x1B[38;5;40m11-14 22:13:20.123   123   456 I Tag     : hello\x1B[0m\n");
  EXPECT_EQ(Out("logcat -d -v raw Tag:S"), "two\nlines\n");
  EXPECT_EQ(Out("logcat -d -v raw '*:W'; logcat -d -v raw -b events; logcat -v "
                "raw -t 1; "
                "logcat -d -v raw -e 'h.*o'; logcat -d -v raw --pid=1; logcat "
                "-d -v raw -m 1"),
            "two\nlines\nevent\ntwo\nlines\nhello\nhello\n");
  EXPECT_EQ(
      Out("log -t Mine -p w from shell; logcat -d -v tag -s Mine | tail -1; "
          "logcat -c; logcat -d; logcat -b events -d -v raw"),
      "W/Mine    : from shell\nevent\n");
  EXPECT_THAT(Out("logcat -g"),
              HasSubstr("main: ring buffer is 16 MiB (0 B consumed"));
  AddLine("Tag", std::string(3000, 'x'));
  EXPECT_THAT(Out("logcat -g"), HasSubstr("(2 KiB consumed, 2 KiB readable)"));
  EXPECT_EQ(Out("logcat -G 4M; logcat -G 256K; logcat --buffer-size=1048576"),
            "");
  EXPECT_EQ(Run("logcat -G lots").code, 1);
  EXPECT_EQ(Run("logcat -v nope").code, 1);
  EXPECT_EQ(Run("logcat -b nope").code, 1);
  EXPECT_EQ(Run("logcat --nope").code, 1);
}

TEST_F(LogAndEvents, AppsThatLogAtOnceHaveOneOrder) {
  const auto add = [&](int32_t teller, int64_t uptime_ns, const char* text) {
    LogLine line;
    line.pid = 1000;
    line.teller = teller;
    line.uptime_ns = uptime_ns;
    line.text = text;
    phone_.log().Add(line);
  };
  add(8, 5, "new creates");
  add(7, 5, "old stops");
  add(8, 6, "new resumes");
  add(7, 5, "old is stopped");
  add(0, 6, "the phone speaks");
  add(8, 6, "new goes on");
  add(7, 6, "old goes on");
  EXPECT_EQ(Out("logcat -d -v raw"),
            "old stops\nold is stopped\nnew creates\nnew resumes\n"
            "the phone speaks\nold goes on\nnew goes on\n");
  EXPECT_EQ(Out("logcat -t 1 -v raw"), "new goes on\n");
}

TEST_F(LogAndEvents, LogcatFollows) {
  auto program = host_.Start({.command = "logcat -v raw -m 2"});
  ASSERT_TRUE(program);
  AddLine("A", "first");
  AddLine("A", "second");
  AddLine("A", "third");
  EXPECT_EQ(Finish(**program, "").out, "first\nsecond\n");
}

TEST_F(LogAndEvents, KernelEvents) {
  EXPECT_THAT(Out("getevent -p"),
              HasSubstr("add device 1: /dev/input/event0\n  name:     \""));
  EXPECT_THAT(Out("getevent -lp"),
              HasSubstr("ABS_MT_POSITION_X    : value 0, min 0, max 1079"));
  EXPECT_THAT(Out("getevent -i"), HasSubstr("  input props:\n"));
  auto program = host_.Start(
      {.command = "echo ready; getevent -lt -c 2 /dev/input/event0"});
  ASSERT_TRUE(program);
  // It sees only what comes after its begin: send until it has enough.
  while (!(*program)->Poll()) {
    EXPECT_EQ(Run("sendevent /dev/input/event0 3 53 100").code, 0);
  }
  const std::string line =
      "[       5.000000] EV_ABS       ABS_MT_POSITION_X    00000064            "
      "\n";
  EXPECT_EQ(Finish(**program, "").out, "ready\n" + line + line);
  EXPECT_EQ(Run("sendevent /dev/input/event7 0 0 0").code, 1);
  EXPECT_EQ(Run("sendevent /dev/input/event0 x 0 0").code, 1);
}

}  // namespace
}  // namespace reprise::phone
