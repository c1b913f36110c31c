// Strings as dex files have them: "modified UTF-8", UTF-16 units of one to
// three bytes each, U+0000 as c0 80, what is beyond the BMP as two surrogates.
//
// Ill-formed strings occur (obfuscators) and are kept byte by byte; only a
// zero byte cannot be in one. Threads: any; functions without state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reprise::dex {

// How many UTF-16 units these are, as ART counts: ill-formed bytes count as
// the units they pretend to be.
uint32_t Utf16Length(std::string_view mutf8);

// The order of string_ids: by UTF-16 units. Ill-formed strings have some place
// in it, always the same.
bool Mutf8Less(std::string_view a, std::string_view b);

// UTF-8 (which must be well-formed) as modified UTF-8.
std::string Utf8ToMutf8(std::string_view utf8);

// Takes the next UTF-16 unit off `mutf8`; nothing, and nothing taken, when it
// is ill-formed there, overlong forms included.
std::optional<uint16_t> TakeUtf16Unit(std::string_view* mutf8);

// Appends one UTF-16 unit.
void AppendUtf16Unit(uint16_t unit, std::string* mutf8);

}  // namespace reprise::dex
