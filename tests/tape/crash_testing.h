// What the crash tests share: a recording whose every message can be told from
// its number, what must be left of it, and the table of what was tried.
//
// Threads: one at a time.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/file.h"
#include "crash_messages.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::tape {

// True when REPRISE_FULL=1: the counts of tools/prove instead of samples.
bool Full();

// From a seed that is printed, and can be given as REPRISE_SEED, so that a
// failure can be repeated.
std::mt19937_64& Random();
uint64_t RandomBelow(uint64_t limit);

// Who made a tape. A recorder adds messages of its own and gives those of the
// test its own channel, times and numbers: only their data is known.
enum class Source { kWriter, kRecorder };

// Reads all messages; each must be as it was written.
struct Found {
  std::vector<int64_t> numbers;  // in the order of the file
  uint64_t messages = 0;         // with those that Reprise adds itself
  uint64_t last_time = 0;        // the latest log_time
  bool complete = false;
  std::vector<std::string> problems;
};
Found ReadAll(TapeReader& tape, Source source = Source::kWriter);

// Opens, reads, recovers to `path`.recovered and checks that the result is a
// whole tape with the same messages. Fails the test when something is wrong;
// nullopt, after checking that there is a sentence, if it does not open.
std::optional<Found> OpenAndRecover(FileSystem& files, const std::string& path,
                                    Source source = Source::kWriter);

// A tape on which the tests know what is where.
struct Layout {
  std::string bytes;
  uint64_t header_end = 0;
  struct Piece {
    uint64_t offset;
    uint64_t end;
    std::vector<int64_t> numbers;  // of the messages in it
  };
  std::vector<Piece> chunks;
  std::vector<Piece> attachments;  // without numbers
};
// With `messages` messages in chunks of `per_chunk`, two attachments and a
// metadata record; unfinished as after a crash if so asked.
Layout MakeTape(uint64_t messages, uint64_t per_chunk, Compression compression,
                bool finished = true);

// Adds a row to the table that is printed at the end.
void Tried(const std::string& what, uint64_t count, const std::string& result);

}  // namespace reprise::tape
