#include "base/clock.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace reprise {
namespace {

using testing::ElementsAre;

constexpr uint64_t kForever = std::numeric_limits<uint64_t>::max();

TEST(RealClock, SleepsAtLeastUntilTheTime) {
  Clock& clock = RealClock();
  const uint64_t until = clock.Monotonic() + 2'000'000;
  clock.SleepUntil(until);
  EXPECT_GE(clock.Monotonic(), until);
  // With somebody who could stop it, but does not.
  std::stop_source stop;
  const uint64_t later = clock.Monotonic() + 2'000'000;
  EXPECT_TRUE(clock.SleepUntil(later, stop.get_token()));
  EXPECT_GE(clock.Monotonic(), later);
}

TEST(RealClock, DoesNotSleepForATimeThatHasPassed) {
  RealClock().SleepUntil(0);
  std::stop_source stop;
  EXPECT_TRUE(RealClock().SleepUntil(0, stop.get_token()));
}

TEST(RealClock, AStopEndsASleepThatWouldLastForever) {
  std::stop_source stop;
  std::atomic<bool> slept_through = true;
  std::thread sleeper([&] {
    slept_through = RealClock().SleepUntil(kForever, stop.get_token());
  });
  stop.request_stop();
  sleeper.join();
  EXPECT_FALSE(slept_through);
}

TEST(RealClock, BoottimeIncludesMonotonic) {
  const uint64_t monotonic = RealClock().Monotonic();
  EXPECT_GE(RealClock().Boottime(), monotonic);
  // 2020-01-01: realtime counts from 1970.
  EXPECT_GT(RealClock().Realtime(), 1'577'836'800'000'000'000u);
}

TEST(RealClock, AnAnchorLiesWithinItsUncertainty) {
  const uint64_t before = RealClock().Monotonic();
  const ClockReading anchor = RealClock().ReadAll();
  const uint64_t after = RealClock().Monotonic();
  EXPECT_GE(anchor.times.monotonic, before);
  EXPECT_LE(anchor.times.monotonic, after);
  EXPECT_LE(anchor.uncertainty, after - before);
}

// A clock whose every reading takes the next of the given times.
class SlowClock : public Clock {
 public:
  explicit SlowClock(std::vector<uint64_t> steps) : steps_(std::move(steps)) {}
  uint64_t Monotonic() override { return Next(); }
  uint64_t Boottime() override { return 1'000 + Next(); }
  uint64_t Realtime() override { return 5'000 + Next(); }
  bool SleepUntil(uint64_t, std::stop_token) override { return true; }

 private:
  uint64_t Next() {
    now_ += steps_[reads_++ % steps_.size()];
    return now_;
  }
  const std::vector<uint64_t> steps_;
  size_t reads_ = 0;
  uint64_t now_ = 0;
};

TEST(Anchor, TakesTheBestOfItsTries) {
  // The first reading is interrupted for 300, the second takes 15 in all.
  SlowClock clock({100, 5, 300, 5, 100, 5, 5, 5});
  const ClockReading anchor = clock.ReadAll();
  // Second try: before 510, boottime at 515, realtime at 520, after 525.
  EXPECT_EQ(anchor.times, (ClockTimes{517, 1'515, 5'520}));
  EXPECT_EQ(anchor.uncertainty, 8u);
}

TEST(VirtualClock, StandsStill) {
  VirtualClock clock({10, 20, 30});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(clock.Monotonic(), 10u);
    EXPECT_EQ(clock.Boottime(), 20u);
    EXPECT_EQ(clock.Realtime(), 30u);
  }
  const ClockReading anchor = clock.ReadAll();
  EXPECT_EQ(anchor.times, (ClockTimes{10, 20, 30}));
  EXPECT_EQ(anchor.uncertainty, 0u);
}

TEST(VirtualClock, SleepingMovesIt) {
  VirtualClock clock({10, 20, 30});
  clock.SleepUntil(15);
  EXPECT_EQ(clock.ReadAll().times, (ClockTimes{15, 25, 35}));
  clock.SleepUntil(12);
  EXPECT_EQ(clock.Monotonic(), 15u);
}

TEST(VirtualClock, AStoppedSleepDoesNotMoveIt) {
  VirtualClock clock({10, 20, 30});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(clock.SleepUntil(15, stop.get_token()));
  EXPECT_EQ(clock.Monotonic(), 10u);
}

TEST(VirtualClock, SuspendAndDateMoveTheClocksApart) {
  VirtualClock clock({10, 20, 30});
  clock.Advance(1);
  clock.Suspend(100);
  EXPECT_EQ(clock.ReadAll().times, (ClockTimes{11, 121, 131}));
  clock.SetRealtime(7);
  EXPECT_EQ(clock.ReadAll().times, (ClockTimes{11, 121, 7}));
}

constexpr auto kWaits = VirtualClock::Sleep::kWaitsForAdvance;

TEST(VirtualClock, AdvanceWakesOnlyThoseWhoseTimeHasCome) {
  VirtualClock clock({}, kWaits);
  std::thread late([&] { clock.SleepUntil(300); });
  std::thread early([&] { clock.SleepUntil(100); });
  clock.WaitForSleepers(2);
  clock.Advance(99);
  clock.WaitForSleepers(2);
  clock.Advance(1);
  early.join();
  clock.WaitForSleepers(1);
  EXPECT_EQ(clock.Monotonic(), 100u);
  clock.Advance(1'000);
  late.join();
  EXPECT_EQ(clock.Monotonic(), 1'100u);
}

TEST(VirtualClock, AStopEndsASleep) {
  VirtualClock clock({}, kWaits);
  std::stop_source stop;
  std::atomic<bool> slept_through = true;
  std::thread stopped(
      [&] { slept_through = clock.SleepUntil(100, stop.get_token()); });
  std::thread other([&] { clock.SleepUntil(200); });
  clock.WaitForSleepers(2);
  stop.request_stop();
  stopped.join();
  EXPECT_FALSE(slept_through);
  EXPECT_EQ(clock.Monotonic(), 0u);
  clock.Advance(200);
  other.join();
}

// Runs actors that sleep until the given times and note when they woke.
std::vector<std::string> RunActors(
    const std::vector<std::vector<uint64_t>>& times, uint64_t advance) {
  VirtualClock clock({}, kWaits);
  std::mutex mutex;
  std::vector<std::string> woken;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < times.size(); ++i) {
    threads.emplace_back([&, i] {
      const VirtualClock::Actor actor(clock);
      for (const uint64_t time : times[i]) {
        clock.SleepUntil(time);
        const std::lock_guard lock(mutex);
        woken.push_back(fmt::format("{} at {}", i, clock.Monotonic()));
      }
    });
    // So that the order of arrival is known.
    clock.WaitForSleepers(i + 1);
  }
  clock.Advance(advance);
  const std::vector<std::string> result = woken;  // no actor runs now
  clock.Advance(1'000'000);
  for (std::thread& thread : threads) thread.join();
  return result;
}

TEST(VirtualClock, ActorsWakeInTheOrderOfTheirTimes) {
  EXPECT_THAT(RunActors({{30}, {10}, {20}}, 100),
              ElementsAre("1 at 10", "2 at 20", "0 at 30"));
}

TEST(VirtualClock, ActorsWithEqualTimesWakeInTheOrderOfArrival) {
  EXPECT_THAT(RunActors({{10}, {10}, {10}}, 100),
              ElementsAre("0 at 10", "1 at 10", "2 at 10"));
}

TEST(VirtualClock, ActorsThatSleepAgainAreWokenOnTime) {
  EXPECT_THAT(RunActors({{10, 20, 30, 40}, {25}}, 35),
              ElementsAre("0 at 10", "0 at 20", "1 at 25", "0 at 30"));
}

TEST(VirtualClockDeathTest, DoesNotWrapAround) {
  VirtualClock clock({kForever - 5, 0, 0});
  EXPECT_EXIT(clock.Advance(6), testing::ExitedWithCode(7), "CHECK failed");
}

}  // namespace
}  // namespace reprise
