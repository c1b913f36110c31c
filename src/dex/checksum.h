// The two digests in a dex file's header. Here, and not from a library,
// because this code also runs inside apps, where we bring no library along.
//
// Threads: any; functions without state.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace reprise::dex {

// Of everything after itself.
uint32_t Adler32(std::string_view bytes);

// SHA-1 of everything after the signature. It names a file; nothing relies on
// it being hard to forge.
std::array<uint8_t, 20> Sha1(std::string_view bytes);

}  // namespace reprise::dex
