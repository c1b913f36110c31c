#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>

#include "weave/call_detour.h"
#include "weave/hierarchy.h"
#include "weave/matcher.h"
#include "weave/plan.h"
#include "weave/runtime_refs.h"

namespace reprise::weave {
namespace {

using dex::ClassDef;
using dex::MethodDef;
using dex::MethodId;
using dex::MethodRef;
using dex::Pool;

class Planner {
 public:
  Planner(const Spec& spec, const ClassPointers& classes,
          const PlanOptions& options, Pool* pool)
      : spec_(spec),
        classes_(classes),
        options_(options),
        pool_(*pool),
        hierarchy_(pool, spec),
        matcher_(*pool, spec, hierarchy_) {
    for (const ClassDef* entry : classes) hierarchy_.Add(*entry);
  }

  Plan Run() {
    for (const ClassDef* entry : classes_) {
      // A second definition is one that nobody runs.
      if (hierarchy_.Find(entry->type) != entry) continue;
      if (pool_.Descriptor(entry->type).starts_with(kOwnPrefix)) continue;
      for (const MethodDef& method : entry->methods) Method(*entry, method);
    }
    if (!options_.system_classes) Inside();
    return std::move(plan_);
  }

 private:
  void Method(const ClassDef& entry, const MethodDef& method) {
    // A call inside first, because places count what is there now.
    if (method.code && !options_.system_classes) Calls(entry, method);
    const Kind kind = options_.system_classes ? Kind::kInside : Kind::kUpcall;
    const MethodRef ref = pool_.Get(method.id);
    const auto match = matcher_.Find(kind, entry.type, ref);
    if (!match) return;
    if (kind == Kind::kInside && match->owner != entry.type) return;
    if (!method.code) {
      Skip(method);
      return;
    }
    if (HasBridge(kind, entry, method, *match)) return;
    plan_.hooks.push_back(
        {Transformation::kAround, PointOf(*match, ref), method.id, 0});
  }

  void Calls(const ClassDef& entry, const MethodDef& method) {
    uint32_t place = 0;
    for (const dex::Instruction& instruction : method.code->instructions) {
      if (!IsInvoke(instruction.op)) continue;
      const auto point = Called(entry, instruction);
      if (point && !SkipHidden(entry, method, instruction)) {
        plan_.hooks.push_back(
            {Transformation::kCall, *point, method.id, place});
      }
      ++place;
    }
  }

  std::optional<uint32_t> Called(const ClassDef& entry,
                                 const dex::Instruction& invoke) {
    const MethodRef ref = pool_.Get(invoke.method());
    const bool super = invoke.op == dex::Op::kInvokeSuper ||
                       invoke.op == dex::Op::kInvokeSuperRange;
    if (super && ref.owner == entry.type) {
      return PointOf(matcher_.FindCall(entry.superclass, ref), ref);
    }
    if (called_.size() <= invoke.ref) called_.resize(pool_.methods());
    std::optional<std::optional<uint32_t>>& known = called_[invoke.ref];
    if (!known) known = PointOf(matcher_.FindCall(ref.owner, ref), ref);
    return *known;
  }

  // What a call gives may be of a class that only the callee's package may
  // name. The caller passes it on without doing so; a hook would have to cast
  // to it, for which ART throws IllegalAccessError.
  bool SkipHidden(const ClassDef& entry, const MethodDef& method,
                  const dex::Instruction& invoke) {
    const dex::ProtoId proto = pool_.Get(invoke.method()).proto;
    // A copy: the element's type of an array may be new to the pool.
    const std::string result(pool_.Descriptor(pool_.Get(proto).result));
    const size_t name = result.find('L');
    if (name == result.npos) return false;
    const ClassDef* of = hierarchy_.Find(pool_.Type(result.substr(name)));
    if (of == nullptr || (of->access & dex::kAccPublic) != 0 ||
        Package(of->type) == Package(entry.type)) {
      return false;
    }
    plan_.skipped.push_back(
        {method.id,
         fmt::format("a call in it gives a {}, which is hidden from it",
                     pool_.Descriptor(of->type))});
    return true;
  }

  std::string_view Package(dex::TypeId type) const {
    const std::string_view descriptor = pool_.Descriptor(type);
    return descriptor.substr(0, descriptor.rfind('/') + 1);
  }

  void Skip(const MethodDef& method) {
    // An abstract one has no body to be hooked; those that have are found.
    if ((method.access & dex::kAccNative) == 0) return;
    plan_.skipped.push_back(
        {method.id,
         "it is native; name it in a downcall, whose calls are "
         "hooked where they are"});
  }

