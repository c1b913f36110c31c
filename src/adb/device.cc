#include "adb/device.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <thread>

#include "base/file.h"
#include "base/text.h"

namespace reprise::adb {
namespace {

constexpr size_t kReadSize = 256 * 1024;

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Result<uint16_t> GivenPort(std::string_view text) {
  auto port = ParsePort(text);
  if (port && *port != 0) return port;
  return Fail(ErrorKind::kDevice, "adb says that \"{}\" is the port it chose",
              EscapeForTerminal(text));
}

uint32_t Now() { return static_cast<uint32_t>(std::time(nullptr)); }

}  // namespace

Result<Device> Device::Open(const Server& server, DeviceInfo info) {
  ASSIGN_OR_RETURN(
      const std::string text,
      server.Ask(fmt::format("host-serial:{}:features", info.serial)));
  std::set<std::string> features;
  for (const std::string_view feature : Split(text, ',')) {
    if (!feature.empty()) features.emplace(feature);
  }
  return Device(server, std::move(info), std::move(features));
}

Result<std::string> Device::State() const {
  return server_.Ask(fmt::format("host-serial:{}:get-state", serial()));
}

Result<ShellStream> Device::Start(std::string_view command) const {
  if (!Has("shell_v2")) {
    return Fail(ErrorKind::kUnsupported,
                "the device {} has no shell protocol v2, without which exit "
                "codes and errors are lost; it came with Android 7",
                EscapeForTerminal(serial()));
  }
  ASSIGN_OR_RETURN(
      Connection connection,
      server_.Open(serial(), fmt::format("shell,v2,raw:{}", command)));
  return ShellStream(std::move(connection));
}

Result<ShellResult> Device::Shell(std::string_view command,
                                  std::chrono::milliseconds patience) const {
  ASSIGN_OR_RETURN(ShellStream stream, Start(command));
  RETURN_IF_ERROR(stream.CloseInput());
  const auto end = std::chrono::steady_clock::now() + patience;
  ShellResult result;
  while (!stream.ended()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
      return Fail(ErrorKind::kDevice,
                  "the command \"{}\" on the device {} did not end within {}",
                  EscapeForTerminal(command.substr(0, 80)), serial(),
                  FormatDuration(std::chrono::nanoseconds(patience).count()));
    }
    ASSIGN_OR_RETURN(const ShellOutput output, stream.Read(left));
    result.out += output.out;
    result.err += output.err;
    if (result.out.size() + result.err.size() > kMaxOutput) {
      return Fail(ErrorKind::kDevice,
                  "the command \"{}\" on the device {} wrote more than {}",
                  EscapeForTerminal(command.substr(0, 80)), serial(),
                  FormatSize(kMaxOutput));
    }
  }
  result.exit_code = *stream.exit_code();
  return result;
}

Result<std::string> Device::Exec(std::string_view command) const {
  ASSIGN_OR_RETURN(Connection connection,
                   server_.Open(serial(), fmt::format("exec:{}", command)));
  std::string out;
  while (true) {
    ASSIGN_OR_RETURN(const std::string bytes,
                     connection.Read(kReadSize, kShellPatience));
    if (bytes.empty()) return out;
    out += bytes;
    if (out.size() > kMaxOutput) {
      return Fail(ErrorKind::kDevice,
                  "the command \"{}\" on the device {} wrote more than {}",
                  EscapeForTerminal(command.substr(0, 80)), serial(),
                  FormatSize(kMaxOutput));
    }
  }
}

Result<std::map<std::string, std::string>> Device::Properties() const {
  ASSIGN_OR_RETURN(const ShellResult done, Shell("getprop"));
  if (!done.Succeeded()) {
    return Fail(ErrorKind::kDevice,
                "the device {} does not tell its properties: getprop ended "
                "with exit code {}: {}",
                serial(), done.exit_code, EscapeForTerminal(done.err));
  }
  return ParseProperties(done.out);
}

std::map<std::string, std::string> ParseProperties(std::string_view text) {
  std::map<std::string, std::string> properties;
  std::string entry;  // lines of one property: its value may have line ends
  for (std::string_view line : Split(text, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!entry.empty()) entry += '\n';
    entry += line;
    const std::string_view whole = entry;
    const size_t middle = whole.find("]: [");
    if (!whole.starts_with('[') || middle == std::string_view::npos) {
      entry.clear();
    } else if (whole.ends_with(']')) {
      properties.emplace(whole.substr(1, middle - 1),
                         whole.substr(middle + 4, whole.size() - middle - 5));
      entry.clear();
    }
  }
  return properties;
}

Result<SyncClient> Device::Files() const {
  ASSIGN_OR_RETURN(Connection connection, server_.Open(serial(), "sync:"));
  return SyncClient(std::move(connection), {.stat_v2 = Has("stat_v2"),
                                            .ls_v2 = Has("ls_v2"),
                                            .sendrecv_v2 = Has("sendrecv_v2")});
}

Status Device::Push(std::string_view bytes, const std::string& path,
                    uint32_t mode) const {
  ASSIGN_OR_RETURN(SyncClient files, Files());
  return files.Push(
      [&](size_t limit, std::string* out) {
        *out = bytes.substr(0, limit);
        bytes.remove_prefix(out->size());
        return Status();
      },
      path, mode, Now());
}

