// Which class extends which: of the app's classes what they say themselves, of
// the system's what specifications say.
//
// Hostile classes may extend each other in circles; walks visit each once.
//
// Threads: one at a time while it is filled, then any.
#pragma once

#include <unordered_map>
#include <vector>

#include "dex/class_def.h"
#include "dex/pool.h"
#include "weave/spec.h"

namespace reprise::weave {

class Hierarchy {
 public:
  // Adds the types that `spec` speaks of to the Pool.
  Hierarchy(dex::Pool* pool, const Spec& spec);

  // The first definition of a class counts, as for ART. Classes must stay
  // where they are.
  void Add(const dex::ClassDef& app_class);

  // Null when it is no class of the app.
  const dex::ClassDef* Find(dex::TypeId type) const;

  // The type itself and all that it extends and implements, nearest first.
  std::vector<dex::TypeId> Supertypes(dex::TypeId type) const;

  // The class of the app whose method a call of `ref` on `type` runs when
  // nothing overrides it further: `type` or a superclass that declares one of
  // the same name and prototype. Null: not the app's.
  const dex::ClassDef* Declaring(dex::TypeId type,
                                 const dex::MethodRef& ref) const;

 private:
  const dex::Pool& pool_;
  std::unordered_map<uint32_t, const dex::ClassDef*> classes_;
  std::unordered_map<uint32_t, std::vector<dex::TypeId>> told_;
};

}  // namespace reprise::weave
