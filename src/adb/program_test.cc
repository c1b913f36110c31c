#include "adb/program.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/eventfd.h>

#include <atomic>

namespace reprise::adb {
namespace {

constexpr size_t kPipe = 64 * 1024;

// Ends by a signal, like a process that reads and does nothing else.
class Reader : public Program {
 public:
  Reader(std::string* got, std::atomic<int>* signal)
      : got_(got), signal_(signal), ended_(eventfd(0, EFD_CLOEXEC)) {
    ProgramEnds ends;
    EXPECT_TRUE(MakePipes(false, &ends));
    input = std::move(ends.input);
    output = std::move(ends.output);
    in_ = std::move(ends.child_in);
  }

  int ended_fd() const override { return ended_.get(); }
  std::optional<int> Poll() override { return code_; }
  void Signal(int signal) override {
    *signal_ = signal;
    code_ = 128 + signal;
    const uint64_t one = 1;
    (void)!write(ended_.get(), &one, sizeof(one));
  }

  // At most a page at a time; does not wait at the end.
  void ReadSome() {
    char buffer[4096];
    const ssize_t n = read(in_.get(), buffer, sizeof(buffer));
    if (n > 0) got_->append(buffer, static_cast<size_t>(n));
  }

 private:
  std::string* got_;
  std::atomic<int>* signal_;
  std::optional<int> code_;
  Fd ended_;
  Fd in_;
};

TEST(HangUp, ASlowReaderIsGivenAllItsInputBeforeTheSignal) {
  const std::string sent(1 << 20, 'x');
  std::string got;
  std::atomic<int> signal = 0;
  Loop loop;
  auto program = std::make_unique<Reader>(&got, &signal);
  Reader* const reader = program.get();
  std::function<void()> read_slowly = [&] {
    if (signal != 0) return loop.Stop();
    reader->ReadSome();
    // Many turns of the loop, in which the signal could be sent.
    loop.After(std::chrono::microseconds(100), read_slowly);
  };
  HangUp(loop, std::move(program), sent, std::chrono::milliseconds(1));
  loop.After(std::chrono::milliseconds(20), read_slowly);
  loop.Run();
  // What is in the pipe was given, too.
  EXPECT_GE(got.size() + kPipe, sent.size());
}

TEST(HangUp, WithoutPatienceTheSignalDoesNotWaitForTheInput) {
  std::string got;
  std::atomic<int> signal = 0;
  Loop loop;
  HangUp(loop, std::make_unique<Reader>(&got, &signal),
         std::string(1 << 20, 'x'), std::chrono::milliseconds(0));
  std::function<void()> look = [&] {
    if (signal != 0) return loop.Stop();
    loop.After(std::chrono::milliseconds(1), look);
  };
  look();
  loop.Run();
  EXPECT_EQ(signal, SIGHUP);
  EXPECT_TRUE(got.empty());
}

}  // namespace
}  // namespace reprise::adb
