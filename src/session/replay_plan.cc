#include "session/replay_plan.h"

#include <algorithm>
#include <optional>

#include "input/gestures.h"
#include "input/pointer_events.h"
#include "input/tape_io.h"
#include "reprise/device_description.pb.h"
#include "tape/channels.h"

namespace reprise::session {
namespace {

constexpr uint64_t kMaxDescriptionBytes = 16 << 20;

// The display of the device that was recorded, if the tape tells.
input::DisplaySize DisplayOf(tape::TapeReader& tape) {
  for (const tape::AttachmentIndex& attachment : tape.attachments()) {
    if (attachment.info.name != tape::attachment::kDevice ||
        attachment.data_size > kMaxDescriptionBytes) {
      continue;
    }
    std::string bytes;
    const Status read =
        tape.ReadAttachment(attachment, [&](std::string_view piece) {
          bytes += piece;
          return Status();
        });
    DeviceDescription device;
    if (read && device.ParseFromString(bytes) && device.displays_size() > 0) {
      return {static_cast<int32_t>(device.displays(0).width_px()),
              static_cast<int32_t>(device.displays(0).height_px())};
    }
  }
  return {};
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
  ReplayPlan plan;
  input::Losses losses;
  ASSIGN_OR_RETURN(plan.recording, input::ReadRecording(tape, &losses));
  input::Recording& recording = plan.recording;
  recording.display = DisplayOf(tape);
  input::AssignIds(&recording);
  if (recording.frames.empty()) input::SynthesiseFrames(&recording, &losses);
  AddLosses(losses, &plan);
  if (recording.frames.empty()) {
    return Fail(ErrorKind::kUnsupported,
                "there is no input on {} to replay; 'reprise info' tells what "
                "is on it",
                tape.path());
  }
  DropUnplayable(&plan);
  if (recording.gestures.empty()) input::DeriveGestures(&recording);
  // Of the whole recording: what is left out must not bring gestures together.
  const input::TimeMap map = input::TimeMap::For(recording, options.timing);
  plan.changes = map.changes();
  ASSIGN_OR_RETURN(plan.removed, input::Select(options.selection, &recording));
  if (recording.frames.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "the selection leaves nothing of {} to replay", tape.path());
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
