#include "apk/zip_format.h"

#include <libdeflate.h>

#include <algorithm>
#include <memory>

#include "base/check.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

// The trade-off that Android's own tools make.
constexpr int kDeflateLevel = 6;
constexpr size_t kMaxNameShown = 200;

struct FreeCompressor {
  void operator()(libdeflate_compressor* compressor) const {
    libdeflate_free_compressor(compressor);
  }
};

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* decompressor) const {
    libdeflate_free_decompressor(decompressor);
  }
};

bool HasParentComponent(std::string_view name) {
  while (true) {
    const size_t slash = name.find('/');
    if (name.substr(0, slash) == "..") return true;
    if (slash == std::string_view::npos) return false;
    name.remove_prefix(slash + 1);
  }
}

}  // namespace

Status CheckEntryName(std::string_view name) {
  const bool control = std::any_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (name.empty() || name.front() == '/' || control ||
      HasParentComponent(name)) {
    return Fail(ErrorKind::kCorruption,
                "the zip entry name '{}' is not accepted: names are relative "
                "paths without .. and control characters",
                EscapeForTerminal(name.substr(0, kMaxNameShown)));
  }
  return {};
}

uint32_t Crc32(uint32_t crc, std::string_view bytes) {
  return libdeflate_crc32(crc, bytes.data(), bytes.size());
}

Result<std::string> Inflate(std::string_view packed, size_t size) {
  std::string bytes(size, '\0');
  thread_local const std::unique_ptr<libdeflate_decompressor, FreeDecompressor>
      decompressor(libdeflate_alloc_decompressor());
  CHECK(decompressor != nullptr);
  size_t used = 0;
  size_t made = 0;
  const libdeflate_result result = libdeflate_deflate_decompress_ex(
      decompressor.get(), packed.data(), packed.size(), bytes.data(),
      bytes.size(), &used, &made);
  if (result != LIBDEFLATE_SUCCESS || used != packed.size() || made != size) {
    return Fail(ErrorKind::kCorruption,
                "the deflated data is damaged or does not give {} bytes", size);
  }
  return bytes;
}

std::string Deflate(std::string_view bytes) {
  const std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor(
      libdeflate_alloc_compressor(kDeflateLevel));
  CHECK(compressor != nullptr);
  std::string packed(
      libdeflate_deflate_compress_bound(compressor.get(), bytes.size()), '\0');
  packed.resize(libdeflate_deflate_compress(compressor.get(), bytes.data(),
                                            bytes.size(), packed.data(),
                                            packed.size()));
  return packed;
}

}  // namespace reprise::apk
