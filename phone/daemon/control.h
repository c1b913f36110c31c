// The socket in the phone's folder by which `reprise phone` speaks to it. A
// request is one line of JSON with the member "ask"; the answer is one line,
// with "error" if it could not be done:
//
//   {"ask":"status"}             {"name":..,"serial":..,"port":..,...}
//   {"ask":"stop"}               {}
//   {"ask":"reset","seed":"7"}   {}        the seed may be missing
//   {"ask":"advance","ns":1000}  {"uptime_ns":..}
//   {"ask":"feed","files":[..]}  {"fed":[..]}    none: nothing any more
//   {"ask":"shell","command":..,"terminal":false,"term":".."}
//
// After the last one both sides speak adb's shell protocol (v2) instead.
//
// Threads: the loop's.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "adb/loop.h"
#include "base/fd.h"
#include "base/result.h"
#include "phone/daemon/virtual_phone.h"
#include "phone/daemon/worker.h"
#include "phone/shell/shell_program.h"

namespace reprise::phone {

class Control {
 public:
  static constexpr size_t kMaxConnections = 64;

  struct Options {
    std::string path;
    std::function<std::string()> status;  // one line of JSON
    std::function<void()> stop;
  };
  static Result<std::unique_ptr<Control>> Start(adb::Loop& loop,
                                                VirtualPhone& phone,
                                                ShellHost& shells,
                                                Options options);
  ~Control();

 private:
  class Connection;

  Control(adb::Loop& loop, VirtualPhone& phone, ShellHost& shells, Fd socket,
          Options options);
  void Accept();

  adb::Loop& loop_;
  VirtualPhone& phone_;
  ShellHost& shells_;
  Fd socket_;
  const Options options_;
  std::map<int, std::shared_ptr<Connection>> connections_;
  Worker worker_;  // does what takes long
};

}  // namespace reprise::phone
