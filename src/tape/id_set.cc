#include "tape/id_set.h"

#include <algorithm>
#include <bit>

namespace reprise::tape {
namespace {

constexpr size_t kPageIds = 1 << 16;
// A list of as many takes the same memory as a bitmap.
constexpr size_t kMaxList = kPageIds / 16;

}  // namespace

bool IdSet::Page::Add(uint16_t low) {
  if (!bitmap.empty()) {
    uint64_t& word = bitmap[low / 64];
    const uint64_t bit = uint64_t{1} << (low % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
  }
  const auto at = std::lower_bound(list.begin(), list.end(), low);
  if (at != list.end() && *at == low) return false;
  list.insert(at, low);
  if (list.size() < kMaxList) return true;
  bitmap.resize(kPageIds / 64);
  for (const uint16_t id : list) bitmap[id / 64] |= uint64_t{1} << (id % 64);
  list = {};
  return true;
}

bool IdSet::Page::Contains(uint16_t low) const {
  if (bitmap.empty()) return std::binary_search(list.begin(), list.end(), low);
  return (bitmap[low / 64] >> (low % 64) & 1) != 0;
}

void IdSet::Add(uint64_t id) {
  const uint64_t high = id >> 16;
  if (last_ == nullptr || last_high_ != high) {
    last_ = &pages_[high];
    last_high_ = high;
  }
  if (last_->Add(static_cast<uint16_t>(id))) size_++;
}

bool IdSet::Contains(uint64_t id) const {
  const auto page = pages_.find(id >> 16);
  return page != pages_.end() &&
         page->second.Contains(static_cast<uint16_t>(id));
}

uint64_t IdSet::Max() const {
  if (pages_.empty()) return 0;
  const auto& [high, page] = *pages_.rbegin();
  if (page.bitmap.empty()) return high << 16 | page.list.back();
  for (size_t word = page.bitmap.size(); word-- > 0;) {
    if (page.bitmap[word] == 0) continue;
    const int bit = 63 - std::countl_zero(page.bitmap[word]);
    return high << 16 | (word * 64 + static_cast<uint64_t>(bit));
  }
  return high << 16;  // a page is never empty
}

bool IdSet::Intersects(const IdSet& other) const {
  for (const auto& [high, page] : pages_) {
    const auto found = other.pages_.find(high);
    if (found == other.pages_.end()) continue;
    const Page& theirs = found->second;
    if (!page.bitmap.empty() && !theirs.bitmap.empty()) {
      for (size_t word = 0; word < page.bitmap.size(); word++) {
        if ((page.bitmap[word] & theirs.bitmap[word]) != 0) return true;
      }
      continue;
    }
    const bool ours_listed = page.bitmap.empty();
    const Page& listed = ours_listed ? page : theirs;
    const Page& another = ours_listed ? theirs : page;
    for (const uint16_t low : listed.list) {
      if (another.Contains(low)) return true;
    }
  }
  return false;
}

}  // namespace reprise::tape
