// Flows of Maestro, in YAML. See docs/format/foreign/maestro.md.
//
// Threads: a constant and plain functions.
#pragma once

#include <string>

#include "formats/format.h"

namespace reprise::formats {

extern const Format kMaestroFormat;

// What the constant points to.
Result<Script> ReadMaestro(std::string_view bytes, const ReadOptions& options,
                           input::Losses* losses);
Result<std::string> WriteMaestro(const Script& script,
                                 const WriteOptions& options,
                                 input::Losses* losses);

// A key by Maestro's name for it ("volume up"), in any case, and back; 0 or
// empty if it has none.
int32_t MaestroKeyByName(std::string_view name);
std::string_view MaestroKeyName(int32_t android_key);

}  // namespace reprise::formats
