#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/memory_file_system.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/conversion.h"
#include "cli/formats.h"
#include "cli/output_file.h"
#include "cli/parse.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "formats/perfetto.h"
#include "formats/writing.h"
#include "tape/reader.h"
#include "tape/text_form.h"
#include "tape/writer.h"

namespace reprise::cli {
namespace {

using Kind = Format::Kind;
using nlohmann::ordered_json;
using tape::TapeReader;

constexpr uint64_t kLeastChunkBytes = 1 << 10;
constexpr uint64_t kMostChunkBytes = 64 << 20;

struct Conversion {
  std::string in;
  std::string out;  // "-": stdout
  const Format* from = nullptr;
  const Format* to = nullptr;
  tape::WriterOptions writer;
  input::DisplaySize display;
  std::string device;
  std::string variant;

  bool of_recording() const {
    return from->kind == Kind::kForeign || to->kind == Kind::kForeign;
  }
};

// What was done, for --json.
struct Report {
  ordered_json counts = ordered_json::object();
  input::Losses losses;
};

Result<tape::WriterOptions> ReadWriterOptions(const Arguments& arguments,
                                              const Format& to) {
  tape::WriterOptions options;
  for (const std::string_view name : {"compression", "chunk-size"}) {
    if (arguments.Has(name) && to.kind != Kind::kTape) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--{} is only for mcap output, not for {}", name, to.name);
    }
  }
  if (arguments.Value("compression") == "none") {
    options.compression = tape::Compression::kNone;
  }
  const auto size = ParseSize(arguments.Value("chunk-size"));
  if (!size) return BadValue("chunk-size", size.error());
  if (*size < kLeastChunkBytes || *size > kMostChunkBytes) {
    return Fail(ErrorKind::kInvalidArgument,
                "--chunk-size: {} is not between {} and {}",
                arguments.Value("chunk-size"), FormatSize(kLeastChunkBytes),
                FormatSize(kMostChunkBytes));
  }
  options.chunk_bytes = *size;
  return options;
}

// The options of foreign formats.
Status ReadForeignOptions(const Arguments& arguments, Conversion* conversion) {
  if (arguments.Has("display")) {
    ASSIGN_OR_RETURN(conversion->display,
                     ParseDisplay(arguments.Value("display")));
    if (!conversion->of_recording()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--display is only for recordings of other tools, not "
                  "between mcap and jsonl");
    }
  }
  for (const std::string_view name : {"device", "variant"}) {
    if (arguments.Has(name) && conversion->to->kind != Kind::kForeign) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--{} is only for output of other tools' formats, not for "
                  "{}",
                  name, conversion->to->name);
    }
  }
  conversion->device = arguments.Value("device");
  conversion->variant = arguments.Value("variant");
  if (conversion->to->kind == Kind::kForeign) {
    RETURN_IF_ERROR(formats::VariantOf(*conversion->to->foreign,
                                       {.variant = conversion->variant}));
  }
  return {};
}

Result<Conversion> ReadConversion(const Arguments& arguments) {
  Conversion conversion;
  conversion.in = arguments.Value("IN");
  conversion.out = arguments.Value("OUT");
  if (arguments.Has("to")) {
    conversion.to = &FormatNamed(arguments.Value("to"));
  } else if (conversion.out == "-") {
    conversion.to = &FormatNamed("jsonl");
  } else {
    ASSIGN_OR_RETURN(conversion.to, FormatOfOutput(conversion.out));
  }
  ASSIGN_OR_RETURN(conversion.writer,
                   ReadWriterOptions(arguments, *conversion.to));
  if (conversion.out == "-" && conversion.to->kind == Kind::kTape) {
    return Fail(ErrorKind::kInvalidArgument,
                "a tape cannot be written to standard output; name a file");
  }
  if (conversion.out != "-") {
    ASSIGN_OR_RETURN(conversion.out,
                     ResolveOutput(conversion.out, std::vector{conversion.in}));
  }
  if (arguments.Has("from")) {
    conversion.from = &FormatNamed(arguments.Value("from"));
  } else {
    ASSIGN_OR_RETURN(conversion.from,
                     FormatOfInput(RealFileSystem(), conversion.in));
  }
  RETURN_IF_ERROR(ReadForeignOptions(arguments, &conversion));
  // A foreign file may have another variant or one device less.
  if (conversion.from == conversion.to && !conversion.of_recording()) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} is {} already; name an output of another format, or copy "
                "it",
                conversion.in, conversion.to->name);
  }
  return conversion;
}

