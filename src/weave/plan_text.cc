#include "base/format.h"
#include "dex/text_names.h"
#include "weave/plan.h"

namespace reprise::weave {
namespace {

std::string NameOf(const dex::Pool& pool, dex::MethodId method) {
  std::string name;
  dex::AppendMethod(pool, method, &name);
  return name;
}

std::string_view Flags(const Point& point) {
  if (point.timed) return point.live ? "timed,live" : "timed";
  return point.live ? "live" : "-";
}

}  // namespace

std::string_view TransformationName(Transformation transformation) {
  constexpr std::string_view kNames[] = {"call", "entry", "exit", "around"};
  return kNames[static_cast<size_t>(transformation)];
}

std::string PlanText(const Plan& plan, const dex::Pool& pool) {
  std::string text = "reprise-plan 1\n";
  for (const Point& point : plan.points) {
    AppendFormat(&text, "point {} {} {} {} {} {} {}\n", point.number,
                 KindName(point.kind), point.stream, point.stub, Flags(point),
                 NameOf(pool, point.method),
                 point.letters.empty() ? "-" : point.letters);
  }
  for (const Hook& hook : plan.hooks) {
    AppendFormat(&text, "hook {} {} {}",
                 TransformationName(hook.transformation),
                 plan.points[hook.point].number, NameOf(pool, hook.method));
    if (hook.transformation == Transformation::kCall) {
      AppendFormat(&text, " {}", hook.place);
    }
    text += '\n';
  }
  return text;
}

}  // namespace reprise::weave
