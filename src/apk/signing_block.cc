#include "apk/signing_block.h"

#include <algorithm>

#include "base/bytes.h"

namespace reprise::apk {
namespace {

constexpr std::string_view kMagic = "APK Sig Block 42";
constexpr uint64_t kFooterSize = sizeof(uint64_t) + kMagic.size();
constexpr uint64_t kChunkSize = uint64_t{1} << 20;

tl::unexpected<Error> DamagedBlock() {
  return Fail(ErrorKind::kCorruption,
              "the APK's signing block is damaged: its sizes do not agree");
}

// Adds the digests of one section's chunks. Chunks do not depend on each
// other.
void AddChunk(DigestKind kind, std::string_view chunk, std::string* digests) {
  std::string prefix = "\xa5";
  ByteWriter(&prefix).U32(static_cast<uint32_t>(chunk.size()));
  *digests += Digest(kind, {prefix, chunk});
}

Status AddSection(File& file, uint64_t begin, uint64_t end, DigestKind kind,
                  std::string* digests) {
  for (uint64_t at = begin; at < end; at += kChunkSize) {
    ASSIGN_OR_RETURN(const std::string chunk,
                     ReadExactly(file, at, std::min(kChunkSize, end - at)));
    AddChunk(kind, chunk, digests);
  }
  return {};
}

}  // namespace

const std::string* SigningBlock::Find(uint32_t id) const {
  for (const auto& [other, value] : values) {
    if (other == id) return &value;
  }
  return nullptr;
}

Result<SigningBlock> ReadSigningBlock(File& file, const ZipSections& sections) {
  const uint64_t end = sections.directory_offset;
  std::string footer;
  if (end >= kFooterSize + sizeof(uint64_t)) {
    ASSIGN_OR_RETURN(footer, ReadExactly(file, end - kFooterSize, kFooterSize));
  }
  if (!footer.ends_with(kMagic)) {
    return Fail(ErrorKind::kNotFound,
                "the APK has no signing block: it is not signed by scheme v2 "
                "or later");
  }
  // Both sizes leave the first of them out.
  const uint64_t size = ByteReader(footer).U64();
  if (size < kFooterSize || size > kMaxSigningBlock ||
      size + sizeof(uint64_t) > end) {
    return DamagedBlock();
  }
  SigningBlock block;
  block.offset = end - size - sizeof(uint64_t);
  ASSIGN_OR_RETURN(
      const std::string bytes,
      ReadExactly(file, block.offset, size + sizeof(uint64_t) - kFooterSize));
  ByteReader reader(bytes);
  if (reader.U64() != size) return DamagedBlock();
  while (!reader.AtEnd()) {
    const uint64_t length = reader.U64();
    const uint32_t id = reader.U32();
    if (length < sizeof(id)) return DamagedBlock();
    const std::string_view value = reader.Bytes(length - sizeof(id));
    if (!reader.ok()) return DamagedBlock();
    if (block.Find(id) != nullptr) {
      return Fail(ErrorKind::kCorruption,
                  "the APK's signing block has the id {:#x} twice", id);
    }
    block.values.emplace_back(id, value);
  }
  return block;
}

std::string BuildSigningBlock(
    const std::vector<std::pair<uint32_t, std::string>>& values) {
  std::string pairs;
  ByteWriter writer(&pairs);
  for (const auto& [id, value] : values) {
    writer.U64(sizeof(id) + value.size());
    writer.U32(id);
    writer.Bytes(value);
  }
  const uint64_t size = pairs.size() + kFooterSize;
  std::string block;
  ByteWriter block_writer(&block);
  block_writer.U64(size);
  block_writer.Bytes(pairs);
  block_writer.U64(size);
  block_writer.Bytes(kMagic);
  return block;
}

Result<std::string> EndWithOffset(File& file, const ZipSections& sections,
                                  uint64_t offset) {
  if (offset >= kZip64Mark32) {
    return Fail(ErrorKind::kUnsupported,
                "the APK is larger than the 4 GiB that Android accepts");
  }
  ASSIGN_OR_RETURN(std::string end,
                   ReadExactly(file, sections.end_offset,
                               sections.file_size - sections.end_offset));
  std::string field;
  ByteWriter(&field).U32(static_cast<uint32_t>(offset));
  end.replace(kEndDirectoryOffsetAt, field.size(), field);
  return end;
}

Result<std::string> ContentDigest(File& file, const ZipSections& sections,
                                  uint64_t entries_end, DigestKind kind) {
  std::string digests;
  RETURN_IF_ERROR(AddSection(file, 0, entries_end, kind, &digests));
  RETURN_IF_ERROR(AddSection(file, sections.directory_offset,
                             sections.end_offset, kind, &digests));
  ASSIGN_OR_RETURN(const std::string end,
                   EndWithOffset(file, sections, entries_end));
  AddChunk(kind, end, &digests);
  const size_t one = kind == DigestKind::kSha256 ? 32 : 64;
  std::string prefix = "\x5a";
  ByteWriter(&prefix).U32(static_cast<uint32_t>(digests.size() / one));
  return Digest(kind, {prefix, digests});
}

}  // namespace reprise::apk
