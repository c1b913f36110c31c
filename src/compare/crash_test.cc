#include "compare/crash.h"

#include <gtest/gtest.h>

#include "compare/tape_of_run.h"

namespace reprise::compare {
namespace {

using testing::MadeRun;
using testing::TapeOfRun;

TEST(Crash, TheSameByItsSignature) {
  EXPECT_TRUE(SameCrash("java.lang.Bad at a.B.c", "java.lang.Bad at a.B.c"));
  EXPECT_FALSE(SameCrash("java.lang.Bad at a.B.c", "java.lang.Bad at a.B.d"));
  EXPECT_FALSE(SameCrash("java.lang.Bad at a.B.c", "java.lang.Bad"));
  EXPECT_FALSE(SameCrash("E at a.B.lambda$go$1", "E at a.B.lambda$go$2"));
}

TEST(Crash, TheSameWhateverNamesARunMakesUp) {
  EXPECT_TRUE(
      SameCrash("E at a.$Proxy12.go, a.B.c", "E at a.$Proxy7.go, a.B.c"));
  EXPECT_TRUE(SameCrash("E at a.B$$Lambda$14/0x00007f3a1c.run",
                        "E at a.B$$Lambda$9/0x00007eaa.run"));
  EXPECT_TRUE(
      SameCrash("E at a.B$$Lambda/0x7f.run", "E at a.B$$Lambda/0x8.run"));
  EXPECT_FALSE(SameCrash("E at a.$Proxy12.go", "E at a.$Proxy12.stop"));
}

TEST(Crash, ASignatureForWhatHasNone) {
  LogEvent log;
  EXPECT_EQ(CrashSignature(log), "");
  log.mutable_line()->set_text("crash");
  EXPECT_EQ(CrashSignature(log), "");
  log.mutable_crash()->set_signal(11);
  EXPECT_EQ(CrashSignature(log), "signal 11");
  log.mutable_crash()->add_throwables()->set_class_name("java.lang.Bad");
  EXPECT_EQ(CrashSignature(log), "java.lang.Bad");
  log.mutable_crash()->set_signature("java.lang.Bad at a.B.c");
  EXPECT_EQ(CrashSignature(log), "java.lang.Bad at a.B.c");
  log.mutable_anr()->set_reason("it does not answer");
  EXPECT_EQ(CrashSignature(log), "it does not answer");
}

TEST(Crash, TheDifferentOnesOfATapeInTheirOrder) {
  MadeRun run;
  run.looks.resize(5);
  run.steps = {"a", "b", "c", "d"};
  run.crashes = {{0, "Second"}, {1, "First"}, {3, "Second"}};
  const auto tape = tape::testing::OpenBytes(TapeOfRun(run).Bytes());
  EXPECT_EQ(*CrashesOf(*tape), (std::vector<std::string>{"Second", "First"}));
  run.crashes.clear();
  const auto none = tape::testing::OpenBytes(TapeOfRun(run).Bytes());
  EXPECT_TRUE(CrashesOf(*none)->empty());
}

}  // namespace
}  // namespace reprise::compare
