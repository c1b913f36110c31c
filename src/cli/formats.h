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
  enum class Kind { kTape, kText, kForeign, kTrace };

  Kind kind;
  std::string_view name;                     // as --from and --to take it
  std::string_view what;                     // for people
  const formats::Format* foreign = nullptr;  // of kForeign

  bool can_read() const {
    return kind != Kind::kTrace && (foreign == nullptr || foreign->can_read());
  }
  bool can_write() const { return foreign == nullptr || foreign->can_write(); }
  // It is written with the widgets of a tape, not only with places.
  bool writes_steps() const {
    return foreign != nullptr && foreign->write_script != nullptr;
  }
};

std::span<const Format> Formats();
// Of those that can be read, and of those that can be written.
std::vector<std::string_view> InputFormatNames();
std::vector<std::string_view> OutputFormatNames();

// By its name, which must be one of theirs.
const Format& FormatNamed(std::string_view name);

// What the file at `path` is, by its content and else by its name.
Result<const Format*> FormatOfInput(FileSystem& files, const std::string& path);

// What a file of that name is to be.
Result<const Format*> FormatOfOutput(const std::string& path);

}  // namespace reprise::cli
