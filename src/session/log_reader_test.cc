#include "session/log_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace reprise::session {
namespace {

constexpr std::string_view kText =
    "--------- beginning of main\n"
    "         1716543210.123456789  1234  1240 I Notes   : a: b\n"
    "--------- beginning of crash\n"
    "1716543211.000000001  1234  1234 E AndroidRuntime: FATAL EXCEPTION: main\n"
    "1716543211.000000001  1234  1234 E AndroidRuntime: Process: com.a, PID: "
    "1234\n"
    "1716543211.000000001  1234  1234 E AndroidRuntime: "
    "java.lang.IllegalStateException: no note\n"
    "1716543211.000000001  1234  1234 E AndroidRuntime: \tat "
    "com.a.Notes.open(Notes.java:12)\n"
    "--------- switch to system\n"
    "1716543212.5  900  901 I ActivityManager: Process com.a (pid 1234) has "
    "died: fg  TOP\n"
    "read: unexpected EOF!\n";

std::vector<LogEvent> Read(std::string_view text, size_t piece) {
  std::vector<LogEvent> events;
  LogReader reader([&](LogEvent event) { events.push_back(std::move(event)); });
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    reader.Push(text.substr(0, piece));
  }
  reader.Rest();
  return events;
}

TEST(LogReader, ReadsLinesAndCrashesHoweverTheyAreCut) {
  for (const size_t piece : {size_t{1}, size_t{7}, kText.size()}) {
    const auto events = Read(kText, piece);
    ASSERT_EQ(events.size(), 7U) << piece;
    EXPECT_EQ(events[0].realtime_ns(), 1716543210123456789);
    EXPECT_EQ(events[0].pid(), 1234);
    EXPECT_EQ(events[0].tid(), 1240);
    EXPECT_EQ(events[0].line().priority(), 4);
    EXPECT_EQ(events[0].line().tag(), "Notes");
    EXPECT_EQ(events[0].line().text(), "a: b");
    EXPECT_EQ(events[0].line().buffer(), LogEvent::BUFFER_MAIN);
    EXPECT_EQ(events[1].line().buffer(), LogEvent::BUFFER_CRASH);
    EXPECT_EQ(events[5].line().buffer(), LogEvent::BUFFER_SYSTEM);
    EXPECT_EQ(events[5].realtime_ns(), 1716543212500000000);
    const LogEvent& crash = events[6];
    ASSERT_TRUE(crash.has_crash());
    EXPECT_EQ(crash.process(), "com.a");
    EXPECT_EQ(crash.crash().thread_name(), "main");
    EXPECT_EQ(crash.crash().throwables(0).class_name(),
              "java.lang.IllegalStateException");
    EXPECT_EQ(crash.crash().throwables(0).frames(0).method(), "open");
  }
}

TEST(LogReader, LeavesOutWhatIsNoLine) {
  EXPECT_TRUE(Read("x\n1.5 a b I t: c\n-1.0 1 2 I t: c\n1.5 1 2 Q t: c\n"
                   "1.5 1 2 I nothing\n99999999999.0 1 2 I t: c\n",
                   100)
                  .empty());
  EXPECT_TRUE(Read(std::string(100'000, 'a') + "\n", 4096).empty());
}

}  // namespace
}  // namespace reprise::session
