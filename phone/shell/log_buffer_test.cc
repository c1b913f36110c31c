#include "phone/shell/log_buffer.h"

#include <gtest/gtest.h>
#include <malloc.h>

namespace reprise::phone {
namespace {

LogLine Line(const std::string& text, const std::string& buffer = "main") {
  return {.uptime_ns = 1,
          .realtime_ns = 2,
          .pid = 3,
          .tid = 4,
          .uid = 5,
          .teller = 6,
          .buffer = buffer,
          .priority = 7,
          .tag = "Tag",
          .text = text};
}

TEST(LogBuffer, GivesWhatItTook) {
  LogBuffer log;
  log.Add(Line("first"));
  log.Add(Line("", "events"));
  const auto lines = log.Read(0, SIZE_MAX);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].number, 1U);
  EXPECT_EQ(lines[0].uptime_ns, 1);
  EXPECT_EQ(lines[0].realtime_ns, 2);
  EXPECT_EQ(lines[0].pid, 3);
  EXPECT_EQ(lines[0].tid, 4);
  EXPECT_EQ(lines[0].uid, 5);
  EXPECT_EQ(lines[0].teller, 6);
  EXPECT_EQ(lines[0].buffer, "main");
  EXPECT_EQ(lines[0].priority, 7);
  EXPECT_EQ(lines[0].tag, "Tag");
  EXPECT_EQ(lines[0].text, "first");
  EXPECT_EQ(lines[1].buffer, "events");
  EXPECT_EQ(lines[1].text, "");
  EXPECT_EQ(log.last_number(), 2U);
}

TEST(LogBuffer, IsReadFromAnyLineOn) {
  LogBuffer log;
  for (int i = 1; i <= 5000; ++i) log.Add(Line(std::to_string(i)));
  for (const uint64_t after : {0, 1, 999, 2500, 4998}) {
    const auto lines = log.Read(after, 2);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].text, std::to_string(after + 1));
    EXPECT_EQ(lines[1].text, std::to_string(after + 2));
  }
  EXPECT_EQ(log.Read(0, SIZE_MAX).size(), 5000U);
  EXPECT_EQ(log.Read(4999, 2).size(), 1U);
  EXPECT_TRUE(log.Read(5000, 2).empty());
}

TEST(LogBuffer, ClearsTheBuffersNamed) {
  LogBuffer log;
  for (int i = 1; i <= 3000; ++i) {
    log.Add(Line(std::to_string(i), i % 3 == 0 ? "events" : "main"));
  }
  log.Clear({"main"});
  auto lines = log.Read(0, SIZE_MAX);
  ASSERT_EQ(lines.size(), 1000U);
  EXPECT_EQ(lines.front().number, 3U);
  EXPECT_EQ(lines.back().text, "3000");
  EXPECT_EQ(log.BytesOf("main"), 0U);
  EXPECT_EQ(log.Read(1500, 1).front().number, 1503U);
  log.Clear({});
  EXPECT_TRUE(log.Read(0, SIZE_MAX).empty());
  EXPECT_EQ(log.TakenBytes(), 0U);
  log.Add(Line("next"));
  EXPECT_EQ(log.Read(0, SIZE_MAX).front().number, 3001U);
}

// What malloc has given out, which a process cannot take less than.
size_t Allocated() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(LogBuffer, TakesNoMoreThanItSays) {
  LogBuffer log;
  const size_t before = Allocated();
  // As short as most are: what a line takes beside its text counts.
  uint64_t lines = 0;
  const auto add = [&](size_t bytes) {
    for (size_t taken = 0; taken < bytes; taken += 100, ++lines) {
      log.Add(Line("a line of the log", lines % 2 == 0 ? "main" : "events"));
    }
  };
  add(2 * LogBuffer::kMaxBytes);
  const size_t full = Allocated() - before;
  EXPECT_LE(log.TakenBytes(), LogBuffer::kMaxBytes);
  EXPECT_LE(full, LogBuffer::kMaxBytes + (size_t{64} << 10));
  EXPECT_GT(log.BytesOf("main") + log.BytesOf("events"),
            LogBuffer::kMaxBytes * 9 / 10);
  // From here on there is nothing more to take.
  add(LogBuffer::kMaxBytes);
  EXPECT_LE(Allocated() - before, full + 4096);
  const auto last = log.Read(lines - 1, SIZE_MAX);
  ASSERT_EQ(last.size(), 1U);
  EXPECT_EQ(last.front().number, lines);
}

TEST(LogBuffer, ALongLineTakesThePlaceOfOthers) {
  LogBuffer log;
  log.Add(Line("short"));
  log.Add(Line(std::string(size_t{1} << 20, 'x')));
  EXPECT_EQ(log.Read(0, SIZE_MAX).size(), 2U);
  log.Add(Line(std::string(LogBuffer::kMaxBytes, 'x')));
  const auto lines = log.Read(0, SIZE_MAX);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].text.size(), LogBuffer::kMaxBytes);
  log.Add(Line("and on"));
  EXPECT_EQ(log.Read(0, SIZE_MAX).size(), 1U);
}

}  // namespace
}  // namespace reprise::phone
