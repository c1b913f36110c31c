// What formats above the kernel (Monkey, input, minitouch) share: making motion
// and key events from "finger 1 down here", and going through a recording's
// events in the order of time when writing.
//
// PointerMaker knows which fingers are down, so that every motion event names
// all of them, as Android's do, and streams that Android would never send (a
// finger that goes down twice or lifts unseen) are mended and counted.
//
// Threads: PointerMaker is used by one thread.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "input/recording.h"

namespace reprise::formats {

// MotionEvent.ACTION_*, KeyEvent.ACTION_*, InputDevice.SOURCE_* and so on.
namespace android {
inline constexpr int32_t kDown = 0;
inline constexpr int32_t kUp = 1;
inline constexpr int32_t kMove = 2;
inline constexpr int32_t kCancel = 3;
inline constexpr int32_t kPointerDown = 5;
inline constexpr int32_t kPointerUp = 6;
inline constexpr int32_t kScroll = 8;
inline constexpr int32_t kSourceTouchscreen = 0x1002;
inline constexpr int32_t kSourceTrackball = 0x10004;
inline constexpr int32_t kSourceKeyboard = 0x101;
inline constexpr int32_t kAxisPressure = 2;
inline constexpr int32_t kAxisSize = 3;
inline constexpr int32_t kToolFinger = 1;
inline constexpr int32_t kFlagLongPress = 0x80;
inline constexpr int64_t kLongPressMs = 400;  // ViewConfiguration
inline constexpr int32_t kKeyTab = 61;
inline constexpr int32_t kKeyEnter = 66;
}  // namespace android

struct Touch {
  int32_t id = 0;
  float x = 0;
  float y = 0;
  float pressure = 1;
  float size = 1;
};

class PointerMaker {
 public:
  explicit PointerMaker(input::Recording* recording);

  // What the next events have besides positions: source, device, display,
  // meta state, ... Starts as a finger on the touchscreen.
  MotionEvent* common() { return &common_; }
  void set_tool(int32_t tool_type) { tool_type_ = tool_type; }

  bool down() const { return !touches_.empty(); }
  bool IsDown(int32_t id) const { return touches_.contains(id); }
  const std::map<int32_t, Touch>& touches() const { return touches_; }

  // The first finger of a gesture; what is still down is cancelled.
  void Begin(int64_t time_ns, const Touch& touch);
  // A finger that is down already first ends its gesture with a cancel.
  void Down(int64_t time_ns, const Touch& touch);
  // One event for all of them; fingers that are not down are left out.
  void Move(int64_t time_ns, std::span<const Touch> touches);
  // A finger lifts where it is, or elsewhere.
  void Up(int64_t time_ns, int32_t id);
  void UpAt(int64_t time_ns, const Touch& touch);
  // The last finger of a gesture: others that are down lift before it.
  void End(int64_t time_ns, const Touch& touch);
  // Fingers are there by the next event; those that are not down are ignored.
  void Place(std::span<const Touch> touches);
  void Cancel(int64_t time_ns);
  // An event of its own, which does not change what is down: trackballs,
  // scrolling.
  MotionEvent* Single(int64_t time_ns, int32_t action, const Touch& touch);

  // Says in `losses` what was mended.
  void Report(input::Losses* losses) const;

 private:
  MotionEvent* Add(int64_t time_ns, int32_t action, int32_t acting_id,
                   const std::map<int32_t, Touch>& touches);

  input::Recording* recording_;
  MotionEvent common_;
  int32_t tool_type_ = android::kToolFinger;
  std::map<int32_t, Touch> touches_;  // by id
  int64_t down_ns_ = 0;
  uint64_t restarted_ = 0;
  uint64_t strays_ = 0;
};

// A key event of a keyboard that is not there, as both tools send them.
KeyEvent* AddKey(int64_t time_ns, int64_t down_ns, int32_t action, int32_t code,
                 input::Recording* recording);
void AddText(int64_t time_ns, std::string text, input::Recording* recording);

// The events above the kernel in the order of time.
struct TimelineItem {
  enum class Kind { kMotion, kKey, kText };
  int64_t time_ns = 0;
  Kind kind = Kind::kMotion;
  size_t index = 0;  // into the recording's list of that kind
};
std::vector<TimelineItem> TimelineOf(const input::Recording& recording);

// How long it is from one time to a later one, in ns: never negative and never
// more than kMaxScriptMs, whatever a recording claims.
int64_t GapNs(int64_t from_ns, int64_t to_ns);
// In whole ms, down; what is cut off is said in `losses`.
int64_t WholeMs(int64_t ns, input::Losses* losses);

// A sample's position in pixels of the display.
struct DisplayPoint {
  float x = 0;
  float y = 0;
};
DisplayPoint OnDisplay(const MotionEvent& motion,
                       const MotionEvent::Coords& coords);
float AxisOf(const MotionEvent::Coords& coords, int32_t axis, float otherwise);

// True if motions can be written: consistent, and its positions are known.
// Otherwise what is wrong goes to `losses`.
bool IsWritable(const MotionEvent& motion, input::Losses* losses);
bool IsWritable(const KeyEvent& key, input::Losses* losses);

// Says how many kernel frames are behind no touch and no key, and so appear in
// no format above the kernel.
void ReportUnspokenFrames(const input::Recording& recording,
                          input::Losses* losses);

// Says of how many touches of a screen the tool is no finger, or an axis is
// none of those that the format holds besides the position.
void ReportUnspokenAxes(const input::Recording& recording,
                        std::initializer_list<int32_t> held,
                        input::Losses* losses);

}  // namespace reprise::formats
