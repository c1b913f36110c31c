// Recording: the input of one run in memory, at every level that it has.
// Formats read and write it, gestures and pointer events are views of it, and
// a replay is made from it.
//
// Invariants:
//  1. frames, motions, keys and texts are each in the order of time, equal
//     times in the order in which they happened.
//  2. Frame::device is an index into devices.
//  3. Once AssignIds() was called, every element has an id, unique among all.
//
// Threads: a plain value.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "input/event.h"
#include "reprise/evdev_device.pb.h"
#include "reprise/gesture.pb.h"
#include "reprise/key_event.pb.h"
#include "reprise/motion_event.pb.h"
#include "reprise/text_event.pb.h"

namespace reprise::input {

// A message above the kernel, with its times as on a tape.
template <typename T>
struct Timed {
  int64_t time_ns = 0;  // publish_time: when it happened
  int64_t read_ns = 0;  // log_time: when it was seen
  T message;
};

// The size of the display in pixels; 0: not known.
struct DisplaySize {
  int32_t width = 0;
  int32_t height = 0;
  bool known() const { return width > 0 && height > 0; }
};

struct Recording {
  std::vector<EvdevDevice> devices;
  std::vector<Frame> frames;
  std::vector<Timed<MotionEvent>> motions;
  std::vector<Timed<KeyEvent>> keys;
  std::vector<Timed<TextEvent>> texts;
  std::vector<Timed<GestureEvent>> gestures;
  DisplaySize display;
  // From the last of it to when who recorded an app looked no longer, for what
  // comes a while after the last gesture; none: not known.
  std::optional<int64_t> rest_ns;

  bool empty() const {
    return frames.empty() && motions.empty() && keys.empty() && texts.empty();
  }
};

// What was lost in a conversion or passage, said to the user once per kind.
struct Loss {
  std::string what;    // a clause: "event stamps are rounded to microseconds"
  uint64_t count = 1;  // how often
};

// Collects losses: the same text again is counted, not repeated.
class Losses {
 public:
  void Add(const std::string& what, uint64_t count = 1);
  const std::vector<Loss>& all() const { return losses_; }
  bool empty() const { return losses_.empty(); }

 private:
  std::vector<Loss> losses_;
};

// When the last of its input happened; 0: there is none.
int64_t LastTime(const Recording& recording);

// Puts frames and messages into the order of time (stable).
void SortByTime(Recording* recording);

// Replaces every time of the recording, those inside messages included, by what
// `map` gives for it, which must never fall. Times that mean "not known" stay.
void MapTimes(const std::function<int64_t(int64_t)>& map, Recording* recording);

// Gives every element without an id one that is not taken, from `first` on,
// in the order of time; links are left alone.
void AssignIds(Recording* recording, uint64_t first = 1);

// The id after the largest one that is taken.
uint64_t AfterLastId(const Recording& recording);

}  // namespace reprise::input
