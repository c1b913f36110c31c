// Everything that code and classes refer to, each thing once: strings, types,
// prototypes, fields, methods, method handles, call sites.
//
// One Pool serves all dex files of an app, so that a method has one MethodId
// wherever it is called, and comparing references is comparing numbers. What
// a dex file needs of it is found when that file is written; the rest costs
// nothing there.
//
// Invariants
// 1. Ids count up from 0 and never go away; views and spans that the Pool
//    hands out stay valid as long as it does.
// 2. Equal things have equal ids, except call sites: each of these is linked
//    by the runtime on its own, so two with the same content stay two.
//
// Threads: one at a time; any number as long as nobody adds.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "dex/ids.h"
#include "dex/value.h"

namespace reprise::dex {

struct Proto {
  StringId shorty;
  TypeId result;
  std::span<const TypeId> parameters;
};

struct FieldRef {
  TypeId owner;
  StringId name;
  TypeId type;
  friend bool operator==(const FieldRef&, const FieldRef&) = default;
};

struct MethodRef {
  TypeId owner;
  StringId name;
  ProtoId proto;
  friend bool operator==(const MethodRef&, const MethodRef&) = default;
};

// The numbers are those of method_handle_item.
enum class HandleKind : uint8_t {
  kStaticPut = 0,
  kStaticGet = 1,
  kInstancePut = 2,
  kInstanceGet = 3,
  kInvokeStatic = 4,
  kInvokeInstance = 5,
  kInvokeConstructor = 6,
  kInvokeDirect = 7,
  kInvokeInterface = 8,
};

struct HandleRef {
  HandleKind kind = HandleKind::kStaticPut;
  uint32_t member = kNoId;  // a FieldId's value, or a MethodId's

  bool IsField() const { return kind <= HandleKind::kInstanceGet; }
  friend bool operator==(const HandleRef&, const HandleRef&) = default;
};

class Pool {
 public:
  Pool();
  ~Pool();
  Pool(Pool&&) noexcept;
  Pool& operator=(Pool&&) noexcept;

  // Modified UTF-8 (mutf8.h) without zero bytes.
  StringId String(std::string_view mutf8);
  TypeId Type(StringId descriptor);
  TypeId Type(std::string_view descriptor) { return Type(String(descriptor)); }
  ProtoId Proto(TypeId result, std::span<const TypeId> parameters);
  FieldId Field(FieldRef field);
  MethodId Method(MethodRef method);
  HandleId Handle(HandleRef handle);
  CallSiteId AddCallSite(std::vector<Value> arguments);

  // Whether it is there, without adding it.
  TypeId FindType(std::string_view descriptor) const;

  std::string_view Text(StringId id) const { return strings_[id.value]; }
  StringId Name(TypeId id) const { return types_[id.value]; }
  std::string_view Descriptor(TypeId id) const { return Text(Name(id)); }
  const dex::Proto& Get(ProtoId id) const { return protos_[id.value]; }
  FieldRef Get(FieldId id) const { return fields_[id.value]; }
  MethodRef Get(MethodId id) const { return methods_[id.value]; }
  HandleRef Get(HandleId id) const { return handles_[id.value]; }
  const std::vector<Value>& Get(CallSiteId id) const {
    return *call_sites_[id.value];
  }

  size_t strings() const { return strings_.size(); }
  size_t types() const { return types_.size(); }
  size_t protos() const { return protos_.size(); }
  size_t fields() const { return fields_.size(); }
  size_t methods() const { return methods_.size(); }
  size_t handles() const { return handles_.size(); }
  size_t call_sites() const { return call_sites_.size(); }

 private:
  struct Tables;

  std::vector<std::string_view> strings_;
  std::vector<StringId> types_;
  std::vector<dex::Proto> protos_;
  std::vector<FieldRef> fields_;
  std::vector<MethodRef> methods_;
  std::vector<HandleRef> handles_;
  std::vector<std::unique_ptr<const std::vector<Value>>> call_sites_;
  std::unique_ptr<Tables> tables_;
};

// How many registers an argument of this type takes: 2 for long and double.
int RegistersOf(std::string_view descriptor);

}  // namespace reprise::dex
