#include "adb/loop.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <string>
#include <thread>

namespace reprise::adb {
namespace {

struct Pipe {
  Pipe() {
    int fds[2];
    EXPECT_EQ(pipe(fds), 0);
    reading = Fd(fds[0]);
    writing = Fd(fds[1]);
  }
  Fd reading;
  Fd writing;
};

TEST(Loop, RunsTasksOfOtherThreads) {
  Loop loop;
  std::string order;
  std::thread other([&] {
    loop.Post([&] { order += 'a'; });
    loop.Post([&] { order += 'b'; });
    loop.Stop();
  });
  loop.Run();
  other.join();
  EXPECT_EQ(order, "ab");
}

TEST(Loop, TellsOfDataAndOfTheEnd) {
  Loop loop;
  Pipe pipe;
  ASSERT_EQ(write(pipe.writing.get(), "x", 1), 1);
  std::string got;
  loop.Watch(pipe.reading.get(), POLLIN, [&](short events) {
    EXPECT_EQ(events, POLLIN);
    char c = 0;
    if (read(pipe.reading.get(), &c, 1) == 1) {
      got += c;
      pipe.writing.Close();
    } else {
      loop.Unwatch(pipe.reading.get());
      loop.Stop();
    }
  });
  loop.Run();
  EXPECT_EQ(got, "x");
}

TEST(Loop, AnUnwatchedDescriptorIsNotToldOf) {
  Loop loop;
  Pipe one;
  Pipe two;
  int calls = 0;
  const auto watch = [&](Pipe& own, Pipe& other) {
    ASSERT_EQ(write(own.writing.get(), "x", 1), 1);
    loop.Watch(own.reading.get(), POLLIN, [&](short) {
      calls++;
      loop.Unwatch(own.reading.get());
      loop.Unwatch(other.reading.get());
      loop.Stop();
    });
  };
  watch(one, two);
  watch(two, one);
  loop.Run();
  EXPECT_EQ(calls, 1);
}

TEST(Loop, TimersComeInOrderUnlessCancelled) {
  Loop loop;
  std::string order;
  loop.After(std::chrono::milliseconds(2), [&] {
    order += 'b';
    loop.Stop();
  });
  loop.After(std::chrono::milliseconds(1), [&] { order += 'a'; });
  const auto timer =
      loop.After(std::chrono::milliseconds(0), [&] { order += 'x'; });
  loop.Cancel(timer);
  loop.Run();
  EXPECT_EQ(order, "ab");
}

}  // namespace
}  // namespace reprise::adb
