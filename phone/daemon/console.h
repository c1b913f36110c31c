// The console that an emulator has on the port below adb's, as far as `adb emu`
// and tools use it: who it is, what is fed into the device, and to end it.
//
// Threads: the loop's; what acts on the device is done by one of its own, and
// the lines after it wait.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "adb/loop.h"
#include "base/fd.h"
#include "base/result.h"
#include "phone/daemon/worker.h"

namespace reprise::phone {

class Console {
 public:
  static constexpr size_t kMaxConnections = 16;

  struct Options {
    uint16_t port = 0;
    std::string name;            // of the phone
    std::function<void()> stop;  // ends it
    // Acts on the device, and may wait for it: what to print before OK; an
    // error is what stands after KO.
    std::function<Result<std::string>(const std::string& line)> device;
  };
  static Result<std::unique_ptr<Console>> Start(adb::Loop& loop,
                                                Options options);
  ~Console();

 private:
  struct Connection {
    Fd socket;
    std::string line;
    uint64_t number = 0;  // of all there were
    bool waits = false;   // for the device
  };

  Console(adb::Loop& loop, Fd socket, Options options);
  void Accept();
  void Receive(int fd);
  // Answers what was received, line by line.
  void Read(int fd);
  // False: the connection is to be closed.
  bool Answer(int fd, const std::string& line);
  void Act(int fd, const std::string& line);
  void Close(int fd);

  adb::Loop& loop_;
  Fd socket_;
  const Options options_;
  std::map<int, Connection> connections_;
  uint64_t last_number_ = 0;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Worker worker_;
};

}  // namespace reprise::phone
