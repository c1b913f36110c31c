// Scripts of Android's `input` command (tap, swipe, text, keyevent, ...) and
// `sleep`, as people write them for adb shell. See
// docs/format/foreign/input.md.
//
// Threads: a constant and plain functions.
#pragma once

#include <string>

#include "formats/format.h"

namespace reprise::formats {

extern const Format kInputFormat;

// What the constant points to.
Result<input::Recording> ReadInputScript(std::string_view bytes,
                                         const ReadOptions& options,
                                         input::Losses* losses);
Result<std::string> WriteInputScript(const input::Recording& recording,
                                     const WriteOptions& options,
                                     input::Losses* losses);

}  // namespace reprise::formats
