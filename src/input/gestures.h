// What a person did, found in the frames: taps, swipes, pinches, keys, chords.
// A gesture only links to its frames (GestureEvent.frame_refs), so that going
// down from gestures gives the recorded frames byte for byte.
//
// A gesture of a touchscreen lasts from the first finger down to the last one
// up; one of keys from the first key down to the last one up, so that keys held
// together are a chord. Two taps at one place within Android's double tap time
// are one gesture. Devices segment independently of each other, so a volume key
// during a swipe is a gesture of its own. Sensor frames belong to no gesture.
//
// Threads: GestureSegmenter is used by one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "input/recording.h"

namespace reprise::input {

// Android's ViewConfiguration, for a display of medium density.
struct GestureRules {
  int64_t double_tap_ns = 300'000'000;  // from up to the next down
  int64_t long_press_ns = 400'000'000;
  float touch_slop_mm = 1.3F;  // moving less is holding still
  // Between the two taps. Android lets them be 16 mm apart, but then two keys
  // hit one after the other would be one gesture, which went to the first.
  float double_tap_slop_mm = 4.0F;
  float fling_mm_per_s = 7.9F;  // still as fast when lifted
};

// Takes frames one by one, as they are recorded, and gives each gesture when it
// has ended (a tap after the double tap time, or at the next frame after).
class GestureSegmenter {
 public:
  using Sink = std::function<void(Timed<GestureEvent>)>;

  explicit GestureSegmenter(Sink sink, GestureRules rules = {});
  ~GestureSegmenter();

  // The device with the index that frames will name; may come at any time
  // before its first frame.
  void AddDevice(uint32_t index, const EvdevDevice& device,
                 DisplaySize display = {});
  // In the order of time. The frame must have its id.
  void Push(const Frame& frame);
  // Time passed without frames: gives what can no longer change.
  void AdvanceTo(int64_t time_ns);
  // The recording ended: gives the rest, with `cut` if fingers were down.
  void Finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Fills recording->gestures from its frames, or from its motions and keys when
// it has none. Ids must have been assigned; new ones continue after them.
void DeriveGestures(Recording* recording, GestureRules rules = {});

// "tap", "double-tap", "long-press", ...: words for --only and for reports.
std::string_view NameOf(GestureEvent::Kind kind);
// KIND_UNSPECIFIED if there is no such word.
GestureEvent::Kind GestureKindByName(std::string_view name);
std::vector<std::string_view> GestureKindNames();

// A sentence for people: "swipe from (100, 800) to (100, 200) in 230 ms".
std::string Describe(const GestureEvent& gesture);

}  // namespace reprise::input
