// A process that the daemon runs for a host: connected by pipes or by a
// terminal of its own, leading a session and a process group, so that all of
// it can be ended together.
//
// Threads: one at a time. Invariant: a Child that goes out of scope has ended
// or is killed, with its process group.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adb/program.h"
#include "base/fd.h"
#include "base/result.h"

namespace reprise::adb {

class Child : public Program {
 public:
  struct Options {
    std::vector<std::string> argv;
    // NAME=VALUE, beside our own environment.
    std::vector<std::string> environment;
    std::string working_directory;  // empty: ours
    bool terminal = false;          // otherwise pipes
    bool separate_errors = false;   // otherwise they go where the output goes
    // What it gets when the thread that started it ends without hanging up.
    int orphan_signal = SIGHUP;
  };

  static Result<std::unique_ptr<Child>> Start(const Options& options);
  ~Child() override;

  int ended_fd() const override { return pidfd_.get(); }
  std::optional<int> Poll() override;
  void Signal(int signal) override;
  pid_t pid() const { return pid_; }  // 0 when its end was seen

 private:
  Child(pid_t pid, Fd pidfd) : pid_(pid), pidfd_(std::move(pidfd)) {}

  pid_t pid_;  // 0: reaped
  Fd pidfd_;
  std::optional<int> exit_code_;
};

}  // namespace reprise::adb
