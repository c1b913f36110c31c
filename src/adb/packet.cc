#include "adb/packet.h"

#include "base/bytes.h"

namespace reprise::adb {
namespace {

constexpr size_t kHeaderSize = 24;

}  // namespace

uint32_t Checksum(std::string_view data) {
  uint32_t sum = 0;
  for (const char c : data) sum += static_cast<unsigned char>(c);
  return sum;
}

void AppendPacket(Command command, uint32_t arg0, uint32_t arg1,
                  std::string_view data, bool with_checksum, std::string* out) {
  const auto code = static_cast<uint32_t>(command);
  ByteWriter writer(out);
  writer.U32(code);
  writer.U32(arg0);
  writer.U32(arg1);
  writer.U32(static_cast<uint32_t>(data.size()));
  writer.U32(with_checksum ? Checksum(data) : 0);
  writer.U32(~code);
  writer.Bytes(data);
}

Result<std::optional<Packet>> Packets::Next() {
  if (buffer_.size() < kHeaderSize) return std::nullopt;
  ByteReader reader(buffer_);
  const uint32_t code = reader.U32();
  Packet packet{.command = static_cast<Command>(code),
                .arg0 = reader.U32(),
                .arg1 = reader.U32()};
  const uint32_t size = reader.U32();
  packet.checksum = reader.U32();
  if (reader.U32() != ~code) {
    return Fail(ErrorKind::kCorruption,
                "what came is not a message of adb: command {:08x} has the "
                "wrong complement",
                code);
  }
  if (size > kMaxPayload) {
    return Fail(ErrorKind::kCorruption,
                "a message of adb claims {} bytes; at most {} were agreed on",
                size, kMaxPayload);
  }
  if (reader.remaining() < size) return std::nullopt;
  packet.data = reader.Bytes(size);
  buffer_.erase(0, kHeaderSize + size);
  return packet;
}

}  // namespace reprise::adb
