// Any bytes as what the adb server, the shell protocol and the file service
// answer to the client.
//
// What must hold: no crash, the same packets whether bytes come whole or one
// by one, and no piece of data longer than the protocols allow.
#include <cstdint>
#include <string>
#include <vector>

#include "adb/device.h"
#include "adb/device_list.h"
#include "adb/server_protocol.h"
#include "adb/shell_protocol.h"
#include "adb/socket_address.h"
#include "adb/sync_protocol.h"
#include "base/check.h"

namespace {

using namespace reprise::adb;

void ReadServer(std::string_view bytes) {
  ServerReplies replies;
  replies.Feed(bytes);
  const auto status = replies.NextStatus();
  if (!status || !*status) return;
  while (true) {
    const auto text = replies.NextText();
    if (!text || !*text) break;
    const auto devices = ParseDeviceList(**text);
    CHECK(devices.size() <= kMaxDevices);
    for (const DeviceInfo& device : devices) (void)ExplainState(device);
    (void)ChooseDevice(devices, "");
  }
}

std::vector<SyncReply> ReadSync(uint32_t request, std::string_view bytes,
                                size_t step) {
  SyncReplies replies(request);
  std::vector<SyncReply> all;
  while (!bytes.empty()) {
    replies.Feed(bytes.substr(0, step));
    bytes.remove_prefix(std::min(step, bytes.size()));
    while (true) {
      const auto reply = replies.Next();
      if (!reply) return all;
      if (!*reply) break;
      CHECK((*reply)->text.size() <= kSyncData);
      all.push_back(**reply);
    }
  }
  return all;
}

std::string ReadShell(std::string_view bytes, size_t step) {
  ShellPackets packets;
  std::string all;
  while (!bytes.empty()) {
    packets.Feed(bytes.substr(0, step));
    bytes.remove_prefix(std::min(step, bytes.size()));
    while (true) {
      const auto packet = packets.Next();
      if (!packet) return all;
      if (!*packet) break;
      CHECK((*packet)->data.size() <= kShellPacketData);
      all += (*packet)->data;
    }
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1,
                               size - 1);
  constexpr uint32_t kRequests[] = {SyncId("SEND"), SyncId("RECV"),
                                    SyncId("STAT"), SyncId("STA2"),
                                    SyncId("LIST"), SyncId("LIS2")};
  switch (data[0] % 10) {
    case 0:
      ReadServer(bytes);
      break;
    case 1:
      CHECK(ReadShell(bytes, size) == ReadShell(bytes, 1));
      break;
    case 2:
      (void)ParseProperties(bytes);
      (void)ParseForwards(bytes, "");
      break;
    case 3:
      if (const auto address = ParseSocketAddress(bytes)) {
        (void)ToString(*address);
      }
      break;
    default:
      const uint32_t request = kRequests[data[0] % 10 - 4];
      CHECK(ReadSync(request, bytes, size) == ReadSync(request, bytes, 1));
  }
  return 0;
}
