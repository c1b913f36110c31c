// Timeline: all frames of a replay in the form in which they are written, with
// the times at which that happened. The player goes along it without a lock or
// an allocation while others append to its end and read what is done.
//
// Threads: one appends, one plays (sets begun_ns and done_ns), any reads.
#pragma once

#include <linux/input.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "input/event.h"

namespace reprise::agent {

// One frame to be written.
struct Shot {
  int64_t due_ns = 0;  // after the begin
  uint64_t origin = 0;
  uint32_t device = 0;
  bool release = false;  // lifts what is down
  std::vector<input_event> events;
  // CLOCK_MONOTONIC before and after the write; 0: not yet.
  std::atomic<int64_t> begun_ns{0};
  std::atomic<int64_t> done_ns{0};
};

class Timeline {
 public:
  Timeline();

  // A frame, in the order of due times. Events of our own making (SYN_DROPPED)
  // are left out and a missing SYN_REPORT is added. False: nothing is left to
  // be written, as of a frame that is redacted or cut.
  Result<bool> Append(uint32_t device, int64_t due_ns,
                      const input::Frame& frame);

  // A frame that lifts fingers and keys, due now.
  void AppendRelease(uint32_t device, std::span<const input::Event> events);

  // Forgets the frames whose writing has not begun. Not while one plays.
  void CutUnplayed() { size_.store(begun.load()); }

  size_t size() const { return size_.load(std::memory_order_acquire); }
  Shot& At(size_t index) const {
    return blocks_[index / kBlock]->shots[index % kBlock];
  }

  // How many frames' writing has begun, all of them in order. Set by the
  // player before the write.
  std::atomic<size_t> begun{0};

 private:
  static constexpr size_t kBlock = 4096;
  static constexpr size_t kMaxBlocks = 12208;  // some 50 million frames
  struct Block {
    std::array<Shot, kBlock> shots;
  };

  Shot* Next();

  // Never moves, so that a reader needs no lock.
  std::unique_ptr<std::unique_ptr<Block>[]> blocks_;
  std::atomic<size_t> size_{0};
};

}  // namespace reprise::agent
