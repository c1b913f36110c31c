#include "session/replay_steps.h"

#include <algorithm>
#include <unordered_map>

#include "tape/topics.h"

namespace reprise::session {
namespace {

struct Told {
  std::unordered_map<uint64_t, GestureEvent> gestures;  // by id
  std::unordered_map<uint64_t, WidgetEvent> widgets;    // by gesture
};

Result<Told> ReadTold(tape::TapeReader& tape) {
  Told told;
  tape::ReadFilter filter;
  filter.channels.emplace();
  std::unordered_map<uint16_t, bool> is_widget;
  for (const auto& [id, channel] : tape.channels()) {
    if (channel.topic != tape::kGestureTopic &&
        channel.topic != tape::kWidgetTopic) {
      continue;
    }
    filter.channels->insert(id);
    is_widget[id] = channel.topic == tape::kWidgetTopic;
  }
  auto messages = tape.Messages(std::move(filter));
  while (const tape::Message* message = messages.Next()) {
    const int size = static_cast<int>(message->data.size());
    if (told.gestures.size() + told.widgets.size() >=
        2 * compare::kMaxRunItems) {
      break;
    }
    GestureEvent gesture;
    WidgetEvent widget;
    if (is_widget[message->channel_id]) {
      if (widget.ParseFromArray(message->data.data(), size)) {
        const uint64_t of = widget.gesture_ref();
        told.widgets[of] = std::move(widget);
      }
    } else if (gesture.ParseFromArray(message->data.data(), size)) {
      const uint64_t id = gesture.id();
      told.gestures[id] = std::move(gesture);
    }
  }
  RETURN_IF_ERROR(messages.status());
  return told;
}

// The index of the step at a place; `end`: of the one after it.
Result<size_t> IndexOf(const StepPlace& place, const char* option, bool end,
                       const std::vector<ReplayStep>& steps,
                       const compare::RunView& recording) {
  const size_t count = recording.moments().size() - 2;
  if (place.step) {
    if (steps.empty()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--{}: the tape has no steps of a user, only times; give one "
                  "such as 2.5s",
                  option);
    }
    if (*place.step == 0 || *place.step > count) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--{}: there is no step {}; the tape has 1 to {}, and "
                  "'reprise show TAPE --steps' lists them",
                  option, *place.step, count);
    }
    const auto found = std::ranges::find_if(steps, [&](const ReplayStep& step) {
      return end ? step.moment > *place.step : step.moment >= *place.step;
    });
    return static_cast<size_t>(found - steps.begin());
  }
  const int64_t at = recording.start_ns() + place.time_ns.value_or(0);
  const auto after = std::ranges::find_if(steps, [&](const ReplayStep& step) {
    const int64_t begins = recording.moments()[step.moment].time_ns;
    return end ? begins > at : begins >= at;
  });
  return static_cast<size_t>(after - steps.begin());
}

}  // namespace

Result<std::vector<ReplayStep>> StepsOf(const ReplayPlan& plan,
                                        const compare::RunView& recording,
                                        tape::TapeReader& tape) {
  ASSIGN_OR_RETURN(const Told told, ReadTold(tape));
  const auto& moments = recording.moments();
  std::unordered_map<uint64_t, size_t> moment_of;  // by frame
  for (size_t i = 1; i + 1 < moments.size(); ++i) {
    for (const uint64_t frame : moments[i].frames) {
      moment_of.try_emplace(frame, i);
    }
  }
  std::vector<ReplayStep> steps;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const auto moment = moment_of.find(plan.steps[i].id);
    if (moment != moment_of.end() &&
        (steps.empty() || moment->second > steps.back().moment)) {
      ReplayStep step{.moment = moment->second,
                      .first = steps.empty() ? 0 : i,
                      .end = i,
                      .gesture = {},
                      .widget = {}};
      const uint64_t id = moments[moment->second].id;
      if (const auto found = told.gestures.find(id);
          found != told.gestures.end()) {
        step.gesture = found->second;
      }
      if (const auto found = told.widgets.find(id);
          found != told.widgets.end()) {
        step.widget = found->second;
      }
      steps.push_back(std::move(step));
    }
    if (!steps.empty()) steps.back().end = i + 1;
  }
  return steps;
}

Status KeepPart(const std::optional<StepPlace>& from,
                const std::optional<StepPlace>& until, ReplayPlan* plan,
                std::vector<ReplayStep>* steps, compare::RunView* recording) {
  if (!from && !until) return {};  // all of it, also if nobody did anything
  size_t first = 0;
  size_t end = steps->size();
  if (from) {
    ASSIGN_OR_RETURN(first, IndexOf(*from, "from", false, *steps, *recording));
  }
  if (until) {
    ASSIGN_OR_RETURN(end, IndexOf(*until, "until", true, *steps, *recording));
  }
  if (first >= end) {
    return Fail(ErrorKind::kInvalidArgument,
                "no step is left between --from and --until; the tape has {} "
                "steps that can be played, and 'reprise show TAPE --steps' "
                "lists them",
                steps->size());
  }
  if (first == 0 && end == steps->size()) return {};
  if (end < steps->size()) {
    plan->ends_ns = plan->steps[(*steps)[end].first].due_ns;
  }
  steps->erase(steps->begin() + static_cast<ptrdiff_t>(end), steps->end());
  steps->erase(steps->begin(), steps->begin() + static_cast<ptrdiff_t>(first));
  const size_t frame = steps->front().first;
  plan->steps.resize(steps->back().end);
  const int64_t begins = plan->steps[frame].due_ns;
  plan->steps.erase(plan->steps.begin(),
                    plan->steps.begin() + static_cast<ptrdiff_t>(frame));
  for (ReplayPlan::Step& step : plan->steps) step.due_ns -= begins;
  if (plan->ends_ns) *plan->ends_ns -= begins;
  const size_t moment = steps->front().moment;
  recording->Keep(moment, steps->back().moment);
  for (ReplayStep& step : *steps) {
    step.first -= frame;
    step.end -= frame;
    step.moment -= moment - 1;
  }
  return {};
}

}  // namespace reprise::session
