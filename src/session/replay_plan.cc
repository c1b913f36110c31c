#include "session/replay_plan.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

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

// What must not be played, whatever was selected. `commits`: the texts that
// came of nothing else are played as such.
void DropUnplayable(bool commits, ReplayPlan* plan) {
  std::erase_if(plan->recording.texts, [&](const auto& text) {
    return !commits || !input::IsCommitted(text.message);
  });
  const auto drop = [&](std::string_view what, auto& all, auto is_bad) {
    const auto removed = std::erase_if(all, is_bad);
    if (removed > 0) {
      plan->warnings.push_back(fmt::format("{} {} not played", removed, what));
    }
  };
  auto& frames = plan->recording.frames;
  drop("redacted frames, which hold a secret, are", frames,
       [](const input::Frame& frame) { return frame.redacted; });
  drop("frames that the end of the recording cut off are", frames,
       [](const input::Frame& frame) { return frame.incomplete; });
  drop("redacted texts, which hold a secret, are", plan->recording.texts,
       [](const auto& text) { return !text.message.pseudonyms().empty(); });
}

// Gestures of events that frames were made for get those.
void LinkGestures(input::Recording* recording) {
  std::unordered_map<uint64_t, std::vector<uint64_t>> made;
  const auto take = [&](const auto& events) {
    for (const auto& event : events) {
      const auto& refs = event.message.frame_refs();
      made[event.message.id()].assign(refs.begin(), refs.end());
    }
  };
  take(recording->motions);
  take(recording->keys);
  for (auto& [time, read, gesture] : recording->gestures) {
    if (!gesture.frame_refs().empty()) continue;
    const auto link = [&](const auto& refs) {
      for (const uint64_t ref : refs) {
        const auto frames = made.find(ref);
        if (frames == made.end()) continue;
        gesture.mutable_frame_refs()->Add(frames->second.begin(),
                                          frames->second.end());
      }
    };
    link(gesture.touch_refs());
    link(gesture.key_refs());
  }
}

// Text is what keys are for.
bool WantsTexts(const input::Selection& selection) {
  const auto has = [](const std::vector<std::string>& words) {
    return std::ranges::find(words, "keys") != words.end();
  };
  return (selection.only.empty() || has(selection.only)) &&
         !has(selection.skip);
}

// Frames and texts in the order in which they happened: ids tell it where the
// stamps are the same.
void AddSteps(const input::TimeMap& map, ReplayPlan* plan) {
  const input::Recording& recording = plan->recording;
  std::unordered_map<uint64_t, uint64_t> made_for;  // by made-up frame
  const auto take = [&](const auto& events) {
    for (const auto& event : events) {
      for (const uint64_t frame : event.message.frame_refs()) {
        made_for.try_emplace(frame, event.message.id());
      }
    }
  };
  take(recording.motions);
  take(recording.keys);
  std::vector<std::pair<int64_t, ReplayPlan::Step>> steps;
  steps.reserve(recording.frames.size() + recording.texts.size());
  for (const input::Frame& frame : recording.frames) {
    ReplayPlan::Step step{.due_ns = map.At(frame.time_ns), .frame = &frame};
    step.id = frame.id;
    if (frame.source == input::FrameSource::kSynthesised) {
      const auto found = made_for.find(frame.id);
      if (found != made_for.end()) step.id = found->second;
    }
    steps.emplace_back(frame.time_ns, step);
  }
  for (const auto& text : recording.texts) {
    steps.emplace_back(text.time_ns,
                       ReplayPlan::Step{.due_ns = map.At(text.time_ns),
                                        .text = &text.message,
                                        .id = text.message.id()});
  }
  std::ranges::stable_sort(steps, {}, [](const auto& step) {
    return std::pair(step.first, step.second.id);
  });
  plan->first_ns = steps.front().first;
  const int64_t begin = steps.front().second.due_ns;
  for (auto& [time, step] : steps) {
    step.due_ns -= begin;
    plan->steps.push_back(step);
  }
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
  PlanOptions with_texts = options;
  const auto device =
      ReadAttached<DeviceDescription>(tape, tape::attachment::kDevice);
  with_texts.commit_texts =
      device && device->kind() == DeviceDescription::KIND_VIRTUAL_PHONE;
  ASSIGN_OR_RETURN(ReplayPlan plan, MakePlan(std::move(recording), tape.path(),
                                             with_texts, &losses));
  if (app) {
    plan.delay_ns =
        !app->started_ns || plan.steps.empty()
            ? kFirstLookNs
            : std::max<int64_t>(plan.first_ns - *app->started_ns, 0);
  }
  return plan;
}

Result<ReplayPlan> MakePlan(input::Recording from, const std::string& name,
                            const PlanOptions& options, input::Losses* losses) {
  ReplayPlan plan;
  plan.recording = std::move(from);
  input::Recording& recording = plan.recording;
  input::AssignIds(&recording);
  const bool commits = options.commit_texts || recording.frames.empty();
  input::SynthesiseFrames(
      &recording, losses,
      options.commit_texts ? input::Typing::kNone : input::Typing::kOnlyWhole);
  LinkGestures(&recording);
  AddLosses(*losses, &plan);
  DropUnplayable(commits, &plan);
  const auto empty = [&] {
    return recording.frames.empty() && recording.texts.empty();
  };
  if (empty() && options.may_be_empty) return plan;
  if (empty()) {
    return Fail(ErrorKind::kUnsupported,
                "there is no input on {} to replay; 'reprise info' tells what "
                "is on it",
                name);
  }
  if (recording.gestures.empty()) input::DeriveGestures(&recording);
  // Of the whole recording: what is left out must not bring gestures together.
  const input::TimeMap map = input::TimeMap::For(recording, options.timing);
  plan.changes = map.changes();
  ASSIGN_OR_RETURN(plan.removed, input::Select(options.selection, &recording));
  if (!WantsTexts(options.selection)) {
    plan.removed.frames_removed += recording.texts.size();
    recording.texts.clear();
  }
  if (empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "the selection leaves nothing of {} to replay", name);
  }
  DropIdleDevices(&recording);
  AddSteps(map, &plan);
  return plan;
}

}  // namespace reprise::session
