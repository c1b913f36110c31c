#include "phone/daemon/control.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "adb/daemon_shell.h"

namespace reprise::phone {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxRequest = size_t{1} << 20;
constexpr size_t kReadSize = 64 * 1024;

std::string ErrorLine(const std::string& sentence) {
  return Json{{"error", sentence}}.dump(-1, ' ', false,
                                        Json::error_handler_t::replace) +
         "\n";
}

template <typename T>
T Member(const Json& request, const char* name, T otherwise) {
  const auto found = request.find(name);
  if (found == request.end()) return otherwise;
  if constexpr (std::is_same_v<T, std::string>) {
    return found->is_string() ? found->get<std::string>() : otherwise;
  } else if constexpr (std::is_same_v<T, bool>) {
    return found->is_boolean() ? found->get<bool>() : otherwise;
  } else {
    return found->is_number_integer() ? found->get<T>() : otherwise;
  }
}

}  // namespace

// One caller. It is a stream of adb's when it became a shell.
class Control::Connection : public adb::Stream,
                            public std::enable_shared_from_this<Connection> {
 public:
  Connection(Control& control, Fd socket)
      : control_(control), socket_(std::move(socket)) {}
  ~Connection() override { control_.loop_.Unwatch(socket_.get()); }

  void Update() {
    short events = 0;
    if (reading_) events |= POLLIN;
    if (!output_.empty()) events |= POLLOUT;
    control_.loop_.Watch(socket_.get(), events,
                         [this](short ready) { OnReady(ready); });
  }

  void Write(std::string_view bytes) override {
    if (closing_) return;
    output_.append(bytes);
    Update();
  }
  size_t queued() const override { return output_.size(); }
  void Acknowledge() override {
    reading_ = true;
    Update();
  }
  void Close() override {
    closing_ = true;
    reading_ = false;
    // A service must not be destroyed from within itself.
    control_.loop_.Post([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->Flush();
    });
  }

 private:
  void OnReady(short ready) {
    const auto self = shared_from_this();
    if ((ready & POLLOUT) != 0) Flush();
    if (reading_ && (ready & POLLIN) != 0) Receive();
  }

  void Flush() {
    while (!output_.empty()) {
      const ssize_t n =
          send(socket_.get(), output_.data(), output_.size(), MSG_NOSIGNAL);
      if (n > 0) {
        output_.erase(0, static_cast<size_t>(n));
      } else if (n < 0 && errno == EAGAIN) {
        return Update();
      } else if (n < 0 && errno != EINTR) {
        return End();
      }
    }
    if (closing_) return End();
    Update();
    if (service_) service_->OnSent();
  }

  void Receive() {
    char buffer[kReadSize];
    const ssize_t n = recv(socket_.get(), buffer, sizeof(buffer), 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) return End();
    const std::string_view bytes(buffer, static_cast<size_t>(n));
    if (service_) {
      reading_ = false;  // until it is acknowledged
      service_->OnData(bytes);
      return Update();
    }
    line_.append(bytes);
    const size_t end = line_.find('\n');
    if (end != std::string::npos) {
      const std::string line = line_.substr(0, end);
      line_.erase(0, end + 1);
      Handle(line);
    } else if (line_.size() > kMaxRequest) {
      End();
    }
  }

  void Handle(const std::string& line) {
    const Json request = Json::parse(line, nullptr, false);
    if (!request.is_object()) return Reply(ErrorLine("that is no request"));
    const auto ask = Member<std::string>(request, "ask", "");
    if (ask == "status") {
      Reply(control_.options_.status());
    } else if (ask == "stop") {
      Reply("{}\n");
      Flush();
      control_.options_.stop();
    } else if (ask == "shell") {
      OpenShell(request);
    } else if (ask == "reset") {
      const auto text = Member<std::string>(request, "seed", "");
      Later([text](VirtualPhone& phone) {
        const PhoneClock clock = phone.clock().Message();
        uint64_t seed = clock.seed();
        std::from_chars(text.data(), text.data() + text.size(), seed);
        Status done = phone.Reset(seed, clock.vary() || !text.empty());
        if (done && !text.empty()) done = phone.KeepSeed(seed);
        return done ? std::string("{}\n") : ErrorLine(done.error().message);
      });
    } else if (ask == "advance") {
      const auto ns = Member<int64_t>(request, "ns", 0);
      Later([ns](VirtualPhone& phone) {
        if (!phone.clock().is_virtual()) {
          return ErrorLine(
              "the phone's clock is the real one; start it with "
              "--clock virtual to move it");
        }
        const Status done = phone.Advance(ns);
        if (!done) return ErrorLine(done.error().message);
        return Json{{"uptime_ns", phone.clock().UptimeNs()}}.dump() + "\n";
      });
    } else if (ask == "feed") {
      std::vector<std::string> files;
      for (const Json& file : request.value("files", Json::array())) {
        if (file.is_string()) files.push_back(file.get<std::string>());
      }
      Later([files](VirtualPhone& phone) { return Feed(phone, files); });
    } else {
      Reply(ErrorLine("an unknown request: " + ask));
    }
  }

  static std::string Feed(VirtualPhone& phone,
                          const std::vector<std::string>& files) {
    Json fed = Json::array();
    const Status done = phone.Feed([&](Feeds& feeds, int64_t now) -> Status {
      if (files.empty()) return feeds.Clear();
      for (const std::string& file : files) {
        ASSIGN_OR_RETURN(const std::string kind, feeds.Take(file, now));
        fed.push_back(kind);
      }
      return {};
    });
    if (!done) return ErrorLine(done.error().message);
    return Json{{"fed", fed}}.dump() + "\n";
  }

  void OpenShell(const Json& request) {
    ShellStart start;
    start.command = Member<std::string>(request, "command", "");
    start.terminal = Member<bool>(request, "terminal", start.command.empty());
    start.separate_errors = !start.terminal;
    start.term = Member<std::string>(request, "term", "dumb");
    auto program = control_.shells_.Start(start);
    if (!program) return Reply(ErrorLine(program.error().message));
    adb::ShellRequest shell;
    shell.v2 = true;
    shell.terminal = start.terminal;
    service_ =
        adb::ServeProgram(control_.loop_, *this, shell, *std::move(program));
    Update();
    if (line_.empty()) return;
    const std::string rest = std::exchange(line_, {});
    reading_ = false;
    service_->OnData(rest);
  }

  // In a thread of its own, one after the other.
  void Later(std::function<std::string(VirtualPhone&)> work) {
    reading_ = false;
    Update();
    control_.worker_.Post([&phone = control_.phone_, &loop = control_.loop_,
                           weak = weak_from_this(), work = std::move(work)] {
      const std::string answer = work(phone);
      loop.Post([weak, answer] {
        if (const auto self = weak.lock()) self->Reply(answer);
      });
    });
  }

  void Reply(const std::string& line) {
    Write(line);
    reading_ = true;
    Update();
  }

  // The last one that holds it is the caller's.
  void End() {
    const auto self = shared_from_this();
    control_.loop_.Unwatch(socket_.get());
    control_.connections_.erase(socket_.get());
  }

  Control& control_;
  Fd socket_;
  std::string line_;
  std::string output_;
  bool reading_ = true;
  bool closing_ = false;
  std::unique_ptr<adb::Service> service_;  // a shell
};