// Writes a tape at OUT by `make`, which gets the path to write.
template <typename Make>
Status MakeTape(const Conversion& conversion, const Make& make,
                Report* report) {
  FileSystem& files = RealFileSystem();
  ASSIGN_OR_RETURN(
      OutputFile out,
      OutputFile::Plan(files, conversion.out, std::vector{conversion.in}));
  RETURN_IF_ERROR(make(files, out.path()));
  // Opened again: nothing takes its place that could not be read.
  ASSIGN_OR_RETURN(const auto tape, TapeReader::Open(files, out.path()));
  report->counts["messages"] = tape->statistics().message_count;
  return out.Commit();
}

// Writes a file at OUT, or standard output, by `make`, which gets the sink.
template <typename Make>
Status MakeFile(const Conversion& conversion, Console& console,
                const Make& make) {
  if (conversion.out == "-") {
    return make([&](std::string_view bytes) { return console.Write(bytes); });
  }
  FileSystem& files = RealFileSystem();
  ASSIGN_OR_RETURN(
      OutputFile out,
      OutputFile::Plan(files, conversion.out, std::vector{conversion.in}));
  ASSIGN_OR_RETURN(const auto file, files.Create(out.path()));
  RETURN_IF_ERROR(
      make([&](std::string_view bytes) { return file->Append(bytes); }));
  RETURN_IF_ERROR(file->Sync());
  return out.Commit();
}

// Between a tape and its text.
Status ConvertTape(const Conversion& conversion, Console& console,
                   Report* report) {
  if (conversion.to->kind == Kind::kTape) {
    const auto make = [&](FileSystem& files, const std::string& out) {
      return TextToTape(files, conversion.in, files, out, conversion.writer);
    };
    return MakeTape(conversion, make, report);
  }
  ASSIGN_OR_RETURN(const auto tape,
                   TapeReader::Open(RealFileSystem(), conversion.in));
  RETURN_IF_ERROR(MakeFile(conversion, console, [&](const ByteSink& sink) {
    return tape::WriteText(*tape, sink);
  }));
  console.WarnAbout(conversion.in, tape->Problems());
  report->counts["messages"] = tape->statistics().message_count;
  return {};
}

void Tell(const input::Losses& losses, const Conversion& conversion,
          Console& console) {
  for (const input::Loss& loss : losses.all()) {
    console.Warn(loss.count == 1
                     ? fmt::format("{}: {}", conversion.in, loss.what)
                     : fmt::format("{}: {} ({} times)", conversion.in,
                                   loss.what, loss.count));
  }
}

// Everything is first a tape, if need be one in memory.
Status ConvertToTrace(const Conversion& conversion, Console& console,
                      Report* report) {
  MemoryFileSystem memory;
  FileSystem& files = RealFileSystem();
  FileSystem* where = &files;
  std::string path = conversion.in;
  if (conversion.from->kind != Kind::kTape) {
    where = &memory;
    path = "tape";
  }
  if (conversion.from->kind == Kind::kText) {
    RETURN_IF_ERROR(TextToTape(files, conversion.in, memory, path, {}));
  } else if (conversion.from->kind == Kind::kForeign) {
    ASSIGN_OR_RETURN(LoadedScript loaded,
                     LoadScript(files, conversion.in, *conversion.from, true,
                                conversion.display, &report->losses));
    RETURN_IF_ERROR(ScriptToTape(std::move(loaded.script), conversion.in,
                                 *conversion.from, memory, path, {},
                                 &report->losses));
  }
  ASSIGN_OR_RETURN(const auto tape, TapeReader::Open(*where, path));
  RETURN_IF_ERROR(MakeFile(conversion, console, [&](const ByteSink& sink) {
    return formats::WritePerfetto(*tape, sink, &report->losses);
  }));
  console.WarnAbout(conversion.in, tape->Problems());
  Tell(report->losses, conversion, console);
  report->counts["messages"] = tape->statistics().message_count;
  return {};
}

