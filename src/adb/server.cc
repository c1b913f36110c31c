#include "adb/server.h"

#include <poll.h>

#include <charconv>
#include <cstdlib>

#include "base/subprocess.h"
#include "base/text.h"

namespace reprise::adb {
namespace {

constexpr uint16_t kDefaultPort = 5037;
constexpr std::chrono::seconds kStartPatience(20);

std::string Environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

bool OnThisMachine(const SocketAddress& address) {
  return address.kind != SocketAddress::Kind::kTcp || address.host.empty() ||
         address.host == "localhost" || address.host == "127.0.0.1" ||
         address.host == "::1";
}

// What the server says is short and in its own words; a few of them are the
// user's next question.
tl::unexpected<Error> Refusal(const std::string& peer, std::string_view why) {
  const std::string text = EscapeForTerminal(why);
  if (why.find("unauthorized") != std::string_view::npos) {
    return Fail(ErrorKind::kDevice,
                "{} does not trust this computer yet: unlock it and accept "
                "\"Allow USB debugging\"",
                peer);
  }
  if (why.find("offline") != std::string_view::npos) {
    return Fail(ErrorKind::kDevice,
                "{} is offline: wait a moment, plug it in again, or run adb "
                "reconnect",
                peer);
  }
  if (why.find("not found") != std::string_view::npos ||
      why.find("no devices") != std::string_view::npos) {
    return Fail(ErrorKind::kDevice,
                "{} is not connected (adb says: {}); see reprise devices", peer,
                text);
  }
  return Fail(ErrorKind::kDevice, "{} refuses: {}", peer,
              text.empty() ? "it does not say why" : text);
}

// adb finds the address in the same environment as we do.
Status Start() {
  auto done = RunSubprocess({.argv = {"adb", "start-server"}}, kStartPatience);
  if (!done && done.error().kind == ErrorKind::kNotFound) {
    return Fail(ErrorKind::kDevice,
                "no adb server runs and the program adb is not there to start "
                "one: install it (Debian: apt install adb) or add its folder "
                "to PATH");
  }
  RETURN_IF_ERROR(done);
  if (!done->Succeeded()) {
    return Fail(ErrorKind::kDevice,
                "no adb server runs, and adb start-server {}: {}",
                done->Describe(), EscapeForTerminal(done->err));
  }
  return {};
}

template <typename T, typename Wanted, typename Next>
Result<T> ReadReply(Connection& connection, Wanted wanted, Next next,
                    ServerReplies& replies,
                    std::chrono::milliseconds patience) {
  while (true) {
    auto value = next();
    RETURN_IF_ERROR(value);
    if (*value) return std::move(**value);
    ASSIGN_OR_RETURN(const std::string bytes,
                     connection.Read(wanted(), patience));
    if (bytes.empty()) {
      return Fail(ErrorKind::kDevice,
                  "{} ended the connection in the middle of an answer",
                  connection.peer());
    }
    replies.Feed(bytes);
  }
}

}  // namespace

Status ReadStatus(Connection& connection, ServerReplies& replies) {
  ASSIGN_OR_RETURN(
      const bool ok,
      ReadReply<bool>(
          connection, [&] { return replies.WantedForStatus(); },
          [&] { return replies.NextStatus(); }, replies, kPatience));
  if (ok) return {};
  ASSIGN_OR_RETURN(const std::string why, ReadText(connection, replies));
  return Refusal(connection.peer(), why);
}

Result<std::string> ReadText(Connection& connection, ServerReplies& replies) {
  return ReadReply<std::string>(
      connection, [&] { return replies.WantedForText(); },
      [&] { return replies.NextText(); }, replies, kPatience);
}

Result<SocketAddress> ServerAddressFromEnvironment() {
  if (const std::string socket = Environment("ADB_SERVER_SOCKET");
      !socket.empty()) {
    auto address = ParseSocketAddress(socket);
    if (address) return address;
    return Fail(ErrorKind::kInvalidArgument, "ADB_SERVER_SOCKET: {}",
                address.error().message);
  }
  SocketAddress address;
  address.port = kDefaultPort;
  address.host = Environment("ANDROID_ADB_SERVER_ADDRESS");
  if (const std::string port = Environment("ANDROID_ADB_SERVER_PORT");
      !port.empty()) {
    const auto number = ParsePort(port);
    if (!number || *number == 0) {
      return Fail(ErrorKind::kInvalidArgument,
                  "ANDROID_ADB_SERVER_PORT is \"{}\", which is not a port: "
                  "give a number from 1 to 65535",
                  port);
    }
    address.port = *number;
  }
  return address;
}

Result<Server> Server::Connect() {
  ASSIGN_OR_RETURN(SocketAddress address, ServerAddressFromEnvironment());
  Server server(std::move(address));
  auto probe = Connection::Open(server.address_);
  if (!probe) {
    if (probe.error().kind != ErrorKind::kNotFound) {
      return Fail(std::move(probe).error());
    }
    if (!OnThisMachine(server.address_)) {
      return Fail(ErrorKind::kDevice,
                  "{}; start one on that machine with adb -a start-server",
                  probe.error().message);
    }
    RETURN_IF_ERROR(Start());
  }
  ASSIGN_OR_RETURN(const int version, server.Version());
  if (version < kOldestVersion) {
    return Fail(ErrorKind::kDevice,
                "the adb server has version {}; Reprise needs {} or later: "
                "update the platform tools and run adb kill-server",
                version, kOldestVersion);
  }
  return server;
}

Result<Connection> Server::Dial() const {
  auto connection = Connection::Open(address_);
  if (connection) return connection;
  return Fail(ErrorKind::kDevice, "{}", connection.error().message);
}

Result<std::string> Server::Ask(std::string_view service) const {
  ASSIGN_OR_RETURN(const std::string request, EncodeRequest(service));
  ASSIGN_OR_RETURN(Connection connection, Dial());
  RETURN_IF_ERROR(connection.Write(request));
  ServerReplies replies;
  RETURN_IF_ERROR(ReadStatus(connection, replies));
  return ReadText(connection, replies);
}

Result<std::string> Server::Command(std::string_view service, bool text) const {
  ASSIGN_OR_RETURN(const std::string request, EncodeRequest(service));
  ASSIGN_OR_RETURN(Connection connection, Dial());
  RETURN_IF_ERROR(connection.Write(request));
  ServerReplies replies;
  RETURN_IF_ERROR(ReadStatus(connection, replies));  // it was understood
  RETURN_IF_ERROR(ReadStatus(connection, replies));  // it was done
  if (!text) return std::string();
  return ReadText(connection, replies);
}

Result<int> Server::Version() const {
  ASSIGN_OR_RETURN(const std::string text, Ask("host:version"));
  int version = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, version, 16);
  if (text.empty() || code != std::errc() || stop != end) {
    return Fail(ErrorKind::kDevice,
                "the adb server says its version is \"{}\", which is no number",
                EscapeForTerminal(text));
  }
  return version;
}

