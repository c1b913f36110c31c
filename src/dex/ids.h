// Names for what a Pool holds: small numbers, one type for each kind, so that
// a field is not taken for a method. They mean something only with the Pool
// they come from.
//
// Threads: plain values.
#pragma once

#include <compare>
#include <cstdint>

namespace reprise::dex {

inline constexpr uint32_t kNoId = UINT32_MAX;

template <typename Tag>
struct Id {
  uint32_t value = kNoId;

  bool valid() const { return value != kNoId; }
  friend auto operator<=>(const Id&, const Id&) = default;
};

using StringId = Id<struct StringTag>;
using TypeId = Id<struct TypeTag>;
using ProtoId = Id<struct ProtoTag>;
using FieldId = Id<struct FieldTag>;
using MethodId = Id<struct MethodTag>;
using HandleId = Id<struct HandleTag>;
using CallSiteId = Id<struct CallSiteTag>;

}  // namespace reprise::dex
