// The daemon's side of one connection to an adb server: many streams over one
// row of messages, as a state machine over bytes. No sockets: bytes go in by
// Feed() and come out by TakeOutput(), so that tests and the fuzzer need none.
//
//   CNXN ->            the host begins; we answer CNXN with our banner
//   OPEN -> <- OKAY    a stream, if the table has the service; else CLSE
//   WRTE -> <- OKAY    one message in flight in each direction of a stream
//   <- OPEN  OKAY ->   a stream to the host (adb reverse)
//   CLSE either way    the end of a stream
//
// We never ask for keys (AUTH) and offer no TLS: the daemon is for loopback
// and for test beds.
//
// Threads: one. Invariants: a stream's id is never 0 and never used twice
// at a time; output is bounded by the number of streams times kMaxPayload as
// long as the caller does not feed while output() is large.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "adb/daemon_service.h"
#include "adb/packet.h"
#include "base/result.h"

namespace reprise::adb {

class Transport : public HostLink {
 public:
  // More are refused.
  static constexpr size_t kMaxStreams = 256;

  // `banner` as BannerText() makes it. `wake` is called when there is output
  // or something to be Collect()ed; it must not call back into this. The table
  // may be filled later.
  Transport(std::string banner, const ServiceTable& services,
            std::function<void()> wake);
  ~Transport() override;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  // An error means that the connection is of no more use.
  Status Feed(std::string_view bytes);
  std::string TakeOutput() { return std::exchange(output_, {}); }
  size_t output() const { return output_.size(); }

  // Destroys the services of ended streams. Not from within a service.
  void Collect();

  void Open(std::string_view destination, const ServiceMaker& make) override;

  bool connected() const { return version_ != 0; }
  size_t streams() const { return streams_.size(); }

 private:
  class StreamState;

  void Handle(const Packet& packet);
  void HandleConnect(const Packet& packet);
  void HandleOpen(const Packet& packet);
  StreamState* Find(const Packet& packet);
  StreamState& MakeStream(uint32_t remote);
  void Send(Command command, uint32_t arg0, uint32_t arg1,
            std::string_view data = {});
  void Drop(StreamState& stream);
  void DropAll();

  const std::string banner_;
  const ServiceTable& services_;
  const std::function<void()> wake_;
  Packets packets_;
  std::string output_;
  uint32_t version_ = 0;  // agreed on; 0: not connected yet
  uint32_t max_payload_ = kLeastPayload;
  uint32_t last_id_ = 0;
  std::map<uint32_t, std::unique_ptr<StreamState>> streams_;
  std::vector<std::unique_ptr<StreamState>> ended_;
};

// What a device tells of itself when it connects: properties that adb devices
// -l shows and the features that decide which services a host uses.
struct Banner {
  std::string product = "reprise";  // ro.product.name
  std::string model = "reprise";    // ro.product.model
  std::string device = "reprise";   // ro.product.device
  std::vector<std::string> features = {"shell_v2", "stat_v2", "ls_v2",
                                       "fixed_push_mkdir", "sendrecv_v2"};
};
std::string BannerText(const Banner& banner);

}  // namespace reprise::adb