Result<std::unique_ptr<Control>> Control::Start(adb::Loop& loop,
                                                VirtualPhone& phone,
                                                ShellHost& shells,
                                                Options options) {
  // A path of any length can be bound to by way of its folder.
  const std::filesystem::path path = options.path;
  const Fd folder(
      open(path.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string name = fmt::format("/proc/self/fd/{}/{}", folder.get(),
                                       path.filename().string());
  std::memcpy(address.sun_path, name.data(),
              std::min(name.size(), sizeof(address.sun_path) - 1));
  Fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  unlink(options.path.c_str());
  if (!socket.valid() ||
      bind(socket.get(), reinterpret_cast<sockaddr*>(&address),
           sizeof(address)) != 0 ||
      chmod(options.path.c_str(), 0600) != 0 || listen(socket.get(), 16) != 0) {
    return Fail(ErrorKind::kIo, "cannot listen on {}: {}", options.path,
                std::strerror(errno));
  }
  return std::unique_ptr<Control>(
      new Control(loop, phone, shells, std::move(socket), std::move(options)));
}

Control::Control(adb::Loop& loop, VirtualPhone& phone, ShellHost& shells,
                 Fd socket, Options options)
    : loop_(loop),
      phone_(phone),
      shells_(shells),
      socket_(std::move(socket)),
      options_(std::move(options)) {
  loop_.Watch(socket_.get(), POLLIN, [this](short) { Accept(); });
}

Control::~Control() {
  loop_.Unwatch(socket_.get());
  connections_.clear();
}

void Control::Accept() {
  Fd caller(
      accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!caller.valid() || connections_.size() >= kMaxConnections) return;
  const int fd = caller.get();
  connections_[fd] = std::make_shared<Connection>(*this, std::move(caller));
  connections_[fd]->Update();
}

}  // namespace reprise::phone
