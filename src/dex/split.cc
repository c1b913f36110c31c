#include "base/text.h"
#include "dex/writer.h"

namespace reprise::dex {

ClassList PointersTo(std::span<const ClassDef> classes) {
  ClassList list;
  list.reserve(classes.size());
  for (const ClassDef& entry : classes) list.push_back(&entry);
  return list;
}

Result<std::vector<ClassList>> PlanSplit(const Pool& pool,
                                         const ClassList& classes,
                                         const Limits& limits) {
  std::vector<ClassList> plan(1);
  Collector collector(pool, limits);
  for (const ClassDef* entry : classes) {
    ASSIGN_OR_RETURN(bool fits, collector.Add(*entry));
    if (!fits && !plan.back().empty()) {
      plan.emplace_back();
      collector.Clear();
      ASSIGN_OR_RETURN(fits, collector.Add(*entry));
    }
    if (!fits) {
      return Fail(ErrorKind::kUnsupported,
                  "class {} alone refers to more types, prototypes, fields or "
                  "methods than a dex file can number (65,535)",
                  EscapeForTerminal(pool.Descriptor(entry->type)));
    }
    plan.back().push_back(entry);
  }
  return plan;
}

Result<std::vector<std::string>> WriteDexFiles(const Pool& pool,
                                               const ClassList& classes,
                                               const WriteOptions& options) {
  ASSIGN_OR_RETURN(const auto plan, PlanSplit(pool, classes, options.limits));
  std::vector<std::string> files;
  for (const ClassList& part : plan) {
    ASSIGN_OR_RETURN(files.emplace_back(), WriteDex(pool, part, options));
  }
  return files;
}

}  // namespace reprise::dex
