#include "cli/verb.h"

#include <string>

#include "cli/verbs.h"

namespace reprise::cli {

std::span<const Verb* const> Verbs() {
  static const Verb* const verbs[] = {
      &kRecordVerb,   &kReplayVerb,     &kDiffVerb,    &kMinimizeVerb,
      &kSimulateVerb, &kInstrumentVerb, &kPhoneVerb,   &kDevicesVerb,
      &kDoctorVerb,   &kInfoVerb,       &kShowVerb,    &kUiVerb,
      &kConvertVerb,  &kEditVerb,       &kRecoverVerb, &kCompletionVerb,
      &kHelpVerb,
  };
  return verbs;
}

std::vector<Option> AllOptions(const Verb& verb) {
  std::vector<Option> options = verb.options;
  if (verb.common_options) {
    options.push_back(
        {.name = "json", .help = "one JSON object per line on stdout"});
    options.push_back({.name = "quiet",
                       .letter = 'q',
                       .help = "no report, no warnings, no progress"});
  }
  options.push_back({.name = "help", .letter = 'h', .help = "tell this"});
  return options;
}

std::string UsageLine(const Verb& verb) {
  std::string line = fmt::format("reprise {}", verb.name);
  for (const Option& option : verb.options) {
    if (option.required) {
      line += fmt::format(" --{} {}", option.name, option.value);
    }
  }
  line += " [OPTION...]";
  for (const Positional& positional : verb.positionals) {
    line += fmt::format(" {}{}{}{}", positional.optional ? "[" : "",
                        positional.name, positional.repeats ? "..." : "",
                        positional.optional ? "]" : "");
  }
  return line;
}

}  // namespace reprise::cli
