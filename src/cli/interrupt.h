// Ctrl-C: the tool ends at once with exit code 130, and a file that was only
// half written does not stay behind.
//
// The handler itself removes the file and exits, because a verb in the middle
// of a large tape does not look at flags. A verb that must do more on an
// interrupt (recording: finish the tape) has a CatchInterrupt.
//
// Threads: main thread only.
#pragma once

#include <string>

namespace reprise::cli {

// SIGINT, SIGTERM and SIGHUP remove the file and end the process; SIGPIPE and
// SIGXFSZ are ignored, as the failed write tells the same.
void HandleSignals();

// While it lives, `path` is removed when the process is interrupted. One at a
// time.
class RemoveOnInterrupt {
 public:
  explicit RemoveOnInterrupt(const std::string& path);
  ~RemoveOnInterrupt();
  RemoveOnInterrupt(const RemoveOnInterrupt&) = delete;
  RemoveOnInterrupt& operator=(const RemoveOnInterrupt&) = delete;
};

// While it lives, the first interrupt does not end the process but is seen by
// asked(), so that a recording is finished and fingers are lifted. The second
// one ends it. One at a time.
class CatchInterrupt {
 public:
  CatchInterrupt();
  ~CatchInterrupt();
  CatchInterrupt(const CatchInterrupt&) = delete;
  CatchInterrupt& operator=(const CatchInterrupt&) = delete;

  bool asked() const;
};

}  // namespace reprise::cli
