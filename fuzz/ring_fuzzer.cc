// Ring files of apps: raw ones, and whole ones with bytes changed, which get
// past the checks of the header.
#include <algorithm>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/memory_file_system.h"
#include "ring/format.h"
#include "ring/reader.h"
#include "ring/replay_file.h"

namespace reprise::ring {
namespace {

void Read(const std::string& bytes) {
  MemoryFileSystem files;
  files.Put("ring", bytes);
  auto ring = RingReader::Open(*files.OpenForReading("ring"), "ring");
  if (!ring) return;
  uint64_t total = 0;
  for (const bool gone : {false, true}) {
    if (gone) (*ring)->WriterIsGone();
    while (true) {
      auto message = (*ring)->Next();
      if (!message || *message == nullptr) break;
      total += kEntryBytes + (*message)->data.size();
    }
  }
  CHECK_LE(total, (*ring)->capacity());
  (void)(*ring)->Losses();
}

// The input is a small ring's content: sizes of entries, then changes.
std::string Build(const uint8_t* data, size_t size) {
  constexpr uint64_t kCapacity = 2048;
  std::string bytes = RingHeader(kCapacity, 7, "channel 0 /call\n");
  std::string entries;
  size_t at = 0;
  while (at < size && data[at] != 0 &&
         entries.size() + EntryBytes(data[at]) <= kCapacity) {
    entries += RingEntry(entries.size(), 7, 0, 1, 2,
                         std::string(data[at], static_cast<char>(at)));
    at++;
  }
  entries.resize(kCapacity);
  bytes += entries;
  for (at++; at + 2 < size; at += 3) {
    const size_t where = data[at] | data[at + 1] << 8;
    bytes[where % bytes.size()] ^= static_cast<char>(data[at + 2]);
  }
  return bytes;
}

}  // namespace
}  // namespace reprise::ring

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  if (data[0] & 1) {
    reprise::ring::Read(
        std::string(reinterpret_cast<const char*>(data + 1), size - 1));
  } else {
    reprise::ring::Read(reprise::ring::Build(data + 1, size - 1));
  }
  return 0;
}
