#include "dex/encode_values.h"

#include <algorithm>
#include <vector>

#include "dex/cursor.h"

namespace reprise::dex {
namespace {

void Put(ValueKind kind, int argument, std::string* out) {
  PutU8(out, static_cast<uint8_t>(static_cast<int>(kind) | argument << 5));
}

void PutBytes(ValueKind kind, uint64_t bits, int size, std::string* out) {
  Put(kind, size - 1, out);
  for (int i = 0; i < size; ++i) {
    PutU8(out, static_cast<uint8_t>(bits >> (8 * i)));
  }
}

void PutSigned(ValueKind kind, int64_t value, int most, std::string* out) {
  int size = 1;
  while (size < most && (value >> (8 * size - 1)) != 0 &&
         (value >> (8 * size - 1)) != -1) {
    ++size;
  }
  PutBytes(kind, static_cast<uint64_t>(value), size, out);
}

void PutUnsigned(ValueKind kind, uint64_t value, std::string* out) {
  int size = 1;
  while (size < 8 && value >> (8 * size) != 0) ++size;
  PutBytes(kind, value, size, out);
}

// Floating point: bytes of zero at the low end are left out.
void PutFloating(ValueKind kind, uint64_t bits, int width, std::string* out) {
  int size = width;
  while (size > 1 && (bits & 0xff) == 0) {
    bits >>= 8;
    --size;
  }
  PutBytes(kind, bits, size, out);
}

// Sorted by name, as the format demands.
void PutElements(const Indices& indices, const std::vector<Element>& elements,
                 std::string* out) {
  PutUleb(out, static_cast<uint32_t>(elements.size()));
  std::vector<const Element*> sorted;
  sorted.reserve(elements.size());
  for (const Element& element : elements) sorted.push_back(&element);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Element* a, const Element* b) {
                     return indices.strings[a->name] < indices.strings[b->name];
                   });
  for (const Element* element : sorted) {
    PutUleb(out, indices.strings[element->name]);
    EncodeValue(indices, element->value, out);
  }
}

}  // namespace

void EncodeValue(const Indices& indices, const Value& value, std::string* out) {
  const auto bits = static_cast<uint64_t>(value.bits);
  const uint32_t id = value.id();
  switch (value.kind) {
    case ValueKind::kByte:
      return PutSigned(value.kind, value.bits, 1, out);
    case ValueKind::kShort:
      return PutSigned(value.kind, value.bits, 2, out);
    case ValueKind::kInt:
      return PutSigned(value.kind, value.bits, 4, out);
    case ValueKind::kLong:
      return PutSigned(value.kind, value.bits, 8, out);
    case ValueKind::kChar:
      return PutUnsigned(value.kind, bits & 0xffff, out);
    case ValueKind::kFloat:
      return PutFloating(value.kind, bits & UINT32_MAX, 4, out);
    case ValueKind::kDouble:
      return PutFloating(value.kind, bits, 8, out);
    case ValueKind::kMethodType:
      return PutUnsigned(value.kind, indices.protos[{id}], out);
    case ValueKind::kMethodHandle:
      return PutUnsigned(value.kind, indices.handles[{id}], out);
    case ValueKind::kString:
      return PutUnsigned(value.kind, indices.strings[{id}], out);
    case ValueKind::kType:
      return PutUnsigned(value.kind, indices.types[{id}], out);
    case ValueKind::kField:
    case ValueKind::kEnum:
      return PutUnsigned(value.kind, indices.fields[{id}], out);
    case ValueKind::kMethod:
      return PutUnsigned(value.kind, indices.methods[{id}], out);
    case ValueKind::kArray:
      Put(value.kind, 0, out);
      PutUleb(out, static_cast<uint32_t>(value.elements.size()));
      for (const Element& element : value.elements) {
        EncodeValue(indices, element.value, out);
      }
      return;
    case ValueKind::kAnnotation:
      Put(value.kind, 0, out);
      PutUleb(out, indices.types[{id}]);
      return PutElements(indices, value.elements, out);
    case ValueKind::kNull:
      return Put(value.kind, 0, out);
    case ValueKind::kBoolean:
      return Put(value.kind, value.bits != 0 ? 1 : 0, out);
  }
}

void EncodeArray(const Indices& indices, std::span<const Value> values,
                 std::string* out) {
  PutUleb(out, static_cast<uint32_t>(values.size()));
  for (const Value& value : values) EncodeValue(indices, value, out);
}

void EncodeAnnotation(const Indices& indices, const Annotation& annotation,
                      std::string* out) {
  PutU8(out, static_cast<uint8_t>(annotation.visibility));
  PutUleb(out, indices.types[annotation.type]);
  PutElements(indices, annotation.elements, out);
}

Value DefaultValue(std::string_view descriptor) {
  switch (descriptor.empty() ? 'L' : descriptor[0]) {
    case 'Z':
      return {ValueKind::kBoolean, 0, {}};
    case 'B':
      return {ValueKind::kByte, 0, {}};
    case 'S':
      return {ValueKind::kShort, 0, {}};
    case 'C':
      return {ValueKind::kChar, 0, {}};
    case 'I':
      return {ValueKind::kInt, 0, {}};
    case 'J':
      return {ValueKind::kLong, 0, {}};
    case 'F':
      return {ValueKind::kFloat, 0, {}};
    case 'D':
      return {ValueKind::kDouble, 0, {}};
    default:
      return {};
  }
}

}  // namespace reprise::dex
