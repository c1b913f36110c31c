// A foreign format of input recordings: how to know it, read it and write it.
// Each format is one constant in a file of its own, listed in registry.cc. It
// needs no constructor to run, because tables elsewhere are built from it
// before main().
//
// Threads: constants and plain functions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "input/recording.h"

namespace reprise::formats {

struct Script;  // script.h

// Larger files are refused: they are held in memory.
inline constexpr uint64_t kMaxFileBytes = uint64_t{1} << 30;

// How sure a format is that a file is one of its own.
enum class Match { kNo, kMaybe, kSure };

// Without its initializer a field that is left out is a warning of GCC.
// NOLINTBEGIN(readability-redundant-member-init)
struct ReadOptions {
  std::string_view file_name = {};  // for messages
  input::DisplaySize display = {};  // for formats that speak of pixels
};

struct WriteOptions {
  input::DisplaySize display = {};
  // Node or name, for formats of one device; empty: the only one, or the
  // touchscreen.
  std::string_view device = {};
  // Of the format, such as "lt" or "24"; empty: the usual.
  std::string_view variant = {};
};
// NOLINTEND(readability-redundant-member-init)

// A few words; the rest are empty.
using Words = std::array<std::string_view, 4>;

struct Format {
  std::string_view name;  // as --from and --to take it
  Words suffixes;         // of file names, with the dot
  std::string_view what;  // for people, one line
  Words variants;         // first: the usual
  Match (*recognise)(std::string_view head);
  // Null if it cannot be read, or written. Errors name the line and what was
  // expected there.
  Result<input::Recording> (*read)(std::string_view bytes,
                                   const ReadOptions& options,
                                   input::Losses* losses);
  Result<std::string> (*write)(const input::Recording& recording,
                               const WriteOptions& options,
                               input::Losses* losses);
  // It holds pointer events and keys of Android, not frames of the kernel.
  bool pointers = false;
  // For formats that name widgets, in the place of `read` and `write`.
  Result<Script> (*read_script)(std::string_view bytes,
                                const ReadOptions& options,
                                input::Losses* losses) = nullptr;
  Result<std::string> (*write_script)(const Script& script,
                                      const WriteOptions& options,
                                      input::Losses* losses) = nullptr;

  bool can_read() const { return read != nullptr || read_script != nullptr; }
  bool can_write() const { return write != nullptr || write_script != nullptr; }
};

}  // namespace reprise::formats
