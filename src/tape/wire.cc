#include "tape/wire.h"

#include <vector>

namespace reprise::tape {

uint64_t WireReader::ReadLongVarint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (position_ == data_.size()) break;
    uint8_t byte = static_cast<uint8_t>(data_[position_++]);
    if (shift == 63 && byte > 1) break;
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) {
      if (byte == 0 && shift > 0) minimal_ = false;
      return value;
    }
  }
  ok_ = false;
  return 0;
}

void WireReader::ReadValue() {
  switch (type_) {
    case WireType::kVarint:
      value_ = ReadVarint();
      return;
    case WireType::kFixed64:
      value_ = ReadFixed(8);
      return;
    case WireType::kFixed32:
      value_ = ReadFixed(4);
      return;
    case WireType::kLength: {
      uint64_t size = ReadVarint();
      if (!ok_ || size > data_.size() - position_) {
        ok_ = false;
        return;
      }
      bytes_ = data_.substr(position_, size);
      position_ += size;
      return;
    }
    case WireType::kStartGroup:
      SkipGroup(number_);
      bytes_ = data_.substr(start_, position_ - start_);
      return;
    case WireType::kEndGroup:
      break;  // without its beginning
  }
  ok_ = false;
}

void WireReader::SkipGroup(uint32_t number) {
  std::vector<uint32_t> open{number};
  while (ok_ && !open.empty()) {
    if (position_ == data_.size()) {
      ok_ = false;
      return;
    }
    uint64_t tag = ReadVarint();
    number = static_cast<uint32_t>(tag >> 3);
    WireType type = static_cast<WireType>(tag & 7);
    if (tag > UINT32_MAX || number == 0) ok_ = false;
    if (!ok_) return;
    if (type == WireType::kEndGroup) {
      if (open.back() != number) ok_ = false;
      open.pop_back();
    } else if (type == WireType::kStartGroup) {
      if (open.size() == kMaxMessageDepth) ok_ = false;
      open.push_back(number);
    } else if (type == WireType::kVarint) {
      ReadVarint();
    } else if (type == WireType::kFixed64) {
      ReadFixed(8);
    } else if (type == WireType::kFixed32) {
      ReadFixed(4);
    } else if (type == WireType::kLength) {
      uint64_t size = ReadVarint();
      if (ok_ && size <= data_.size() - position_) {
        position_ += size;
      } else {
        ok_ = false;
      }
    } else {
      ok_ = false;
    }
  }
}

void AppendVarint(std::string* out, uint64_t value) {
  char bytes[10];
  size_t size = 0;
  while (value >= 0x80) {
    bytes[size++] = static_cast<char>(value | 0x80);
    value >>= 7;
  }
  bytes[size++] = static_cast<char>(value);
  out->append(bytes, size);
}

}  // namespace reprise::tape
