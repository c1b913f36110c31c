// Android's Monkey: the scripts that it plays (monkey -f) and the log that it
// writes (monkey -v -v -v). See docs/format/foreign/monkey.md.
//
// Threads: a constant and plain functions.
#pragma once

#include <cstdint>
#include <string>

#include "formats/format.h"

namespace reprise::formats {

extern const Format kMonkeyFormat;

// Monkey waits until an event was handled before it sends the next one. What
// says no time, as nothing in a log does, is taken to need this long.
inline constexpr int64_t kMonkeyEventMs = 5;

// What the constant chooses from.
Result<input::Recording> ReadMonkeyScript(std::string_view bytes,
                                          const ReadOptions& options,
                                          input::Losses* losses);
Result<input::Recording> ReadMonkeyLog(std::string_view bytes,
                                       const ReadOptions& options,
                                       input::Losses* losses);
// The same with the starts of activities and turns of the screen.
Result<Script> ReadMonkeySteps(std::string_view bytes,
                               const ReadOptions& options,
                               input::Losses* losses);
std::string WriteMonkeyScript(const input::Recording& recording,
                              input::Losses* losses);
std::string WriteMonkeyLog(const input::Recording& recording,
                           input::Losses* losses);

// As Java writes a float: "12.0".
std::string FormatJavaFloat(float value);

}  // namespace reprise::formats
