// AgentEvents: tells a session's user what the agent reports on /reprise when
// it is more than information (a lost event, a late frame, a foreign finger).
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "reprise/agent.pb.h"
#include "reprise/reprise_event.pb.h"
#include "tape/channels.h"

namespace reprise::session {

class AgentEvents {
 public:
  using Listener = std::function<void(const RepriseEvent&)>;
  explicit AgentEvents(Listener listener) : listener_(std::move(listener)) {}

  void Take(const AgentReply::Channel& channel) {
    if (channel.topic() == tape::kRepriseTopic) channel_ = channel.number();
  }

  void Take(const AgentReply::TapeMessage& message) const {
    if (message.channel() != channel_) return;
    RepriseEvent event;
    if (event.ParseFromString(message.data()) &&
        event.severity() >= RepriseEvent::SEVERITY_WARNING) {
      listener_(event);
    }
  }

 private:
  const Listener listener_;
  std::optional<uint32_t> channel_;
};

}  // namespace reprise::session
