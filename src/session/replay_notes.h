// What a person is told when a replay begins.
//
// Threads: plain functions.
#pragma once

#include <optional>
#include <string>

#include "reprise/agent.pb.h"
#include "reprise/device_description.pb.h"
#include "session/replay_plan.h"

namespace reprise::session {

// How each device of the plan is played: "Touchscreen" by uinput on event2.
std::string WaysOf(const AgentReply::Prepared& prepared,
                   const ReplayPlan& plan);

// That the on-screen keyboard is not as that of the recorded device; on or off,
// it covers what is touched there on the other. None if they are alike, or one
// of them does not tell.
std::optional<std::string> KeyboardNote(
    const std::optional<DeviceDescription>& recorded,
    const DeviceDescription& now);

// That the display is not like the recorded one, where touches go to the places
// that were recorded.
std::string DisplayNote(const DeviceDescription& recorded,
                        const DeviceDescription& now);

}  // namespace reprise::session
