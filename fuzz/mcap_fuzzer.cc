// Any bytes as a tape: opened with and without verifying, walked in both
// orders, attachments read, followed as if they were still growing.
//
// What must hold: no crash, every message on a known channel, and both orders
// give the same number of messages.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/memory_file_system.h"
#include "tape/reader.h"

namespace {

using reprise::MemoryFileSystem;
using reprise::tape::Message;
using reprise::tape::MessageCursor;
using reprise::tape::ReadFilter;
using reprise::tape::TapeReader;

size_t Walk(TapeReader& tape, ReadFilter filter) {
  size_t count = 0;
  MessageCursor cursor = tape.Messages(std::move(filter));
  while (const Message* message = cursor.Next()) {
    CHECK(tape.channels().contains(message->channel_id));
    count++;
  }
  return count;
}

void Read(TapeReader& tape) {
  const size_t by_time = Walk(tape, {});
  const size_t by_file = Walk(tape, {.order = ReadFilter::Order::kFile});
  CHECK_EQ(by_time, by_file);
  for (const auto& attachment : tape.attachments()) {
    (void)tape.ReadAttachment(
        attachment, [](std::string_view) { return reprise::Status(); });
  }
  (void)tape.Problems();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  MemoryFileSystem files;
  files.Put("whole", bytes);
  for (const bool verify : {false, true}) {
    auto tape = TapeReader::Open(files, "whole", {.verify = verify});
    if (tape) Read(**tape);
  }
  auto file = files.Create("growing");
  CHECK(file.has_value());
  CHECK((*file)->Append(std::string_view(bytes).substr(0, size / 2)));
  auto growing = TapeReader::Open(files, "growing");
  if (growing) {
    CHECK((*file)->Append(std::string_view(bytes).substr(size / 2)));
    (void)(*growing)->Refresh();
    Read(**growing);
  }
  return 0;
}
