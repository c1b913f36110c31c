// All foreign formats, and which of them a file is.
//
// Threads: plain functions.
#pragma once

#include <span>
#include <string_view>

#include "formats/format.h"

namespace reprise::formats {

std::span<const Format* const> AllFormats();

// Null if there is none of that name.
const Format* FormatNamed(std::string_view name);

// By the first bytes of a file, then by its name; null: none that we know.
const Format* Recognise(std::string_view head, std::string_view file_name);

// By its name only, for an output; null if the name does not tell.
const Format* ByFileName(std::string_view file_name);

}  // namespace reprise::formats
