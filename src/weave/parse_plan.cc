#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "dex/text_scanner.h"
#include "weave/plan.h"

namespace reprise::weave {
namespace {

constexpr std::string_view kFirstLine = "reprise-plan 1";
constexpr std::array kKinds = {Kind::kDowncall, Kind::kUpcall, Kind::kInside};
constexpr std::array kTransformations = {
    Transformation::kCall, Transformation::kEntry, Transformation::kExit,
    Transformation::kAround};

// Lines that a later version may have are blanked, so that the numbers of
// lines stay what they are.
std::string WithoutUnknownLines(std::string_view text) {
  std::string known(text);
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (!line.starts_with("point ") && !line.starts_with("hook ")) {
      known.replace(at, line.size(), line.size(), ' ');
    }
    at = end + 1;
  }
  return known;
}

class PlanReader {
 public:
  PlanReader(std::string_view text, dex::Pool* pool)
      : in_(text, pool), pool_(*pool) {}

  Result<Plan> Read() {
    while (in_.ok() && in_.NextLine()) {
      if (in_.Word() == "point") {
        ReadPoint();
      } else {
        ReadHook();
      }
      in_.EndOfLine();
    }
    if (!in_.ok()) {
      return Fail(ErrorKind::kInvalidArgument, "the plan, {}",
                  in_.error()->message);
    }
    return std::move(plan_);
  }

 private:
  void ReadPoint() {
    Point point;
    point.number = Number();
    const std::string_view kind = in_.Word();
    for (const Kind known : kKinds) {
      if (kind != KindName(known)) continue;
      point.kind = known;
      break;
    }
    if (kind != KindName(point.kind)) {
      in_.Bad("'{}' is no kind; accepted: downcall, upcall, inside", kind);
    }
    point.stream = in_.Word();
    point.stub = in_.Word();
    ReadFlags(&point);
    point.method = in_.Method();
    if (!in_.ok()) return;
    ReadLetters(&point);
    const auto index = static_cast<uint32_t>(plan_.points.size());
    if (!points_.emplace(point.number, index).second) {
      in_.Bad("there is a point {} already", point.number);
    }
    plan_.points.push_back(std::move(point));
  }

  void ReadFlags(Point* point) {
    do {
      const std::string_view flag = in_.Word();
      if (flag == "timed") {
        point->timed = true;
      } else if (flag == "live") {
        point->live = true;
      } else if (flag != "-") {
        in_.Bad("'{}' is no flag; accepted: timed, live or -", flag);
      }
    } while (in_.Accept(","));
  }

  void ReadLetters(Point* point) {
    const std::string_view letters = in_.Word();
    const size_t count =
        pool_.Get(pool_.Get(point->method).proto).parameters.size();
    if (letters.size() != std::max<size_t>(count, 1) ||
        letters.find_first_not_of("-vxo") != letters.npos) {
      in_.Bad("'{}' is not a letter (- v x o) for each of {} parameters",
              letters, count);
    }
    if (count > 0) point->letters = letters;
  }

  void ReadHook() {
    Hook hook;
    const std::string_view name = in_.Word();
    std::optional<Transformation> transformation;
    for (const Transformation known : kTransformations) {
      if (name == TransformationName(known)) transformation = known;
    }
    if (!transformation) {
      in_.Bad("'{}' is no hook; accepted: call, entry, exit, around", name);
      return;
    }
    hook.transformation = *transformation;
    const uint32_t number = Number();
    const auto point = points_.find(number);
    if (in_.ok() && point == points_.end()) {
      in_.Bad("no line before this one is of a point {}", number);
    }
    if (!in_.ok()) return;
    hook.point = point->second;
    hook.method = in_.Method();
    if (hook.transformation == Transformation::kCall) hook.place = Number();
    plan_.hooks.push_back(hook);
  }

  uint32_t Number() {
    return static_cast<uint32_t>(in_.Integer(0, UINT32_MAX));
  }

  dex::TextScanner in_;
  const dex::Pool& pool_;
  Plan plan_;
  std::unordered_map<uint32_t, uint32_t> points_;  // by number, the index
};

}  // namespace

Result<Plan> ParsePlan(std::string_view text, dex::Pool* pool) {
  if (text.size() > kMaxPlanBytes) {
    return Fail(ErrorKind::kInvalidArgument,
                "the plan has {} bytes; at most {} are read", text.size(),
                kMaxPlanBytes);
  }
  if (text.substr(0, text.find('\n')) != kFirstLine) {
    return Fail(ErrorKind::kInvalidArgument,
                "the plan does not begin with the line '{}'; make it with "
                "this version of reprise",
                kFirstLine);
  }
  return PlanReader(WithoutUnknownLines(text), pool).Read();
}

}  // namespace reprise::weave
