// What the threads of one program of the shell share (Session), and what all
// programs of a phone share (World): who runs, so that `ps`, `kill`, Ctrl-C and
// a host that hangs up reach every one of them.
//
// Threads: any.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "phone/shell/install_sessions.h"
#include "phone/shell/phone.h"
#include "phone/shell/stop.h"

namespace reprise::phone {

class Commands;

// Pids of what runs in the shells of a phone; each has a thread of its own.
class ProgramTable {
 public:
  // A fork bomb ends here.
  static constexpr size_t kMaxPrograms = 256;

  struct Program {
    std::string name;
    std::shared_ptr<Stop> stop;
  };

  // nullopt: too many.
  std::optional<int> Add(std::string name, std::shared_ptr<Stop> stop);
  void Remove(int pid);
  // False: no such program. Signal 0 only asks.
  bool Signal(int pid, int signal);
  std::map<int, Program> All() const;

 private:
  mutable std::mutex mutex_;
  std::map<int, Program> programs_;  // guarded by mutex_
  int last_pid_ = 20000;             // guarded by mutex_
};

struct World {
  Phone& phone;
  const Commands& commands;
  ProgramTable programs = {};
  InstallSessions installs = {};
};

class Session {
 public:
  explicit Session(uint64_t steps = 0) : steps_(steps) {}

  // A new one that End() reaches.
  std::shared_ptr<Stop> NewStop();
  // What Ctrl-C reaches.
  std::shared_ptr<Stop> NewForeground();
  void Interrupt(int signal);
  void End(int signal);

  // A background job's thread; JoinAll() waits for all of them.
  void Adopt(std::thread thread);
  void JoinAll();

 private:
  const uint64_t steps_;
  std::mutex mutex_;
  int ended_by_ = 0;                        // guarded by mutex_
  std::vector<std::weak_ptr<Stop>> stops_;  // guarded by mutex_
  std::shared_ptr<Stop> foreground_;        // guarded by mutex_
  std::vector<std::thread> threads_;        // guarded by mutex_
};

// A program's end, for those who wait for it.
class Job {
 public:
  Job(int pid, std::shared_ptr<Stop> stop)
      : pid(pid), stop(std::move(stop)), fd_(eventfd(0, EFD_CLOEXEC)) {}
  const int pid;
  const std::shared_ptr<Stop> stop;

  void Finish(int code);
  std::optional<int> code() const;
  int fd() const { return fd_.get(); }  // readable when it has ended

 private:
  std::atomic<int> code_ = -1;
  Fd fd_;
};

}  // namespace reprise::phone
