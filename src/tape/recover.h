// Recover and Repack: the same tape again, whole and in large chunks.
//
// A recording that was killed or whose disk filled up is a cut tape; a bad
// sector makes a damaged one. Both open (reader.h), and Recover writes what
// can be read of them as a whole tape: schemas, channels with their ids, every
// message with its sequence number, times and data, in the same order, the
// attachments that are intact, the metadata. It says what was lost.
//
// A recording has a chunk for every 100 ms, so that little is lost when it
// dies. Repack makes chunks of 1 MiB of them: they compress better and need a
// smaller index.
//
// Both write beside the place and move when all is there (copy.h).
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::tape {

struct Loss {
  uint64_t offset = 0;  // in IN
  uint64_t size = 0;    // bytes concerned; 0 when it cannot be told
  // What is missing was logged between these; nullopt when it cannot be told.
  std::optional<uint64_t> after;
  std::optional<uint64_t> before;
  std::string what;  // a sentence, with offset and, if known, times
};

struct RecoverReport {
  bool was_complete = false;  // IN had been finished
  uint64_t messages = 0;
  uint64_t chunks = 0;  // of IN that were read; runs of loose messages too
  uint64_t attachments = 0;
  uint64_t metadata = 0;
  std::vector<Loss> losses;  // empty: OUT has all that IN had
};

// `out` must not be `in`: the damaged tape is evidence.
Result<RecoverReport> Recover(FileSystem& files, const std::string& in,
                              const std::string& out);

// True when a tape has so many small chunks that Repack is worth its time.
bool IsWorthRepacking(const std::vector<Block>& blocks);

// Replaces the tape at `path` by the same in large chunks when that is worth
// it; false, and nothing is touched, when it is not, or when the tape is cut
// or damaged: then Recover is for people to decide on.
Result<bool> Repack(FileSystem& files, const std::string& path,
                    WriterOptions options = {});

}  // namespace reprise::tape
