// A program to talk with, line by line, for as long as it lives: the workers of
// a minimisation. subprocess.h is for programs that are fed once.
//
//   ASSIGN_OR_RETURN(auto worker, PipedProcess::Start({.argv = {"sh", ...}}));
//   worker->Write("hello\n");
//   while (!worker->NextLine(&line) && !worker->ended()) {
//     WaitForNews({worker.get()}, timeout);
//   }
//
// Nothing here waits except WaitForNews(), so one thread serves many. What the
// program writes is bounded: a line over max_line makes it babbling(), of its
// stderr the last bytes are kept. The program leads its own process group and
// inherits no file but its standard ones.
//
// Threads: one at a time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/spawn.h"
#include "base/subprocess.h"

struct pollfd;

namespace reprise {

class PipedProcess {
 public:
  static constexpr size_t kMaxLine = size_t{1} << 16;
  static constexpr size_t kMaxErr = size_t{1} << 12;

  // argv, environment, working_directory and out (captured or discarded) of
  // the options count. NotFound, naming it, when there is no such program.
  static Result<std::unique_ptr<PipedProcess>> Start(SubprocessOptions options);
  // Kills its group.
  ~PipedProcess();
  PipedProcess(const PipedProcess&) = delete;
  PipedProcess& operator=(const PipedProcess&) = delete;

  pid_t pid() const { return pid_; }

  // Takes all of it; what the program does not read yet is kept.
  void Write(std::string_view bytes);
  // It reads the end after what was written so far.
  void CloseInput();
  // The next whole line without its end; false when there is none now.
  bool NextLine(std::string* line);

  // Moves what can be moved without waiting.
  void Pump();
  // It has ended, and all that it wrote was read.
  bool ended() const { return ended_; }
  // It wrote more than kMaxLine bytes without ending the line.
  bool babbling() const { return babbling_; }
  // How it ended; valid once ended().
  const SubprocessResult& result() const { return result_; }
  // The last that it wrote to its stderr.
  const std::string& err() const { return err_text_; }

  // Kills its process group, if it still runs, and waits for its end.
  void Kill();

 private:
  PipedProcess(pid_t pid, Fd pidfd, Fd in, Fd out, Fd err);
  friend void WaitForNews(std::span<PipedProcess* const>,
                          std::chrono::nanoseconds);
  void Flush();
  void ReadOut();
  void ReadErr();
  void Reap();

  const pid_t pid_;
  Fd pidfd_;
  Fd in_;
  Fd out_;
  Fd err_;
  std::string to_write_;
  bool close_input_ = false;  // when all is written
  std::string read_;
  size_t line_begin_ = 0;  // in read_
  std::string err_text_;
  bool babbling_ = false;
  bool ended_ = false;
  SubprocessResult result_;
};

// Returns when one of them has written, took something, or ended, after
// `timeout`, or when a signal came; all of them are pumped.
void WaitForNews(std::span<PipedProcess* const> processes,
                 std::chrono::nanoseconds timeout);

}  // namespace reprise
