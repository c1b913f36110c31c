// What the writers of test code share: their table entry, and the steps that
// have to be told by places because the widget is not known.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>

#include "formats/format.h"
#include "formats/steps.h"

namespace reprise::formats {

// A format that is only written.
constexpr Format WrittenOnly(std::string_view name, Words suffixes,
                             std::string_view what,
                             Result<std::string> (*write)(const Script&,
                                                          const WriteOptions&,
                                                          input::Losses*)) {
  return {.name = name,
          .suffixes = suffixes,
          .what = what,
          .variants = {},
          .recognise = [](std::string_view) { return Match::kNo; },
          .read = nullptr,
          .write = nullptr,
          .pointers = true,
          .read_script = nullptr,
          .write_script = write};
}

// A comment for the step, empty if it needs none.
std::string CommentOf(const Step& step);

// A step at a place, as a command of the device's shell: `input tap 1 2`, and
// with a hold or a path `input swipe`.
std::string InputTap(const Step& step);
std::string InputHold(const Step& step, int64_t hold_ms);
std::string InputSwipe(const Step& step);

// How a step is told: by its widget, by a place, or not at all, which is said
// in `losses`.
enum class Telling { kWidget, kPlace, kNot };
Telling TellingOf(const Step& step, input::Losses* losses);

// A method of Java has at most 64 KiB, so tests in Kotlin are several.
inline constexpr size_t kStepsOfMethod = 100;

}  // namespace reprise::formats
