// Any text as a plan.
//
// What must hold: no crash, hooks are of points that are there, and what was
// read is written as text that reads the same.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "weave/plan.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace reprise;
  dex::Pool pool;
  const auto plan =
      weave::ParsePlan({reinterpret_cast<const char*>(data), size}, &pool);
  if (!plan) {
    CHECK(plan.error().message.starts_with("the plan"));
    return 0;
  }
  for (const weave::Hook& hook : plan->hooks) {
    CHECK(hook.point < plan->points.size());
  }
  const std::string text = weave::PlanText(*plan, pool);
  dex::Pool again;
  const auto read = weave::ParsePlan(text, &again);
  CHECK(read.has_value());
  CHECK(weave::PlanText(*read, again) == text);
  return 0;
}
