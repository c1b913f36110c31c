// Numbers of the dex file format, as its specification
// (source.android.com/docs/core/runtime/dex-format) has them.
//
// Threads: constants.
#pragma once

#include <cstddef>
#include <cstdint>

namespace reprise::dex {

inline constexpr size_t kHeaderSize = 0x70;
inline constexpr uint32_t kEndianTag = 0x12345678;
inline constexpr uint32_t kNoIndex = UINT32_MAX;
// Where the fields of the header are; each of the tables from kStringIds to
// kClassDefs is a count and an offset.
inline constexpr size_t kChecksumAt = 8;
inline constexpr size_t kSignatureAt = 12;
inline constexpr size_t kFileSizeAt = 32;
inline constexpr size_t kMapAt = 52;
inline constexpr size_t kTablesAt = 56;
inline constexpr size_t kDataAt = 104;

inline constexpr size_t kStringIdSize = 4;
inline constexpr size_t kTypeIdSize = 4;
inline constexpr size_t kProtoIdSize = 12;
inline constexpr size_t kFieldIdSize = 8;
inline constexpr size_t kMethodIdSize = 8;
inline constexpr size_t kClassDefSize = 32;
inline constexpr size_t kCallSiteIdSize = 4;
inline constexpr size_t kMethodHandleSize = 8;

enum MapType : uint16_t {
  kMapHeader = 0x0000,
  kMapStringIds = 0x0001,
  kMapTypeIds = 0x0002,
  kMapProtoIds = 0x0003,
  kMapFieldIds = 0x0004,
  kMapMethodIds = 0x0005,
  kMapClassDefs = 0x0006,
  kMapCallSiteIds = 0x0007,
  kMapMethodHandles = 0x0008,
  kMapMapList = 0x1000,
  kMapTypeLists = 0x1001,
  kMapAnnotationSetRefLists = 0x1002,
  kMapAnnotationSets = 0x1003,
  kMapClassData = 0x2000,
  kMapCode = 0x2001,
  kMapStringData = 0x2002,
  kMapDebugInfo = 0x2003,
  kMapAnnotations = 0x2004,
  kMapEncodedArrays = 0x2005,
  kMapAnnotationDirectories = 0x2006,
  kMapHiddenApi = 0xf000,
};

// What a nop with these high bytes begins.
inline constexpr uint16_t kPackedSwitchPayload = 0x0100;
inline constexpr uint16_t kSparseSwitchPayload = 0x0200;
inline constexpr uint16_t kArrayPayload = 0x0300;

enum DebugOp : uint8_t {
  kDebugEnd = 0,
  kDebugAdvancePc = 1,
  kDebugAdvanceLine = 2,
  kDebugStartLocal = 3,
  kDebugStartLocalExtended = 4,
  kDebugEndLocal = 5,
  kDebugRestartLocal = 6,
  kDebugPrologueEnd = 7,
  kDebugEpilogueBegin = 8,
  kDebugSetFile = 9,
  kDebugFirstSpecial = 10,
};
inline constexpr int kDebugLineBase = -4;
inline constexpr int kDebugLineRange = 15;

}  // namespace reprise::dex
