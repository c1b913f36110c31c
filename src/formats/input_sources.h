// The input sources that Android's `input` command knows by name, and what its
// commands do in numbers. See docs/format/foreign/input.md.
//
// Threads: constants and plain functions.
#pragma once

#include <cstdint>
#include <string_view>

namespace reprise::formats {

// From starting `input` until it sends its first event and ends: what a device
// of today needs (it asks a running service). Read and written scripts both
// count with it, so that a script replays at the pace of the recording.
inline constexpr int64_t kInputStartMs = 50;
inline constexpr int64_t kInputSwipeMs = 300;  // without a duration
inline constexpr double kInputSwipeHz = 120;   // of its moves
inline constexpr int64_t kInputDoubleTapMs = 40;

struct InputSource {
  std::string_view name;
  int32_t source;     // InputDevice.SOURCE_*
  int32_t tool_type;  // MotionEvent.TOOL_TYPE_*
  // Positions are on a display (InputDevice.SOURCE_CLASS_POINTER).
  bool is_pointer() const { return (source & 2) != 0; }
};

// Null if there is none.
const InputSource* InputSourceNamed(std::string_view name);
const InputSource* InputSourceOf(int32_t source);

}  // namespace reprise::formats
