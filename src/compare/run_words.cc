#include "compare/run_words.h"

#include <fmt/format.h>

namespace reprise::compare {

std::string TextOf(const Preference& entry) {
  switch (entry.value_case()) {
    case Preference::kBoolValue:
      return entry.bool_value() ? "true" : "false";
    case Preference::kIntValue:
      return std::to_string(entry.int_value());
    case Preference::kLongValue:
      return std::to_string(entry.long_value());
    case Preference::kFloatValue:
      return fmt::format("{}", entry.float_value());
    case Preference::kStringValue:
      return "\"" + entry.string_value() + "\"";
    case Preference::kSetValue: {
      std::string text;
      for (const std::string& one : entry.set_value().values()) {
        text += (text.empty() ? "" : ", ") + one;
      }
      return "{" + text + "}";
    }
    case Preference::VALUE_NOT_SET:
      return "null";
  }
  return "";
}

std::string_view LifecycleName(StateEvent::Lifecycle lifecycle) {
  std::string_view name = StateEvent::Lifecycle_Name(lifecycle);
  constexpr std::string_view kPrefix = "LIFECYCLE_";
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  return name;
}

std::string CrashSignature(const LogEvent::Crash& crash) {
  if (!crash.signature().empty()) return crash.signature();
  if (!crash.throwables().empty()) return crash.throwables(0).class_name();
  return "signal " + std::to_string(crash.signal());
}

std::string CrashWords(const LogEvent::Crash& crash) {
  if (crash.throwables().empty()) {
    return "signal " + std::to_string(crash.signal());
  }
  const Throwable& first = crash.throwables(0);
  return first.message().empty() ? first.class_name()
                                 : first.class_name() + ": " + first.message();
}

}  // namespace reprise::compare
