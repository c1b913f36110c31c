#include "phone/shell/png.h"

#include <libdeflate.h>

#include <memory>

namespace reprise::phone {
namespace {

constexpr int kLevel = 3;  // pictures are looked at once: quick is better

void Append32(uint32_t value, std::string* out) {
  for (int shift = 24; shift >= 0; shift -= 8)
    *out += static_cast<char>(value >> shift);
}

void Chunk(const std::string& kind_and_data, std::string* out) {
  Append32(static_cast<uint32_t>(kind_and_data.size() - 4), out);
  *out += kind_and_data;
  Append32(libdeflate_crc32(0, kind_and_data.data(), kind_and_data.size()),
           out);
}

}  // namespace

std::string EncodePng(const Picture& picture) {
  const size_t stride = size_t{picture.width} * 4;
  std::string rows;
  rows.reserve((stride + 1) * picture.height);
  for (size_t y = 0; y < picture.height; ++y) {
    // Each row as its difference to the one above: screens repeat themselves.
    const bool up = y > 0;
    rows += static_cast<char>(up ? 2 : 0);
    const char* row = picture.rgba.data() + y * stride;
    if (!up) {
      rows.append(row, stride);
      continue;
    }
    for (size_t x = 0; x < stride; ++x)
      rows += static_cast<char>(row[x] - (row - stride)[x]);
  }
  std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)>
      compressor(libdeflate_alloc_compressor(kLevel),
                 libdeflate_free_compressor);
  if (!compressor) return "";
  std::string data(
      4 + libdeflate_zlib_compress_bound(compressor.get(), rows.size()), '\0');
  data.replace(0, 4, "IDAT");
  data.resize(4 + libdeflate_zlib_compress(compressor.get(), rows.data(),
                                           rows.size(), data.data() + 4,
                                           data.size() - 4));
  std::string png = "\x89PNG\r\n\x1a\n";
  std::string header = "IHDR";
  Append32(picture.width, &header);
  Append32(picture.height, &header);
  header += std::string("\x08\x06\x00\x00\x00", 5);  // 8 bits, RGBA
  Chunk(header, &png);
  Chunk(data, &png);
  Chunk("IEND", &png);
  return png;
}

}  // namespace reprise::phone
