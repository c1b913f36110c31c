#include "formats/input_script.h"

#include <algorithm>
#include <array>

#include "formats/input_sources.h"
#include "formats/script_lines.h"

namespace reprise::formats {

namespace {

constexpr std::array<std::string_view, 10> kCommands = {
    "text",  "keyevent", "tap",    "swipe",       "draganddrop",
    "press", "roll",     "scroll", "motionevent", "keycombination"};

Match Recognise(std::string_view head) {
  for (const std::string_view line : SplitAt(head, '\n')) {
    if (line.starts_with('#')) continue;
    const std::vector<std::string_view> words = SplitWords(line);
    for (size_t i = 0; i + 1 < words.size(); i++) {
      // In `adb shell "input tap 1 2"` the quote sticks to the word.
      std::string_view word = words[i];
      if (word.starts_with('"') || word.starts_with('\'')) {
        word.remove_prefix(1);
      }
      if (word != "input" && !word.ends_with("/input")) continue;
      if (std::ranges::count(kCommands, words[i + 1]) > 0 ||
          words[i + 1] == "-d" || InputSourceNamed(words[i + 1]) != nullptr) {
        return Match::kSure;
      }
    }
  }
  return Match::kNo;
}

}  // namespace

constinit const Format kInputFormat = {
    .name = "input",
    .suffixes = {".sh"},
    .what = "shell script of Android's `input` commands",
    .variants = {},
    .recognise = Recognise,
    .read = ReadInputScript,
    .write = WriteInputScript,
    .pointers = true,
};

}  // namespace reprise::formats
