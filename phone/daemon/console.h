// The console that an emulator has on the port below adb's, as far as `adb emu`
// and tools use it: who it is, and to end it.
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

namespace reprise::phone {

class Console {
 public:
  static constexpr size_t kMaxConnections = 16;

  struct Options {
    uint16_t port = 0;
    std::string name;            // of the phone
    std::function<void()> stop;  // ends it
  };
  static Result<std::unique_ptr<Console>> Start(adb::Loop& loop,
                                                Options options);
  ~Console();

 private:
  struct Connection {
    Fd socket;
    std::string line;
  };

  Console(adb::Loop& loop, Fd socket, Options options);
  void Accept();
  void Receive(int fd);
  // False: the connection is to be closed.
  bool Answer(int fd, const std::string& line);
  void Close(int fd);

  adb::Loop& loop_;
  Fd socket_;
  const Options options_;
  std::map<int, Connection> connections_;
};

}  // namespace reprise::phone
