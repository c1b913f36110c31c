#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace reprise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constinit LogModule g_tape("tape");
constinit LogModule g_tape_too("tape");
constinit LogModule g_net("net");

class Log : public testing::Test {
 protected:
  Log() {
    SetLogSink([this](std::string_view line) { lines_.emplace_back(line); });
    EXPECT_TRUE(SetLogLevels("").has_value());
  }
  ~Log() override {
    SetLogSink(nullptr);
    EXPECT_TRUE(SetLogLevels("").has_value());
  }

  std::vector<std::string> lines_;
};

TEST_F(Log, WritesModuleLevelAndMessage) {
  LOG(g_tape, kWarn, "chunk at {} is damaged", 4711);
  LOG(g_net, kError, "gone");
  EXPECT_THAT(lines_, ElementsAre("[tape] warn chunk at 4711 is damaged",
                                  "[net] error gone"));
}

TEST_F(Log, IsAtWarnByDefault) {
  EXPECT_TRUE(g_tape.Enabled(LogLevel::kWarn));
  EXPECT_FALSE(g_tape.Enabled(LogLevel::kInfo));
}

TEST_F(Log, DoesNotEvaluateArgumentsWhenOff) {
  int calls = 0;
  const auto expensive = [&] { return ++calls; };
  LOG(g_tape, kDebug, "{}", expensive());
  EXPECT_EQ(calls, 0);
  EXPECT_THAT(lines_, ElementsAre());
  LOG(g_tape, kWarn, "{}", expensive());
  EXPECT_EQ(calls, 1);
}

TEST_F(Log, HasALevelPerModule) {
  ASSERT_TRUE(SetLogLevels("all:error,tape:debug").has_value());
  LOG(g_tape, kDebug, "a");
  LOG(g_tape_too, kDebug, "b");
  LOG(g_net, kWarn, "c");
  LOG(g_net, kError, "d");
  EXPECT_THAT(lines_,
              ElementsAre("[tape] debug a", "[tape] debug b", "[net] error d"));
}

TEST_F(Log, TakesTheOrderOfTheListAsItComes) {
  ASSERT_TRUE(SetLogLevels("tape:debug,all:off").has_value());
  EXPECT_TRUE(g_tape.Enabled(LogLevel::kDebug));
  EXPECT_FALSE(g_net.Enabled(LogLevel::kError));
}

TEST_F(Log, ABareLevelMeansAllModules) {
  ASSERT_TRUE(SetLogLevels("info").has_value());
  EXPECT_TRUE(g_net.Enabled(LogLevel::kInfo));
  EXPECT_FALSE(g_net.Enabled(LogLevel::kDebug));
}

TEST_F(Log, OffIsOff) {
  ASSERT_TRUE(SetLogLevels("off").has_value());
  LOG(g_tape, kError, "x");
  EXPECT_THAT(lines_, ElementsAre());
}

TEST_F(Log, RefusesNonsenseAndKeepsTheLevels) {
  ASSERT_TRUE(SetLogLevels("debug").has_value());
  for (const char* bad :
       {"loud", "tape:", ":debug", "tape:loud", "tape debug", "warn,,warn",
        "tape:debug:x", "Tape:debug", " warn"}) {
    const Status status = SetLogLevels(bad);
    ASSERT_FALSE(status.has_value()) << bad;
    EXPECT_EQ(status.error().kind, ErrorKind::kInvalidArgument);
  }
  EXPECT_EQ(SetLogLevels("all:warn,tape:loud").error().message,
            "\"tape:loud\" is not a log level or MODULE:LEVEL; accepted is a "
            "level (off, error, warn, info, debug) or a list such as "
            "all:warn,tape:debug");
  EXPECT_TRUE(g_tape.Enabled(LogLevel::kDebug));
}

TEST_F(Log, ARecordIsOneLineWhateverItSays) {
  LOG(g_tape, kWarn, "{}", "a\nb\x1b[2J");
  EXPECT_THAT(lines_, ElementsAre("[tape] warn a\\nb\\x1b[2J"));
}

TEST_F(Log, RecordsOfThreadsDoNotMix) {
  static constinit LogModule g_shared("shared");
  constexpr int kThreads = 4;
  constexpr int kRecords = 200;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < kRecords; ++i) {
        LOG(g_shared, kWarn, "{} {}", t, i);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> expected;
  for (int t = 0; t < kThreads; ++t) {
    for (int i = 0; i < kRecords; ++i) {
      expected.insert(fmt::format("[shared] warn {} {}", t, i));
    }
  }
  EXPECT_EQ(lines_.size(), expected.size());
  EXPECT_EQ(std::set(lines_.begin(), lines_.end()), expected);
}

// The variable is read once per process, at the first record, so these run in
// processes of their own ("threadsafe" starts the program anew).
class LogDeathTest : public testing::Test {
 protected:
  LogDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  static void LogWith(const char* variable) {
    setenv("REPRISE_LOG", variable, 1);
    LOG(g_tape, kDebug, "one");
    LOG(g_net, kDebug, "two");
    LOG(g_net, kWarn, "three");
    _Exit(0);
  }
};

TEST_F(LogDeathTest, ReadsTheVariable) {
  EXPECT_EXIT(LogWith("tape:debug"), testing::ExitedWithCode(0),
              "^\\[tape\\] debug one\n\\[net\\] warn three\n$");
}

TEST_F(LogDeathTest, WarnsOnceAboutANonsenseVariable) {
  EXPECT_EXIT(LogWith("tape=debug"), testing::ExitedWithCode(0),
              "^\\[log\\] warn REPRISE_LOG is ignored: \"tape=debug\" is not a "
              "log level or MODULE:LEVEL; accepted is a level \\(off, error, "
              "warn, info, debug\\) or a list such as all:warn,tape:debug\n"
              "\\[net\\] warn three\n$");
}

}  // namespace
}  // namespace reprise
