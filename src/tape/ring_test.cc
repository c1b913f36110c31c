#include "tape/ring.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace reprise::tape {
namespace {

TEST(MessageRing, GivesBackWhatWasPushedInOrder) {
  MessageRing ring(4096);
  ASSERT_TRUE(ring.TryPush({1, 99, 2, 3, "abc"}));
  ASSERT_TRUE(ring.TryPush({4, 0, 5, 6, ""}));
  std::vector<std::string> seen;
  const size_t count = ring.Drain([&](const Message& m) {
    seen.push_back(fmt::format("{} {} {} {} {}", m.channel_id, m.sequence,
                               m.log_time, m.publish_time, m.data));
  });
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(seen, (std::vector<std::string>{"1 0 2 3 abc", "4 0 5 6 "}));
  EXPECT_EQ(ring.Drain([](const Message&) {}), 0u);
}

TEST(MessageRing, RefusesWhenFullAndTakesAgainWhenDrained) {
  MessageRing ring(4096);
  const std::string data(1000, 'x');
  int pushed = 0;
  while (ring.TryPush({1, 0, 0, 0, data})) pushed++;
  EXPECT_EQ(pushed, 3);
  EXPECT_TRUE(ring.FillsUp());
  EXPECT_EQ(ring.Drain([&](const Message& m) { EXPECT_EQ(m.data, data); }), 3u);
  EXPECT_FALSE(ring.FillsUp());
  EXPECT_TRUE(ring.TryPush({1, 0, 0, 0, data}));
}

TEST(MessageRing, EverySizeGoesAroundTheEnd) {
  MessageRing ring(4096);
  uint64_t next = 0;
  uint64_t expected = 0;
  const auto check = [&](const Message& m) {
    EXPECT_EQ(m.log_time, expected);
    EXPECT_EQ(m.data, std::string(expected % 1500, 'a' + expected % 26));
    expected++;
  };
  while (next < 20'000) {
    const std::string data(next % 1500, 'a' + next % 26);
    if (ring.TryPush({1, 0, next, 0, data})) {
      next++;
    } else {
      ring.Drain(check);
    }
  }
  ring.Drain(check);
  EXPECT_EQ(expected, 20'000u);
}

TEST(MessageRing, FreesLargeMessagesThatNobodyTook) {
  MessageRing ring(4096);
  EXPECT_TRUE(ring.TryPush({1, 0, 0, 0, std::string(100'000, 'x')}));
}

TEST(MessageRing, BoundsTheLargeMessages) {
  MessageRing ring(1 << 16);
  const std::string data(40 << 20, 'x');
  EXPECT_TRUE(ring.TryPush({1, 0, 0, 0, data}));
  EXPECT_FALSE(ring.TryPush({1, 0, 0, 0, data}));
  ring.Drain([](const Message&) {});
  EXPECT_TRUE(ring.TryPush({1, 0, 0, 0, data}));
}

TEST(MessageRing, TwoThreads) {
  MessageRing ring(4096);
  constexpr uint64_t kCount = 50'000;
  std::thread producer([&] {
    for (uint64_t i = 0; i < kCount; i++) {
      const std::string data = std::to_string(i);
      while (!ring.TryPush({1, 0, i, 0, data})) ring.WaitForSpace();
    }
  });
  uint64_t expected = 0;
  while (expected < kCount) {
    ring.Drain([&](const Message& m) {
      EXPECT_EQ(m.data, std::to_string(expected++));
    });
  }
  producer.join();
}

}  // namespace
}  // namespace reprise::tape
