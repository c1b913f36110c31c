// Runs commands and interactive shells of the phone as Programs of the adb
// daemon.
//
//   ShellHost shells(phone, Commands());
//   ASSIGN_OR_RETURN(auto program, shells.Start({.command = "ls | wc -l"}));
//
// A Program that goes out of scope is killed, without waiting for it: it may be
// in the middle of a call of the phone's that needs the caller's thread. The
// host waits for all of them when it goes, so it must go before the phone.
//
// Threads: Start() and ~ShellHost() by one; a Program as program.h says.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "adb/program.h"
#include "base/result.h"
#include "phone/shell/commands.h"

namespace reprise::phone {

struct ShellStart {
  std::string command = {};  // a script; empty: an interactive shell
  // Instead of a script: one command with its arguments, as they are (adb's
  // abb_exec: "cmd", "package", "install", ...).
  std::vector<std::string> args = {};
  bool terminal = false;
  bool separate_errors = false;
  std::string term = "dumb";
  uint64_t max_steps = 0;  // 0: no limit; it is killed after as many
};

class ShellHost {
 public:
  ShellHost(Phone& phone, Commands commands);
  ~ShellHost();
  ShellHost(const ShellHost&) = delete;
  ShellHost& operator=(const ShellHost&) = delete;

  Result<std::unique_ptr<adb::Program>> Start(const ShellStart& start);

 private:
  class Running;
  class Handle;

  void Reap(bool all);

  Commands commands_;
  World world_;
  std::list<std::shared_ptr<Running>> running_;
};

}  // namespace reprise::phone
