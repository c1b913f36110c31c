// CRC-32 (the one of zip and PNG) as MCAP wants it, at memory speed.
#pragma once

#include <libdeflate.h>

#include <cstdint>
#include <string_view>

namespace reprise::tape {

// Continues `crc` (0 to begin) over `bytes`.
inline uint32_t Crc32(std::string_view bytes, uint32_t crc = 0) {
  return libdeflate_crc32(crc, bytes.data(), bytes.size());
}

}  // namespace reprise::tape
