// Values that stand in a dex file outside of code: static fields' first
// values, annotations, arguments of call sites.
//
// Invariants: nested at most kMaxValueDepth deep; the reader, the writer and
// the text form refuse more, because each of them recurses.
// Threads: plain values.
#pragma once

#include <cstdint>
#include <vector>

#include "dex/ids.h"

namespace reprise::dex {

inline constexpr int kMaxValueDepth = 64;

// The numbers are those of encoded_value.
enum class ValueKind : uint8_t {
  kByte = 0x00,
  kShort = 0x02,
  kChar = 0x03,
  kInt = 0x04,
  kLong = 0x06,
  kFloat = 0x10,
  kDouble = 0x11,
  kMethodType = 0x15,
  kMethodHandle = 0x16,
  kString = 0x17,
  kType = 0x18,
  kField = 0x19,
  kMethod = 0x1a,
  kEnum = 0x1b,
  kArray = 0x1c,
  kAnnotation = 0x1d,
  kNull = 0x1e,
  kBoolean = 0x1f,
};

struct Element;

struct Value {
  ValueKind kind = ValueKind::kNull;
  // Integers: sign-extended (char: zero-extended). float and double: their
  // bits. References: the id's value. Annotations: the TypeId's value.
  int64_t bits = 0;
  // Of arrays (without names) and annotations.
  std::vector<Element> elements;

  static Value Int(int32_t value);
  static Value Of(StringId id);
  static Value Of(TypeId id);
  static Value Of(ProtoId id);
  static Value Of(HandleId id);

  // The id's value, of kinds that hold one.
  uint32_t id() const { return static_cast<uint32_t>(bits); }
  bool operator==(const Value& other) const;
};

struct Element {
  StringId name;
  Value value;

  bool operator==(const Element&) const = default;
};

inline bool Value::operator==(const Value& other) const {
  return kind == other.kind && bits == other.bits && elements == other.elements;
}

// Here, because a Value is complete only with Element.
inline Value Value::Int(int32_t value) { return {ValueKind::kInt, value, {}}; }
inline Value Value::Of(StringId id) {
  return {ValueKind::kString, id.value, {}};
}
inline Value Value::Of(TypeId id) { return {ValueKind::kType, id.value, {}}; }
inline Value Value::Of(ProtoId id) {
  return {ValueKind::kMethodType, id.value, {}};
}
inline Value Value::Of(HandleId id) {
  return {ValueKind::kMethodHandle, id.value, {}};
}

enum class Visibility : uint8_t { kBuild = 0, kRuntime = 1, kSystem = 2 };

struct Annotation {
  Visibility visibility = Visibility::kRuntime;
  TypeId type;
  std::vector<Element> elements;

  bool operator==(const Annotation&) const = default;
};

using Annotations = std::vector<Annotation>;

}  // namespace reprise::dex
