// The block between the entries and the central directory of an APK in which
// Android's signature schemes from v2 on live, and the digest of the rest of
// the file that they sign (docs/architecture/apk.md).
//
// Threads: plain values; a File by one at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apk/digest.h"
#include "apk/zip_reader.h"
#include "base/file.h"
#include "base/result.h"

namespace reprise::apk {

// Certificates and signatures; nobody has even one MiB of them.
inline constexpr uint64_t kMaxSigningBlock = uint64_t{16} << 20;

struct SigningBlock {
  uint64_t offset = 0;  // where the entries end
  std::vector<std::pair<uint32_t, std::string>> values;

  // Null when there is none.
  const std::string* Find(uint32_t id) const;
};

// kNotFound when the APK has none, kCorruption when it is damaged.
Result<SigningBlock> ReadSigningBlock(File& file, const ZipSections& sections);

std::string BuildSigningBlock(
    const std::vector<std::pair<uint32_t, std::string>>& values);

// The digest over chunks of 1 MiB of the entries, which end at `entries_end`,
// of the directory, and of the end as it was before the block was put in.
Result<std::string> ContentDigest(File& file, const ZipSections& sections,
                                  uint64_t entries_end, DigestKind kind);

// The record of the end, changed to say that the directory begins at `offset`.
Result<std::string> EndWithOffset(File& file, const ZipSections& sections,
                                  uint64_t offset);

}  // namespace reprise::apk
