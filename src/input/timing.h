// When things happen in a replay: a map from recorded time to played time that
// never runs backwards.
//
// A recording is cut into spans (gestures: what must keep its inner timing) and
// the gaps between them, which are what rules change:
//  - exact    nothing changes
//  - warp     RERAN's rule: a gap below 0.7 s becomes 1 ms, one above 3 s
//             becomes 3 s, the others stay
//  - speed    gaps are divided by it
//  - max-gap, min-gap   bounds for gaps
//  - gesture speed   MobiPlay's: the gaps between the moves of one gesture are
//             divided, and no point is dropped. All other gaps of the gesture
//             stay: from a finger going down to its first move, so that a drag
//             keeps its long press, and from the last move to the lifting, so
//             that a fling stays a fling.
// Rules combine in this order, each on the result of the one before: warp,
// speed, max-gap, min-gap, and last the rule of double taps below. Gestures
// that overlap, on whichever devices, are one span, which keeps its inner
// timing at any gesture speed. What is before the first gesture or after the
// last stands in no gap: it keeps its distance from that gesture.
//
// Sensor frames between gestures, and anything else there (texts), have no gap
// of their own: a gap that shrinks takes them with it, at their relative
// places, so their order and number stay, and their rate rises.
//
// Two taps of the recording that were not a double tap must not become one by
// being brought together: from a tap to the next touch at its place there stay
// Android's double tap time (300 ms) and a margin for a late replay, or the
// recorded time if that was less, unless `allow_double_taps`. This holds also
// when other gestures stand between, because every view of an app looks for
// double taps of its own. A place is as large as Android's double tap slop on
// a display 360 dp wide; if the display is not known all places are one.
//
// Threads: a TimeMap is constant once made.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "input/recording.h"

namespace reprise::input {

struct TimingRules {
  bool warp = false;                       // RERAN's rule
  double speed = 1.0;                      // gaps are divided by it
  std::optional<int64_t> max_gap_ns = {};  // longer gaps become it
  std::optional<int64_t> min_gap_ns = {};  // shorter gaps become it
  double gesture_speed = 1.0;              // moves within a gesture
  bool allow_double_taps = false;
  bool exact() const;
};

inline constexpr int64_t kWarpShortNs = 700'000'000;
inline constexpr int64_t kWarpShortBecomesNs = 1'000'000;
inline constexpr int64_t kWarpLongNs = 3'000'000'000;
inline constexpr int64_t kDoubleTapNs = 300'000'000;
inline constexpr int64_t kDoubleTapMarginNs = 20'000'000;

// Played time as a function of recorded time: piecewise linear, never falling.
class TimeMap {
 public:
  // The identity.
  TimeMap() = default;
  // For the gestures of the recording, which must have been derived.
  static TimeMap For(const Recording& recording, const TimingRules& rules);

  // For maps that are made otherwise: points come rising in recorded and never
  // falling in played time; a second one at the same recorded time is left out.
  void AddPoint(int64_t recorded_ns, int64_t played_ns);

  int64_t At(int64_t recorded_ns) const;

  // A gap that was changed, for reports.
  struct Change {
    int64_t at_ns;  // recorded time of its end
    int64_t recorded_gap_ns;
    int64_t played_gap_ns;
  };
  const std::vector<Change>& changes() const { return changes_; }

 private:
  struct Point {
    int64_t recorded_ns;
    int64_t played_ns;
  };

  std::vector<Point> points_;  // rising in recorded, never falling in played
  std::vector<Change> changes_;
};

// Moves everything in the recording, links and all, to its played time.
void Retime(const TimeMap& map, Recording* recording);

// The rules in words: from --timing ("exact", "warp") and the options beside
// it. An error names the bad value and what is accepted.
struct TimingWords {
  std::string_view timing = "exact";
  std::string_view speed = {};  // empty: not given, as for the others
  std::string_view max_gap = {};
  std::string_view min_gap = {};
  std::string_view gesture_speed = {};
  bool allow_double_taps = false;
};
Result<TimingRules> ParseTiming(const TimingWords& words);

}  // namespace reprise::input
