// InputReplayer: plays a plan on a device, records what the device makes of it,
// and says whether that is what was to be played.
//
// The whole plan is on the device before it begins, so the cable has no say in
// the timing. An abort, a lost host included, lifts every finger and key.
//
// Threads: one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "adb/device.h"
#include "base/result.h"
#include "compare/tape_diff.h"
#include "compare/target.h"
#include "reprise/agent.pb.h"
#include "session/input_recorder.h"
#include "session/monkey_user.h"
#include "session/replay_plan.h"
#include "session/replay_steps.h"
#include "session/script_player.h"
#include "session/stage.h"
#include "session/step_player.h"

namespace reprise::session {

// A frame that is played later than this is reported.
inline constexpr int64_t kLateBoundNs = 5'000'000;

// The agent waits no longer after making devices.
inline constexpr uint64_t kMaxSettleNs = 60'000'000'000;

struct ReplayOptions {
  AgentRequest::Prepare::Way way = AgentRequest::Prepare::WAY_AUTO;
  std::optional<int64_t> settle_ns;  // none: as the kind of device needs
  bool ordinary_priority = false;
  bool record_others = true;
  std::optional<AppOptions> app;  // none: whatever the device shows
  std::string verb = "replay";    // "record": the plan is what a user does
  // Plays instead of the plan's steps, which are none; null: the plan does.
  MonkeyUser* user = nullptr;
  // The same: steps that name widgets; null: there are none.
  const ScriptOptions* script = nullptr;
  // What the replay is compared with; null: it is not.
  const compare::RunView* recording = nullptr;
  // Of the plan, to look at the app before each of them; null: nobody looks.
  const std::vector<ReplayStep>* steps = nullptr;
  StepOptions step;
  bool resume = false;                // goes on from where the device stands
  compare::Target* target = nullptr;  // what it is asked for; null: nothing
  bool stop_at_target = false;        // no need to see the rest
  // Frames that are sent all at once: the plan's time passes after the last,
  // and the target is looked for meanwhile.
  bool rests = false;
  std::string source;  // the tape that is replayed
  std::string out;     // the replay's own tape; empty: none
  std::string command_line;
};

struct ReplayReport : SessionEnd {
  uint64_t frames = 0;       // played
  uint64_t gestures = 0;     // seen
  uint64_t duration_ns = 0;  // of the tape
  uint64_t late_frames = 0;  // by more than kLateBoundNs
  AgentReply::Prepared prepared;
  AgentReply::Ended ended;  // lateness, foreign frames
  // Where the device said something else than was played; none: nowhere.
  std::optional<std::string> difference;
  // The step of a script that could not be played, and why; none: all were.
  std::optional<std::string> unplayed;
  // Where the run of the app differs from the recording; none: not compared.
  std::optional<compare::TapeDiff> verdict;
  bool compared = false;  // as far as there is something to compare
  bool stopped = false;   // at the first divergence
  bool target_reached = false;
};

// An error only when nothing was played.
Result<ReplayReport> ReplayInput(adb::Device& device, const ReplayPlan& plan,
                                 const ReplayOptions& options,
                                 const SessionWatcher& watcher);

// The same on a device that is ready, for one run of many; `options.app` is not
// looked at.
Result<ReplayReport> ReplayOn(Stage& stage, const ReplayPlan& plan,
                              const ReplayOptions& options,
                              const SessionWatcher& watcher);

}  // namespace reprise::session
