// The kinds of file that `convert` reads and writes, one row each. The tape is
// in the middle: a format says how a file of it becomes a tape, how a tape
// becomes a file of it, or both.
//
// Threads: any; the table is constant.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::cli {

// Receives a file piece by piece.
using ByteSink = std::function<Status(std::string_view)>;

struct Format {
  std::string_view name;    // as --from and --to take it
  std::string_view suffix;  // of file names, with the dot
  std::string_view what;    // for people
  // True if a file that begins with `head` is one; null: only its name tells.
  bool (*recognise)(std::string_view head);
  // Writes the tape at `out`, finished. Null: cannot be read; the tape itself
  // has neither of the two.
  Status (*to_tape)(FileSystem& files, const std::string& in,
                    const std::string& out, const tape::WriterOptions& options);
  Status (*from_tape)(tape::TapeReader& tape, const ByteSink& sink);
};

std::span<const Format> Formats();
std::vector<std::string_view> FormatNames();

// The tape itself, the first of Formats().
const Format& TapeFormat();

// By its name, which must be one of FormatNames().
const Format& FormatNamed(std::string_view name);

// What the file at `path` is, by its content and else by its name.
Result<const Format*> FormatOfInput(FileSystem& files, const std::string& path);

// What a file of that name is to be.
Result<const Format*> FormatOfOutput(const std::string& path);

}  // namespace reprise::cli
