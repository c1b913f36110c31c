#include "session/target_watch.h"

#include <algorithm>

#include "tape/topics.h"

namespace reprise::session {

std::vector<AgentRequest> LooksAfter(int64_t from_ns, int64_t rest_ns) {
  constexpr int64_t kFirstNs = 500'000'000;
  std::vector<AgentRequest> looks;
  for (int64_t after = std::min(kFirstNs, rest_ns);
       after > 0 && after < 2 * rest_ns; after *= 2) {
    looks.emplace_back().mutable_look()->set_due_ns(from_ns +
                                                    std::min(after, rest_ns));
  }
  return looks;
}

void TargetWatch::Take(const AgentReply::Channel& channel) {
  if (channel.topic() == tape::kStateTopic) states_ = channel.number();
  if (channel.topic() == tape::kLogTopic) logs_ = channel.number();
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

void TargetWatch::Take(const AgentReply::Looked& looked) {
  if (target_ == nullptr || target_->reached() || !looked.has_state()) return;
  ViewForest forest;
  if (target_->wants_views())
    *forest.mutable_windows() = looked.state().windows();
  const compare::Screenful screen(std::move(forest));
  target_->Take(looked.state(), &screen);
}

}  // namespace reprise::session