// From or to a recording of another tool.
Status ConvertRecording(const Conversion& conversion, Console& console,
                        Report* report) {
  input::Losses* losses = &report->losses;
  ASSIGN_OR_RETURN(
      LoadedScript loaded,
      LoadScript(RealFileSystem(), conversion.in, *conversion.from,
                 conversion.to->writes_steps(), conversion.display, losses));
  formats::Script& script = loaded.script;
  report->counts["frames"] = script.recording.frames.size();
  report->counts["devices"] = script.recording.devices.size();
  Status made;
  switch (conversion.to->kind) {
    case Kind::kTape:
      made = MakeTape(
          conversion,
          [&](FileSystem& files, const std::string& out) {
            return ScriptToTape(std::move(script), conversion.in,
                                *conversion.from, files, out, conversion.writer,
                                losses);
          },
          report);
      break;
    case Kind::kText:
      made = MakeFile(conversion, console, [&](const ByteSink& sink) {
        return ScriptToText(std::move(script), conversion.in, *conversion.from,
                            sink, losses);
      });
      break;
    case Kind::kForeign: {
      ASSIGN_OR_RETURN(
          const std::string bytes,
          ScriptToForeign(std::move(script), *conversion.to->foreign,
                          {.display = conversion.display,
                           .device = conversion.device,
                           .variant = conversion.variant},
                          losses));
      made = MakeFile(conversion, console,
                      [&](const ByteSink& sink) { return sink(bytes); });
      break;
    }
    case Kind::kTrace:
      break;  // has a function of its own
  }
  RETURN_IF_ERROR(made);
  console.WarnAbout(conversion.in, loaded.problems);
  Tell(*losses, conversion, console);
  return {};
}

ordered_json AsJson(const input::Losses& losses) {
  ordered_json list = ordered_json::array();
  for (const input::Loss& loss : losses.all()) {
    list.push_back({{"what", loss.what}, {"count", loss.count}});
  }
  return list;
}

Result<ExitCode> RunConvert(const Arguments& arguments, Console& console) {
  ASSIGN_OR_RETURN(const Conversion conversion, ReadConversion(arguments));
  Report report;
  if (conversion.to->kind == Kind::kTrace) {
    RETURN_IF_ERROR(ConvertToTrace(conversion, console, &report));
  } else if (conversion.of_recording()) {
    RETURN_IF_ERROR(ConvertRecording(conversion, console, &report));
  } else {
    RETURN_IF_ERROR(ConvertTape(conversion, console, &report));
  }
  // Standard output is either the file or the report.
  if (arguments.Has("json") && conversion.out != "-") {
    ordered_json json = {{"path", conversion.out},
                         {"from", conversion.from->name},
                         {"to", conversion.to->name}};
    json.update(report.counts);
    json["losses"] = AsJson(report.losses);
    RETURN_IF_ERROR(console.Write(
        json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) +
        "\n"));
  }
  return ExitCode::kDone;
}

}  // namespace

const Verb kConvertVerb = {
    .name = "convert",
    .summary =
        "turn tapes into text and into recordings of other tools, and "
        "back",
    .description =
        "mcap is a tape; jsonl is its text form, one message per line as a "
        "JSON object. Both ways nothing is lost. The other formats are "
        "recordings of input by other tools and code of tests, which hold "
        "only a part of it: what is lost is told; perfetto is a trace to "
        "look at. The format of IN is seen by its content, that "
        "of OUT by its name; as OUT, - is standard output.",
    .positionals = {{.name = "IN", .help = "the file to read"},
                    {.name = "OUT", .help = "the file to write"}},
    .options =
        {{.name = "from",
          .value = "FORMAT",
          .help = "format of IN",
          .words = InputFormatNames()},
         {.name = "to",
          .value = "FORMAT",
          .help = "format of OUT",
          .words = OutputFormatNames()},
         {.name = "display",
          .value = "WxH",
          .help = "size of the display in pixels, for formats that "
                  "speak of them"},
         {.name = "device",
          .value = "NODE",
          .help = "node or name of the device to write, for formats "
                  "that hold only one"},
         {.name = "variant",
          .value = "NAME",
          .help =
              "of the format of OUT: lt or t of getevent, 24 or 16 "
              "of raw, numbers or names of uinput, script or log of monkey"},
         {.name = "compression",
          .value = "NAME",
          .help = "of the chunks of a tape",
          .words = {"zstd", "none"},
          .fallback = "zstd"},
         {.name = "chunk-size",
          .value = "SIZE",
          .help = "of the chunks of a tape, before compression",
          .fallback = "1MiB"}},
    .examples = {{"reprise convert run.mcap run.jsonl", "to edit it as text"},
                 {"reprise convert run.jsonl run.mcap", "and back"},
                 {"reprise convert run.mcap - | grep /input/key",
                  "to look at it"},
                 {"reprise convert taps.txt run.mcap",
                  "what getevent printed becomes a tape"},
                 {"reprise convert run.mcap run.evemu --device event2",
                  "for evemu-play"},
                 {"reprise convert run.mcap run.maestro.yaml",
                  "a test for Maestro"},
                 {"reprise convert run.mcap run.pftrace",
                  "to look at it on ui.perfetto.dev"}},
    .run = RunConvert,
};

}  // namespace reprise::cli