Result<std::vector<DeviceInfo>> Server::Devices() const {
  ASSIGN_OR_RETURN(const std::string text, Ask("host:devices-l"));
  return ParseDeviceList(text);
}

Result<DeviceTracker> Server::TrackDevices() const {
  ASSIGN_OR_RETURN(const std::string request,
                   EncodeRequest("host:track-devices-l"));
  ASSIGN_OR_RETURN(Connection connection, Dial());
  RETURN_IF_ERROR(connection.Write(request));
  ServerReplies replies;
  RETURN_IF_ERROR(ReadStatus(connection, replies));
  return DeviceTracker(std::move(connection), std::move(replies));
}

Result<std::optional<std::vector<DeviceInfo>>> DeviceTracker::Next(
    std::chrono::milliseconds patience) {
  ASSIGN_OR_RETURN(const short ready, connection_.Wait(POLLIN, patience));
  if (ready == 0) return std::nullopt;
  ASSIGN_OR_RETURN(const std::string text, ReadText(connection_, replies_));
  return ParseDeviceList(text);
}

Result<Connection> Server::Open(std::string_view serial,
                                std::string_view service) const {
  ASSIGN_OR_RETURN(const std::string transport,
                   EncodeRequest(fmt::format("host:transport:{}", serial)));
  ASSIGN_OR_RETURN(const std::string request, EncodeRequest(service));
  ASSIGN_OR_RETURN(Connection connection, Dial());
  connection.set_peer(fmt::format("the device {}", EscapeForTerminal(serial)));
  ServerReplies replies;
  RETURN_IF_ERROR(connection.Write(transport));
  RETURN_IF_ERROR(ReadStatus(connection, replies));
  RETURN_IF_ERROR(connection.Write(request));
  RETURN_IF_ERROR(ReadStatus(connection, replies));
  return connection;
}

}  // namespace reprise::adb
