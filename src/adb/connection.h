// One connection to the adb server: a socket with time limits, so that nothing
// waits for ever for a device that is gone.
//
// Threads: one at a time. Errors are of kind kDevice.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "adb/socket_address.h"
#include "base/fd.h"
#include "base/result.h"

namespace reprise::adb {

// How long the other side may be silent while we wait for it.
inline constexpr std::chrono::seconds kPatience(30);
inline constexpr std::chrono::seconds kConnectPatience(5);
// A time limit for waiting without end.
inline constexpr std::chrono::milliseconds kForever =
    std::chrono::milliseconds::max();

class Connection {
 public:
  // kNotFound when nothing listens there, so that a caller may start it.
  static Result<Connection> Open(const SocketAddress& address);
  explicit Connection(Fd fd) : fd_(std::move(fd)) {}

  // Who is at the other end, for messages; "the adb server" at first.
  void set_peer(std::string peer) { peer_ = std::move(peer); }
  const std::string& peer() const { return peer_; }

  // All of it, as long as the other side takes some every kPatience.
  Status Write(std::string_view bytes);
  // As much as goes without waiting.
  Result<size_t> WriteSome(std::string_view bytes);
  // 1 to `limit` bytes that have come; empty at the end of the stream. Waits
  // at most `patience`.
  Result<std::string> Read(size_t limit,
                           std::chrono::milliseconds patience = kPatience);
  // The same without waiting: `*again` is set when there is nothing yet.
  Result<std::string> ReadNow(size_t limit, bool* again);

  // Waits until one of the events (POLLIN, POLLOUT) is there; gives those that
  // are, 0 after `patience`.
  Result<short> Wait(short events, std::chrono::milliseconds patience);

  int fd() const { return fd_.get(); }

 private:
  Fd fd_;
  std::string peer_ = "the adb server";
};

}  // namespace reprise::adb
