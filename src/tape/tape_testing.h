// What the tests of tapes share: a small tape in memory, and its messages.
//
// Threads: one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/memory_file_system.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::tape::testing {

// A message that owns its data.
struct OwnedMessage {
  uint16_t channel_id = 0;
  uint32_t sequence = 0;
  uint64_t log_time = 0;
  uint64_t publish_time = 0;
  std::string data;
  bool operator==(const OwnedMessage&) const = default;
};

// The value of a Result, which must have one.
template <typename T>
T Get(Result<T> result) {
  if (!result) CheckFailed(__FILE__, __LINE__, "Get", result.error().message);
  return *std::move(result);
}
inline void Ok(const Status& status) {
  if (!status) CheckFailed(__FILE__, __LINE__, "Ok", status.error().message);
}

inline std::vector<OwnedMessage> ReadAll(TapeReader& tape,
                                         ReadFilter filter = {}) {
  std::vector<OwnedMessage> messages;
  MessageCursor cursor = tape.Messages(std::move(filter));
  while (const Message* message = cursor.Next()) {
    messages.push_back({message->channel_id, message->sequence,
                        message->log_time, message->publish_time,
                        std::string(message->data)});
  }
  Ok(cursor.status());
  return messages;
}

// Writes `chunks` chunks of `per_chunk` messages on the channels 1 (/a) and
// 2 (/b), message i with the time 1000 + 10 i, the sequence i and as data
// "message i" many times; an attachment and a metadata record in the middle.
inline void WriteSample(TapeWriter& writer, int chunks, int per_chunk) {
  Ok(writer.AddSchema({1, "s", "jsonschema", "{}"}));
  Ok(writer.AddChannel({1, 1, "/a", "json", {{"key", "value"}}}));
  Ok(writer.AddChannel({2, 0, "/b", "text", {}}));
  int i = 0;
  for (int chunk = 0; chunk < chunks; chunk++) {
    if (chunk == chunks / 2) {
      Ok(writer.AddAttachment({5, 6, "notes.txt", "text/plain"}, "hello"));
      Ok(writer.AddMetadata({"about", {{"author", "a test"}}}));
    }
    for (int m = 0; m < per_chunk; m++, i++) {
      const uint64_t time = 1000 + 10 * static_cast<uint64_t>(i);
      std::string data;
      for (int k = 0; k < 5; k++) data += "message " + std::to_string(i) + ";";
      Ok(writer.Write({static_cast<uint16_t>(1 + i % 2),
                       static_cast<uint32_t>(i), time, time - 1, data}));
    }
    Ok(writer.CloseChunk());
  }
}

inline std::string SampleBytes(int chunks, int per_chunk,
                               WriterOptions options = {}, bool finish = true) {
  MemoryFileSystem files;
  {
    auto writer = Get(TapeWriter::Create(files, "t", std::move(options)));
    WriteSample(*writer, chunks, per_chunk);
    if (finish) Ok(writer->Finish());
  }
  return Get(files.Get("t"));
}

inline std::unique_ptr<TapeReader> OpenBytes(std::string bytes,
                                             OpenOptions options = {}) {
  MemoryFileSystem files;
  files.Put("t", std::move(bytes));
  return Get(TapeReader::Open(files, "t", options));
}

}  // namespace reprise::tape::testing
