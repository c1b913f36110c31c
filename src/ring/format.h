// The layout of a ring file, in which the runtime inside an app leaves what it
// records, and in which a recording is handed to it for a replay. Said in
// docs/architecture/runtime.md; app/runtime has the same numbers in
// RingFormat.java. All numbers are little endian.
//
// Threads: constants.
#pragma once

#include <cstddef>
#include <cstdint>

namespace reprise::ring {

inline constexpr uint64_t kMagic = 0x474e'4952'5352'5052;  // "RPRSRING"
inline constexpr uint32_t kVersion = 2;
inline constexpr uint32_t kHeaderBytes = 4096;
inline constexpr uint64_t kMinCapacity = 64;
inline constexpr uint64_t kMaxCapacity = uint64_t{1} << 31;

// Places in the header.
inline constexpr uint64_t kAtVersion = 8;
inline constexpr uint64_t kAtData = 12;
inline constexpr uint64_t kAtCapacity = 16;
inline constexpr uint64_t kAtKey = 24;
inline constexpr uint64_t kAtPid = 32;
inline constexpr uint64_t kAtTextLength = 36;
inline constexpr uint64_t kAtCreated = 40;
// The writer's, at its end: its last position plus one; 0 before.
inline constexpr uint64_t kAtClosed = 64;
inline constexpr uint64_t kAtWaits = 72;
inline constexpr uint64_t kAtWaitedNs = 80;
inline constexpr uint64_t kAtLost = 88;
inline constexpr uint64_t kAtLostBytes = 96;
// The reader's: all before this position may be written over.
inline constexpr uint64_t kAtHead = 128;
// "channel NUMBER TOPIC" lines.
inline constexpr uint64_t kAtText = 1024;

// Places in an entry; its payload follows, padded to 8 bytes. An entry never
// wraps around the end; fewer than kEntryBytes left there are skipped.
inline constexpr uint64_t kEntryBytes = 40;
inline constexpr uint64_t kAtCommit = 0;  // position ^ key, written last
inline constexpr uint64_t kAtCrc = 8;     // of all that follows it
inline constexpr uint64_t kAtSize = 12;
inline constexpr uint64_t kAtKind = 16;
inline constexpr uint64_t kAtChannel = 18;
inline constexpr uint64_t kAtLogTime = 24;
inline constexpr uint64_t kAtPublishTime = 32;

enum EntryKind : uint16_t { kMessageEntry = 1, kGapEntry = 2 };

constexpr uint64_t EntryBytes(uint64_t payload) {
  return (kEntryBytes + payload + 7) & ~uint64_t{7};
}

}  // namespace reprise::ring
