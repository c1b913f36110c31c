// The phone's log: bounded, in memory, one for all its processes; logcat reads
// it and the supervisor fills it.
//
// Lines are kept as bytes, one after the other, in blocks of one size: a line
// is mostly shorter than what several strings and allocations for it take.
//
// Threads: any.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace reprise::phone {

struct LogLine {
  uint64_t number = 0;  // given by the buffer, from 1
  int64_t uptime_ns = 0;
  int64_t realtime_ns = 0;  // since 1970 UTC
  int32_t pid = 0;
  int32_t tid = 0;
  int32_t uid = 0;
  // The app whose process told it, by pid; 0: the phone or its shell did.
  int32_t teller = 0;
  std::string buffer = "main";  // main, system, crash, events
  int priority = 4;             // ANDROID_LOG_*: VERBOSE 2 to FATAL 7
  std::string tag;
  std::string text;
};

class LogBuffer {
 public:
  // Memory that all lines take, but for the newest if that is longer; the
  // oldest go when it would be more, a block of them at once.
  static constexpr size_t kMaxBytes = size_t{16} << 20;

  void Add(LogLine line);
  // What `logcat -c` does to the buffers named; all when empty.
  void Clear(const std::vector<std::string>& buffers);
  // Lines with a number above `after`, at most `limit`.
  std::vector<LogLine> Read(uint64_t after, size_t limit) const;
  // All of them. What apps tell at once comes in any order; here it is put in
  // that of the clock, and for one instant in that of their pids, so that equal
  // runs have equal logs. Lines of the phone and its shell stay in their place.
  std::vector<LogLine> ReadInOrder() const;
  // Of the newest line there ever was; 0: none.
  uint64_t last_number() const;
  // What the lines of one buffer take.
  size_t BytesOf(const std::string& buffer) const;
  // What all of it takes.
  size_t TakenBytes() const;
  // Waits until there is a line above `after`; false after `patience_ms`.
  bool WaitFor(uint64_t after, int patience_ms) const;

 private:
  struct Block {
    uint64_t last_number = 0;
    std::string bytes;  // never grows beyond what was reserved
  };
  // With mutex_ held. `number` is that of the line.
  void Append(uint64_t number, std::string_view line);
  Block TakeBlock(size_t bytes);

  mutable std::mutex mutex_;
  mutable std::condition_variable added_;
  std::deque<Block> blocks_;  // guarded by mutex_; none is empty
  size_t taken_ = 0;          // guarded by mutex_; reserved by all blocks
  uint64_t last_number_ = 0;  // guarded by mutex_
};

}  // namespace reprise::phone
