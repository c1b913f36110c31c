// Archives of an app's files (tar), made clean: a device and a tape are both
// strangers, and what they send as an archive is unpacked in an app's folder.
//
// Only folders and regular files are kept, links and devices are left out, and
// what points out of the folder is an error.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::session {

// Of one archive.
inline constexpr uint64_t kMaxStateBytes = uint64_t{64} << 20;
inline constexpr size_t kMaxStateFiles = 20'000;

// The same files as an archive of our own making, without `cache` and
// `code_cache`.
Result<std::string> CleanTar(std::string_view tar);

// The attachment "state.tar.zst", from and to an archive.
Result<std::string> Compress(std::string_view tar);
// An error when it has more than kMaxStateBytes.
Result<std::string> Decompress(std::string_view compressed);

}  // namespace reprise::session
