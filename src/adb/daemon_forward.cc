#include "adb/daemon_forward.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "adb/server_protocol.h"
#include "adb/socket_address.h"
#include "base/fd.h"

namespace reprise::adb {
namespace {

constexpr size_t kReadSize = 64 * 1024;

// Bytes between a socket and a stream.
class SocketService : public Service {
 public:
  SocketService(Loop& loop, Stream& stream, Fd socket)
      : loop_(loop), stream_(stream), socket_(std::move(socket)) {
    Update();
  }

  ~SocketService() override { loop_.Unwatch(socket_.get()); }

  void OnData(std::string_view bytes) override {
    output_.append(bytes);
    Flush();
  }

  void OnSent() override { Update(); }

 private:
  void Update() {
    short events = 0;
    if (!over_ && stream_.queued() < kEnoughQueued) events |= POLLIN;
    if (!over_ && !output_.empty()) events |= POLLOUT;
    loop_.Watch(socket_.get(), events, [this](short ready) {
      if ((ready & POLLOUT) != 0) Flush();
      if (!over_ && (ready & POLLIN) != 0) Receive();
    });
  }

  void Flush() {
    while (!output_.empty()) {
      const ssize_t n =
          send(socket_.get(), output_.data(), output_.size(), MSG_NOSIGNAL);
      if (n >= 0) {
        output_.erase(0, static_cast<size_t>(n));
      } else if (errno == EAGAIN) {
        return Update();
      } else if (errno != EINTR) {
        return End();
      }
    }
    Update();
    stream_.Acknowledge();
  }

  void Receive() {
    char buffer[kReadSize];
    const ssize_t n = recv(socket_.get(), buffer, sizeof(buffer), 0);
    if (n > 0) {
      stream_.Write({buffer, static_cast<size_t>(n)});
      Update();
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
      End();  // adb has no half-closed streams
    }
  }

  void End() {
    over_ = true;
    loop_.Unwatch(socket_.get());
    stream_.Close();
  }

  Loop& loop_;
  Stream& stream_;
  Fd socket_;
  std::string output_;  // for the socket, not yet taken
  bool over_ = false;
};

bool IsLoopback(const SocketAddress& address) {
  return address.kind != SocketAddress::Kind::kTcp || address.host.empty() ||
         address.host == "localhost" || address.host == "127.0.0.1" ||
         address.host == "::1";
}

// The sockets that listen for one host.
class Reverses {
 public:
  Reverses(Loop& loop, HostLink& host, ReverseMapper mapper)
      : loop_(loop), host_(host), mapper_(std::move(mapper)) {}
  ~Reverses() { Clear(); }
  Reverses(const Reverses&) = delete;
  Reverses& operator=(const Reverses&) = delete;

  // The bytes that answer a command, what follows "reverse:".
  std::string Answer(std::string_view command) {
    constexpr std::string_view kForward = "forward:";
    constexpr std::string_view kKill = "killforward:";
    if (command.starts_with(kForward)) {
      return Add(command.substr(kForward.size()));
    }
    if (command.starts_with(kKill)) {
      return Remove(std::string(command.substr(kKill.size())));
    }
    if (command == "killforward-all") {
      Clear();
      return "OKAY";
    }
    if (command == "list-forward") {
      std::string lines;
      for (const auto& [local, entry] : listeners_) {
        lines += fmt::format("(reverse) {} {}\n", local, entry.remote);
      }
      return EncodeText(lines);  // alone: Android's daemon says no OKAY here
    }
    return Failure("unknown reverse command");
  }

 private:
  struct Listener {
    Fd socket;
    std::string remote;
    uint16_t mapped = 0;  // the port asked for, if it is another
  };

  static std::string Failure(std::string_view why) {
    return "FAIL" + EncodeText(why);
  }

  std::string Add(std::string_view rule) {
    constexpr std::string_view kNoRebind = "norebind:";
    const bool rebind = !rule.starts_with(kNoRebind);
    if (!rebind) rule.remove_prefix(kNoRebind.size());
    const size_t middle = rule.find(';');
    if (middle == std::string_view::npos) return Failure("no destination");
    std::string local(rule.substr(0, middle));
    std::string remote(rule.substr(middle + 1));
    if (const auto known = listeners_.find(local); known != listeners_.end()) {
      if (!rebind) return Failure("it is there already");
      known->second.remote = std::move(remote);
      return "OKAY";
    }
    auto address = ParseSocketAddress(local);
    if (!address) return Failure(address.error().message);
    if (!IsLoopback(*address)) return Failure("only loopback is offered");
    if (listeners_.size() >= kMaxReverses) return Failure("there are too many");
    uint16_t mapped = 0;
    if (mapper_ && address->kind == SocketAddress::Kind::kTcp) {
      mapped = std::exchange(address->port, uint16_t{0});
    }
    auto socket = Listen(*address);
    if (!socket) return Failure(socket.error().message);
    std::string answer = "OKAY";
    if (local == "tcp:0") {
      const std::string port = std::to_string(BoundPort(*socket));
      local = "tcp:" + port;
      answer += EncodeText(port);
    }
    const int fd = socket->get();
    if (mapped != 0) mapper_(mapped, BoundPort(*socket));
    listeners_[local] = {*std::move(socket), std::move(remote), mapped};
    loop_.Watch(fd, POLLIN, [this, local](short) { Accept(local); });
    return answer;
  }

  std::string Remove(const std::string& local) {
    const auto found = listeners_.find(local);
    if (found == listeners_.end()) return Failure("there is no such listener");
    Forget(found->second);
    listeners_.erase(found);
    return "OKAY";
  }

  void Clear() {
    for (const auto& [local, entry] : listeners_) {
      Forget(entry);
    }
    listeners_.clear();
  }

  void Forget(const Listener& listener) {
    loop_.Unwatch(listener.socket.get());
    if (listener.mapped != 0) mapper_(listener.mapped, 0);
  }

  void Accept(const std::string& local) {
    const Listener& listener = listeners_.at(local);
    Fd caller(accept4(listener.socket.get(), nullptr, nullptr,
                      SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!caller.valid()) return;
    host_.Open(listener.remote, [&](Stream& stream) {
      return std::make_unique<SocketService>(loop_, stream, std::move(caller));
    });
  }

  Loop& loop_;
  HostLink& host_;
  const ReverseMapper mapper_;
  std::map<std::string, Listener> listeners_;
};

}  // namespace

std::unique_ptr<Service> ServeSocket(Loop& loop, Stream& stream, Fd socket) {
  return std::make_unique<SocketService>(loop, stream, std::move(socket));
}

void AddForwards(ServiceTable& table, Loop& loop, HostLink& host,
                 ReverseMapper mapper) {
  const auto connect = [&loop](std::string_view name,
                               Stream& stream) -> std::unique_ptr<Service> {
    auto address = ParseSocketAddress(name);
    if (!address || !IsLoopback(*address)) return nullptr;
    auto socket = StartConnecting(*address);
    if (!socket) return nullptr;
    return std::make_unique<SocketService>(loop, stream, *std::move(socket));
  };
  for (const char* beginning :
       {"tcp:", "localabstract:", "localreserved:", "localfilesystem:"}) {
    table.Add(beginning, connect);
  }
  auto reverses = std::make_shared<Reverses>(loop, host, std::move(mapper));
  table.Add("reverse:", [reverses](std::string_view name, Stream& stream) {
    return SayAndClose(reverses->Answer(name.substr(name.find(':') + 1)),
                       stream);
  });
}

}  // namespace reprise::adb
