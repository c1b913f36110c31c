// ReplaySteps: a plan cut into the steps of the recording's user, for a replay
// that looks at the app before each of them: which frames are a step, what the
// recording says of it, and a part of them.
//
// Threads: plain functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "compare/run_view.h"
#include "reprise/gesture.pb.h"
#include "reprise/widget.pb.h"
#include "session/replay_plan.h"
#include "tape/reader.h"

namespace reprise::session {

struct ReplayStep {
  size_t moment = 0;  // of the recording
  size_t first = 0;   // of the plan's steps
  size_t end = 0;     // after the last
  GestureEvent gesture;
  WidgetEvent widget;  // without a target if the recording tells none
};

// In the order of time, without gaps; frames of no gesture belong to the step
// before them.
Result<std::vector<ReplayStep>> StepsOf(const ReplayPlan& plan,
                                        const compare::RunView& recording,
                                        tape::TapeReader& tape);

// Where a part begins or ends: the number of a step, from 1, or a time from
// the begin of the tape.
struct StepPlace {
  std::optional<size_t> step;
  std::optional<int64_t> time_ns;
};

// Leaves out the steps before `from` and after `until`, of plan, steps and
// recording. An error when nothing is left.
Status KeepPart(const std::optional<StepPlace>& from,
                const std::optional<StepPlace>& until, ReplayPlan* plan,
                std::vector<ReplayStep>* steps, compare::RunView* recording);

}  // namespace reprise::session
