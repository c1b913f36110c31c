#include "cli/timing_options.h"

#include <string>

namespace reprise::cli {

std::vector<Option> WithTimingOptions(std::vector<Option> before,
                                      std::string_view timing_help,
                                      std::vector<Option> after) {
  const Option timing[] = {
      {.name = "timing",
       .value = "RULE",
       .help = timing_help,
       .words = {"exact", "warp"},
       .fallback = "exact"},
      {.name = "speed",
       .value = "N",
       .help = "divide the pauses between gestures by N"},
      {.name = "max-gap",
       .value = "DURATION",
       .help = "shorten longer pauses to it"},
      {.name = "min-gap",
       .value = "DURATION",
       .help = "lengthen shorter pauses to it"},
      {.name = "gesture-speed",
       .value = "N",
       .help = "divide the gaps between the moves of a gesture by N"},
      {.name = "allow-double-taps",
       .help = "taps may come so close that they become double taps"},
  };
  before.insert(before.end(), std::begin(timing), std::end(timing));
  before.insert(before.end(), after.begin(), after.end());
  return before;
}

Result<input::TimingRules> ReadTiming(const Arguments& arguments) {
  std::string timing = arguments.Value("timing");
  // What `replay` waits for is no rule for a recording.
  if (timing == "adaptive") timing = "exact";
  const std::string speed = arguments.Value("speed");
  const std::string max_gap = arguments.Value("max-gap");
  const std::string min_gap = arguments.Value("min-gap");
  const std::string gesture_speed = arguments.Value("gesture-speed");
  return input::ParseTiming(
      {.timing = timing,
       .speed = speed,
       .max_gap = max_gap,
       .min_gap = min_gap,
       .gesture_speed = gesture_speed,
       .allow_double_taps = arguments.Has("allow-double-taps")});
}

}  // namespace reprise::cli
