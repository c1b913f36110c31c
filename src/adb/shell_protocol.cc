#include "adb/shell_protocol.h"

#include <algorithm>

#include "base/bytes.h"

namespace reprise::adb {
namespace {

constexpr size_t kHeaderSize = 5;

bool IsData(ShellPacketKind kind) { return kind <= ShellPacketKind::kStderr; }

}  // namespace

void AppendShellPacket(ShellPacketKind kind, std::string_view data,
                       std::string* out) {
  ByteWriter writer(out);
  do {
    const std::string_view piece = data.substr(0, kShellPacketData);
    writer.U8(static_cast<uint8_t>(kind));
    writer.Prefixed32(piece);
    data.remove_prefix(piece.size());
  } while (!data.empty());
}

Result<std::optional<ShellPacket>> ShellPackets::Next() {
  while (left_ == 0) {
    if (buffer_.size() < kHeaderSize) return std::nullopt;
    ByteReader reader(buffer_);
    const uint8_t kind = reader.U8();
    const uint32_t size = reader.U32();
    if (kind > static_cast<uint8_t>(ShellPacketKind::kWindowSize)) {
      return Fail(ErrorKind::kDevice,
                  "the shell protocol has no packet of kind {}; the "
                  "connection is out of step",
                  kind);
    }
    kind_ = static_cast<ShellPacketKind>(kind);
    if (!IsData(kind_)) {
      if (size > kMaxShellControl) {
        return Fail(ErrorKind::kDevice,
                    "a packet of kind {} of the shell protocol claims {} "
                    "bytes; at most {} make sense",
                    kind, size, kMaxShellControl);
      }
      if (buffer_.size() < kHeaderSize + size) return std::nullopt;
      ShellPacket packet{kind_, buffer_.substr(kHeaderSize, size)};
      buffer_.erase(0, kHeaderSize + size);
      return packet;
    }
    buffer_.erase(0, kHeaderSize);
    left_ = size;
  }
  if (buffer_.empty()) return std::nullopt;
  const size_t size =
      std::min<size_t>({left_, buffer_.size(), kShellPacketData});
  ShellPacket packet{kind_, buffer_.substr(0, size)};
  buffer_.erase(0, size);
  left_ -= static_cast<uint32_t>(size);
  return packet;
}

}  // namespace reprise::adb
