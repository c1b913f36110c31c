#include "session/replay_plan.h"

#include <algorithm>
#include <optional>

#include "input/gestures.h"
#include "input/pointer_events.h"
#include "input/tape_io.h"
#include "session/tape_app.h"
#include "tape/channels.h"

namespace reprise::session {
namespace {

// The display of the device that was recorded, if the tape tells.
input::DisplaySize DisplayOf(tape::TapeReader& tape) {
  const auto device =
      ReadAttached<DeviceDescription>(tape, tape::attachment::kDevice);
  if (!device || device->displays().empty()) return {};
  return {static_cast<int32_t>(device->displays(0).width_px()),
          static_cast<int32_t>(device->displays(0).height_px())};
}

void AddLosses(const input::Losses& losses, ReplayPlan* plan) {
  for (const input::Loss& loss : losses.all()) {
    plan->warnings.push_back(
        loss.count == 1 ? loss.what
                        : fmt::format("{} ({} times)", loss.what, loss.count));
  }
}

// Frames that must not be played, whatever was selected.
void DropUnplayable(ReplayPlan* plan) {
  const auto drop = [&](std::string_view what, auto is_bad) {
    const auto removed = std::erase_if(plan->recording.frames, is_bad);
    if (removed > 0) {
      plan->warnings.push_back(fmt::format("{} {} not played", removed, what));
    }
  };
  drop("redacted frames, which hold a secret, are",
       [](const input::Frame& frame) { return frame.redacted; });
  drop("frames that the end of the recording cut off are",
       [](const input::Frame& frame) { return frame.incomplete; });
}

// Leaves out devices without frames, so that none is made for nothing.
void DropIdleDevices(input::Recording* recording) {
  std::vector<std::optional<uint32_t>> places(recording->devices.size());
  std::vector<EvdevDevice> devices;
  for (input::Frame& frame : recording->frames) {
    auto& place = places[frame.device];
    if (!place) {
      place = static_cast<uint32_t>(devices.size());
      devices.push_back(recording->devices[frame.device]);
    }
    frame.device = *place;
  }
  recording->devices = std::move(devices);
}

}  // namespace

Result<ReplayPlan> MakePlan(tape::TapeReader& tape,
                            const PlanOptions& options) {
  input::Losses losses;
  ASSIGN_OR_RETURN(input::Recording recording,
                   input::ReadRecording(tape, &losses));
  recording.display = DisplayOf(tape);
  ASSIGN_OR_RETURN(const auto app, ReadTapeApp(tape));
  ASSIGN_OR_RETURN(
      ReplayPlan plan,
      MakePlan(std::move(recording), tape.path(), options, &losses));
  if (app) {
    plan.delay_ns = !app->started_ns
                        ? kFirstLookNs
                        : std::max<int64_t>(
                              plan.recording.frames.front().time_ns -
                                  *app->started_ns,
                              0);
  }
  return plan;
}

Result<ReplayPlan> MakePlan(input::Recording from, const std::string& name,
                            const PlanOptions& options,
                            input::Losses* losses) {
  ReplayPlan plan;
  plan.recording = std::move(from);
  input::Recording& recording = plan.recording;
  input::AssignIds(&recording);
  if (recording.frames.empty()) input::SynthesiseFrames(&recording, losses);
  AddLosses(*losses, &plan);
  if (recording.frames.empty()) {
    return Fail(ErrorKind::kUnsupported,
                "there is no input on {} to replay; 'reprise info' tells what "
                "is on it",
                name);
  }
  DropUnplayable(&plan);
  if (recording.gestures.empty()) input::DeriveGestures(&recording);
  // Of the whole recording: what is left out must not bring gestures together.
  const input::TimeMap map = input::TimeMap::For(recording, options.timing);
  plan.changes = map.changes();
  ASSIGN_OR_RETURN(plan.removed, input::Select(options.selection, &recording));
  if (recording.frames.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "the selection leaves nothing of {} to replay", name);
  }
  DropIdleDevices(&recording);
  const int64_t begin = map.At(recording.frames.front().time_ns);
  plan.steps.reserve(recording.frames.size());
  for (const input::Frame& frame : recording.frames) {
    plan.steps.push_back({map.At(frame.time_ns) - begin, &frame});
  }
  return plan;
}

}  // namespace reprise::session
