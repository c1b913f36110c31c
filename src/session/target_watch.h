// TargetWatch: shows a target what an agent sends, as it comes.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>

#include "compare/forests.h"
#include "compare/target.h"
#include "reprise/agent.pb.h"

namespace reprise::session {

class TargetWatch {
 public:
  // Null: nothing is looked for.
  explicit TargetWatch(compare::Target* target) : target_(target) {}

  void Take(const AgentReply::Channel& channel);
  void Take(const AgentReply::TapeMessage& message);
  bool reached() const { return target_ != nullptr && target_->reached(); }

 private:
  compare::Target* const target_;
  std::optional<uint32_t> states_;
  std::optional<uint32_t> logs_;
  compare::Forests forests_;
};

}  // namespace reprise::session
