// MessageRing: the way of a message out of the thread that made it.
//
// One thread pushes, one drains; neither takes a lock or asks the system.
// Pushing copies the message into the ring; one that is larger than a quarter
// of it travels as a copy on the heap, so that a ring can be small and still
// take a camera's frames.
//
// Threads: TryPush and WaitForSpace by the one producer, Drain by the one
// consumer. Invariants: tail_ - head_ <= capacity; both only grow; an entry
// never wraps around the end of the buffer.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "base/check.h"
#include "tape/mcap.h"

namespace reprise::tape {

class MessageRing {
 public:
  // `capacity` must be a power of two, 4 KiB or more.
  explicit MessageRing(size_t capacity)
      : capacity_(capacity),
        bytes_(std::make_unique_for_overwrite<char[]>(capacity)) {
    CHECK(capacity >= 4096 && (capacity & (capacity - 1)) == 0);
  }
  ~MessageRing() {
    Drain([](const Message&) {});
  }
  MessageRing(const MessageRing&) = delete;
  MessageRing& operator=(const MessageRing&) = delete;

  // False when there is no room now.
  bool TryPush(const Message& message);

  // More than half full.
  bool FillsUp() {
    const uint64_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - known_head_ <= capacity_ / 2) return false;
    known_head_ = head_.load(std::memory_order_acquire);
    return tail - known_head_ > capacity_ / 2;
  }

  // Returns once the consumer took something since the last failed TryPush.
  void WaitForSpace() { head_.wait(known_head_, std::memory_order_acquire); }

  // Hands every message that is in the ring now to `take`; their sequence is
  // 0. Returns how many there were.
  template <typename Take>
  size_t Drain(Take take) {
    const uint64_t tail = tail_.load(std::memory_order_acquire);
    uint64_t head = head_.load(std::memory_order_relaxed);
    if (head == tail) return 0;
    size_t count = 0;
    while (head != tail) {
      const size_t at = head & (capacity_ - 1);
      uint32_t size;
      std::memcpy(&size, bytes_.get() + at, sizeof(size));
      if (size == kGap) {
        head += capacity_ - at;
        continue;
      }
      Entry entry;
      std::memcpy(&entry, bytes_.get() + at, sizeof(entry));
      const char* payload = bytes_.get() + at + sizeof(entry);
      Message message{entry.channel_id,
                      0,
                      entry.log_time,
                      entry.publish_time,
                      {payload, entry.payload}};
      if (entry.large) {
        std::string* copy;
        std::memcpy(&copy, payload, sizeof(copy));
        const std::unique_ptr<std::string> owned(copy);
        message.data = *owned;
        take(message);
        heap_bytes_.fetch_sub(owned->size(), std::memory_order_relaxed);
      } else {
        take(message);
      }
      head += entry.size;
      count++;
    }
    head_.store(head, std::memory_order_release);
    head_.notify_one();
    return count;
  }

 private:
  // Whether another large message may wait. One always may, whatever its size.
  bool HeapTakes(size_t size);

  struct Entry {
    uint32_t size;     // of the whole entry, or kGap
    uint32_t payload;  // bytes behind the Entry
    uint64_t log_time;
    uint64_t publish_time;
    uint16_t channel_id;
    bool large;  // the payload is a std::string*, owned by the entry
  };
  static constexpr uint32_t kGap = 0;
  static constexpr size_t kAlign = 8;
  static constexpr uint64_t kMaxHeapBytes = 64 << 20;

  const size_t capacity_;
  const std::unique_ptr<char[]> bytes_;
  // The producer's: what it wrote, and the head it last saw.
  alignas(64) std::atomic<uint64_t> tail_{0};
  uint64_t known_head_ = 0;
  std::atomic<uint64_t> heap_bytes_{0};  // of large messages in the ring
  // The consumer's.
  alignas(64) std::atomic<uint64_t> head_{0};
};

}  // namespace reprise::tape
