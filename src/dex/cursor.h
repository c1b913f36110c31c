// Reading a dex file at some offset without ever leaving it, and writing the
// same numbers: LEB128 beside fixed ones.
//
// Cursor fails once and stays failed, as ByteReader does: after a read past
// the end or an overlong LEB128 ok() is false and every read gives zero.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace reprise::dex {

class Cursor {
 public:
  Cursor(std::string_view bytes, size_t position)
      : at_(bytes.data() + (position < bytes.size() ? position : bytes.size())),
        begin_(bytes.data()),
        end_(bytes.data() + bytes.size()),
        ok_(position <= bytes.size()) {}

  uint8_t U8() { return Fixed<uint8_t>(); }
  uint16_t U16() { return Fixed<uint16_t>(); }
  uint32_t U32() { return Fixed<uint32_t>(); }

  uint32_t Uleb() {
    uint32_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const uint8_t byte = U8();
      value |= static_cast<uint32_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    Break();
    return 0;
  }
  // uleb128p1: one less, so that 0 stands for kNoId.
  uint32_t UlebP1() { return Uleb() - 1; }
  int32_t Sleb() {
    uint32_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const uint8_t byte = U8();
      value |= static_cast<uint32_t>(byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (shift < 28 && (byte & 0x40) != 0) value |= ~0U << (shift + 7);
        return static_cast<int32_t>(value);
      }
    }
    Break();
    return 0;
  }

  void Align4() {
    while (ok_ && (position() & 3) != 0) U8();
  }

  bool ok() const { return ok_; }
  size_t position() const { return static_cast<size_t>(at_ - begin_); }
  size_t remaining() const { return static_cast<size_t>(end_ - at_); }

 private:
  void Break() {
    ok_ = false;
    at_ = end_;
  }

  template <typename T>
  T Fixed() {
    T value = 0;
    if (remaining() < sizeof(T)) {
      Break();
    } else {
      std::memcpy(&value, at_, sizeof(T));
      at_ += sizeof(T);
    }
    return value;
  }

  const char* at_;
  const char* begin_;
  const char* end_;
  bool ok_;
};

inline void PutU8(std::string* out, uint8_t value) {
  out->push_back(static_cast<char>(value));
}
inline void PutU16(std::string* out, uint16_t value) {
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}
inline void PutU32(std::string* out, uint32_t value) {
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}
inline void PutUleb(std::string* out, uint32_t value) {
  for (; value >= 0x80; value >>= 7) PutU8(out, (value & 0x7f) | 0x80);
  PutU8(out, static_cast<uint8_t>(value));
}
inline void PutUlebP1(std::string* out, uint32_t value) {
  PutUleb(out, value + 1);
}
inline void PutSleb(std::string* out, int32_t value) {
  while (value < -0x40 || value > 0x3f) {
    PutU8(out, static_cast<uint8_t>((value & 0x7f) | 0x80));
    value >>= 7;
  }
  PutU8(out, static_cast<uint8_t>(value & 0x7f));
}
inline void Align4(std::string* out) { out->resize((out->size() + 3) & ~3UL); }

}  // namespace reprise::dex
