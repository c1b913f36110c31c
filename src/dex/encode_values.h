// Encoded values, arrays and annotations, as bytes of the file that is being
// written. Each value takes as few bytes as it can.
//
// Threads: any; they only read.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dex/indices.h"
#include "dex/value.h"

namespace reprise::dex {

void EncodeValue(const Indices& indices, const Value& value, std::string* out);

// encoded_array_item.
void EncodeArray(const Indices& indices, std::span<const Value> values,
                 std::string* out);

// annotation_item.
void EncodeAnnotation(const Indices& indices, const Annotation& annotation,
                      std::string* out);

// What a static field of this type has without a value: zero or null.
Value DefaultValue(std::string_view descriptor);

}  // namespace reprise::dex
