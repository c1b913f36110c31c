// The values of options that several verbs take. Every error names the option
// and what it accepts.
//
// A time on a tape is a duration from its first message (1.5s) or, with an @,
// a time on the tape's own clock (@8123.5s, @8123500000000ns). From is
// included, to is not: `show --from 2s --to 5s` shows what
// `edit --cut 2s..5s` keeps.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/glob.h"
#include "base/result.h"
#include "cli/parse.h"

namespace reprise::cli {

struct TapeTime {
  uint64_t ns = 0;
  bool from_start = true;  // false: a log_time

  // As a log_time of a tape whose first message is at `start`.
  uint64_t On(uint64_t start) const;
  bool operator==(const TapeTime&) const = default;
};
Result<TapeTime> ParseTapeTime(std::string_view text);

// "FROM..TO", either of which may be missing.
struct TapeRange {
  std::optional<TapeTime> from;
  std::optional<TapeTime> to;
};
Result<TapeRange> ParseTapeRange(std::string_view text);

// These give nothing when the option has no value.
Result<std::optional<TapeTime>> TimeOption(const Arguments& arguments,
                                           std::string_view name);
Result<std::optional<uint64_t>> CountOption(const Arguments& arguments,
                                            std::string_view name);
Result<std::vector<Glob>> GlobOption(const Arguments& arguments,
                                     std::string_view name);

// A number of bytes: 65536, 64KiB, 1MiB.
Result<uint64_t> ParseSize(std::string_view text);

// Puts the option before an error about its value: "--from: ...".
tl::unexpected<Error> BadValue(std::string_view option, const Error& error);

}  // namespace reprise::cli
