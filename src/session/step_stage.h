// What a replay by steps (step_player.h) needs: how it is to be done, the
// device that it is played on, and what came of it.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/divergence.h"
#include "reprise/agent.pb.h"
#include "session/replay_plan.h"
#include "session/step_aim.h"

namespace reprise::session {

inline constexpr uint64_t kMaxWaitNs = 3600'000'000'000;

struct StepOptions {
  Level level = Level::kKernel;
  // Waits for the recorded screen instead of the recorded pause.
  bool adaptive = false;
  // Nothing is waited for longer, in ns of the device.
  int64_t wait_ns = 10'000'000'000;
  // Of the device: time goes on while it is looked at.
  bool real_clock = false;
  bool compare = true;
  bool keep_going = false;  // after a divergence
  // Asked before each step; false: no further. Null: nobody is asked.
  std::function<bool(size_t number, const std::string& words)> ask;
};

// The device that the steps are played on.
class StepStage {
 public:
  struct Due {
    int64_t due_ns = 0;  // after the begin
    input::Frame frame;
    const TextEvent* text = nullptr;  // instead of a frame
  };

  virtual ~StepStage() = default;
  virtual Result<AgentReply::Looked> Look(int64_t due_ns, bool settle) = 0;
  virtual Status Play(const std::vector<Due>& frames) = 0;
  // Onto the replay's tape.
  virtual Status Mark(const RepriseEvent& event) = 0;
  // What the app died of since the last call, in words; empty: it did not.
  virtual std::string TakeCrash() = 0;
};

// What is due at a step of a plan; its frame has the id of what it repeats.
StepStage::Due ToDue(const ReplayPlan::Step& step);

struct StepOutcome {
  std::vector<compare::Divergence> divergences;
  bool stopped = false;    // at a divergence
  bool cancelled = false;  // by who was asked
  size_t steps = 0;        // played
};

}  // namespace reprise::session
