// The protobuf wire format, field by field, without building a message.
//
// Links, the text form and `show` go through every message of a tape. They
// need the bytes as they are (their order, their exact form), which a parsed
// message no longer has, and they must not allocate what a hostile message
// claims. So they walk the bytes with this.
//
//   WireReader fields(data);
//   while (fields.Next()) Use(fields.number(), fields.value());
//   if (!fields.ok()) ...  // not a protobuf message
//
// Threads: plain values; a WireReader views somebody's bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace reprise::tape {

// Messages within messages deeper than this are refused, as protobuf does.
inline constexpr int kMaxMessageDepth = 100;
inline constexpr uint32_t kMaxFieldNumber = (1u << 29) - 1;

enum class WireType : uint8_t {
  kVarint = 0,
  kFixed64 = 1,
  kLength = 2,
  kStartGroup = 3,
  kEndGroup = 4,
  kFixed32 = 5,
};

class WireReader {
 public:
  explicit WireReader(std::string_view data) : data_(data) {}

  // Goes to the next field; false at the end, and when the bytes are no field.
  bool Next() {
    if (position_ == data_.size() || !ok_) return false;
    start_ = position_;
    uint64_t tag = ReadVarint();
    number_ = static_cast<uint32_t>(tag >> 3);
    type_ = static_cast<WireType>(tag & 7);
    if (tag > UINT32_MAX || number_ == 0) ok_ = false;
    if (ok_) ReadValue();
    return ok_;
  }

  // False when something was not a field; the reader stays at its end.
  bool ok() const { return ok_; }
  // True while every varint was written in as few bytes as possible.
  bool minimal() const { return minimal_; }

  uint32_t number() const { return number_; }
  WireType type() const { return type_; }
  // Of a varint or of 4 or 8 fixed bytes.
  uint64_t value() const { return value_; }
  // Of a field with a length; of a group with both its tags.
  std::string_view bytes() const { return bytes_; }

  // Where the field is in the data: [start, end), tag included.
  size_t start() const { return start_; }
  size_t end() const { return position_; }

  // For packed elements: plain values without tags.
  bool AtEnd() const { return position_ == data_.size() || !ok_; }
  uint64_t ReadVarint() {
    if (position_ < data_.size()) {  // most are one byte
      uint8_t first = static_cast<uint8_t>(data_[position_]);
      if (first < 0x80) {
        ++position_;
        return first;
      }
    }
    return ReadLongVarint();
  }
  uint64_t ReadFixed(size_t size) {
    uint64_t value = 0;
    if (data_.size() - position_ < size) {
      ok_ = false;
      return 0;
    }
    std::memcpy(&value, data_.data() + position_, size);
    position_ += size;
    return value;
  }

 private:
  uint64_t ReadLongVarint();
  void ReadValue();
  void SkipGroup(uint32_t number);

  std::string_view data_;
  size_t position_ = 0;
  size_t start_ = 0;
  bool ok_ = true;
  bool minimal_ = true;
  uint32_t number_ = 0;
  WireType type_ = WireType::kVarint;
  uint64_t value_ = 0;
  std::string_view bytes_;
};

inline uint64_t ZigZag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^
         static_cast<uint64_t>(value >> 63);
}
inline int64_t UnZigZag(uint64_t value) {
  return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

void AppendVarint(std::string* out, uint64_t value);
inline void AppendTag(std::string* out, uint32_t number, WireType type) {
  AppendVarint(
      out, static_cast<uint64_t>(number) << 3 | static_cast<uint64_t>(type));
}

}  // namespace reprise::tape
