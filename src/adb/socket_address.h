// Names of sockets as adb writes them, and opening what they name:
//
//   tcp:5037  tcp:localhost:5037  localabstract:NAME  localfilesystem:PATH
//   (localreserved:NAME is a path on Android; here it is the same as
//   localabstract)
//
// The server's address, both ends of forwards and the daemon's own services
// are written so. Sockets are made non-blocking and close-on-exec.
//
// Threads: any; plain values and functions without state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace reprise::adb {

struct SocketAddress {
  enum class Kind { kTcp, kAbstract, kPath };
  Kind kind = Kind::kTcp;
  // Without initializers GCC warns. NOLINTBEGIN(*-redundant-member-init)
  std::string host = {};  // kTcp; empty: this machine
  uint16_t port = 0;      // kTcp; 0 only where any free port is meant
  std::string name = {};  // of the others
  // NOLINTEND(*-redundant-member-init)

  bool operator==(const SocketAddress&) const = default;
};

// InvalidArgument, naming it, when it is none of the forms above.
Result<SocketAddress> ParseSocketAddress(std::string_view text);
std::string ToString(const SocketAddress& address);

// Digits only, at most 65535.
Result<uint16_t> ParsePort(std::string_view text);

// A connecting socket: writable when it is connected; what came of it is told
// by ConnectError(). Fails at once when the system refuses at once. Only
// addresses in numbers and "localhost": names would be looked up for an
// unknown time.
Result<Fd> StartConnecting(const SocketAddress& address);
// 0 or the errno with which connecting failed.
int ConnectError(const Fd& socket);

// A listening socket; with port 0 the system chooses one: BoundPort().
Result<Fd> Listen(const SocketAddress& address);
uint16_t BoundPort(const Fd& socket);

}  // namespace reprise::adb
