// The adb server of this machine: finds it, starts it when none runs, and asks
// it. Every request is a connection of its own, as the protocol wants.
//
// Where it is: ADB_SERVER_SOCKET (tcp:HOST:PORT, localabstract:NAME,
// localfilesystem:PATH), or ANDROID_ADB_SERVER_ADDRESS and
// ANDROID_ADB_SERVER_PORT, or tcp:127.0.0.1:5037.
//
// Threads: any; it has no state but the address.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adb/connection.h"
#include "adb/device_list.h"
#include "adb/server_protocol.h"
#include "adb/socket_address.h"
#include "base/result.h"

namespace reprise::adb {

Result<SocketAddress> ServerAddressFromEnvironment();

// A connection that streams the list of devices whenever it changes.
class DeviceTracker {
 public:
  DeviceTracker(Connection connection, ServerReplies replies)
      : connection_(std::move(connection)), replies_(std::move(replies)) {}

  // The next list, the first at once; nullopt after `patience`. kDevice when
  // the server ended.
  Result<std::optional<std::vector<DeviceInfo>>> Next(
      std::chrono::milliseconds patience = kForever);
  int fd() const { return connection_.fd(); }

 private:
  Connection connection_;
  ServerReplies replies_;
};

class Server {
 public:
  // The oldest server whose protocol we speak: what Android 5 came with.
  static constexpr int kOldestVersion = 32;

  explicit Server(SocketAddress address) : address_(std::move(address)) {}

  // The server of the environment, running and not too old. Starts one with
  // `adb start-server` when none answers on this machine.
  static Result<Server> Connect();

  Result<int> Version() const;
  Result<std::vector<DeviceInfo>> Devices() const;
  Result<DeviceTracker> TrackDevices() const;

  // Asks `service` ("host:version", "host-serial:S:features") and gives the
  // text that it answers.
  Result<std::string> Ask(std::string_view service) const;
  // A command to the server that says twice that it was done, and for some a
  // text; forward and killforward are such.
  Result<std::string> Command(std::string_view service, bool text) const;
  // A stream to a service of the device's daemon: "shell,v2,raw:id", "sync:".
  Result<Connection> Open(std::string_view serial,
                          std::string_view service) const;

  const SocketAddress& address() const { return address_; }

 private:
  Result<Connection> Dial() const;

  SocketAddress address_;
};

// Reads OKAY, or the reason after FAIL as an error. Reads no further.
Status ReadStatus(Connection& connection, ServerReplies& replies);
Result<std::string> ReadText(Connection& connection, ServerReplies& replies);

}  // namespace reprise::adb
