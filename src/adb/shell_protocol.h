// Shell protocol v2: standard input, output, error and the exit code of one
// command as packets in one stream, each a kind, a length (u32, little-endian)
// and the bytes. Both sides speak it: the client and the daemon.
//
// Pure: ShellPackets is fed in pieces of any size. It never keeps a packet's
// data until it is whole: data comes out in pieces, because a length may be
// four gigabytes.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::adb {

enum class ShellPacketKind : uint8_t {
  kStdin = 0,
  kStdout = 1,
  kStderr = 2,
  kExit = 3,        // one byte
  kCloseStdin = 4,  // nothing
  kWindowSize = 5,  // "ROWSxCOLUMNS,XPIXELSxYPIXELS"
};

// Data goes in packets of at most this, so that the other kinds get through.
inline constexpr size_t kShellPacketData = 64 * 1024;
// Of the packets that are not data.
inline constexpr size_t kMaxShellControl = 256;

struct ShellPacket {
  ShellPacketKind kind;
  std::string data;  // of data kinds: a piece of it

  bool operator==(const ShellPacket&) const = default;
};

// Data is split into packets of kShellPacketData.
void AppendShellPacket(ShellPacketKind kind, std::string_view data,
                       std::string* out);

class ShellPackets {
 public:
  void Feed(std::string_view bytes) { buffer_.append(bytes); }

  // nullopt: more bytes are needed. kDevice: what comes is not the protocol.
  Result<std::optional<ShellPacket>> Next();

  // True within a packet: an end of the stream here cuts it.
  bool InPacket() const { return !buffer_.empty() || left_ > 0; }

 private:
  std::string buffer_;
  ShellPacketKind kind_ = ShellPacketKind::kStdin;
  uint32_t left_ = 0;  // data of the current packet that is still to come
};

}  // namespace reprise::adb
