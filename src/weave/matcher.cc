#include "weave/matcher.h"

#include <algorithm>

namespace reprise::weave {

using dex::MethodRef;
using dex::TypeId;

Matcher::Matcher(const dex::Pool& pool, const Spec& spec,
                 const Hierarchy& hierarchy)
    : pool_(pool), spec_(spec), hierarchy_(hierarchy) {
  for (size_t i = 0; i < spec.rules.size(); ++i) {
    const NamePattern& owner = spec.rules[i].owner;
    if (owner.is_exact()) {
      exact_[owner.text()].push_back(i);
    } else {
      patterns_.push_back(i);
    }
  }
}

const std::vector<Match>& Matcher::RulesOf(TypeId type) {
  const auto [found, is_new] = by_type_.try_emplace(type.value);
  std::vector<Match>& rules = found->second;
  if (!is_new) return rules;
  for (const TypeId super : hierarchy_.Supertypes(type)) {
    const std::string_view descriptor = pool_.Descriptor(super);
    if (!descriptor.starts_with('L') || descriptor.size() < 3) continue;
    const std::string_view name = descriptor.substr(1, descriptor.size() - 2);
    if (const auto exact = exact_.find(name); exact != exact_.end()) {
      for (const size_t rule : exact->second) rules.push_back({rule, super});
    }
    for (const size_t rule : patterns_) {
      if (spec_.rules[rule].owner.Matches(name)) rules.push_back({rule, super});
    }
  }
  // The last first; of one rule the nearest class first.
  std::stable_sort(
      rules.begin(), rules.end(),
      [](const Match& a, const Match& b) { return a.rule > b.rule; });
  return rules;
}

bool Matcher::Speaks(const Rule& rule, const MethodRef& ref) const {
  const std::string_view name = pool_.Text(ref.name);
  // A wildcard means methods, not constructors and initialisers.
  if (rule.name.is_exact()
          ? rule.name.text() != name
          : name.starts_with('<') || !rule.name.Matches(name)) {
    return false;
  }
  const dex::Proto& proto = pool_.Get(ref.proto);
  if (!rule.result.Matches(pool_.Descriptor(proto.result))) return false;
  if (rule.any_parameters) return true;
  return std::equal(rule.parameters.begin(), rule.parameters.end(),
                    proto.parameters.begin(), proto.parameters.end(),
                    [&](const Parameter& parameter, TypeId type) {
                      return parameter.type.Matches(pool_.Descriptor(type));
                    });
}

std::optional<Match> Matcher::Find(Kind kind, TypeId type,
                                   const MethodRef& ref) {
  // A class is constructed and initialised by its own code, not its
  // superclass's.
  const bool own = pool_.Text(ref.name).starts_with('<');
  for (const Match& match : RulesOf(type)) {
    const Rule& rule = spec_.rules[match.rule];
    if (rule.kind != kind && rule.kind != Kind::kOff) continue;
    if (own && match.owner != type) continue;
    if (!Speaks(rule, ref)) continue;
    if (rule.kind == Kind::kOff) return std::nullopt;
    return match;
  }
  return std::nullopt;
}

std::optional<Match> Matcher::FindCall(TypeId type, const MethodRef& ref) {
  const auto match = Find(Kind::kDowncall, type, ref);
  if (!match || hierarchy_.Find(match->owner) != nullptr) return match;
  if (hierarchy_.Declaring(type, ref) != nullptr) return std::nullopt;
  return match;
}

}  // namespace reprise::weave
