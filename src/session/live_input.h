// LiveInput: lets a user who looks before acting play on a device, one gesture
// at a time, until the user has done enough.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "reprise/agent.pb.h"
#include "session/monkey_user.h"
#include "session/replay_plan.h"

namespace reprise::session {

// The devices of LivePlan().
inline constexpr uint32_t kLiveTouchscreen = 0;
inline constexpr uint32_t kLiveKeyboard = 1;

// A plan for it: the devices that a user plays on, and no steps.
ReplayPlan LivePlan(input::DisplaySize display);

// What it needs of a replay that has begun.
struct LiveDevice {
  // What the app shows, so long after the begin.
  std::function<Result<AgentReply::Looked>(int64_t due_ns)> look;
  std::function<Status(const AgentRequest& frames)> send;
  std::function<bool()> enough;  // asked after each look
  // Time goes on while it is looked at.
  bool real_clock = false;
};

// `main_activity`: as Android names components, "com.a/.Main". All frames have
// been sent when it returns, the last one marked.
Status PlayLive(MonkeyUser& user, const std::string& main_activity,
                const LiveDevice& device);

}  // namespace reprise::session
