// ReplayCheck: collects what the played devices said and compares it with what
// was played on them.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "input/recording.h"
#include "reprise/agent.pb.h"
#include "session/replay_plan.h"

namespace reprise::session {

class ReplayCheck {
 public:
  // Of these devices.
  explicit ReplayCheck(const std::vector<EvdevDevice>& devices)
      : devices_(devices), written_(devices.size()) {}

  void Wrote(const input::Frame& frame) {
    written_[frame.device].push_back(frame);
  }

  void Take(const AgentReply::Prepared& prepared);
  void Take(const AgentReply::Channel& channel);
  void Take(const AgentReply::TapeMessage& message);

  // A sentence that names the device and the first frame that differs.
  std::optional<std::string> Difference() const;

 private:
  // A played device as the replay sees it.
  struct Played {
    EvdevDevice described;
    std::vector<input::Frame> read;
  };

  // Null: its node was never read.
  const Played* PlayedOn(uint32_t device) const;

  const std::vector<EvdevDevice>& devices_;
  std::vector<std::vector<input::Frame>> written_;  // by device
  std::map<uint32_t, Played> played_;               // by channel
  std::map<std::string, uint32_t> nodes_;           // device, by node
};

}  // namespace reprise::session
