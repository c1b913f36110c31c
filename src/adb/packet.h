// Messages between an adb server and a device's daemon: a header of 24 bytes
// and data.
//
//   command  arg0  arg1  length  checksum  command ^ 0xffffffff   (each u32)
//
// The checksum is the sum of the data's bytes; since version 0x01000001 of the
// protocol nobody looks at it.
//
// Pure: Packets is fed in pieces of any size. Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::adb {

inline constexpr uint32_t kVersionWithChecksum = 0x01000000;
inline constexpr uint32_t kVersionWithoutChecksum = 0x01000001;

// The most data that we take in one message and say so when connecting; what
// every peer takes.
inline constexpr uint32_t kMaxPayload = 256 * 1024;
inline constexpr uint32_t kLeastPayload = 4096;

enum class Command : uint32_t {
  kConnect = 0x4e584e43,  // CNXN(version, max payload, banner)
  kOpen = 0x4e45504f,     // OPEN(our id, 0, service)
  kOkay = 0x59414b4f,     // OKAY(our id, your id): opened, or ready for more
  kWrite = 0x45545257,    // WRTE(our id, your id, data)
  kClose = 0x45534c43,    // CLSE(our id or 0, your id)
  kAuth = 0x48545541,     // AUTH: never asked for here
  kStartTls = 0x534c5453,
};

struct Packet {
  Command command;
  uint32_t arg0 = 0;
  uint32_t arg1 = 0;
  std::string data = {};  // NOLINT(readability-redundant-member-init)
  uint32_t checksum = 0;  // as it was read

  bool operator==(const Packet&) const = default;
};

uint32_t Checksum(std::string_view data);
void AppendPacket(Command command, uint32_t arg0, uint32_t arg1,
                  std::string_view data, bool with_checksum, std::string* out);

class Packets {
 public:
  void Feed(std::string_view bytes) { buffer_.append(bytes); }
  // nullopt: more bytes are needed. Corruption: this is not the protocol, and
  // there is no way back into step.
  Result<std::optional<Packet>> Next();

 private:
  std::string buffer_;
};

}  // namespace reprise::adb
