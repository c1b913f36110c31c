// What is to be woven, as data: points (what the runtime is told) and hooks
// (where code changes). docs/architecture/weave.md describes both and their
// text, which the runtime and other weavers read.
//
//   ASSIGN_OR_RETURN(...ParseSpec(text, "my.spec", &spec));
//   Plan plan = MakePlan(spec, classes, {}, &pool);
//   ApplyReport report = ApplyPlan(plan, classes, &pool);
//
// Threads: plain values; making one adds to the Pool.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/pool.h"
#include "weave/spec.h"

namespace reprise::weave {

struct Point {
  uint32_t number = 0;
  Kind kind = Kind::kDowncall;
  std::string stream;
  std::string stub;
  bool timed = false;
  bool live = false;
  dex::MethodId method;  // of the rule's class
  std::string letters;   // of its parameters: - v x o
  std::string where;     // the rule, for people; not in the text
};

enum class Transformation : uint8_t { kCall, kEntry, kExit, kAround };

// call, entry, exit, around.
std::string_view TransformationName(Transformation transformation);

struct Hook {
  Transformation transformation = Transformation::kCall;
  uint32_t point = 0;    // its index among the points
  dex::MethodId method;  // that is changed
  uint32_t place = 0;    // of kCall: invocations before it
};

// What a rule is about and cannot be woven.
struct Skipped {
  dex::MethodId method;
  std::string reason;
};

struct Plan {
  std::vector<Point> points;
  std::vector<Hook> hooks;  // those of a method in a row, by place
  std::vector<Skipped> skipped;
};

struct PlanOptions {
  uint32_t first_point = 0;
  // Classes of the system, as JVMTI hands them over: hooks of [inside] rules
  // are made for what is found, not for what the rules name.
  bool system_classes = false;
};

using ClassPointers = std::vector<dex::ClassDef*>;

Plan MakePlan(const Spec& spec, const ClassPointers& classes,
              const PlanOptions& options, dex::Pool* pool);

struct ApplyReport {
  // By class in the order of `classes`, whether it was changed.
  std::vector<bool> changed;
  size_t hooks = 0;  // woven
  std::vector<Skipped> skipped;
};

// Weaves what is in the plan and among the classes. A method that has no room
// is left as it was and reported.
ApplyReport ApplyPlan(const Plan& plan, const ClassPointers& classes,
                      dex::Pool* pool);

std::string PlanText(const Plan& plan, const dex::Pool& pool);

inline constexpr size_t kMaxPlanBytes = size_t{64} << 20;

// Reads what PlanText() wrote. Text is hostile: errors are of kind
// kInvalidArgument and name the line.
Result<Plan> ParsePlan(std::string_view text, dex::Pool* pool);

}  // namespace reprise::weave
