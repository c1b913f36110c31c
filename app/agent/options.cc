#include "app/agent/options.h"

#include <algorithm>

namespace reprise::agent {
namespace {

constexpr std::string_view kForm = "plan=FILE,runtime=JAR[,log=FILE]";

}  // namespace

Result<Options> ParseOptions(std::string_view text) {
  Options options;
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    const std::string_view option = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t equals = std::min(option.find('='), option.size());
    const std::string_view name = option.substr(0, equals);
    std::string* value = name == "plan"      ? &options.plan
                         : name == "runtime" ? &options.runtime
                         : name == "log"     ? &options.log
                                             : nullptr;
    if (value == nullptr || equals == option.size()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "'{}' is no option of the agent; accepted: {}", option,
                  kForm);
    }
    *value = option.substr(equals + 1);
  }
  if (options.plan.empty() || options.runtime.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "the agent needs a plan and a runtime: {}", kForm);
  }
  return options;
}

}  // namespace reprise::agent
