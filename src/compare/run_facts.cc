#include "compare/run_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "tape/topics.h"

namespace reprise::compare {

void CompareApps(const AppIdentity& a, const AppIdentity& b, TapeDiff* diff) {
  if (a.package_name() != b.package_name()) {
    diff->notes.push_back(fmt::format("the apps differ: {} and {}",
                                      a.package_name(), b.package_name()));
    return;
  }
  bool same =
      a.version_code() == b.version_code() && a.files_size() == b.files_size();
  for (int i = 0; same && i < a.files_size(); ++i) {
    same = a.files(i).sha256() == b.files(i).sha256();
  }
  if (!same) {
    diff->notes.push_back(
        fmt::format("the builds of {} differ", a.package_name()));
  }
}

void CompareMethods(const RunView& a, const RunView& b, TapeDiff* diff) {
  if (a.methods().empty() || b.methods().empty()) return;
  size_t common = 0;
  for (const std::string& method : a.methods()) {
    common += b.methods().contains(method) ? 1 : 0;
  }
  const size_t all = a.methods().size() + b.methods().size() - common;
  diff->methods = static_cast<double>(common) / static_cast<double>(all);
}

void SayWhatWasCompared(const RunView& a, const RunView& b, bool pictures,
                        bool same_display, TapeDiff* diff) {
  const auto say = [&](const char* what, bool in_a, bool in_b,
                       const char* why_not = nullptr) {
    if (in_a && in_b && why_not == nullptr) {
      diff->compared.emplace_back(what);
    } else if (in_a || in_b) {
      diff->not_compared.push_back(fmt::format(
          "{}: {}", what, in_a && in_b ? why_not : "only one tape has them"));
    }
  };
  const auto has = [](const RunView& run, std::string_view topic) {
    return run.topics().contains(std::string(topic));
  };
  const auto any = [](const RunView& run, auto is) {
    return std::ranges::any_of(run.states(), is);
  };
  const auto views = [](const RunState& one) { return !one.forest.empty(); };
  const auto kept = [](const RunState& one) {
    return one.preferences != nullptr;
  };
  say("steps", true, true);
  say("activities", has(a, tape::kStateTopic), has(b, tape::kStateTopic));
  say("views", any(a, views), any(b, views));
  say("preferences", any(a, kept), any(b, kept));
  say("lines of the log", has(a, tape::kLogTopic), has(b, tape::kLogTopic));
  say("pictures", has(a, tape::kScreenTopic), has(b, tape::kScreenTopic),
      !pictures       ? "nobody asked for it"
      : !same_display ? "the displays differ"
                      : nullptr);
  say("methods", has(a, tape::kMethodTopic), has(b, tape::kMethodTopic));
}

void SayWhatEffectsAre(TapeDiff* diff) {
  diff->notes.emplace_back(
      "the second tape is a replay on another display: it is compared by its "
      "effects, as it was while it ran");
  diff->compared = {"activities", "the widget of each step"};
  diff->not_compared = {
      "device, other views, preferences, lines of the log, pictures: the "
      "displays differ"};
}

}  // namespace reprise::compare
