// Resync: finds where the records of a damaged tape go on.
//
// A place is accepted only when records can be read from it without a byte to
// spare, one after the other, until one proves itself: a chunk or attachment
// whose checksum is right, the end of the data, or the end of the file. The
// work is bounded, so that a file made to mislead it costs no more than
// reading it a few times.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tape/chunk.h"
#include "tape/file_window.h"
#include "tape/mcap_bytes.h"

namespace reprise::tape {

// Parses a record and requires that nothing is left over.
template <typename T>
bool ParseExactly(std::string_view content, T* record) {
  if (!Parse(content, record)) return false;
  std::string again;
  Append(&again, *record);
  return again.size() == kRecordPrefix + content.size();
}

// Whether the sizes inside a Chunk add up to the record's length.
bool ChunkFits(const Chunk& chunk, uint64_t length);
// The same for a MessageIndex, of which the first 6 bytes are given.
bool MessageIndexFits(std::string_view first_bytes, uint64_t length);

// "the chunk at byte 8123 (1.2 s to 1.3 s) has a wrong checksum"
std::string DescribeLostChunk(uint64_t offset, const Chunk& chunk,
                              std::string_view why);

class Resync {
 public:
  // With `strict`, only records as Reprise writes them are taken as such.
  Resync(FileWindow* window, uint64_t file_size, bool strict);

  // The first place from `from` on, before `to`, where records go on; `to`
  // when there is none. `hint` (or 0) is where they go on if the length of the
  // record that is damaged is right.
  Result<uint64_t> FindRecord(uint64_t from, uint64_t to, uint64_t hint);

 private:
  Result<bool> ProvesItself(uint64_t offset, uint64_t to);
  // Whether records, one after the other, go from `offset` to `goal`.
  Result<bool> LeadsTo(uint64_t offset, uint64_t goal);
  Result<bool> AttachmentIsWhole(uint64_t content_at, uint64_t length);

  FileWindow* const window_;
  const bool strict_;
  ChunkDecoder decoder_;
  Buffer decoded_;
  uint64_t budget_;  // bytes that all proofs together may still look at
};

}  // namespace reprise::tape
