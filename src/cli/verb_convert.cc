#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/formats.h"
#include "cli/output_file.h"
#include "cli/parse.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::cli {
namespace {

using tape::TapeReader;

constexpr uint64_t kLeastChunkBytes = 1 << 10;
constexpr uint64_t kMostChunkBytes = 64 << 20;

struct Conversion {
  std::string in;
  std::string out;  // "-": stdout
  const Format* from = nullptr;
  const Format* to = nullptr;
  tape::WriterOptions writer;
};

Result<tape::WriterOptions> ReadWriterOptions(const Arguments& arguments,
                                              const Format& to) {
  tape::WriterOptions options;
  for (const std::string_view name : {"compression", "chunk-size"}) {
    if (arguments.Has(name) && &to != &TapeFormat()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--{} is only for {} output, not for {}", name,
                  TapeFormat().name, to.name);
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
  if (conversion.out == "-" && conversion.to == &TapeFormat()) {
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
  if (conversion.from == conversion.to) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} is {} already; name an output of another format, or copy "
                "it",
                conversion.in, conversion.to->name);
  }
  return conversion;
}

// The messages that were written.
Result<uint64_t> ToTape(const Conversion& conversion) {
  FileSystem& files = RealFileSystem();
  if (conversion.from->to_tape == nullptr) {
    return Fail(ErrorKind::kUnsupported, "{} can be written, but not read",
                conversion.from->name);
  }
  ASSIGN_OR_RETURN(
      OutputFile out,
      OutputFile::Plan(files, conversion.out, std::vector{conversion.in}));
  RETURN_IF_ERROR(conversion.from->to_tape(files, conversion.in, out.path(),
                                           conversion.writer));
  // Opened again: nothing takes its place that could not be read.
  ASSIGN_OR_RETURN(const auto tape, TapeReader::Open(files, out.path()));
  RETURN_IF_ERROR(out.Commit());
  return tape->statistics().message_count;
}

Status ToFile(const Conversion& conversion, TapeReader& tape) {
  FileSystem& files = RealFileSystem();
  ASSIGN_OR_RETURN(
      OutputFile out,
      OutputFile::Plan(files, conversion.out, std::vector{conversion.in}));
  ASSIGN_OR_RETURN(const auto file, files.Create(out.path()));
  RETURN_IF_ERROR(conversion.to->from_tape(
      tape, [&](std::string_view bytes) { return file->Append(bytes); }));
  RETURN_IF_ERROR(file->Sync());
  return out.Commit();
}

Result<uint64_t> FromTape(const Conversion& conversion, Console& console) {
  if (conversion.to->from_tape == nullptr) {
    return Fail(ErrorKind::kUnsupported, "{} can be read, but not written",
                conversion.to->name);
  }
  ASSIGN_OR_RETURN(const auto tape,
                   TapeReader::Open(RealFileSystem(), conversion.in));
  const Status written =
      conversion.out == "-"
          ? conversion.to->from_tape(
                *tape,
                [&](std::string_view bytes) { return console.Write(bytes); })
          : ToFile(conversion, *tape);
  RETURN_IF_ERROR(written);
  console.WarnAbout(conversion.in, tape->Problems());
  return tape->statistics().message_count;
}

Result<ExitCode> RunConvert(const Arguments& arguments, Console& console) {
  ASSIGN_OR_RETURN(const Conversion conversion, ReadConversion(arguments));
  const Result<uint64_t> messages = conversion.to == &TapeFormat()
                                        ? ToTape(conversion)
                                        : FromTape(conversion, console);
  RETURN_IF_ERROR(messages);
  // Standard output is either the file or the report.
  if (arguments.Has("json") && conversion.out != "-") {
    const nlohmann::ordered_json json = {{"path", conversion.out},
                                         {"from", conversion.from->name},
                                         {"to", conversion.to->name},
                                         {"messages", *messages}};
    RETURN_IF_ERROR(console.Write(
        json.dump(-1, ' ', false,
                  nlohmann::ordered_json::error_handler_t::replace) +
        "\n"));
  }
  return ExitCode::kDone;
}

}  // namespace

const Verb kConvertVerb = {
    .name = "convert",
    .summary = "turn a tape into text that can be edited, and back",
    .description =
        "mcap is a tape; jsonl is its text form, one message per line as a "
        "JSON object. Both ways nothing is lost. The format of IN is seen by "
        "its content, that of OUT by its name; as OUT, - is standard output.",
    .positionals = {{.name = "IN", .help = "the file to read"},
                    {.name = "OUT", .help = "the file to write"}},
    .options = {{.name = "from",
                 .value = "FORMAT",
                 .help = "format of IN",
                 .words = FormatNames()},
                {.name = "to",
                 .value = "FORMAT",
                 .help = "format of OUT",
                 .words = FormatNames()},
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
                  "to look at it"}},
    .run = RunConvert,
};

}  // namespace reprise::cli
