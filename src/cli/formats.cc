#include "cli/formats.h"

#include "base/check.h"
#include "cli/parse.h"
#include "formats/registry.h"
#include "tape/mcap.h"

namespace reprise::cli {
namespace {

using Kind = Format::Kind;

constexpr size_t kHeadBytes = 4096;

bool LooksLikeTape(std::string_view head) {
  // The version and what follows it are the reader's business.
  return head.starts_with(tape::kMagic.substr(0, 5));
}

bool LooksLikeText(std::string_view head) {
  const size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && head[first] == '{';
}

const Format* FormatOf(const formats::Format* foreign) {
  return foreign == nullptr ? nullptr : &FormatNamed(foreign->name);
}

const Format* ByName(const std::string& path) {
  if (path.ends_with(".mcap")) return &FormatNamed("mcap");
  if (path.ends_with(".jsonl")) return &FormatNamed("jsonl");
  if (path.ends_with(".pftrace") || path.ends_with(".perfetto-trace")) {
    return &FormatNamed("perfetto");
  }
  return FormatOf(formats::ByFileName(path));
}

const Format* ByContent(std::string_view head, const std::string& path) {
  if (LooksLikeTape(head)) return &FormatNamed("mcap");
  if (LooksLikeText(head)) {
    // Of the foreign formats, too, some are JSON, and those are sure of it.
    const formats::Format* foreign = formats::Recognise(head, "");
    return foreign != nullptr ? FormatOf(foreign) : &FormatNamed("jsonl");
  }
  // By its name it may be a tape whose beginning is damaged.
  if (path.ends_with(".mcap") || path.ends_with(".jsonl")) return nullptr;
  return FormatOf(formats::Recognise(head, path));
}

}  // namespace

std::span<const Format> Formats() {
  static const std::vector<Format>* const all = [] {
    auto* rows = new std::vector<Format>{
        // never destroyed
        {Kind::kTape, "mcap", "a tape"},
        {Kind::kText, "jsonl", "the text form of a tape"}};
    for (const formats::Format* foreign : formats::AllFormats()) {
      rows->push_back({Kind::kForeign, foreign->name, foreign->what, foreign});
    }
    rows->push_back({Kind::kTrace, "perfetto", "a trace for ui.perfetto.dev"});
    return rows;
  }();
  return *all;
}

std::vector<std::string_view> InputFormatNames() {
  std::vector<std::string_view> names;
  for (const Format& format : Formats()) {
    if (format.can_read()) names.push_back(format.name);
  }
  return names;
}

std::vector<std::string_view> OutputFormatNames() {
  std::vector<std::string_view> names;
  for (const Format& format : Formats()) {
    if (format.can_write()) names.push_back(format.name);
  }
  return names;
}

const Format& FormatNamed(std::string_view name) {
  for (const Format& format : Formats()) {
    if (format.name == name) return format;
  }
  CHECK(false);
  return Formats()[0];
}

Result<const Format*> FormatOfInput(FileSystem& files,
                                    const std::string& path) {
  ASSIGN_OR_RETURN(const auto file, files.OpenForReading(path));
  std::string head(kHeadBytes, '\0');
  ASSIGN_OR_RETURN(const size_t size,
                   file->ReadAt(0, head.data(), head.size()));
  head.resize(size);
  if (const Format* format = ByContent(head, path)) return format;
  // A damaged beginning is for the reader of the format to judge.
  const Format* const named = ByName(path);
  if (named != nullptr && named->can_read()) return named;
  return Fail(ErrorKind::kUnsupported,
              "{} is none of the files that can be converted: {}", path,
              OneOf(InputFormatNames()));
}

Result<const Format*> FormatOfOutput(const std::string& path) {
  if (const Format* format = ByName(path)) return format;
  return Fail(ErrorKind::kInvalidArgument,
              "the name {} does not tell in which format to write; give --to "
              "{}",
              path, OneOf(OutputFormatNames()));
}

}  // namespace reprise::cli
