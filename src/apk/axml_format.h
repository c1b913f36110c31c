// The chunks of Android's binary XML: one place for its reader and its writer.
//
// Threads: constants.
#pragma once

#include <cstddef>
#include <cstdint>

namespace reprise::apk {

inline constexpr uint16_t kXmlChunk = 0x0003;
inline constexpr uint16_t kResourceMapChunk = 0x0180;
inline constexpr uint16_t kStartNamespaceChunk = 0x0100;
inline constexpr uint16_t kEndNamespaceChunk = 0x0101;
inline constexpr uint16_t kStartElementChunk = 0x0102;
inline constexpr uint16_t kEndElementChunk = 0x0103;
inline constexpr uint16_t kTextChunk = 0x0104;

inline constexpr uint16_t kChunkHeaderSize = 8;
// The header, the line and the comment, before what is special of a node.
inline constexpr uint16_t kNodeHeaderSize = 16;
// What begins an element: its name and where its attributes are.
inline constexpr uint16_t kElementSize = 20;
inline constexpr uint16_t kAttributeSize = 20;
inline constexpr uint16_t kValueSize = 8;

inline constexpr uint32_t kNoString = 0xffffffff;

}  // namespace reprise::apk
