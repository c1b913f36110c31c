#include "weave/hierarchy.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace reprise::weave {

using dex::ClassDef;
using dex::TypeId;

Hierarchy::Hierarchy(dex::Pool* pool, const Spec& spec) : pool_(*pool) {
  for (const auto& [name, super] : spec.supers) {
    told_[pool->Type("L" + name + ";").value].push_back(
        pool->Type("L" + super + ";"));
  }
}

void Hierarchy::Add(const ClassDef& app_class) {
  classes_.try_emplace(app_class.type.value, &app_class);
}

const ClassDef* Hierarchy::Find(TypeId type) const {
  const auto found = classes_.find(type.value);
  return found == classes_.end() ? nullptr : found->second;
}

std::vector<TypeId> Hierarchy::Supertypes(TypeId type) const {
  std::vector<TypeId> types{type};
  std::unordered_set<uint32_t> seen{type.value};
  const auto add = [&](TypeId super) {
    if (super.valid() && seen.insert(super.value).second) {
      types.push_back(super);
    }
  };
  for (size_t i = 0; i < types.size(); ++i) {
    const TypeId next = types[i];
    if (const ClassDef* found = Find(next)) {
      add(found->superclass);
      for (const TypeId interface : found->interfaces) add(interface);
    } else if (const auto told = told_.find(next.value); told != told_.end()) {
      for (const TypeId super : told->second) add(super);
    }
  }
  return types;
}

const ClassDef* Hierarchy::Declaring(TypeId type,
                                     const dex::MethodRef& ref) const {
  std::unordered_set<uint32_t> seen;
  while (type.valid() && seen.insert(type.value).second) {
    const ClassDef* found = Find(type);
    if (found == nullptr) return nullptr;
    const bool declares =
        std::any_of(found->methods.begin(), found->methods.end(),
                    [&](const dex::MethodDef& method) {
                      const dex::MethodRef other = pool_.Get(method.id);
                      return other.name == ref.name && other.proto == ref.proto;
                    });
    if (declares) return found;
    type = found->superclass;
  }
  return nullptr;
}

}  // namespace reprise::weave