  // Whether the class has a bridge to this method that the same rule is about.
  bool HasBridge(Kind kind, const ClassDef& entry, const MethodDef& method,
                 const Match& match) {
    if ((method.access & dex::kAccBridge) != 0) return false;
    const MethodRef ref = pool_.Get(method.id);
    const size_t count = pool_.Get(ref.proto).parameters.size();
    for (const MethodDef& other : entry.methods) {
      const MethodRef bridge = pool_.Get(other.id);
      if ((other.access & dex::kAccBridge) == 0 || bridge.name != ref.name ||
          !other.code || pool_.Get(bridge.proto).parameters.size() != count) {
        continue;
      }
      const auto found = matcher_.Find(kind, entry.type, bridge);
      if (found && found->rule == match.rule) return true;
    }
    return false;
  }

  // The methods of the system that rules name without wildcards, for weavers
  // that reach them.
  void Inside() {
    for (size_t i = 0; i < spec_.rules.size(); ++i) {
      const Rule& rule = spec_.rules[i];
      if (rule.kind != Kind::kInside || !IsExact(rule)) continue;
      const dex::TypeId owner = pool_.Type("L" + rule.owner.text() + ";");
      std::vector<dex::TypeId> parameters;
      for (const Parameter& parameter : rule.parameters) {
        parameters.push_back(pool_.Type(parameter.type.text()));
      }
      const std::string_view result =
          rule.result.is_any() ? "V" : std::string_view(rule.result.text());
      const MethodRef ref{owner, pool_.String(rule.name.text()),
                          pool_.Proto(pool_.Type(result), parameters)};
      const auto match = matcher_.Find(Kind::kInside, owner, ref);
      if (!match || match->rule != i) continue;
      plan_.hooks.push_back({Transformation::kAround, PointOf(*match, ref),
                             pool_.Method(ref), 0});
    }
  }

  static bool IsExact(const Rule& rule) {
    if (!rule.owner.is_exact() || !rule.name.is_exact()) return false;
    if (rule.any_parameters) return false;
    for (const Parameter& parameter : rule.parameters) {
      if (!parameter.type.is_exact()) return false;
    }
    return rule.result.is_exact() || rule.name.text() == "<clinit>";
  }

  std::optional<uint32_t> PointOf(const std::optional<Match>& match,
                                  const MethodRef& ref) {
    if (!match) return std::nullopt;
    return PointOf(*match, ref);
  }

  uint32_t PointOf(const Match& match, const MethodRef& ref) {
    const MethodId method = pool_.Method({match.owner, ref.name, ref.proto});
    const auto next = static_cast<uint32_t>(plan_.points.size());
    const auto [found, is_new] =
        points_.try_emplace({match.rule, method.value}, next);
    if (is_new) AddPoint(spec_.rules[match.rule], method);
    return found->second;
  }

  void AddPoint(const Rule& rule, MethodId method) {
    Point point;
    point.number =
        options_.first_point + static_cast<uint32_t>(plan_.points.size());
    point.kind = rule.kind;
    point.stream = rule.stream;
    point.stub = rule.stub;
    point.timed = rule.timed;
    point.live = rule.live;
    point.method = method;
    point.where = rule.where;
    const size_t count = pool_.Get(pool_.Get(method).proto).parameters.size();
    const char plain = rule.kind == Kind::kDowncall ? '-' : 'v';
    for (size_t i = 0; i < count; ++i) {
      const ParameterMode mode = i < rule.parameters.size()
                                     ? rule.parameters[i].mode
                                     : ParameterMode::kPlain;
      point.letters += mode == ParameterMode::kXpointer ? 'x'
                       : mode == ParameterMode::kOut    ? 'o'
                                                        : plain;
    }
    plan_.points.push_back(std::move(point));
  }

  const Spec& spec_;
  const ClassPointers& classes_;
  const PlanOptions& options_;
  Pool& pool_;
  Hierarchy hierarchy_;
  Matcher matcher_;
  Plan plan_;
  std::map<std::pair<size_t, uint32_t>, uint32_t> points_;
  // By MethodId: unknown, no point, or its index.
  std::vector<std::optional<std::optional<uint32_t>>> called_;
};

}  // namespace

Plan MakePlan(const Spec& spec, const ClassPointers& classes,
              const PlanOptions& options, Pool* pool) {
  return Planner(spec, classes, options, pool).Run();
}

}  // namespace reprise::weave
