// What a shell service runs, seen from the loop: descriptors and an end. A
// process of the machine (child_process.h) is one; a virtual phone has its
// own, which are not processes.
//
// Threads: one at a time. Invariant: a Program that goes out of scope has
// ended, or is ended by its destructor.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "adb/loop.h"
#include "base/fd.h"
#include "base/result.h"

namespace reprise::adb {

class Program {
 public:
  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  virtual ~Program() = default;

  // Our ends, non-blocking. With a terminal both are its master; `errors` is
  // only there when asked for.
  Fd input;
  Fd output;
  Fd errors;

  // Becomes readable when the program has ended.
  virtual int ended_fd() const = 0;
  // Its exit code as a shell tells it, 128 and the signal when it was killed;
  // nullopt while it runs.
  virtual std::optional<int> Poll() = 0;
  // To the program and all that it started, while it has not been Poll()ed to
  // its end.
  virtual void Signal(int signal) = 0;
  // The host typed this, which is about to be written to `input`.
  virtual void OnTyped(std::string_view /*bytes*/) {}
};

// Both ends of a program's standard files.
struct ProgramEnds {
  Fd input, output, errors;           // ours, non-blocking
  Fd child_in, child_out, child_err;  // an invalid child_err: child_out
};
Status MakePipes(bool separate_errors, ProgramEnds* ends);
Status MakeTerminal(ProgramEnds* ends);

// Ends a program whose host has hung up, in the background: it still gets
// `input`, then the end of it. Without `patience` it also gets SIGHUP at once,
// else that long after it took the last of its input (a minute when it takes
// none), and SIGKILL when it is still there two seconds later.
void HangUp(Loop& loop, std::unique_ptr<Program> program, std::string input,
            std::chrono::milliseconds patience);

}  // namespace reprise::adb
