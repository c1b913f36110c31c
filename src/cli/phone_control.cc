#include "cli/phone_control.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "adb/shell_protocol.h"

namespace reprise::cli {
namespace {

namespace fs = std::filesystem;
using adb::ShellPacketKind;
using Json = nlohmann::json;

constexpr size_t kMaxAnswer = size_t{16} << 20;
constexpr size_t kReadSize = 64 * 1024;

tl::unexpected<Error> Lost() {
  return Fail(ErrorKind::kDevice,
              "the phone ended; the file supervisor.log in its folder may say "
              "why");
}

// While it lives, keys go to the phone as they are typed.
class RawTerminal {
 public:
  explicit RawTerminal(bool wanted) {
    if (!wanted || tcgetattr(STDIN_FILENO, &before_) != 0) return;
    termios raw = before_;
    cfmakeraw(&raw);
    changed_ = tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
  }
  ~RawTerminal() {
    if (changed_) (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

 private:
  termios before_ = {};
  bool changed_ = false;
};

std::string WindowSize() {
  winsize size = {};
  if (ioctl(STDIN_FILENO, TIOCGWINSZ, &size) != 0) return {};
  std::string packet;
  adb::AppendShellPacket(ShellPacketKind::kWindowSize,
                         fmt::format("{}x{},{}x{}", size.ws_row, size.ws_col,
                                     size.ws_xpixel, size.ws_ypixel),
                         &packet);
  return packet;
}

}  // namespace

std::string PhonesFolder() {
  if (const char* data = std::getenv("XDG_DATA_HOME");
      data != nullptr && *data == '/') {
    return fmt::format("{}/reprise/phones", data);
  }
  const char* home = std::getenv("HOME");
  return fmt::format("{}/.local/share/reprise/phones",
                     home != nullptr ? home : "/tmp");
}

std::string PhoneFolderOf(const std::string& name) {
  return fmt::format("{}/{}", PhonesFolder(), name);
}

std::vector<std::string> PhoneNames() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(PhonesFolder(), ignored)) {
    // Not a link whose folder, which --data named, is gone with the phone.
    if (entry.is_directory(ignored)) names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

Status CheckPhoneName(const std::string& name) {
  const bool fits = !name.empty() && name.size() <= 64 && name[0] != '.' &&
                    name[0] != '-' && std::ranges::all_of(name, [](char c) {
                      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                             (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                             c == '.';
                    });
  if (fits) return {};
  return Fail(ErrorKind::kInvalidArgument,
              "--name: {:?} is no name for a phone; it has letters, digits, "
              "'-', '_' and '.', at most 64",
              name);
}

Result<PhoneControl> PhoneControl::Connect(const std::string& name) {
  RETURN_IF_ERROR(CheckPhoneName(name));
  const std::string folder = PhoneFolderOf(name);
  const Fd opened(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  // A path of any length can be connected to by way of its folder.
  const std::string path =
      fmt::format("/proc/self/fd/{}/control", opened.get());
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  Fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!opened.valid() || !socket.valid() ||
      connect(socket.get(), reinterpret_cast<sockaddr*>(&address),
              sizeof(address)) != 0) {
    return Fail(ErrorKind::kDevice,
                "the phone {:?} does not run; start it with 'reprise phone "
                "start --name {}'",
                name, name);
  }
  return PhoneControl(std::move(socket));
}

Status PhoneControl::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n =
        send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Lost();
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

Result<Json> PhoneControl::Ask(const Json& request) {
  RETURN_IF_ERROR(Send(
      request.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"));
  std::string line;
  while (line.find('\n') == std::string::npos) {
    char buffer[4096];
    const ssize_t n = recv(socket_.get(), buffer, sizeof(buffer), 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0 || line.size() > kMaxAnswer) return Lost();
    line.append(buffer, static_cast<size_t>(n));
  }
  Json answer = Json::parse(line, nullptr, false);
  if (!answer.is_object()) return Lost();
  if (const auto error = answer.find("error");
      error != answer.end() && error->is_string()) {
    return Fail(ErrorKind::kDevice, "{}", error->get<std::string>());
  }
  return answer;
}

Result<int> PhoneControl::RunShell(const Shell& shell) {
  const char* term = std::getenv("TERM");
  RETURN_IF_ERROR(
      Send(Json{{"ask", "shell"},
                {"command", shell.command},
                {"terminal", shell.terminal},
                {"term", term != nullptr ? term : "dumb"}}
               .dump(-1, ' ', false, Json::error_handler_t::replace) +
           "\n"));
  const RawTerminal raw(shell.terminal);
  if (shell.terminal) RETURN_IF_ERROR(Send(WindowSize()));
  adb::ShellPackets packets;
  bool input = shell.input;
  if (!input) {
    std::string end;
    adb::AppendShellPacket(ShellPacketKind::kCloseStdin, "", &end);
    (void)Send(end);
  }
  std::string buffer(kReadSize, '\0');
  while (true) {
    pollfd fds[] = {{socket_.get(), POLLIN, 0},
                    {input ? STDIN_FILENO : -1, POLLIN, 0}};
    if (poll(fds, 2, -1) < 0) continue;
    if (fds[1].revents != 0) {
      const ssize_t n = read(STDIN_FILENO, buffer.data(), buffer.size());
      std::string packet;
      if (n > 0) {
        adb::AppendShellPacket(ShellPacketKind::kStdin,
                               {buffer.data(), static_cast<size_t>(n)},
                               &packet);
      } else if (n == 0 || errno != EINTR) {
        input = false;
        adb::AppendShellPacket(ShellPacketKind::kCloseStdin, "", &packet);
      }
      // A command that ended takes none; what it said is still to be read.
      if (!Send(packet)) input = false;
    }
    if (fds[0].revents == 0) continue;
    const ssize_t n = recv(socket_.get(), buffer.data(), buffer.size(), 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Lost();
    packets.Feed({buffer.data(), static_cast<size_t>(n)});
    while (true) {
      ASSIGN_OR_RETURN(const auto packet, packets.Next());
      if (!packet) break;
      if (packet->kind == ShellPacketKind::kStdout) {
        RETURN_IF_ERROR(shell.out(packet->data));
      } else if (packet->kind == ShellPacketKind::kStderr) {
        RETURN_IF_ERROR(shell.err(packet->data));
      } else if (packet->kind == ShellPacketKind::kExit) {
        return packet->data.empty()
                   ? 0
                   : static_cast<int>(
                         static_cast<unsigned char>(packet->data[0]));
      }
    }
  }
}

}  // namespace reprise::cli
