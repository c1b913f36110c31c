#include "dex/read_values.h"

#include <algorithm>

namespace reprise::dex {
namespace {

// What a count may make us reserve before its items were seen.
constexpr uint32_t kReserve = 64;

class ValueReader {
 public:
  ValueReader(IdTables* tables, Cursor* at) : tables_(*tables), at_(*at) {}

  bool ReadValue(Value* out, int depth);
  bool ReadElements(bool named, int depth, std::vector<Element>* out);
  bool ReadCount(uint32_t* count);
  bool Truncated() {
    return tables_.Bad("the value at {:#x} does not end inside the file",
                       at_.position());
  }

 private:
  uint64_t Raw(int size) {
    uint64_t value = 0;
    for (int i = 0; i < size; ++i) value |= uint64_t{at_.U8()} << (8 * i);
    return value;
  }
  bool Reference(ValueKind kind, uint32_t index, Value* out);

  IdTables& tables_;
  Cursor& at_;
};

// How many bytes a value of this kind has at most; 0 for those without.
int MostBytes(ValueKind kind) {
  switch (kind) {
    case ValueKind::kByte:
      return 1;
    case ValueKind::kShort:
    case ValueKind::kChar:
      return 2;
    case ValueKind::kLong:
    case ValueKind::kDouble:
      return 8;
    case ValueKind::kArray:
    case ValueKind::kAnnotation:
    case ValueKind::kNull:
    case ValueKind::kBoolean:
      return 0;
    default:
      return 4;
  }
}

bool IsKind(uint8_t kind) {
  return kind == 0 || (kind >= 2 && kind <= 4) || kind == 6 || kind == 0x10 ||
         kind == 0x11 || (kind >= 0x15 && kind <= 0x1f);
}

bool ValueReader::Reference(ValueKind kind, uint32_t index, Value* out) {
  uint32_t id = kNoId;
  switch (kind) {
    case ValueKind::kMethodType:
      id = tables_.Proto(index).value;
      break;
    case ValueKind::kMethodHandle:
      id = tables_.Handle(index).value;
      break;
    case ValueKind::kString:
      id = tables_.String(index).value;
      break;
    case ValueKind::kType:
      id = tables_.Type(index).value;
      break;
    case ValueKind::kMethod:
      id = tables_.Method(index).value;
      break;
    default:
      id = tables_.Field(index).value;
  }
  out->bits = id;
  return id != kNoId;
}

bool ValueReader::ReadValue(Value* out, int depth) {
  if (depth > kMaxValueDepth) {
    return tables_.Bad("the value at {:#x} is nested more than {} deep",
                       at_.position(), kMaxValueDepth);
  }
  const size_t place = at_.position();
  const uint8_t header = at_.U8();
  const int argument = header >> 5;
  const auto kind = static_cast<ValueKind>(header & 0x1f);
  const int most = MostBytes(kind);
  if (!IsKind(header & 0x1f) || (most > 0 && argument >= most)) {
    return tables_.Bad("{:#04x} at {:#x} begins no value", header, place);
  }
  out->kind = kind;
  switch (kind) {
    case ValueKind::kByte:
    case ValueKind::kShort:
    case ValueKind::kInt:
    case ValueKind::kLong: {
      const int shift = 64 - 8 * (argument + 1);
      out->bits = static_cast<int64_t>(Raw(argument + 1) << shift) >> shift;
      break;
    }
    case ValueKind::kChar:
      out->bits = static_cast<int64_t>(Raw(argument + 1));
      break;
    case ValueKind::kFloat:
    case ValueKind::kDouble:
      out->bits = static_cast<int64_t>(Raw(argument + 1)
                                       << (8 * (most - argument - 1)));
      break;
    case ValueKind::kArray:
      if (!ReadElements(false, depth, &out->elements)) return false;
      break;
    case ValueKind::kAnnotation: {
      const TypeId type = tables_.Type(at_.Uleb());
      if (!type.valid()) return false;
      out->bits = type.value;
      if (!ReadElements(true, depth, &out->elements)) return false;
      break;
    }
    case ValueKind::kNull:
      break;
    case ValueKind::kBoolean:
      out->bits = argument & 1;
      break;
    default:
      if (!Reference(kind, static_cast<uint32_t>(Raw(argument + 1)), out)) {
        return false;
      }
  }
  return at_.ok() || Truncated();
}

bool ValueReader::ReadCount(uint32_t* count) {
  *count = at_.Uleb();
  if (!at_.ok() || *count > at_.remaining()) return Truncated();
  return tables_.Charge(*count);
}

bool ValueReader::ReadElements(bool named, int depth,
                               std::vector<Element>* out) {
  uint32_t count = 0;
  if (!ReadCount(&count)) return false;
  out->reserve(std::min(count, kReserve));
  for (uint32_t i = 0; i < count; ++i) {
    Element element;
    if (named) {
      element.name = tables_.String(at_.Uleb());
      if (!element.name.valid()) return false;
    }
    if (!ReadValue(&element.value, depth + 1)) return false;
    out->push_back(std::move(element));
  }
  return true;
}

bool ReadAnnotation(IdTables* tables, uint32_t offset, Annotation* out) {
  Cursor at = tables->At(offset);
  ValueReader reader(tables, &at);
  const uint8_t visibility = at.U8();
  if (!at.ok()) return reader.Truncated();
  if (visibility > static_cast<uint8_t>(Visibility::kSystem)) {
    return tables->Bad(
        "the annotation at {:#x} has visibility {}; 0 to 2 are "
        "known",
        offset, visibility);
  }
  out->visibility = static_cast<Visibility>(visibility);
  out->type = tables->Type(at.Uleb());
  return out->type.valid() && reader.ReadElements(true, 0, &out->elements);
}

}  // namespace

bool ReadEncodedArray(IdTables* tables, Cursor* at, std::vector<Value>* out) {
  ValueReader reader(tables, at);
  uint32_t count = 0;
  if (!reader.ReadCount(&count)) return false;
  out->reserve(std::min(count, kReserve));
  for (uint32_t i = 0; i < count; ++i) {
    if (!reader.ReadValue(&out->emplace_back(), 0)) return false;
  }
  return true;
}

bool ReadAnnotationSet(IdTables* tables, uint32_t offset, Annotations* out) {
  if (offset == 0) return true;
  Cursor at = tables->At(offset);
  const uint32_t count = at.U32();
  if (!at.ok() || count > at.remaining() / 4) {
    return tables->Bad("the annotations at {:#x} are not inside the file",
                       offset);
  }
  if (!tables->Charge(count)) return false;
  out->reserve(std::min(count, kReserve));
  for (uint32_t i = 0; i < count; ++i) {
    if (!ReadAnnotation(tables, at.U32(), &out->emplace_back())) return false;
  }
  return true;
}

bool ReadAnnotationSets(IdTables* tables, uint32_t offset,
                        std::vector<Annotations>* out) {
  Cursor at = tables->At(offset);
  const uint32_t count = at.U32();
  if (!at.ok() || count > at.remaining() / 4) {
    return tables->Bad("the annotations at {:#x} are not inside the file",
                       offset);
  }
  if (!tables->Charge(count)) return false;
  out->reserve(std::min(count, kReserve));
  for (uint32_t i = 0; i < count; ++i) {
    if (!ReadAnnotationSet(tables, at.U32(), &out->emplace_back())) {
      return false;
    }
  }
  return true;
}

}  // namespace reprise::dex
