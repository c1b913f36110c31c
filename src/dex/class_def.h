// Classes with their members: the whole content of a dex file. What a dex file
// keeps apart (class data, static values, annotation directories, hidden-API
// flags) is here with the member it belongs to.
//
// Members are in no order that matters; the writer sorts them. Whether a
// method is "direct" or a field "static" to the file follows from its flags.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dex/code.h"
#include "dex/ids.h"
#include "dex/value.h"

namespace reprise::dex {

enum AccessFlags : uint32_t {
  kAccPublic = 0x1,
  kAccPrivate = 0x2,
  kAccProtected = 0x4,
  kAccStatic = 0x8,
  kAccFinal = 0x10,
  kAccSynchronized = 0x20,
  kAccVolatile = 0x40,
  kAccBridge = 0x40,
  kAccTransient = 0x80,
  kAccVarargs = 0x80,
  kAccNative = 0x100,
  kAccInterface = 0x200,
  kAccAbstract = 0x400,
  kAccStrict = 0x800,
  kAccSynthetic = 0x1000,
  kAccAnnotation = 0x2000,
  kAccEnum = 0x4000,
  kAccConstructor = 0x10000,
  kAccDeclaredSynchronized = 0x20000,
};

struct FieldDef {
  FieldId id;
  uint32_t access = 0;
  std::optional<Value> value;  // of a static field
  Annotations annotations;
  uint32_t hidden_api = 0;

  bool IsStatic() const { return (access & kAccStatic) != 0; }
};

struct MethodDef {
  MethodId id;
  uint32_t access = 0;
  std::optional<Code> code;
  Annotations annotations;
  std::vector<Annotations> parameter_annotations;
  uint32_t hidden_api = 0;

  bool IsStatic() const { return (access & kAccStatic) != 0; }
  // Not called by way of the object's class.
  bool IsDirect() const {
    return (access & (kAccStatic | kAccPrivate | kAccConstructor)) != 0;
  }
};

struct ClassDef {
  TypeId type;
  uint32_t access = 0;
  TypeId superclass;  // none only of java.lang.Object
  std::vector<TypeId> interfaces;
  StringId source_file;  // may be missing
  Annotations annotations;
  std::vector<FieldDef> fields;
  std::vector<MethodDef> methods;
  // Whether the members' hidden_api flags are in the file (boot classes).
  bool has_hidden_api = false;
};

struct DexFile {
  int version = 35;  // as in the magic: 35, 37, 38, 39 or 40
  std::vector<ClassDef> classes;
};

}  // namespace reprise::dex
