// Feed: one thread's way onto the tape of a TapeRecorder (recorder.h).
//
// Write() copies the message into the thread's own ring and returns, with no
// lock and no system call; only when the ring is full does it wait.
//
// Threads: one at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

#include "tape/mcap.h"
#include "tape/ring.h"

namespace reprise::tape {

class TapeRecorder;

class Feed {
 public:
  // Times as in Message. The channel is one that the recorder opened; the
  // sequence number is counted there.
  void Write(uint16_t channel, uint64_t log_time, uint64_t publish_time,
             std::string_view data) {
    const Message message{channel, 0, log_time, publish_time, data};
    if (!ring_.TryPush(message)) [[unlikely]] {
      WaitAndPush(message);
    } else if (ring_.FillsUp()) [[unlikely]] {
      Hurry();
    }
  }

 private:
  friend class TapeRecorder;
  friend struct ReturnFeed;
  Feed(TapeRecorder* recorder, size_t ring_bytes)
      : recorder_(recorder), ring_(ring_bytes) {}
  void WaitAndPush(const Message& message);
  void Hurry();

  TapeRecorder* const recorder_;
  MessageRing ring_;
  std::atomic<uint64_t> waits_{0};
  std::atomic<uint64_t> waited_ns_{0};
};

// Gives a feed back to its recorder, which may hand it to another thread.
struct ReturnFeed {
  void operator()(Feed* feed) const;
};
using FeedPtr = std::unique_ptr<Feed, ReturnFeed>;

}  // namespace reprise::tape
