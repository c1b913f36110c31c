#include "adb/shell_stream.h"

#include <poll.h>

#include <utility>

namespace reprise::adb {
namespace {

constexpr size_t kReadSize = 256 * 1024;

}  // namespace

ShellOutput ShellStream::Take() { return std::exchange(unread_, {}); }

Result<bool> ShellStream::Receive() {
  if (ended()) return false;
  bool again = false;
  ASSIGN_OR_RETURN(const std::string bytes,
                   connection_.ReadNow(kReadSize, &again));
  if (again) return false;
  if (bytes.empty()) {
    return Fail(ErrorKind::kDevice,
                "{} went away while a command ran on it; connect it again",
                connection_.peer());
  }
  packets_.Feed(bytes);
  while (true) {
    ASSIGN_OR_RETURN(auto packet, packets_.Next());
    if (!packet) break;
    switch (packet->kind) {
      case ShellPacketKind::kStdout:
        unread_.out += packet->data;
        break;
      case ShellPacketKind::kStderr:
        unread_.err += packet->data;
        break;
      case ShellPacketKind::kExit:
        exit_code_ =
            packet->data.empty() ? 0 : static_cast<uint8_t>(packet->data[0]);
        unread_.exit_code = exit_code_;
        return true;
      default:
        break;  // what only we send
    }
    if (unread_.out.size() + unread_.err.size() > kMaxUnread) {
      return Fail(ErrorKind::kDevice,
                  "a command on {} has written more than {} bytes that nobody "
                  "read",
                  connection_.peer(), kMaxUnread);
    }
  }
  return true;
}

Result<ShellOutput> ShellStream::Read(std::chrono::milliseconds patience) {
  const auto end = patience == kForever
                       ? std::chrono::steady_clock::time_point::max()
                       : std::chrono::steady_clock::now() + patience;
  while (unread_.Empty() && !ended()) {
    ASSIGN_OR_RETURN(const bool some, Receive());
    if (some) continue;
    auto left = patience;
    if (patience != kForever) {
      left = std::chrono::ceil<std::chrono::milliseconds>(
          end - std::chrono::steady_clock::now());
      left = std::max(left, std::chrono::milliseconds(0));
    }
    ASSIGN_OR_RETURN(const short ready, connection_.Wait(POLLIN, left));
    if (ready == 0) break;
  }
  return Take();
}

Status ShellStream::Send(std::string_view packets) {
  while (!packets.empty() && !ended()) {
    auto done = connection_.WriteSome(packets);
    if (!done) {
      // The exit code may have come before the other end closed.
      while (!ended()) {
        auto some = Receive();
        if (!some || !*some) break;
      }
      return ended() ? Status() : Fail(std::move(done).error());
    }
    packets.remove_prefix(*done);
    if (packets.empty()) break;
    ASSIGN_OR_RETURN(const short ready,
                     connection_.Wait(POLLIN | POLLOUT, kPatience));
    if (ready == 0) {
      return Fail(ErrorKind::kDevice,
                  "{} has taken nothing for {} seconds; the command there does "
                  "not read, or the device hangs",
                  connection_.peer(), kPatience.count());
    }
    if ((ready & POLLIN) != 0) RETURN_IF_ERROR(Receive());
  }
  return {};
}

Status ShellStream::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    std::string packet;
    const std::string_view piece = bytes.substr(0, kShellPacketData);
    AppendShellPacket(ShellPacketKind::kStdin, piece, &packet);
    RETURN_IF_ERROR(Send(packet));
    bytes.remove_prefix(piece.size());
  }
  return {};
}

Status ShellStream::CloseInput() {
  std::string packet;
  AppendShellPacket(ShellPacketKind::kCloseStdin, {}, &packet);
  return Send(packet);
}

}  // namespace reprise::adb
