// The lines of a script and the numbers in them: what the readers of foreign
// text formats share. Numbers that no device would say are errors, so that
// nothing later has to fear infinities or overflow.
//
// Threads: plain values and functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "formats/format.h"
#include "formats/text_lines.h"

namespace reprise::formats {

inline constexpr size_t kMaxScriptLineBytes = size_t{64} << 10;
// Motions, keys and texts together: two hours at 120 Hz.
inline constexpr size_t kMaxScriptEvents = 1'000'000;
inline constexpr int32_t kMaxScriptPointers = 32;
inline constexpr float kMaxScriptCoordinate = 1e6F;
// A hundred years, which leaves room to add to it in ns.
inline constexpr int64_t kMaxScriptMs = int64_t{3'153'600} * 1'000'000;
inline constexpr int64_t kNsPerMs = 1'000'000;

// Goes through a text line by line; a line has neither its end nor blanks
// around it.
class ScriptLines {
 public:
  ScriptLines(std::string_view text, const ReadOptions& options)
      : reader_(text), file_(options.file_name) {}

  // False at the end. A line that is too long is an error.
  Result<bool> Next();
  std::string_view line() const { return line_; }

  // An error that names the file and the line.
  template <typename... Args>
  tl::unexpected<Error> Fail(fmt::format_string<Args...> format,
                             Args&&... args) const {
    return reprise::Fail(ErrorKind::kCorruption, "{}line {}: {}", Prefix(),
                         reader_.number(),
                         fmt::format(format, std::forward<Args>(args)...));
  }

  // An error if the recording has more events than a script may have.
  Status CheckSize(const input::Recording& recording) const;

  // `text` as a number; the error names it and what it is ("x", "action").
  Result<int64_t> Integer(std::string_view text, std::string_view what,
                          int64_t min, int64_t max) const;
  Result<float> Coordinate(std::string_view text, std::string_view what) const;
  // A time or a duration in ms, from 0 to kMaxScriptMs.
  Result<int64_t> Milliseconds(std::string_view text,
                               std::string_view what) const;

 private:
  std::string Prefix() const;

  LineReader reader_;
  std::string_view file_;
  std::string_view line_;
};

// At every `separator`; the parts have no blanks around them.
std::vector<std::string_view> SplitAt(std::string_view text, char separator);
// At runs of blanks.
std::vector<std::string_view> SplitWords(std::string_view text);

// The whole text as a number; none if it is not one or is not finite.
std::optional<int64_t> ParseInteger(std::string_view text);
std::optional<double> ParseReal(std::string_view text);

// Foreign text in quotes for a message: short, and harmless to a terminal.
std::string Quote(std::string_view text);

// The shortest text that gives the same float again: "12", "0.5".
std::string FormatReal(float value);

}  // namespace reprise::formats
