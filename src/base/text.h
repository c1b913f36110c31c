// Text that people type and read: hex, base64, durations, sizes, and foreign
// text that must not be able to play tricks on a terminal.
//
// Decoders are strict: one way to write a value, or an error that says what is
// accepted. What is formatted can be parsed again without loss (except sizes
// and escaped text, which are for eyes only).
//
// Threads: any; these are functions without state.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise {

// Lower-case hex, two digits a byte. Decoding takes upper case too, and
// nothing else: no spaces, no 0x.
std::string HexEncode(std::string_view bytes);
Result<std::string> HexDecode(std::string_view text);

// Base64 as in RFC 4648 section 4, padded. Decoding refuses missing padding,
// white space, the URL alphabet, and bits that encoding would not produce.
std::string Base64Encode(std::string_view bytes);
Result<std::string> Base64Decode(std::string_view text);

// A duration is one or more numbers with the units h m s ms us ns, the larger
// ones first, each at most once: 1.5s, 200ms, 1m30s. A bare number other than
// 0 is refused: on a tape times are nanoseconds, to a person they are seconds,
// and guessing wrong would be silent. The value is exact; what is not a whole
// number of nanoseconds is refused, not rounded.
//
// ParseDuration() takes no sign and gives at most INT64_MAX, some 292 years;
// ParseSignedDuration() takes a leading - or +.
Result<uint64_t> ParseDuration(std::string_view text);
Result<int64_t> ParseSignedDuration(std::string_view text);

// The shortest exact form: 1h0m0.5s, 1.5s, 200ms, 3us, 17ns, 0s, -2m.
std::string FormatDuration(int64_t nanoseconds);

// 512 B, 1.2 MiB: one decimal, rounded, powers of 1024.
std::string FormatSize(uint64_t bytes);

// Foreign text made safe for one line of a terminal. Control characters,
// invisible characters (some of them reorder text) and bytes that are not
// UTF-8 become \n \t \r \xNN \u{NNNN}. A backslash stays as it is, because
// paths and JSON are read more often than they contain control characters: the
// result is for eyes and is not to be decoded.
std::string EscapeForTerminal(std::string_view text);

// True when all of it is well-formed UTF-8 (no surrogates, nothing overlong).
bool IsUtf8(std::string_view text);

// How many insertions, deletions, replacements and swaps of neighbours make
// one of the other, in bytes.
size_t EditDistance(std::string_view a, std::string_view b);

// What the user may have meant by `word`: the nearest candidate, or the only
// one that begins with it; empty when none is near enough to be worth saying.
std::string_view ClosestTo(std::string_view word,
                           std::span<const std::string_view> candidates);

}  // namespace reprise
