// An adb daemon: listens, and serves every adb server that connects with the
// services of a table.
//
//   Loop loop;
//   ASSIGN_OR_RETURN(auto daemon, Daemon::Start(loop, options,
//       [&](ServiceTable& table, HostLink& host) {
//         AddShell(table, loop, {});
//         AddForwards(table, loop, host);
//       }));
//   loop.Run();
//
// On a port of 5555, 5557, ... 5585 of loopback it shows up by itself in adb
// devices, as an emulator; on others after adb connect.
//
// Threads: the loop's.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "adb/daemon_service.h"
#include "adb/daemon_transport.h"
#include "adb/loop.h"
#include "adb/socket_address.h"
#include "base/result.h"

namespace reprise::adb {

struct DaemonOptions {
  SocketAddress listen = {.host = "127.0.0.1"};  // port 0: any free one
  Banner banner;
};

class Daemon {
 public:
  static constexpr size_t kMaxConnections = 32;

  // Fills the table of one connection.
  using Setup = std::function<void(ServiceTable& table, HostLink& host)>;

  static Result<std::unique_ptr<Daemon>> Start(Loop& loop,
                                               DaemonOptions options,
                                               Setup setup);
  ~Daemon();
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;

  uint16_t port() const { return BoundPort(socket_); }

 private:
  class Connection;

  Daemon(Loop& loop, Fd socket, std::string banner, Setup setup);
  void Accept();

  Loop& loop_;
  Fd socket_;
  const std::string banner_;
  const Setup setup_;
  Loop::Timer accept_again_;
  std::map<int, std::unique_ptr<Connection>> connections_;
};

}  // namespace reprise::adb
