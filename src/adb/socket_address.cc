#include "adb/socket_address.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

namespace reprise::adb {
namespace {

using Kind = SocketAddress::Kind;

// How many may wait to be accepted.
constexpr int kBacklog = 64;

struct Raw {
  sockaddr_storage storage = {};
  socklen_t size = 0;

  const sockaddr* get() const {
    return reinterpret_cast<const sockaddr*>(&storage);
  }
};

Result<Raw> RawTcp(const SocketAddress& address) {
  Raw raw;
  auto* v4 = reinterpret_cast<sockaddr_in*>(&raw.storage);
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&raw.storage);
  const std::string host = address.host.empty() || address.host == "localhost"
                               ? "127.0.0.1"
                               : address.host;
  if (inet_pton(AF_INET, host.c_str(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(address.port);
    raw.size = sizeof(*v4);
    return raw;
  }
  if (inet_pton(AF_INET6, host.c_str(), &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(address.port);
    raw.size = sizeof(*v6);
    return raw;
  }
  return Fail(ErrorKind::kInvalidArgument,
              "{} is not an address: give localhost or an address in numbers, "
              "such as 127.0.0.1",
              host);
}

Result<Raw> RawUnix(const SocketAddress& address) {
  Raw raw;
  auto* local = reinterpret_cast<sockaddr_un*>(&raw.storage);
  local->sun_family = AF_UNIX;
  const bool abstract = address.kind == Kind::kAbstract;
  const size_t lead = abstract ? 1 : 0;  // a NUL before the name
  if (address.name.empty() ||
      address.name.size() + lead >= sizeof(local->sun_path) ||
      address.name.find('\0') != std::string::npos) {
    return Fail(ErrorKind::kInvalidArgument,
                "\"{}\" is no name for a socket: it needs 1 to {} characters",
                address.name, sizeof(local->sun_path) - 2);
  }
  std::memcpy(local->sun_path + lead, address.name.data(), address.name.size());
  raw.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + lead +
                                    address.name.size() + (abstract ? 0 : 1));
  return raw;
}

Result<Raw> MakeRaw(const SocketAddress& address) {
  return address.kind == Kind::kTcp ? RawTcp(address) : RawUnix(address);
}

Result<Fd> MakeSocket(const Raw& raw, const SocketAddress& address) {
  Fd fd(socket(raw.get()->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
               0));
  if (!fd.valid()) {
    return Fail(ErrorKind::kIo, "cannot make a socket for {}: {}",
                ToString(address), std::strerror(errno));
  }
  if (address.kind == Kind::kTcp) {
    const int on = 1;
    // Small messages go back and forth: waiting to fill packets would cost
    // more than it saves.
    (void)setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  }
  return fd;
}

}  // namespace

Result<uint16_t> ParsePort(std::string_view text) {
  uint16_t port = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, port);
  if (text.empty() || code != std::errc() || stop != end) {
    return Fail(ErrorKind::kInvalidArgument,
                "\"{}\" is not a port: give a number up to 65535", text);
  }
  return port;
}

Result<SocketAddress> ParseSocketAddress(std::string_view text) {
  const size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const std::string_view rest =
      colon == std::string_view::npos ? "" : text.substr(colon + 1);
  SocketAddress address;
  if (kind == "tcp") {
    const size_t last = rest.rfind(':');
    std::string_view port = rest;
    if (last != std::string_view::npos) {
      std::string_view host = rest.substr(0, last);
      if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
        host = host.substr(1, host.size() - 2);
      }
      address.host = host;
      port = rest.substr(last + 1);
    }
    ASSIGN_OR_RETURN(address.port, ParsePort(port));
    return address;
  }
  if ((kind == "localabstract" || kind == "localreserved") && !rest.empty()) {
    address.kind = Kind::kAbstract;
    address.name = rest;
    return address;
  }
  if (kind == "localfilesystem" && !rest.empty()) {
    address.kind = Kind::kPath;
    address.name = rest;
    return address;
  }
  return Fail(ErrorKind::kInvalidArgument,
              "\"{}\" names no socket: give tcp:PORT, tcp:HOST:PORT, "
              "localabstract:NAME or localfilesystem:PATH",
              text);
}

std::string ToString(const SocketAddress& address) {
  switch (address.kind) {
    case Kind::kAbstract:
      return "localabstract:" + address.name;
    case Kind::kPath:
      return "localfilesystem:" + address.name;
    case Kind::kTcp:
      break;
  }
  if (address.host.empty()) return fmt::format("tcp:{}", address.port);
  return fmt::format("tcp:{}:{}", address.host, address.port);
}

Result<Fd> StartConnecting(const SocketAddress& address) {
  ASSIGN_OR_RETURN(const Raw raw, MakeRaw(address));
  ASSIGN_OR_RETURN(Fd fd, MakeSocket(raw, address));
  if (connect(fd.get(), raw.get(), raw.size) != 0 && errno != EINPROGRESS) {
    return Fail(ErrorKind::kIo, "cannot connect to {}: {}", ToString(address),
                std::strerror(errno));
  }
  return fd;
}

int ConnectError(const Fd& socket) {
  int code = 0;
  socklen_t size = sizeof(code);
  if (getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &code, &size) != 0) {
    return errno;
  }
  return code;
}

Result<Fd> Listen(const SocketAddress& address) {
  ASSIGN_OR_RETURN(const Raw raw, MakeRaw(address));
  ASSIGN_OR_RETURN(Fd fd, MakeSocket(raw, address));
  const int on = 1;
  if (address.kind == Kind::kTcp) {
    (void)setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  }
  if (bind(fd.get(), raw.get(), raw.size) != 0 ||
      listen(fd.get(), kBacklog) != 0) {
    return Fail(ErrorKind::kIo, "cannot listen on {}: {}", ToString(address),
                std::strerror(errno));
  }
  return fd;
}

uint16_t BoundPort(const Fd& socket) {
  Raw raw;
  raw.size = sizeof(raw.storage);
  auto* any = reinterpret_cast<sockaddr*>(&raw.storage);
  if (getsockname(socket.get(), any, &raw.size) != 0) return 0;
  if (any->sa_family == AF_INET) {
    return ntohs(reinterpret_cast<sockaddr_in*>(any)->sin_port);
  }
  if (any->sa_family == AF_INET6) {
    return ntohs(reinterpret_cast<sockaddr_in6*>(any)->sin6_port);
  }
  return 0;
}

}  // namespace reprise::adb
