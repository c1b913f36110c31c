#include "app/agent/class_weaver.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

#include "dex/reader.h"
#include "dex/text_names.h"
#include "dex/writer.h"
#include "weave/plan.h"

namespace reprise::agent {
namespace {

using dex::ClassDef;
using weave::Hook;
using weave::Plan;

std::string NameOf(const dex::Pool& pool, dex::MethodId method) {
  std::string name;
  dex::AppendMethod(pool, method, &name);
  return name;
}

// Those hooks, and the points that they use.
Plan PartOf(const Plan& plan, const std::vector<const Hook*>& hooks) {
  Plan part;
  std::unordered_map<uint32_t, uint32_t> moved;
  for (const Hook* hook : hooks) {
    const auto index = static_cast<uint32_t>(part.points.size());
    const auto [found, is_new] = moved.try_emplace(hook->point, index);
    if (is_new) part.points.push_back(plan.points[hook->point]);
    Hook copy = *hook;
    copy.point = found->second;
    part.hooks.push_back(copy);
  }
  return part;
}

// What of the plan ApplyPlan() has nothing to apply to.
void AddAbsent(const Plan& plan, const ClassDef& entry, const dex::Pool& pool,
               std::vector<std::string>* left) {
  std::unordered_map<uint32_t, bool> has_code;
  for (const dex::MethodDef& method : entry.methods) {
    has_code[method.id.value] = method.code.has_value();
  }
  std::unordered_set<uint32_t> told;
  for (const Hook& hook : plan.hooks) {
    const auto found = has_code.find(hook.method.value);
    if (found != has_code.end() && found->second) continue;
    if (!told.insert(hook.method.value).second) continue;
    left->push_back(fmt::format("{}: {}", NameOf(pool, hook.method),
                                found == has_code.end()
                                    ? "the class has no such method"
                                    : "it has no code (abstract or native)"));
  }
}

Result<ClassDef> ReadOne(const std::string& descriptor, std::string_view bytes,
                         dex::Pool* pool, int* version) {
  // ART has checked what it loads, and changes some of it in memory.
  ASSIGN_OR_RETURN(
      dex::Reader reader,
      dex::Reader::Open(bytes, pool,
                        {.verify_checksum = false, .verify_signature = false}));
  ASSIGN_OR_RETURN(const std::optional<uint32_t> index,
                   reader.FindClass(descriptor));
  if (!index) {
    return Fail(ErrorKind::kNotFound, "{} is not in the dex file it came with",
                descriptor);
  }
  *version = reader.version();
  return reader.ReadClass(*index);
}

}  // namespace

Result<ClassWeaver> ClassWeaver::Make(std::string_view text) {
  dex::Pool pool;
  ASSIGN_OR_RETURN(const Plan plan, weave::ParsePlan(text, &pool));
  std::map<uint32_t, std::vector<const Hook*>> by_class;
  for (const Hook& hook : plan.hooks) {
    by_class[pool.Get(hook.method).owner.value].push_back(&hook);
  }
  ClassWeaver weaver;
  for (const auto& [type, hooks] : by_class) {
    weaver.parts_.emplace(pool.Descriptor(dex::TypeId{type}),
                          weave::PlanText(PartOf(plan, hooks), pool));
  }
  Plan points;
  points.points = plan.points;
  weaver.points_ = weave::PlanText(points, pool);
  return weaver;
}

Result<WovenClass> ClassWeaver::Weave(const std::string& descriptor,
                                      std::string_view bytes) const {
  WovenClass woven;
  const auto part = parts_.find(descriptor);
  if (part == parts_.end()) return woven;
  dex::Pool pool;
  ASSIGN_OR_RETURN(const Plan plan, weave::ParsePlan(part->second, &pool));
  int version = 0;
  ASSIGN_OR_RETURN(ClassDef entry, ReadOne(descriptor, bytes, &pool, &version));
  AddAbsent(plan, entry, pool, &woven.left);
  const weave::ApplyReport report = weave::ApplyPlan(plan, {&entry}, &pool);
  for (const weave::Skipped& skipped : report.skipped) {
    woven.left.push_back(NameOf(pool, skipped.method) + ": " + skipped.reason);
  }
  if (!report.changed[0]) return woven;
  ASSIGN_OR_RETURN(
      woven.dex,
      dex::WriteDex(pool, {&entry}, {.version = version, .limits = {}}));
  return woven;
}

}  // namespace reprise::agent
