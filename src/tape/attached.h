// Attachments by their name, as far as they fit into memory: what readers of
// a description (device, app) need, without walking the list themselves.
//
// Threads: those of the TapeReader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tape/reader.h"

namespace reprise::tape {

// The bytes of the first attachment of this name; none: there is none, it is
// larger, or it is damaged.
std::optional<std::string> ReadNamed(TapeReader& tape, std::string_view name,
                                     uint64_t max_bytes);

}  // namespace reprise::tape
