#include "cli/formats.h"

#include "base/check.h"
#include "cli/parse.h"
#include "tape/mcap.h"
#include "tape/text_form.h"

namespace reprise::cli {
namespace {

bool LooksLikeTape(std::string_view head) {
  // The version and what follows it are the reader's business.
  return head.starts_with(tape::kMagic.substr(0, 5));
}

bool LooksLikeText(std::string_view head) {
  const size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && head[first] == '{';
}

Status TextToTape(FileSystem& files, const std::string& in,
                  const std::string& out, const tape::WriterOptions& options) {
  ASSIGN_OR_RETURN(const auto file, files.OpenForReading(in));
  return tape::ReadText(*file, in, [&](const tape::Header& header) {
    tape::WriterOptions with_header = options;
    with_header.header = header;
    return tape::TapeWriter::Create(files, out, with_header);
  });
}

constexpr Format kFormats[] = {
    {"mcap", ".mcap", "a tape", LooksLikeTape, nullptr, nullptr},
    {"jsonl", ".jsonl", "the text form of a tape", LooksLikeText, TextToTape,
     tape::WriteText},
};

const Format* BySuffix(const std::string& path) {
  for (const Format& format : kFormats) {
    if (path.ends_with(format.suffix)) return &format;
  }
  return nullptr;
}

}  // namespace

std::span<const Format> Formats() { return kFormats; }

std::vector<std::string_view> FormatNames() {
  std::vector<std::string_view> names;
  for (const Format& format : kFormats) names.push_back(format.name);
  return names;
}

const Format& TapeFormat() { return kFormats[0]; }

const Format& FormatNamed(std::string_view name) {
  for (const Format& format : kFormats) {
    if (format.name == name) return format;
  }
  CHECK(false);
  return kFormats[0];
}

Result<const Format*> FormatOfInput(FileSystem& files,
                                    const std::string& path) {
  ASSIGN_OR_RETURN(const auto file, files.OpenForReading(path));
  std::string head(4096, '\0');
  ASSIGN_OR_RETURN(const size_t size,
                   file->ReadAt(0, head.data(), head.size()));
  head.resize(size);
  for (const Format& format : kFormats) {
    if (format.recognise != nullptr && format.recognise(head)) return &format;
  }
  // A damaged beginning is for the reader of the format to judge.
  if (const Format* format = BySuffix(path)) return format;
  return Fail(ErrorKind::kUnsupported,
              "{} is none of the files that can be converted: {}", path,
              OneOf(FormatNames()));
}

Result<const Format*> FormatOfOutput(const std::string& path) {
  if (const Format* format = BySuffix(path)) return format;
  return Fail(ErrorKind::kInvalidArgument,
              "the name {} does not tell in which format to write; give --to "
              "{}",
              path, OneOf(FormatNames()));
}

}  // namespace reprise::cli
