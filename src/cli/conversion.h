// The steps of `convert`: files become recordings of input, and recordings
// become files. Between a tape and its text form nothing is a recording, as
// everything on the tape is kept.
//
// Threads: one at a time.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "cli/formats.h"
#include "formats/script.h"
#include "input/recording.h"
#include "tape/writer.h"

namespace reprise::cli {

// Receives a file piece by piece.
using ByteSink = std::function<Status(std::string_view)>;

// A display in pixels: 1080x2400.
Result<input::DisplaySize> ParseDisplay(std::string_view text);

struct LoadedScript {
  formats::Script script;
  std::vector<std::string> problems;  // of the tape it was on
};

// The input in a file of any format, of a tape without its steps unless
// `steps`. `display` as the user gave it; what the file has beside input is in
// `losses`.
Result<LoadedScript> LoadScript(FileSystem& files, const std::string& path,
                                const Format& from, bool steps,
                                input::DisplaySize display,
                                input::Losses* losses);

// Writes text as a tape, finished.
Status TextToTape(FileSystem& in_files, const std::string& in,
                  FileSystem& out_files, const std::string& out,
                  const tape::WriterOptions& options);

// Writes the script as a tape, finished: with frames, if need be made up (not
// beside steps on widgets, which have none), with gestures, and with `source`
// and its format in the metadata.
Status ScriptToTape(formats::Script script, const std::string& source,
                    const Format& from, FileSystem& files,
                    const std::string& out, const tape::WriterOptions& options,
                    input::Losses* losses);

// The same as text.
Status ScriptToText(formats::Script script, const std::string& source,
                    const Format& from, const ByteSink& sink,
                    input::Losses* losses);

// The bytes of a foreign file.
Result<std::string> ScriptToForeign(formats::Script script,
                                    const formats::Format& to,
                                    const formats::WriteOptions& options,
                                    input::Losses* losses);

}  // namespace reprise::cli
