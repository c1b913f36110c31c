// What the crash tests share: a recording whose every message can be told from
// its number, what must be left of it, and the table of what was tried.
//
// Threads: one at a time.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/file.h"
#include "tape/mcap.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::tape {

// True when REPRISE_FULL=1: the counts of tools/prove instead of samples.
bool Full();

// The seed of this run: REPRISE_SEED, or one of today. Printed with the table,
// so that a failure can be repeated.
std::mt19937_64& Random();
uint64_t RandomBelow(uint64_t limit);

// Message `number` of the recording.
inline constexpr int kCrashChannels = 3;
std::string CrashData(uint64_t number);
Message CrashMessage(uint64_t number, std::string_view data);
// Adds the channels that CrashMessage() uses, and their schema.
void AddCrashChannels(TapeWriter& writer);

// Its number when the message is exactly as CrashMessage() made it, or -1.
int64_t NumberOf(const Message& message);

// Reads all messages; each must be as it was written.
struct Found {
  std::vector<int64_t> numbers;  // in the order of the file
  bool complete = false;
  std::vector<std::string> problems;
};
Found ReadAll(TapeReader& tape);

// Opens, reads, recovers to `path`.recovered and checks that the result is a
// whole tape with the same messages. Fails the test when something is wrong;
// nullopt, after checking that there is a sentence, if it does not open.
std::optional<Found> OpenAndRecover(FileSystem& files, const std::string& path);

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
// metadata record.
Layout MakeTape(uint64_t messages, uint64_t per_chunk, Compression compression);

// Adds a row to the table that is printed at the end.
void Tried(const std::string& what, uint64_t count, const std::string& result);

}  // namespace reprise::tape
