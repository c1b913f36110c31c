#include "device/shape.h"

#include "input/gestures.h"
#include "input/selection.h"
#include "input/timing.h"

namespace reprise::agent {

Result<Shaped> Shape(const Arguments& arguments, input::Recording* recording) {
  const std::string timing = arguments.Value("--timing");
  const std::string speed = arguments.Value("--speed");
  const std::string max_gap = arguments.Value("--max-gap");
  const std::string min_gap = arguments.Value("--min-gap");
  const std::string gesture_speed = arguments.Value("--gesture-speed");
  input::TimingWords words;
  if (arguments.Has("--timing")) words.timing = timing;
  words.speed = speed;
  words.max_gap = max_gap;
  words.min_gap = min_gap;
  words.gesture_speed = gesture_speed;
  words.allow_double_taps = arguments.Has("--allow-double-taps");
  ASSIGN_OR_RETURN(const input::TimingRules rules, input::ParseTiming(words));
  const input::Selection selection{arguments.Values("--only"),
                                   arguments.Values("--skip")};
  Shaped shaped;
  if (rules.exact() && selection.everything()) return shaped;

  input::AssignIds(recording);
  input::DeriveGestures(recording);
  ASSIGN_OR_RETURN(const input::Selected selected,
                   input::Select(selection, recording));
  shaped.frames_removed = selected.frames_removed;
  const input::TimeMap map = input::TimeMap::For(*recording, rules);
  shaped.gaps_changed = map.changes().size();
  input::Retime(map, recording);
  return shaped;
}

}  // namespace reprise::agent
