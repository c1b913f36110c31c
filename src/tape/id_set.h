// IdSet: which message ids are on a tape, small enough for tapes larger than
// memory.
//
// Editing has to know of every link whether its message is still there. Ids
// are mostly counted up one by one, so a set of a hundred million takes
// about 13 MB: ids are kept in pages of 65536, a page that is full enough is a
// bitmap, any other a sorted list.
//
// Threads: one at a time. Not meant to forget: there is no Remove().
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace reprise::tape {

class IdSet {
 public:
  void Add(uint64_t id);
  bool Contains(uint64_t id) const;

  // Of different ids.
  uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // 0 when empty.
  uint64_t Max() const;

  // True when some id is in both.
  bool Intersects(const IdSet& other) const;

 private:
  // Holds the lower 16 bits of the ids that have the same upper 48.
  struct Page {
    std::vector<uint16_t> list;    // sorted; unused once there is a bitmap
    std::vector<uint64_t> bitmap;  // empty, or 65536 bits

    bool Add(uint16_t low);
    bool Contains(uint16_t low) const;
  };

  std::map<uint64_t, Page> pages_;  // by the upper 48 bits
  uint64_t size_ = 0;
  // The page of the last Add(): the next id is usually in it, too.
  uint64_t last_high_ = 0;
  Page* last_ = nullptr;
};

}  // namespace reprise::tape
