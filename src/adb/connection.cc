#include "adb/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

namespace reprise::adb {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// A socket seldom has more at a time.
constexpr size_t kReadSize = 64 * 1024;

tl::unexpected<Error> Lost(const std::string& peer, int code) {
  return Fail(ErrorKind::kDevice, "the connection to {} was lost: {}", peer,
              std::strerror(code));
}

}  // namespace

Result<Connection> Connection::Open(const SocketAddress& address) {
  const auto refused = [&](int code) {
    return Fail(ErrorKind::kNotFound, "no adb server answers at {}: {}",
                ToString(address), std::strerror(code));
  };
  auto socket = StartConnecting(address);
  if (!socket) {
    const bool bad = socket.error().kind == ErrorKind::kInvalidArgument;
    return Fail(bad ? ErrorKind::kInvalidArgument : ErrorKind::kNotFound, "{}",
                socket.error().message);
  }
  Connection connection(*std::move(socket));
  ASSIGN_OR_RETURN(const short ready,
                   connection.Wait(POLLOUT, kConnectPatience));
  if (ready == 0) return refused(ETIMEDOUT);
  if (const int code = ConnectError(connection.fd_); code != 0) {
    return refused(code);
  }
  return connection;
}

Result<short> Connection::Wait(short events, milliseconds patience) {
  const bool forever = patience == kForever;
  const auto end = Clock::now() + (forever ? milliseconds(0) : patience);
  while (true) {
    int wait = -1;
    if (!forever) {
      const auto left =
          std::chrono::ceil<milliseconds>(end - Clock::now()).count();
      wait = static_cast<int>(
          std::clamp<int64_t>(left, 0, std::numeric_limits<int>::max()));
    }
    pollfd entry = {.fd = fd_.get(), .events = events, .revents = 0};
    const int count = poll(&entry, 1, wait);
    // An end or an error makes both directions ready: the call that follows
    // tells what it is.
    if (count > 0) {
      return static_cast<short>(
          (entry.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0
              ? events
              : entry.revents & events);
    }
    if (count == 0) return 0;
    if (errno != EINTR) return Lost(peer_, errno);
  }
}

Result<size_t> Connection::WriteSome(std::string_view bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = send(fd_.get(), bytes.data() + done, bytes.size() - done,
                           MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) {
      done += static_cast<size_t>(n);
    } else if (errno == EAGAIN) {
      break;
    } else if (errno != EINTR) {
      return Lost(peer_, errno);
    }
  }
  return done;
}

Status Connection::Write(std::string_view bytes) {
  while (true) {
    ASSIGN_OR_RETURN(const size_t done, WriteSome(bytes));
    bytes.remove_prefix(done);
    if (bytes.empty()) return {};
    ASSIGN_OR_RETURN(const short ready, Wait(POLLOUT, kPatience));
    if (ready == 0) {
      return Fail(ErrorKind::kDevice,
                  "{} has taken nothing for {} seconds; see that it is still "
                  "connected",
                  peer_, kPatience.count());
    }
  }
}

Result<std::string> Connection::ReadNow(size_t limit, bool* again) {
  *again = false;
  char buffer[kReadSize];
  while (true) {
    const ssize_t n =
        recv(fd_.get(), buffer, std::min(limit, kReadSize), MSG_DONTWAIT);
    if (n >= 0) return std::string(buffer, static_cast<size_t>(n));
    if (errno == EAGAIN) {
      *again = true;
      return std::string();
    }
    if (errno != EINTR) return Lost(peer_, errno);
  }
}

Result<std::string> Connection::Read(size_t limit, milliseconds patience) {
  while (true) {
    bool again = false;
    ASSIGN_OR_RETURN(std::string bytes, ReadNow(limit, &again));
    if (!again) return bytes;
    ASSIGN_OR_RETURN(const short ready, Wait(POLLIN, patience));
    if (ready == 0) {
      return Fail(ErrorKind::kDevice,
                  "{} has said nothing for {:.0f} seconds; see that it is "
                  "still connected",
                  peer_, std::chrono::duration<double>(patience).count());
    }
  }
}

}  // namespace reprise::adb
