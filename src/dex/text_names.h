// Names in the text form of dex files (docs/architecture/dex.md): strings,
// descriptors, members, values. Lossless: the assembler reads back the same
// bytes, also of names that no compiler makes.
//
// Threads: any; functions without state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dex/class_def.h"
#include "dex/pool.h"
#include "dex/value.h"

namespace reprise::dex {

// Whether a byte may stand in a name without quotes.
bool IsNameByte(char c);

// In quotes of this kind (" ' `), with escapes.
void AppendQuoted(std::string_view mutf8, char quote, std::string* out);

// A member's name: as it is, or in backquotes when it would be misread.
void AppendName(std::string_view mutf8, std::string* out);

void AppendString(const Pool& pool, StringId id, std::string* out);  // or null
void AppendType(const Pool& pool, TypeId id, std::string* out);      // or null
void AppendProto(const Pool& pool, ProtoId id, std::string* out);
void AppendField(const Pool& pool, FieldId id, std::string* out);
void AppendMethod(const Pool& pool, MethodId id, std::string* out);
void AppendHandle(const Pool& pool, HandleId id, std::string* out);
void AppendValue(const Pool& pool, const Value& value, std::string* out);
// {name = value, ...}
void AppendElements(const Pool& pool, const std::vector<Element>& elements,
                    std::string* out);

// What access flags are called, which depends on what they are of.
enum class AccessOf { kClass, kField, kMethod };
// Each followed by a space.
void AppendAccess(uint32_t access, AccessOf of, std::string* out);
// The flag, or 0 when it is none.
uint32_t AccessByName(std::string_view name, AccessOf of);

// In the order of HandleKind.
inline constexpr std::string_view kHandleNames[] = {
    "static-put",         "static-get",    "instance-put",
    "instance-get",       "invoke-static", "invoke-instance",
    "invoke-constructor", "invoke-direct", "invoke-interface"};
// In the order of Visibility.
inline constexpr std::string_view kVisibilityNames[] = {"build", "runtime",
                                                        "system"};

}  // namespace reprise::dex
