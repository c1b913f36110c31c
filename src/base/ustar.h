// The header of a file in a POSIX tar archive (ustar), for those who read and
// write archives. Numbers that were read are parsed by who reads, as strictly
// as they must.
//
// Threads: plain values.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace reprise::ustar {

inline constexpr size_t kBlock = 512;
// Kinds of entries; files of old archives have '\0'.
inline constexpr char kFile = '0';
inline constexpr char kLink = '2';
inline constexpr char kFolder = '5';
// GNU's way to have long names: one entry whose body is that of the next.
inline constexpr char kLongName = 'L';
inline constexpr std::string_view kLongNameName = "././@LongLink";

struct Header {
  char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8],
      kind, link[100], magic[6], version[2], user[32], group[32], major[8],
      minor[8], prefix[155], padding[12];
};
static_assert(sizeof(Header) == kBlock);

template <size_t N>
std::string Text(const char (&field)[N]) {
  return {field, strnlen(field, N)};
}

// What does not fit is cut.
template <size_t N>
void SetText(char (&field)[N], std::string_view text) {
  std::memcpy(field, text.data(), std::min(text.size(), N));
}

// Octal digits that fill the field but for its last byte.
template <size_t N>
void SetNumber(char (&field)[N], uint64_t value) {
  const std::string text = fmt::format("{:0{}o}", value, N - 1);
  std::memcpy(field, text.data(), N - 1);
}

inline std::string NameOf(const Header& header) {
  const std::string prefix = Text(header.prefix);
  return prefix + (prefix.empty() ? "" : "/") + Text(header.name);
}

inline uint64_t ChecksumOf(Header header) {
  std::memset(header.checksum, ' ', sizeof(header.checksum));
  uint64_t sum = 0;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(&header);
  for (size_t i = 0; i < kBlock; ++i) sum += bytes[i];
  return sum;
}

// Sets what follows from all else; nothing may be changed after it.
inline void Seal(Header* header) {
  std::memcpy(header->magic, "ustar", sizeof(header->magic));
  std::memcpy(header->version, "00", sizeof(header->version));
  const std::string sum = fmt::format("{:06o}", ChecksumOf(*header));
  std::memcpy(header->checksum, sum.data(), sum.size());
  header->checksum[7] = ' ';
}

inline std::string_view BytesOf(const Header& header) {
  return {reinterpret_cast<const char*>(&header), kBlock};
}

// Bytes that follow a body of this size up to the next header.
inline size_t PaddingAfter(uint64_t size) {
  return (kBlock - size % kBlock) % kBlock;
}

}  // namespace reprise::ustar
