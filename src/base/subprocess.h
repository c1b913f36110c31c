// Other programs, started without a shell, fed, listened to, and gone when we
// are done with them.
//
//   ASSIGN_OR_RETURN(auto done, RunSubprocess({.argv = {"adb", "version"}},
//                                             std::chrono::seconds(5)));
//   if (!done.Succeeded()) return Fail(..., done.Describe(), done.err);
//
// The child leads its own process group, so that killing it takes its children
// along and a Ctrl-C on our terminal does not reach it. It inherits no file
// but its standard ones, the default action for every signal, and no blocked
// signals. A thread of ours moves the bytes, so that a child never waits for
// us to read.
//
// Threads: one at a time per Subprocess, except Signal(), which is for any.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace reprise {

struct SubprocessOptions {
  enum class Output { kCapture, kInherit, kDiscard };

  // GCC warns of fields that a designated initializer leaves out unless they
  // have one here. NOLINTBEGIN(readability-redundant-member-init)

  // The program, looked for in our PATH if it has no slash, and its arguments.
  std::vector<std::string> argv = {};
  // Added to our environment, or put in the place of what is there.
  std::vector<std::pair<std::string, std::string>> environment = {};
  // Empty: ours.
  std::string working_directory = {};
  // What it reads from its standard input before the end.
  std::string input = {};
  // NOLINTEND(readability-redundant-member-init)
  Output out = Output::kCapture;
  Output err = Output::kCapture;
  // Of each output; what comes after is read and dropped, so that a chatty
  // child can neither fill our memory nor hang.
  size_t capture_limit = size_t{16} << 20;
};

struct SubprocessResult {
  int exit_code = -1;  // -1 when a signal ended it
  int signal = 0;      // 0 when it ended by itself
  bool timed_out = false;
  // What it wrote before it ended. Children that outlive it are not waited
  // for, even when they hold its output open: daemons do that.
  std::string out;
  std::string err;
  bool out_cut = false;  // there was more than capture_limit
  bool err_cut = false;

  bool Succeeded() const { return exit_code == 0; }
  // "ended with exit code 3", "was killed by signal 9 (Killed)", "was killed
  // because it took too long".
  std::string Describe() const;
};

class Subprocess {
 public:
  using Duration = std::chrono::nanoseconds;
  static constexpr Duration kForever = Duration::max();

  // NotFound, naming it, when there is no such program.
  static Result<Subprocess> Start(SubprocessOptions options);

  // Kills it if it still runs.
  ~Subprocess();
  Subprocess(Subprocess&&) noexcept;
  Subprocess& operator=(Subprocess&&) noexcept;

  pid_t pid() const;

  // Its end, or nullopt when it still runs after `timeout`. The same result
  // again when asked again.
  std::optional<SubprocessResult> Wait(Duration timeout = kForever);

  // Sends a signal to its process group; nothing when it has ended.
  void Signal(int signal);

  // Kills its process group, if it still runs, and waits for its end.
  SubprocessResult Kill();

 private:
  class Child;
  explicit Subprocess(std::unique_ptr<Child> child);
  std::unique_ptr<Child> child_;
};

// Starts it, waits for it, and kills it when it takes longer than `timeout`.
Result<SubprocessResult> RunSubprocess(
    SubprocessOptions options,
    Subprocess::Duration timeout = Subprocess::kForever);

}  // namespace reprise
