#include "session/tar_archive.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/text.h"
#include "base/ustar.h"

namespace reprise::session {
namespace {

using ustar::Header;
using ustar::kBlock;
using ustar::SetNumber;

constexpr size_t kMaxName = 1024;
constexpr size_t kMaxParts = 64;
constexpr int kLevel = 6;

// Octal; none: it is not a number.
template <size_t N>
Result<uint64_t> Number(const char (&field)[N]) {
  uint64_t value = 0;
  for (const char c : field) {
    if (c == '\0' || c == ' ') continue;
    if (c < '0' || c > '7') {
      return Fail(ErrorKind::kCorruption,
                  "the archive has a number that is none");
    }
    value = value * 8 + static_cast<uint64_t>(c - '0');
  }
  return value;
}

void AppendPadded(std::string_view bytes, std::string* out) {
  *out += bytes;
  out->append(ustar::PaddingAfter(bytes.size()), '\0');
}

void AppendHeader(Header header, std::string* out) {
  SetNumber(header.uid, 0);
  SetNumber(header.gid, 0);
  ustar::Seal(&header);
  *out += ustar::BytesOf(header);
}

void AppendEntry(const std::string& name, bool folder, uint64_t mode,
                 uint64_t mtime, std::string_view body, std::string* out) {
  Header header = {};
  if (name.size() > sizeof(header.name)) {
    Header longer = {};
    ustar::SetText(longer.name, ustar::kLongNameName);
    longer.kind = ustar::kLongName;
    SetNumber(longer.mode, 0644);
    SetNumber(longer.mtime, 0);
    SetNumber(longer.size, name.size() + 1);
    AppendHeader(longer, out);
    AppendPadded(name + std::string(1, '\0'), out);
  }
  ustar::SetText(header.name, name);
  header.kind = folder ? ustar::kFolder : ustar::kFile;
  SetNumber(header.mode, mode & 0777);
  SetNumber(header.mtime, mtime);
  SetNumber(header.size, body.size());
  AppendHeader(header, out);
  AppendPadded(body, out);
}

// "./files/a" as "files/a"; empty: the folder itself.
Result<std::string> Inside(const std::string& name) {
  const auto bad = [&](std::string_view why) {
    return Fail(ErrorKind::kCorruption,
                "the archive of the app's files names {:?}, {}; it is not used",
                name, why);
  };
  if (name.size() > kMaxName) return bad("which is too long");
  if (name.starts_with('/')) return bad("which is outside of its folder");
  std::string clean;
  size_t parts = 0;
  for (size_t at = 0; at <= name.size();) {
    const size_t slash = std::min(name.find('/', at), name.size());
    const std::string part = name.substr(at, slash - at);
    at = slash + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") return bad("which is outside of its folder");
    if (++parts > kMaxParts) return bad("which is too deep");
    clean += (clean.empty() ? "" : "/") + part;
  }
  return clean;
}

bool IsCache(std::string_view name) {
  const std::string_view first = name.substr(0, name.find('/'));
  return first == "cache" || first == "code_cache";
}

}  // namespace

Result<std::string> CleanTar(std::string_view tar) {
  if (tar.size() > kMaxStateBytes) {
    return Fail(ErrorKind::kUnsupported,
                "the app's files have {}; at most {} are kept on a tape, use "
                "--state keep",
                FormatSize(tar.size()), FormatSize(kMaxStateBytes));
  }
  std::string clean;
  std::string long_name;
  size_t files = 0;
  for (size_t at = 0; at + kBlock <= tar.size();) {
    Header header;
    std::memcpy(&header, tar.data() + at, kBlock);
    at += kBlock;
    if (header.name[0] == '\0') break;
    ASSIGN_OR_RETURN(const uint64_t sum, Number(header.checksum));
    ASSIGN_OR_RETURN(const uint64_t size, Number(header.size));
    if (sum != ustar::ChecksumOf(header) || size > tar.size() - at) {
      return Fail(ErrorKind::kCorruption,
                  "the archive of the app's files is damaged");
    }
    const std::string_view body = tar.substr(at, size);
    at += std::min<uint64_t>((size + kBlock - 1) / kBlock * kBlock,
                             tar.size() - at);
    if (header.kind == ustar::kLongName) {
      long_name = body.substr(0, std::min(body.find('\0'), kMaxName + 1));
      continue;
    }
    std::string name = ustar::NameOf(header);
    if (!long_name.empty()) name = std::exchange(long_name, {});
    const bool folder = header.kind == ustar::kFolder;
    if (!folder && header.kind != ustar::kFile && header.kind != '\0') continue;
    ASSIGN_OR_RETURN(const std::string inside, Inside(name));
    if (inside.empty() || IsCache(inside)) continue;
    if (++files > kMaxStateFiles) {
      return Fail(ErrorKind::kUnsupported,
                  "the app has more than {} files; use --state keep",
                  kMaxStateFiles);
    }
    ASSIGN_OR_RETURN(const uint64_t mode, Number(header.mode));
    ASSIGN_OR_RETURN(const uint64_t mtime, Number(header.mtime));
    AppendEntry(folder ? inside + "/" : inside, folder, mode, mtime,
                folder ? std::string_view() : body, &clean);
  }
  clean.append(2 * kBlock, '\0');
  return clean;
}

Result<std::string> Compress(std::string_view tar) {
  std::string compressed(ZSTD_compressBound(tar.size()), '\0');
  const size_t size = ZSTD_compress(compressed.data(), compressed.size(),
                                    tar.data(), tar.size(), kLevel);
  if (ZSTD_isError(size) != 0U) {
    return Fail(ErrorKind::kIo, "the app's files cannot be compressed: {}",
                ZSTD_getErrorName(size));
  }
  compressed.resize(size);
  return compressed;
}

Result<std::string> Decompress(std::string_view compressed) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(
      ZSTD_createDCtx(), &ZSTD_freeDCtx);
  std::string tar;
  ZSTD_inBuffer in{compressed.data(), compressed.size(), 0};
  std::string piece(ZSTD_DStreamOutSize(), '\0');
  size_t left = 1;
  while (left != 0) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left) != 0U ||
        (left != 0 && out.pos == 0 && in.pos == in.size)) {
      return Fail(ErrorKind::kCorruption,
                  "the app's files on the tape are damaged");
    }
    if (tar.size() + out.pos > kMaxStateBytes) {
      return Fail(ErrorKind::kUnsupported,
                  "the app's files on the tape have more than {}",
                  FormatSize(kMaxStateBytes));
    }
    tar.append(piece, 0, out.pos);
  }
  return tar;
}

}  // namespace reprise::session