Status Device::PushFile(const std::string& from, const std::string& path,
                        uint32_t mode) const {
  ASSIGN_OR_RETURN(const std::unique_ptr<File> file,
                   RealFileSystem().OpenForReading(from));
  struct stat info = {};
  const bool known = stat(from.c_str(), &info) == 0;
  if (mode == 0) mode = known ? info.st_mode & 0777 : 0644;
  ASSIGN_OR_RETURN(SyncClient files, Files());
  uint64_t offset = 0;
  return files.Push(
      [&](size_t limit, std::string* out) -> Status {
        out->resize(limit);
        ASSIGN_OR_RETURN(const size_t size,
                         file->ReadAt(offset, out->data(), limit));
        out->resize(size);
        offset += size;
        return {};
      },
      path, mode, known ? static_cast<uint32_t>(info.st_mtime) : Now());
}

Result<std::string> Device::Pull(const std::string& path, size_t limit) const {
  ASSIGN_OR_RETURN(SyncClient files, Files());
  std::string bytes;
  RETURN_IF_ERROR(files.Pull(path, [&](std::string_view piece) -> Status {
    if (piece.size() > limit - bytes.size()) {
      return Fail(ErrorKind::kUnsupported,
                  "the file {} on the device {} is larger than {}",
                  EscapeForTerminal(path), serial(), FormatSize(limit));
    }
    bytes += piece;
    return {};
  }));
  return bytes;
}

Result<FileStat> Device::Stat(const std::string& path) const {
  ASSIGN_OR_RETURN(SyncClient files, Files());
  return files.Stat(path);
}

Result<std::vector<SyncEntry>> Device::List(const std::string& path) const {
  ASSIGN_OR_RETURN(SyncClient files, Files());
  return files.List(path);
}

Result<uint16_t> Device::ForwardPort(uint16_t port,
                                     std::string_view remote) const {
  ASSIGN_OR_RETURN(const std::string text,
                   server_.Command(fmt::format("host-serial:{}:forward:tcp:{};"
                                               "{}",
                                               serial(), port, remote),
                                   port == 0));
  if (port != 0) return port;
  return GivenPort(text);
}

Status Device::RemoveForward(std::string_view local) const {
  RETURN_IF_ERROR(server_.Command(
      fmt::format("host-serial:{}:killforward:{}", serial(), local), false));
  return {};
}

Result<std::vector<Forward>> Device::Forwards() const {
  ASSIGN_OR_RETURN(
      const std::string text,
      server_.Ask(fmt::format("host-serial:{}:list-forward", serial())));
  return ParseForwards(text, serial());
}

std::vector<Forward> ParseForwards(std::string_view text,
                                   std::string_view serial) {
  std::vector<Forward> forwards;
  for (const std::string_view line : Split(text, '\n')) {
    const auto words = Split(line, ' ');
    // The device itself does not know its serial.
    if (words.size() != 3 || (!serial.empty() && words[0] != serial)) continue;
    forwards.push_back({std::string(words[1]), std::string(words[2])});
  }
  return forwards;
}

Result<std::string> Device::ReverseCommand(std::string_view command,
                                           bool status, bool text) const {
  ASSIGN_OR_RETURN(Connection connection,
                   server_.Open(serial(), fmt::format("reverse:{}", command)));
  ServerReplies replies;
  if (status) RETURN_IF_ERROR(ReadStatus(connection, replies));
  if (!text) return std::string();
  return ReadText(connection, replies);
}

Result<uint16_t> Device::Reverse(std::string_view on_device,
                                 std::string_view local) const {
  const bool any_port = on_device == "tcp:0";
  ASSIGN_OR_RETURN(
      const std::string text,
      ReverseCommand(fmt::format("forward:{};{}", on_device, local), true,
                     any_port));
  if (!any_port) return uint16_t{0};
  return GivenPort(text);
}

Status Device::RemoveReverse(std::string_view on_device) const {
  RETURN_IF_ERROR(
      ReverseCommand(fmt::format("killforward:{}", on_device), true, false));
  return {};
}

Result<std::vector<Forward>> Device::Reverses() const {
  ASSIGN_OR_RETURN(const std::string text,
                   ReverseCommand("list-forward", false, true));
  return ParseForwards(text, {});
}

namespace {

constexpr int kConnectLooks = 20;
constexpr std::chrono::milliseconds kConnectPause{100};

bool AnyConnects(const std::vector<DeviceInfo>& devices) {
  return std::ranges::any_of(devices, [](const DeviceInfo& device) {
    return device.state == "offline" || device.state == "connecting";
  });
}

}  // namespace

Result<Device> PickDevice(std::string_view serial) {
  std::string wanted(serial);
  if (wanted.empty()) {
    const char* const value = std::getenv("ANDROID_SERIAL");
    if (value != nullptr) wanted = value;
  }
  ASSIGN_OR_RETURN(const Server server, Server::Connect());
  ASSIGN_OR_RETURN(std::vector<DeviceInfo> devices, server.Devices());
  auto info = ChooseDevice(devices, wanted);
  // A server that has just begun finds a device before it speaks with it.
  for (int i = 0; !info && i < kConnectLooks && AnyConnects(devices); ++i) {
    std::this_thread::sleep_for(kConnectPause);
    ASSIGN_OR_RETURN(devices, server.Devices());
    info = ChooseDevice(devices, wanted);
  }
  if (!info) return Fail(std::move(info).error());
  return Device::Open(server, *std::move(info));
}

}  // namespace reprise::adb
