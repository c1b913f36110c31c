#include <algorithm>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "weave/call_detour.h"
#include "weave/entry_hook.h"
#include "weave/exit_hook.h"
#include "weave/plan.h"
#include "weave/runtime_refs.h"

namespace reprise::weave {
namespace {

using dex::MethodDef;

class Weaver {
 public:
  Weaver(const Plan& plan, dex::Pool* pool)
      : plan_(plan), pool_(*pool), refs_(pool) {
    for (size_t i = 0; i < plan.hooks.size(); ++i) {
      hooks_[plan.hooks[i].method.value].push_back(&plan.hooks[i]);
    }
  }

  ApplyReport Run(const ClassPointers& classes) {
    std::unordered_set<uint32_t> seen;
    for (dex::ClassDef* entry : classes) {
      bool changed = false;
      if (seen.insert(entry->type.value).second) {
        for (MethodDef& method : entry->methods) {
          changed = Method(&method) || changed;
        }
      }
      report_.changed.push_back(changed);
    }
    return std::move(report_);
  }

 private:
  bool Method(MethodDef* method) {
    const auto found = hooks_.find(method->id.value);
    if (found == hooks_.end() || !method->code) return false;
    std::vector<CallDetour> detours;
    for (const Hook* hook : found->second) {
      const Point& point = plan_.points[hook->point];
      if (hook->transformation == Transformation::kCall) {
        detours.push_back({hook->place, point.number, point.letters});
      }
    }
    std::sort(detours.begin(), detours.end(),
              [](const CallDetour& a, const CallDetour& b) {
                return a.place < b.place;
              });
    bool changed = false;
    if (!detours.empty()) {
      changed = Report(*method, DetourCalls(pool_, refs_, method, detours),
                       detours.size());
    }
    for (const Hook* hook : found->second) {
      if (hook->transformation == Transformation::kCall) continue;
      changed = Report(*method, Body(method, *hook), 1) || changed;
    }
    return changed;
  }

  Status Body(MethodDef* method, const Hook& hook) {
    const Point& point = plan_.points[hook.point];
    const EntryHook entry{point.number, point.letters};
    switch (hook.transformation) {
      case Transformation::kEntry:
        return AddEntryHook(pool_, refs_, method, entry);
      case Transformation::kExit:
        return AddExitHook(pool_, refs_, method, {point.number, nullptr});
      default:
        return AddExitHook(pool_, refs_, method, {point.number, &entry});
    }
  }

  bool Report(const MethodDef& method, const Status& status, size_t hooks) {
    if (status) {
      report_.hooks += hooks;
      return true;
    }
    report_.skipped.push_back({method.id, status.error().message});
    return false;
  }

  const Plan& plan_;
  const dex::Pool& pool_;
  RuntimeRefs refs_;
  std::unordered_map<uint32_t, std::vector<const Hook*>> hooks_;
  ApplyReport report_;
};

}  // namespace

ApplyReport ApplyPlan(const Plan& plan, const ClassPointers& classes,
                      dex::Pool* pool) {
  return Weaver(plan, pool).Run(classes);
}

}  // namespace reprise::weave
