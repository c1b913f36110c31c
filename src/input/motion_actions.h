// Numbers of android.view.MotionEvent and KeyEvent that are needed to read and
// write them.
//
// Threads: constants.
#pragma once

#include <cstdint>

namespace reprise::input {

// getActionMasked(); kDown and kUp are KeyEvent's, too.
namespace motion_action {
inline constexpr int32_t kDown = 0;
inline constexpr int32_t kUp = 1;
inline constexpr int32_t kMove = 2;
inline constexpr int32_t kCancel = 3;
inline constexpr int32_t kPointerDown = 5;
inline constexpr int32_t kPointerUp = 6;
inline constexpr int32_t kHoverMove = 7;
inline constexpr int32_t kScroll = 8;
inline constexpr int32_t kHoverExit = 10;
}  // namespace motion_action

namespace motion_axis {
inline constexpr int32_t kPressure = 2;
inline constexpr int32_t kSize = 3;
inline constexpr int32_t kTouchMajor = 4;
inline constexpr int32_t kTouchMinor = 5;
inline constexpr int32_t kOrientation = 8;
}  // namespace motion_axis

}  // namespace reprise::input
