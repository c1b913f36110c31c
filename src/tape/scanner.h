// Scanner: walks the records of a tape one by one and finds its way again
// after damage.
//
// It is how a tape without a good summary is opened, and how the gaps between
// indexed chunks are looked into. It fills in the reader's channels, blocks,
// attachments and metadata, checks every chunk it meets, and words what is
// wrong. After something that cannot be a record it goes on where Resync finds
// one, so that damage costs only the records it hit.
//
// Threads: one at a time, with its reader.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tape/chunk.h"
#include "tape/file_window.h"
#include "tape/reader.h"
#include "tape/resync.h"

namespace reprise::tape {

class Scanner {
 public:
  explicit Scanner(TapeReader* tape)
      : tape_(tape),
        window_(tape->file_.get()),
        resync_(&window_, tape->file_size_, tape->tape_version_ > 0) {}

  struct Outcome {
    // Behind the last whole record; what is between it and the end of the
    // range is the beginning of one, or nothing.
    uint64_t end = 0;
    bool data_end = false;  // a DataEnd record was met; `end` is before it
  };

  // Walks [from, to). With `growing`, half a record at the end is left alone:
  // the rest of it is expected to come.
  Result<Outcome> Walk(uint64_t from, uint64_t to, bool growing);

  // After the walks: gives names to channels that have messages but no Channel
  // record, and counts what was found into the statistics.
  void Settle();

 private:
  enum class Verdict { kRead, kBroken, kEnd };

  Result<Verdict> ReadRecord(uint64_t offset, uint64_t to, Op op,
                             uint64_t length);
  Result<Verdict> ReadChunk(uint64_t offset, uint64_t length);
  Result<Verdict> ReadAttachment(uint64_t offset, uint64_t length);
  void ReadLooseMessage(uint64_t offset, uint64_t length,
                        const Message& message);
  void TakeSchema(uint64_t offset, Schema schema);
  void TakeChannel(uint64_t offset, Channel channel);
  void Count(const Message& message, Block* block);
  void Report(uint64_t offset, uint64_t size, std::string what);

  TapeReader* const tape_;
  FileWindow window_;
  Resync resync_;
  ChunkDecoder decoder_;
  Buffer decoded_;
  std::string why_;  // what is wrong with the record that was just refused
  std::map<uint16_t, uint64_t> counts_;
};

}  // namespace reprise::tape
