// Which rule of a specification is about a method, if any. Answers are kept by
// class, because an app names the same few thousand classes again and again.
//
// Threads: one at a time.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "dex/pool.h"
#include "weave/hierarchy.h"
#include "weave/spec.h"

namespace reprise::weave {

struct Match {
  size_t rule = 0;
  dex::TypeId owner;  // the class that the rule speaks of
};

class Matcher {
 public:
  // All three outlive it.
  Matcher(const dex::Pool& pool, const Spec& spec, const Hierarchy& hierarchy);

  // The last rule of this kind, or off, that is about the method, seen as one
  // of `type`. Nothing when it is off.
  std::optional<Match> Find(Kind kind, dex::TypeId type,
                            const dex::MethodRef& ref);

  // The same for a call that names `type`: not where the app's own class
  // overrides what the rule speaks of, unless the rule speaks of the app.
  std::optional<Match> FindCall(dex::TypeId type, const dex::MethodRef& ref);

 private:
  // All rules that speak of the type or of what it extends; the last first.
  const std::vector<Match>& RulesOf(dex::TypeId type);
  bool Speaks(const Rule& rule, const dex::MethodRef& ref) const;

  const dex::Pool& pool_;
  const Spec& spec_;
  const Hierarchy& hierarchy_;
  std::unordered_map<std::string_view, std::vector<size_t>> exact_;
  std::vector<size_t> patterns_;  // rules whose class has wildcards
  std::unordered_map<uint32_t, std::vector<Match>> by_type_;
};

}  // namespace reprise::weave
