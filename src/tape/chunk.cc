#include "tape/chunk.h"

#include <fmt/format.h>
#include <zstd.h>

#include "base/check.h"
#include "tape/crc.h"

namespace reprise::tape {

struct ChunkDecoder::Context {
  Context() : zstd(ZSTD_createDCtx()) { CHECK(zstd != nullptr); }
  ~Context() { ZSTD_freeDCtx(zstd); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ZSTD_DCtx* zstd;
};

ChunkDecoder::ChunkDecoder() : context_(std::make_unique<Context>()) {}
ChunkDecoder::~ChunkDecoder() = default;

bool ChunkDecoder::Decode(const Chunk& chunk, Buffer* out,
                          std::string_view* records, std::string* why) {
  if (chunk.uncompressed_size > kMaxChunkBytes) {
    *why = fmt::format("claims {} bytes; at most {} are read",
                       chunk.uncompressed_size, kMaxChunkBytes);
    return false;
  }
  if (chunk.compression.empty()) {
    *records = chunk.records;
  } else if (chunk.compression == "zstd") {
    char* data = out->Reserve(chunk.uncompressed_size);
    const size_t size =
        ZSTD_decompressDCtx(context_->zstd, data, chunk.uncompressed_size,
                            chunk.records.data(), chunk.records.size());
    if (ZSTD_isError(size)) {
      *why =
          fmt::format("cannot be decompressed ({})", ZSTD_getErrorName(size));
      return false;
    }
    *records = {data, size};
  } else {
    *why = fmt::format(
        "is compressed with \"{}\"; Reprise reads zstd and "
        "uncompressed chunks",
        chunk.compression);
    return false;
  }
  if (records->size() != chunk.uncompressed_size) {
    *why = fmt::format("has {} bytes instead of the {} it claims",
                       records->size(), chunk.uncompressed_size);
    return false;
  }
  // Zero means that the writer did not compute it.
  if (chunk.uncompressed_crc != 0 &&
      Crc32(*records) != chunk.uncompressed_crc) {
    *why = "has a wrong checksum";
    return false;
  }
  return true;
}

}  // namespace reprise::tape
