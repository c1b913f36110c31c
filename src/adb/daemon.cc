#include "adb/daemon.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>

#include "adb/send_queued.h"
#include "base/log.h"

namespace reprise::adb {
namespace {

constinit LogModule g_log("adb");

constexpr size_t kReadSize = 256 * 1024;
// A host that does not read gets no more done until it does.
constexpr size_t kEnoughOutput = size_t{4} << 20;
// Of connections while accepting fails for want of descriptors.
constexpr std::chrono::milliseconds kAcceptPause(100);

}  // namespace

// One host. Writing and collecting is done by a task of the loop, never from
// within the transport.
class Daemon::Connection {
 public:
  Connection(Daemon& daemon, Fd socket)
      : daemon_(daemon),
        socket_(std::move(socket)),
        transport_(daemon.banner_, services_, [this] { Wake(); }) {
    daemon_.setup_(services_, transport_);
    Update();
  }

  ~Connection() { daemon_.loop_.Unwatch(socket_.get()); }

 private:
  void Wake() {
    if (awake_) return;
    awake_ = true;
    // It may be gone when its turn comes.
    daemon_.loop_.Post([alive = std::weak_ptr<bool>(alive_), this] {
      if (alive.expired()) return;
      awake_ = false;
      transport_.Collect();
      Flush();
    });
  }

  void Update() {
    short events = 0;
    if (output_.size() + transport_.output() < kEnoughOutput) events |= POLLIN;
    if (!output_.empty()) events |= POLLOUT;
    daemon_.loop_.Watch(socket_.get(), events,
                        [this](short ready) { OnReady(ready); });
  }

  void OnReady(short ready) {
    if ((ready & POLLIN) != 0 && !Receive()) return End();
    if ((ready & POLLOUT) != 0) Flush();
  }

  bool Receive() {
    buffer_.resize(kReadSize);
    const ssize_t n = recv(socket_.get(), buffer_.data(), kReadSize, 0);
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    if (n == 0) return false;
    const Status fed =
        transport_.Feed({buffer_.data(), static_cast<size_t>(n)});
    if (!fed) LOG(g_log, kInfo, "{}", fed.error().message);
    return fed.has_value();
  }

  void Flush() {
    output_ += transport_.TakeOutput();
    if (!SendQueued(socket_.get(), &output_)) return End();
    Update();
  }

  // Destroys this.
  void End() { daemon_.connections_.erase(socket_.get()); }

  Daemon& daemon_;
  Fd socket_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::string buffer_;
  std::string output_;
  bool awake_ = false;
  ServiceTable services_;
  Transport transport_;  // its end wakes us a last time: after the others
};

Result<std::unique_ptr<Daemon>> Daemon::Start(Loop& loop, DaemonOptions options,
                                              Setup setup) {
  ASSIGN_OR_RETURN(Fd socket, Listen(options.listen));
  return std::unique_ptr<Daemon>(new Daemon(
      loop, std::move(socket), BannerText(options.banner), std::move(setup)));
}

Daemon::Daemon(Loop& loop, Fd socket, std::string banner, Setup setup)
    : loop_(loop),
      socket_(std::move(socket)),
      banner_(std::move(banner)),
      setup_(std::move(setup)) {
  loop_.Watch(socket_.get(), POLLIN, [this](short) { Accept(); });
}

Daemon::~Daemon() {
  loop_.Unwatch(socket_.get());
  loop_.Cancel(accept_again_);
}

void Daemon::Accept() {
  Fd caller(
      accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!caller.valid()) {
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) {
      // It would be told again at once.
      loop_.Unwatch(socket_.get());
      accept_again_ = loop_.After(kAcceptPause, [this] {
        loop_.Watch(socket_.get(), POLLIN, [this](short) { Accept(); });
      });
    }
    return;
  }
  if (connections_.size() >= kMaxConnections) return;
  const int on = 1;
  (void)setsockopt(caller.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  const int fd = caller.get();
  connections_[fd] = std::make_unique<Connection>(*this, std::move(caller));
}

}  // namespace reprise::adb
