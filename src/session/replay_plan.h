// ReplayPlan: what a replay will write to which device, and when, made from a
// tape before anything is played. All that can be wrong with the tape or the
// options is known then.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "input/recording.h"
#include "input/selection.h"
#include "input/timing.h"
#include "tape/reader.h"

namespace reprise::session {

// A person looks at an app before touching it.
inline constexpr int64_t kFirstLookNs = 1'000'000'000;

struct PlanOptions {
  input::TimingRules timing;
  input::Selection selection;
  bool may_be_empty = false;  // a run without input is one, too
  // What an input method committed is committed again: a virtual phone wrote
  // the tape, whose texts come of no frames.
  bool commit_texts = false;
};

struct ReplayPlan {
  struct Step {
    int64_t due_ns;  // after the begin
    // Either of these.
    const input::Frame* frame = nullptr;
    const TextEvent* text = nullptr;
    // Of what it repeats: the frame or text, or, where there was no frame, the
    // motion or key that one was made for.
    uint64_t id = 0;
  };
  // Only devices that are played on; its frames are those played, at their
  // recorded times.
  input::Recording recording;
  std::vector<Step> steps;  // in the order of due times
  int64_t first_ns = 0;     // the recorded time of the first
  // From the start of the app, as recorded, to the first step.
  int64_t delay_ns = 0;
  // Of a part: when the step after it would begin; none: it ends with the
  // recording.
  std::optional<int64_t> ends_ns;
  std::vector<input::TimeMap::Change> changes;
  input::Selected removed;
  std::vector<std::string> warnings;  // sentences
  int64_t duration_ns() const {
    return steps.empty() ? 0 : steps.back().due_ns;
  }
};

// What people call a device: its name, or its node if it has none.
inline const std::string& LabelOf(const EvdevDevice& device) {
  return device.name().empty() ? device.node() : device.name();
}

// An error when nothing is left to play.
Result<ReplayPlan> MakePlan(tape::TapeReader& tape, const PlanOptions& options);
// The same of input that is on no tape; `name` is what people call it.
Result<ReplayPlan> MakePlan(input::Recording recording, const std::string& name,
                            const PlanOptions& options, input::Losses* losses);

}  // namespace reprise::session
