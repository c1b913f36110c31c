// A section whose items are written once however often they are used.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace reprise::dex {

class SharedItems {
 public:
  explicit SharedItems(size_t alignment) : alignment_(alignment) {}

  // The number of the item with these bytes, which is added if it is new.
  uint32_t Add(const std::string& item) {
    const auto next = static_cast<uint32_t>(offsets_.size());
    const auto [found, is_new] = numbers_.try_emplace(item, next);
    if (is_new) {
      bytes_.resize((bytes_.size() + alignment_ - 1) & ~(alignment_ - 1));
      offsets_.push_back(static_cast<uint32_t>(bytes_.size()));
      bytes_ += item;
    }
    return found->second;
  }

  // Appends all of them; their offsets are known from then on.
  void WriteTo(std::string* out) {
    out->resize((out->size() + alignment_ - 1) & ~(alignment_ - 1));
    start_ = out->size();
    *out += bytes_;
  }

  uint32_t Offset(uint32_t number) const {
    return static_cast<uint32_t>(start_ + offsets_[number]);
  }
  size_t start() const { return start_; }
  size_t count() const { return offsets_.size(); }

 private:
  size_t alignment_;
  std::unordered_map<std::string, uint32_t> numbers_;
  std::vector<uint32_t> offsets_;  // from start_
  std::string bytes_;
  size_t start_ = 0;
};

}  // namespace reprise::dex
