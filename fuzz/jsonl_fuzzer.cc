// Fuzzes the reader of the text form, and holds it to its promise.
//
// The input is taken as text. If it makes a tape, the tape is written as text,
// that text makes a tape again, and the text of that one must be the same.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/memory_file_system.h"
#include "tape/reader.h"
#include "tape/text_form.h"
#include "tape/writer.h"

namespace {

using reprise::ErrorKind;
using reprise::MemoryFileSystem;
using reprise::Result;
using reprise::Status;
namespace tape = reprise::tape;

Status MakeTape(MemoryFileSystem& files, std::string text) {
  files.Put("in.jsonl", std::move(text));
  auto in = files.OpenForReading("in.jsonl");
  CHECK(in.has_value());
  return tape::ReadText(**in, "in.jsonl", [&](const tape::Header& header) {
    tape::WriterOptions options;
    options.compression = tape::Compression::kNone;  // it is not the point
    options.header = header;
    return tape::TapeWriter::Create(files, "out.mcap", options);
  });
}

// The text of the tape; nothing when its header says that a newer version of
// Reprise made it.
Result<std::string> MakeText(MemoryFileSystem& files) {
  auto reader = tape::TapeReader::Open(files, "out.mcap");
  if (!reader) return reprise::Fail(reader.error());
  std::string text;
  Status written = tape::WriteText(**reader, [&](std::string_view piece) {
    text += piece;
    return Status();
  });
  if (!written) return reprise::Fail(written.error());
  CHECK((*reader)->complete());
  CHECK((*reader)->damage().empty());
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  MemoryFileSystem files;
  std::string input(reinterpret_cast<const char*>(data), size);
  if (!MakeTape(files, std::move(input))) return 0;
  Result<std::string> first = MakeText(files);
  if (!first) {
    CHECK(first.error().kind == ErrorKind::kUnsupported);
    return 0;
  }
  Status again = MakeTape(files, *first);
  CHECK_EQ(again ? "" : again.error().message, "");
  Result<std::string> second = MakeText(files);
  CHECK(second.has_value());
  CHECK_EQ(*first, *second);
  return 0;
}
