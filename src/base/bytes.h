// Reading and writing little-endian bytes without ever leaving the buffer.
//
// Every binary format of Reprise goes through these two, so that bounds are
// checked in one place. Bytes are std::string_view and std::string.
//
// ByteReader fails once and stays failed: after a read past the end ok() is
// false and every further read gives zero or empty. Parsers read all fields
// and ask ok() once.
//
// Threads: plain values.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace reprise {

static_assert(std::endian::native == std::endian::little,
              "Reprise reads and writes integers as they are in memory");

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  uint8_t U8() { return Integer<uint8_t>(); }
  uint16_t U16() { return Integer<uint16_t>(); }
  uint32_t U32() { return Integer<uint32_t>(); }
  uint64_t U64() { return Integer<uint64_t>(); }

  // The next `size` bytes; empty, and failed, if there are not as many.
  std::string_view Bytes(uint64_t size) {
    if (size > remaining()) {
      ok_ = false;
      position_ = bytes_.size();
      return {};
    }
    std::string_view result = bytes_.substr(position_, size);
    position_ += size;
    return result;
  }

  // Bytes that are preceded by their length as u32 or u64.
  std::string_view Prefixed32() { return Bytes(U32()); }
  std::string_view Prefixed64() { return Bytes(U64()); }

  bool ok() const { return ok_; }
  size_t position() const { return position_; }
  size_t remaining() const { return bytes_.size() - position_; }
  bool AtEnd() const { return position_ == bytes_.size(); }

 private:
  template <typename T>
  T Integer() {
    T value = 0;
    std::string_view raw = Bytes(sizeof(T));
    if (!raw.empty()) std::memcpy(&value, raw.data(), sizeof(T));
    return value;
  }

  std::string_view bytes_;
  size_t position_ = 0;
  bool ok_ = true;
};

// Appends to a string that the caller owns.
class ByteWriter {
 public:
  explicit ByteWriter(std::string* out) : out_(out) {}

  void U8(uint8_t value) { out_->push_back(static_cast<char>(value)); }
  void U16(uint16_t value) { Integer(value); }
  void U32(uint32_t value) { Integer(value); }
  void U64(uint64_t value) { Integer(value); }
  void Bytes(std::string_view bytes) { out_->append(bytes); }
  void Prefixed32(std::string_view bytes) {
    U32(static_cast<uint32_t>(bytes.size()));
    Bytes(bytes);
  }
  void Prefixed64(std::string_view bytes) {
    U64(bytes.size());
    Bytes(bytes);
  }

 private:
  template <typename T>
  void Integer(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    out_->append(raw, sizeof(T));
  }

  std::string* out_;
};

}  // namespace reprise
