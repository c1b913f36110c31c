#include "cli/conversion.h"

#include <algorithm>

#include "base/memory_file_system.h"
#include "base/version.h"
#include "formats/levels.h"
#include "formats/text_lines.h"
#include "input/gestures.h"
#include "input/tape_io.h"
#include "tape/channels.h"
#include "tape/reader.h"
#include "tape/text_form.h"

namespace reprise::cli {
namespace {

using tape::TapeReader;

// The name of a tape that is only in memory.
constexpr char kInMemory[] = "tape";

Result<LoadedScript> LoadFromTape(FileSystem& files, const std::string& path,
                                  const std::string& name, bool steps,
                                  input::Losses* losses) {
  ASSIGN_OR_RETURN(const auto tape, TapeReader::Open(files, path));
  LoadedScript loaded;
  formats::Script& script = loaded.script;
  if (steps) {
    ASSIGN_OR_RETURN(script, formats::ReadScript(*tape, losses));
  } else {
    ASSIGN_OR_RETURN(script.recording, input::ReadRecording(*tape, losses));
  }
  if (steps ? script.empty() : script.recording.empty()) {
    return Fail(ErrorKind::kUnsupported,
                "{} has no input on it that another format could hold", name);
  }
  const input::Recording& recording = script.recording;
  const uint64_t ours = recording.frames.size() + recording.motions.size() +
                        recording.keys.size() + recording.texts.size() +
                        recording.gestures.size() + script.widgets.size() +
                        script.intents.size() + script.device.size() +
                        script.notes.size();
  const uint64_t all = tape->statistics().message_count;
  losses->Add("messages of other streams are left out",
              all > ours ? all - ours : 0);
  losses->Add("attachments are left out", tape->attachments().size());
  // How the tape came to be is no part of what happened.
  losses->Add("metadata records are left out",
              static_cast<uint64_t>(std::ranges::count_if(
                  tape->metadata(), [](const tape::Metadata& metadata) {
                    return !metadata.name.starts_with("reprise");
                  })));
  loaded.problems = tape->Problems();
  return loaded;
}

// A recorder that was killed leaves half a line: the lines before it are good.
Result<formats::Script> ReadForeign(const formats::Format& format,
                                    std::string_view bytes,
                                    const formats::ReadOptions& options,
                                    input::Losses* losses) {
  if (format.read_script != nullptr) {
    return format.read_script(bytes, options, losses);
  }
  input::Losses whole;
  const auto as_script = [](Result<input::Recording> read) {
    return std::move(read).map([](input::Recording recording) {
      formats::Script script;
      script.recording = std::move(recording);
      return script;
    });
  };
  auto recording = as_script(format.read(bytes, options, &whole));
  const size_t last = bytes.rfind('\n');
  const bool cut = last != std::string_view::npos && last + 1 < bytes.size() &&
                   bytes.find('\0') == std::string_view::npos;
  if (recording || !cut) {
    for (const input::Loss& loss : whole.all()) {
      losses->Add(loss.what, loss.count);
    }
    return recording;
  }
  auto without =
      as_script(format.read(bytes.substr(0, last + 1), options, losses));
  // What is wrong is elsewhere, and the first error names it.
  if (!without) return recording;
  losses->Add("the last line is cut off and was left out");
  return without;
}

std::string FileName(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

Status AddOrigin(const std::string& source, const Format& from,
                 const std::string& package, tape::TapeWriter& tape) {
  const auto word = [](std::string_view text) { return std::string(text); };
  namespace key = tape::metadata_key;
  tape::Metadata made{word(tape::metadata::kReprise),
                      {{word(key::kToolVersion), word(kVersion)},
                       {word(key::kVerb), "convert"}}};
  if (!package.empty()) made.metadata[word(key::kPackage)] = package;
  RETURN_IF_ERROR(tape.AddMetadata(made));
  return tape.AddMetadata({word(tape::metadata::kSource),
                           {{word(key::kSourceName), FileName(source)},
                            {word(key::kSourceRole), "input"},
                            {word(key::kSourceFormat), word(from.name)}}});
}

}  // namespace

Result<input::DisplaySize> ParseDisplay(std::string_view text) {
  constexpr int32_t kMost = 65535;
  const size_t cross = text.find('x');
  input::DisplaySize size;
  if (cross == std::string_view::npos ||
      !formats::ParseNumber(text.substr(0, cross), &size.width) ||
      !formats::ParseNumber(text.substr(cross + 1), &size.height) ||
      !size.known() || size.width > kMost || size.height > kMost) {
    return Fail(ErrorKind::kInvalidArgument,
                "--display: '{}' is no size in pixels, as in 1080x2400", text);
  }
  return size;
}

Status TextToTape(FileSystem& in_files, const std::string& in,
                  FileSystem& out_files, const std::string& out,
                  const tape::WriterOptions& options) {
  ASSIGN_OR_RETURN(const auto file, in_files.OpenForReading(in));
  return tape::ReadText(*file, in, [&](const tape::Header& header) {
    tape::WriterOptions with_header = options;
    with_header.header = header;
    return tape::TapeWriter::Create(out_files, out, with_header);
  });
}

Result<LoadedScript> LoadScript(FileSystem& files, const std::string& path,
                                const Format& from, bool steps,
                                input::DisplaySize display,
                                input::Losses* losses) {
  LoadedScript loaded;
  if (from.kind == Format::Kind::kTape) {
    ASSIGN_OR_RETURN(loaded, LoadFromTape(files, path, path, steps, losses));
  } else if (from.kind == Format::Kind::kText) {
    MemoryFileSystem memory;
    RETURN_IF_ERROR(TextToTape(files, path, memory, kInMemory, {}));
    ASSIGN_OR_RETURN(loaded,
                     LoadFromTape(memory, kInMemory, path, steps, losses));
  } else {
    ASSIGN_OR_RETURN(const std::string bytes,
                     ReadWholeFile(files, path, formats::kMaxFileBytes));
    ASSIGN_OR_RETURN(
        loaded.script,
        ReadForeign(*from.foreign, bytes,
                    {.file_name = path, .display = display}, losses));
    if (loaded.script.empty()) {
      return Fail(ErrorKind::kCorruption, "{} has no event in it", path);
    }
  }
  if (display.known()) loaded.script.recording.display = display;
  return loaded;
}

Status ScriptToTape(formats::Script script, const std::string& source,
                    const Format& from, FileSystem& files,
                    const std::string& out, const tape::WriterOptions& options,
                    input::Losses* losses) {
  input::Recording& recording = script.recording;
  if (script.widgets.empty()) formats::ToKernelLevel(&recording, losses);
  input::AssignIds(&recording);
  input::DeriveGestures(&recording);
  ASSIGN_OR_RETURN(const auto tape,
                   tape::TapeWriter::Create(files, out, options));
  RETURN_IF_ERROR(AddOrigin(source, from, script.package, *tape));
  RETURN_IF_ERROR(input::WriteRecording(recording, *tape));
  RETURN_IF_ERROR(formats::WriteScriptSteps(script, *tape));
  return tape->Finish();
}

Status ScriptToText(formats::Script script, const std::string& source,
                    const Format& from, const ByteSink& sink,
                    input::Losses* losses) {
  MemoryFileSystem memory;
  tape::WriterOptions options;
  options.compression = tape::Compression::kNone;  // it is read at once
  RETURN_IF_ERROR(ScriptToTape(std::move(script), source, from, memory,
                               kInMemory, options, losses));
  ASSIGN_OR_RETURN(const auto tape, TapeReader::Open(memory, kInMemory));
  return tape::WriteText(*tape, sink);
}

Result<std::string> ScriptToForeign(formats::Script script,
                                    const formats::Format& to,
                                    const formats::WriteOptions& options,
                                    input::Losses* losses) {
  input::Recording& recording = script.recording;
  formats::WriteOptions with_display = options;
  if (!with_display.display.known()) with_display.display = recording.display;
  if (to.write_script != nullptr) {
    return to.write_script(script, with_display, losses);
  }
  losses->Add(
      "steps that name a widget or start an app are left out",
      script.widgets.size() + script.intents.size() + script.device.size());
  if (to.pointers) {
    formats::ToPointerLevel(&recording);
  } else {
    formats::ToKernelLevel(&recording, losses);
  }
  return to.write(recording, with_display, losses);
}

}  // namespace reprise::cli
