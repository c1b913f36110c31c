#include "dex/checksum.h"

#include <bit>
#include <cstring>
#include <string>

namespace reprise::dex {
namespace {

uint32_t BigEndian(const char* bytes) {
  uint32_t value = 0;
  std::memcpy(&value, bytes, sizeof(value));
  return __builtin_bswap32(value);
}

void AddBlock(const char* block, std::array<uint32_t, 5>* state) {
  std::array<uint32_t, 80> w;
  for (int i = 0; i < 16; ++i) w[i] = BigEndian(block + i * 4);
  for (int i = 16; i < 80; ++i) {
    w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  }
  auto [a, b, c, d, e] = *state;
  const auto step = [&](uint32_t f, uint32_t k, uint32_t word) {
    const uint32_t next = std::rotl(a, 5) + f + e + k + word;
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  };
  for (int i = 0; i < 20; ++i) step(d ^ (b & (c ^ d)), 0x5a827999, w[i]);
  for (int i = 20; i < 40; ++i) step(b ^ c ^ d, 0x6ed9eba1, w[i]);
  for (int i = 40; i < 60; ++i) {
    step((b & c) | (d & (b | c)), 0x8f1bbcdc, w[i]);
  }
  for (int i = 60; i < 80; ++i) step(b ^ c ^ d, 0xca62c1d6, w[i]);
  *state = {(*state)[0] + a, (*state)[1] + b, (*state)[2] + c, (*state)[3] + d,
            (*state)[4] + e};
}

}  // namespace

uint32_t Adler32(std::string_view bytes) {
  constexpr uint32_t kModulus = 65521;
  // So many bytes can be added before 32 bits overflow.
  constexpr size_t kRun = 5552;
  uint32_t a = 1;
  uint32_t b = 0;
  while (!bytes.empty()) {
    const std::string_view run = bytes.substr(0, kRun);
    for (const char c : run) {
      a += static_cast<uint8_t>(c);
      b += a;
    }
    a %= kModulus;
    b %= kModulus;
    bytes.remove_prefix(run.size());
  }
  return b << 16 | a;
}

std::array<uint8_t, 20> Sha1(std::string_view bytes) {
  std::array<uint32_t, 5> state = {0x67452301, 0xefcdab89, 0x98badcfe,
                                   0x10325476, 0xc3d2e1f0};
  const uint64_t bits = uint64_t{bytes.size()} * 8;
  for (; bytes.size() >= 64; bytes.remove_prefix(64)) {
    AddBlock(bytes.data(), &state);
  }
  std::string tail(bytes);
  tail.push_back('\x80');
  tail.resize(tail.size() <= 56 ? 56 : 120);
  for (int shift = 56; shift >= 0; shift -= 8) {
    tail.push_back(static_cast<char>(bits >> shift));
  }
  for (size_t i = 0; i < tail.size(); i += 64) AddBlock(&tail[i], &state);
  std::array<uint8_t, 20> digest;
  for (size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<uint8_t>(state[i / 4] >> (24 - i % 4 * 8));
  }
  return digest;
}

}  // namespace reprise::dex
