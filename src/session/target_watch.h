// TargetWatch: shows a target what an agent sends, as it comes.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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
  void Take(const AgentReply::Looked& looked);
  bool reached() const { return target_ != nullptr && target_->reached(); }

 private:
  compare::Target* const target_;
  std::optional<uint32_t> states_;
  std::optional<uint32_t> logs_;
  compare::Forests forests_;
};

// The looks for a target in the time after the last frame: what is shown for a
// while only is seen soon after it, or never. The last one is at its end.
std::vector<AgentRequest> LooksAfter(int64_t from_ns, int64_t rest_ns);

}  // namespace reprise::session
