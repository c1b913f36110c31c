// The kinds of file that `convert` reads and writes, one row each: the tape,
// its text form, and the foreign recordings of src/formats.
//
// Threads: any; the table is constant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "formats/format.h"

namespace reprise::cli {

struct Format {
  enum class Kind { kTape, kText, kForeign };

  Kind kind;
  std::string_view name;                     // as --from and --to take it
  std::string_view what;                     // for people
  const formats::Format* foreign = nullptr;  // of kForeign
};

std::span<const Format> Formats();
std::vector<std::string_view> FormatNames();

// By its name, which must be one of FormatNames().
const Format& FormatNamed(std::string_view name);

// What the file at `path` is, by its content and else by its name.
Result<const Format*> FormatOfInput(FileSystem& files, const std::string& path);

// What a file of that name is to be.
Result<const Format*> FormatOfOutput(const std::string& path);

}  // namespace reprise::cli
