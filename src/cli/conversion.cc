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

Result<LoadedRecording> LoadFromTape(FileSystem& files, const std::string& path,
                                     const std::string& name,
                                     input::Losses* losses) {
  ASSIGN_OR_RETURN(const auto tape, TapeReader::Open(files, path));
  LoadedRecording loaded;
  ASSIGN_OR_RETURN(loaded.recording, input::ReadRecording(*tape, losses));
  const input::Recording& recording = loaded.recording;
  if (recording.empty()) {
    return Fail(ErrorKind::kUnsupported,
                "{} has no input on it that another format could hold", name);
  }
  const uint64_t ours = recording.frames.size() + recording.motions.size() +
                        recording.keys.size() + recording.texts.size() +
                        recording.gestures.size();
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
Result<input::Recording> ReadForeign(const formats::Format& format,
                                     std::string_view bytes,
                                     const formats::ReadOptions& options,
                                     input::Losses* losses) {
  input::Losses whole;
  auto recording = format.read(bytes, options, &whole);
  const size_t last = bytes.rfind('\n');
  const bool cut = last != std::string_view::npos && last + 1 < bytes.size() &&
                   bytes.find('\0') == std::string_view::npos;
  if (recording || !cut) {
    for (const input::Loss& loss : whole.all()) {
      losses->Add(loss.what, loss.count);
    }
    return recording;
  }
  auto without = format.read(bytes.substr(0, last + 1), options, losses);
  // What is wrong is elsewhere, and the first error names it.
  if (!without) return recording;
  losses->Add("the last line is cut off and was left out");
  return without;
}

std::string FileName(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

Status AddOrigin(const std::string& source, const Format& from,
                 tape::TapeWriter& tape) {
  const auto word = [](std::string_view text) { return std::string(text); };
  namespace key = tape::metadata_key;
  RETURN_IF_ERROR(tape.AddMetadata({word(tape::metadata::kReprise),
                                    {{word(key::kToolVersion), word(kVersion)},
                                     {word(key::kVerb), "convert"}}}));
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

Result<LoadedRecording> LoadRecording(FileSystem& files,
                                      const std::string& path,
                                      const Format& from,
                                      input::DisplaySize display,
                                      input::Losses* losses) {
  LoadedRecording loaded;
  if (from.kind == Format::Kind::kTape) {
    ASSIGN_OR_RETURN(loaded, LoadFromTape(files, path, path, losses));
  } else if (from.kind == Format::Kind::kText) {
    MemoryFileSystem memory;
    RETURN_IF_ERROR(TextToTape(files, path, memory, kInMemory, {}));
    ASSIGN_OR_RETURN(loaded, LoadFromTape(memory, kInMemory, path, losses));
  } else {
    ASSIGN_OR_RETURN(const std::string bytes,
                     ReadWholeFile(files, path, formats::kMaxFileBytes));
    ASSIGN_OR_RETURN(
        loaded.recording,
        ReadForeign(*from.foreign, bytes,
                    {.file_name = path, .display = display}, losses));
    if (loaded.recording.empty()) {
      return Fail(ErrorKind::kCorruption, "{} has no event in it", path);
    }
  }
  if (display.known()) loaded.recording.display = display;
  return loaded;
}

Status RecordingToTape(input::Recording recording, const std::string& source,
                       const Format& from, FileSystem& files,
                       const std::string& out,
                       const tape::WriterOptions& options,
                       input::Losses* losses) {
  formats::ToKernelLevel(&recording, losses);
  input::AssignIds(&recording);
  input::DeriveGestures(&recording);
  ASSIGN_OR_RETURN(const auto tape,
                   tape::TapeWriter::Create(files, out, options));
  RETURN_IF_ERROR(AddOrigin(source, from, *tape));
  RETURN_IF_ERROR(input::WriteRecording(std::move(recording), *tape));
  return tape->Finish();
}

Status RecordingToText(input::Recording recording, const std::string& source,
                       const Format& from, const ByteSink& sink,
                       input::Losses* losses) {
  MemoryFileSystem memory;
  tape::WriterOptions options;
  options.compression = tape::Compression::kNone;  // it is read at once
  RETURN_IF_ERROR(RecordingToTape(std::move(recording), source, from, memory,
                                  kInMemory, options, losses));
  ASSIGN_OR_RETURN(const auto tape, TapeReader::Open(memory, kInMemory));
  return tape::WriteText(*tape, sink);
}

Result<std::string> RecordingToForeign(input::Recording recording,
                                       const formats::Format& to,
                                       const formats::WriteOptions& options,
                                       input::Losses* losses) {
  if (to.pointers) {
    formats::ToPointerLevel(&recording);
  } else {
    formats::ToKernelLevel(&recording, losses);
  }
  formats::WriteOptions with_display = options;
  if (!with_display.display.known()) with_display.display = recording.display;
  return to.write(recording, with_display, losses);
}

}  // namespace reprise::cli
