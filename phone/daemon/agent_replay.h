// A replay of kernel input on the phone, as the host asks it of our agent: the
// devices are made, frames come, and are played at their times.
//
// Threads: the command's, and one of its own that plays.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "phone/daemon/agent_wire.h"
#include "phone/daemon/app_chronicle.h"
#include "phone/daemon/virtual_phone.h"
#include "reprise/agent.pb.h"

namespace reprise::phone {

class AgentReplay {
 public:
  static constexpr int kMaxDevices = 16;
  static constexpr size_t kMaxFrames = 10'000'000;

  AgentReplay(VirtualPhone& phone, AgentWire& wire)
      : phone_(phone), wire_(wire) {}
  // Aborts it, says Ended unless that was said, and removes the devices.
  ~AgentReplay();

  // Answers with Prepared.
  Status Prepare(const AgentRequest::Prepare& request);
  Status Add(const AgentRequest::Frames& frames);
  // Answers with Looked once it is its turn.
  Status Add(const AgentRequest::Look& look);
  Status Go(const AgentRequest::Go& request);
  bool ended() const { return ended_; }

 private:
  struct Due {
    int64_t due_ns;
    StampedFrame frame;
    std::optional<AgentRequest::Look> look = {};  // instead of a frame
  };

  void Run(int64_t began_ns);
  // The frames from one rest of all fingers to the next, or a look.
  std::vector<Due> NextGesture();
  Status Look(const AgentRequest::Look& look, int64_t began_ns,
              int64_t late_ns);
  Status WaitUntil(int64_t uptime_ns);
  void Say(RepriseEvent::Kind kind, const char* sentence);
  void SayEnded(const Status& status, int64_t began_ns);

  VirtualPhone& phone_;
  AgentWire& wire_;
  std::vector<EvdevDevice> devices_;  // as they are here
  std::unique_ptr<AppChronicle> chronicle_;
  uint64_t listener_ = 0;
  std::atomic<uint64_t> foreign_ = 0;
  std::atomic<bool> abort_ = false;
  std::atomic<bool> ended_ = false;

  std::mutex mutex_;  // guards the next four
  std::condition_variable changed_;
  std::deque<Due> due_;
  bool complete_ = false;
  std::atomic<bool> stand_ = false;  // as it is when it ends
  size_t added_ = 0;

  uint64_t played_ = 0;        // the player's, then who joined it
  std::vector<int64_t> late_;  // the same
  std::thread thread_;
};

}  // namespace reprise::phone
