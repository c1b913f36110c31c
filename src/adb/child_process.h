// A program that the daemon runs for a host: connected by pipes or by a
// terminal of its own, leading a session and a process group, so that all of
// it can be ended together.
//
// Threads: one at a time. Invariant: a Child that goes out of scope has ended
// or is killed, with its process group.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "adb/fd.h"
#include "adb/loop.h"
#include "base/result.h"

namespace reprise::adb {

class Child {
 public:
  struct Options {
    std::vector<std::string> argv;
    // NAME=VALUE, beside our own environment.
    std::vector<std::string> environment;
    std::string working_directory;  // empty: ours
    bool terminal = false;          // otherwise pipes
    bool separate_errors = false;   // otherwise they go where the output goes
  };

  static Result<Child> Start(const Options& options);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) = delete;
  ~Child();

  // Our ends, non-blocking. With a terminal both are its master; `errors` is
  // only there when asked for.
  Fd input;
  Fd output;
  Fd errors;

  // Becomes readable when the program has ended.
  int ended_fd() const { return pidfd_.get(); }
  // Its exit code as a shell tells it, 128 and the signal when it was killed;
  // nullopt while it runs.
  std::optional<int> Poll();

  // To the whole process group, while its leader has not been Poll()ed to its
  // end.
  void Signal(int signal);

 private:
  Child(pid_t pid, Fd pidfd) : pid_(pid), pidfd_(std::move(pidfd)) {}

  pid_t pid_;  // 0: moved from, or reaped
  Fd pidfd_;
  std::optional<int> exit_code_;
};

// Ends a child whose host has hung up, in the background: it still gets
// `input`, then the end of it; SIGHUP after `patience`, and SIGKILL when it is
// still there two seconds later.
void HangUp(Loop& loop, Child child, std::string input,
            std::chrono::milliseconds patience);

}  // namespace reprise::adb
