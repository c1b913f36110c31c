#include "phone/daemon/console.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

#include "adb/socket_address.h"
#include "phone/daemon/console_words.h"

namespace reprise::phone {
namespace {

constexpr size_t kMaxLine = 4096;
// What adb skips before it shows an answer ends with the second OK.
constexpr std::string_view kGreeting =
    "Android Console: no authentication is needed\r\nOK\r\n"
    "Android Console: type 'help' for a list of commands\r\nOK\r\n";
constexpr std::string_view kHelp =
    "Android console commands:\r\n"
    "    help, avd name, avd status, ping, kill, quit\r\n"
    "    geo fix, sensor status|get|set, rotate, finger touch|remove\r\n"
    "    power display|ac|status|present|health|capacity\r\n"
    "OK\r\n";

void Say(int fd, std::string_view text) {
  // Answers are short; who does not read them gets none.
  (void)!send(fd, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace

Result<std::unique_ptr<Console>> Console::Start(adb::Loop& loop,
                                                Options options) {
  ASSIGN_OR_RETURN(Fd socket,
                   adb::Listen({.host = "127.0.0.1", .port = options.port}));
  return std::unique_ptr<Console>(
      new Console(loop, std::move(socket), std::move(options)));
}

Console::Console(adb::Loop& loop, Fd socket, Options options)
    : loop_(loop), socket_(std::move(socket)), options_(std::move(options)) {
  loop_.Watch(socket_.get(), POLLIN, [this](short) { Accept(); });
}

Console::~Console() {
  loop_.Unwatch(socket_.get());
  for (const auto& [fd, connection] : connections_) loop_.Unwatch(fd);
}

void Console::Accept() {
  Fd caller(
      accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!caller.valid() || connections_.size() >= kMaxConnections) return;
  const int fd = caller.get();
  connections_[fd].socket = std::move(caller);
  connections_[fd].number = ++last_number_;
  loop_.Watch(fd, POLLIN, [this, fd](short) { Receive(fd); });
  Say(fd, kGreeting);
}

void Console::Receive(int fd) {
  char buffer[1024];
  const ssize_t n = recv(fd, buffer, sizeof(buffer), 0);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0) return Close(fd);
  connections_[fd].line.append(buffer, static_cast<size_t>(n));
  Read(fd);
}

void Console::Read(int fd) {
  Connection& connection = connections_[fd];
  std::string& text = connection.line;
  while (!connection.waits) {
    const size_t end = text.find('\n');
    if (end == std::string::npos) break;
    std::string line = text.substr(0, end);
    text.erase(0, end + 1);
    if (line.ends_with('\r')) line.pop_back();
    if (!Answer(fd, line)) return Close(fd);
  }
  if (text.size() > kMaxLine) Close(fd);
}

void Console::Act(int fd, const std::string& line) {
  connections_[fd].waits = true;
  worker_.Post([this, fd, line, number = connections_[fd].number,
                alive = std::weak_ptr<bool>(alive_)] {
    const auto done = options_.device(line);
    const std::string answer =
        done ? fmt::format("{}OK\r\n", *done)
             : fmt::format("KO: {}\r\n", done.error().message);
    loop_.Post([this, fd, answer, number, alive] {
      if (alive.expired()) return;
      const auto found = connections_.find(fd);
      if (found == connections_.end() || found->second.number != number) return;
      found->second.waits = false;
      Say(fd, answer);
      Read(fd);
    });
  });
}

bool Console::Answer(int fd, const std::string& line) {
  if (line.empty()) return true;
  if (line.starts_with("auth ")) return true;  // it was greeted as one who did
  if (line == "quit" || line == "exit") return false;
  if (line == "kill") {
    Say(fd, "OK: killing emulator, bye bye\r\n");
    options_.stop();
    return false;
  }
  if (line == "avd name") {
    Say(fd, fmt::format("{}\r\nOK\r\n", options_.name));
  } else if (line == "avd status") {
    Say(fd, "virtual device is running\r\nOK\r\n");
  } else if (line == "ping") {
    Say(fd, "I am alive!\r\nOK\r\n");
  } else if (line == "help") {
    Say(fd, kHelp);
  } else if (options_.device && ConsoleWords::Knows(line)) {
    Act(fd, line);
  } else {
    Say(fd, "KO: unknown command, try 'help'\r\n");
  }
  return true;
}

void Console::Close(int fd) {
  loop_.Unwatch(fd);
  connections_.erase(fd);
}

}  // namespace reprise::phone
