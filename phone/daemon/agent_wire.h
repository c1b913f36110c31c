// What the phone, as our agent, says to the host: replies in a queue, channels
// and messages of the tape among them. The command's own thread writes them.
//
// Threads: any.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "input/event.h"
#include "phone/daemon/time_keeper.h"
#include "reprise/agent.pb.h"
#include "reprise/blob.pb.h"
#include "reprise/evdev_device.pb.h"
#include "reprise/reprise_event.pb.h"
#include "tape/id_ranges.h"

namespace reprise::phone {

class AgentWire {
 public:
  explicit AgentWire(const TimeKeeper& clock);

  void Send(const AgentReply& reply);
  void Fail(const std::string& sentence);
  // Gives it an id, which it returns, and writes it to the channel of its
  // device.
  uint64_t WriteFrame(const EvdevDevice& device, input::Frame frame);
  void WriteEvent(RepriseEvent event);
  void WriteAnchor();
  // Any other message, which has an id of ours; it happened and was seen then.
  uint64_t NewId() { return next_id_++; }
  void WriteMessage(std::string_view topic, int64_t time_ns, std::string data);
  // The bytes go with the first blob that has them.
  void SetBlob(std::string bytes, Blob* blob);

  // Readable while there is something to take.
  int fd() const { return ready_.get(); }
  std::string Take();

 private:
  // A host that does not read for so long is not coming back.
  static constexpr size_t kMaxQueued = size_t{64} << 20;

  void Write(std::string_view topic, const std::string& description,
             int64_t log_ns, int64_t publish_ns, std::string data);
  void Queue(const AgentReply& reply);  // mutex_ is held

  const TimeKeeper& clock_;
  Fd ready_;
  std::atomic<uint64_t> next_id_ = tape::kAgentIds;
  std::mutex mutex_;  // guards all below
  std::string queue_;
  std::map<std::pair<std::string, std::string>, uint32_t> channels_;
  std::set<std::string> blobs_;  // digests that were sent
};

}  // namespace reprise::phone
