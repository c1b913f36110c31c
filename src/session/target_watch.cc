#include "session/target_watch.h"

namespace reprise::session {

void TargetWatch::Take(const AgentReply::Channel& channel) {
  if (channel.topic() == "/state") states_ = channel.number();
  if (channel.topic() == "/log") logs_ = channel.number();
}

void TargetWatch::Take(const AgentReply::TapeMessage& message) {
  if (target_ == nullptr || target_->reached()) return;
  if (message.channel() == logs_) {
    LogEvent log;
    if (log.ParseFromString(message.data())) target_->Take(log);
  } else if (message.channel() == states_) {
    StateEvent state;
    if (!state.ParseFromString(message.data())) return;
    const auto screen = target_->wants_views() && state.has_windows()
                            ? forests_.Take(state)
                            : nullptr;
    target_->Take(state, screen.get());
  }
}

}  // namespace reprise::session
