// The numbers of the MCAP format and our limits on it; docs/format/tape.md.
//
// Threads: constants.
#pragma once

#include <cstdint>
#include <string_view>

namespace reprise::tape {

inline constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};

enum class Op : uint8_t {
  kHeader = 0x01,
  kFooter = 0x02,
  kSchema = 0x03,
  kChannel = 0x04,
  kMessage = 0x05,
  kChunk = 0x06,
  kMessageIndex = 0x07,
  kChunkIndex = 0x08,
  kAttachment = 0x09,
  kAttachmentIndex = 0x0A,
  kStatistics = 0x0B,
  kMetadata = 0x0C,
  kMetadataIndex = 0x0D,
  kSummaryOffset = 0x0E,
  kDataEnd = 0x0F,
};

// Bytes before the content of a record: its op and its length.
inline constexpr uint64_t kRecordPrefix = 1 + 8;
// Bytes of a Message's content before its data.
inline constexpr uint64_t kMessagePrefix = 2 + 4 + 8 + 8;

// What is refused instead of being allocated.
inline constexpr uint64_t kMaxChunkBytes = 256u << 20;  // uncompressed
inline constexpr uint64_t kMaxMessageBytes = 64u << 20;
inline constexpr uint64_t kMaxHeaderBytes = 64u << 10;
inline constexpr uint64_t kMaxAttachmentPrefix = 1u << 20;   // all but its data
inline constexpr uint64_t kMaxSmallRecordBytes = 64u << 20;  // schema, map...

}  // namespace reprise::tape
