#include "tape/ring.h"

namespace reprise::tape {

bool MessageRing::TryPush(const Message& message) {
  const bool large = message.data.size() > capacity_ / 4;
  const size_t payload = large ? sizeof(std::string*) : message.data.size();
  const size_t size = (sizeof(Entry) + payload + kAlign - 1) & ~(kAlign - 1);
  if (large && !HeapTakes(message.data.size())) return false;
  const uint64_t tail = tail_.load(std::memory_order_relaxed);
  const size_t at = tail & (capacity_ - 1);
  const size_t skip = capacity_ - at < size ? capacity_ - at : 0;
  if (tail + skip + size - known_head_ > capacity_) {
    known_head_ = head_.load(std::memory_order_acquire);
    if (tail + skip + size - known_head_ > capacity_) return false;
  }
  if (skip > 0) {
    const uint32_t gap = kGap;  // the rest up to the end is unused
    std::memcpy(bytes_.get() + at, &gap, sizeof(gap));
  }
  char* out = bytes_.get() + ((tail + skip) & (capacity_ - 1));
  const Entry entry{static_cast<uint32_t>(size),
                    static_cast<uint32_t>(payload),
                    message.log_time,
                    message.publish_time,
                    message.channel_id,
                    large};
  std::memcpy(out, &entry, sizeof(entry));
  if (large) {
    const auto* copy = new std::string(message.data);
    std::memcpy(out + sizeof(entry), &copy, sizeof(copy));
    heap_bytes_.fetch_add(copy->size(), std::memory_order_relaxed);
  } else if (payload > 0) {
    std::memcpy(out + sizeof(entry), message.data.data(), payload);
  }
  tail_.store(tail + skip + size, std::memory_order_release);
  return true;
}

bool MessageRing::HeapTakes(size_t size) {
  const auto takes = [&] {
    const uint64_t bytes = heap_bytes_.load(std::memory_order_relaxed);
    return bytes == 0 || bytes + size <= kMaxHeapBytes;
  };
  if (takes()) return true;
  // Asked anew after the head is known, so that WaitForSpace() cannot miss
  // the moment in which there is room.
  known_head_ = head_.load(std::memory_order_acquire);
  return takes();
}

}  // namespace reprise::tape
