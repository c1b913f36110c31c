// When things happen in a replay: a map from recorded time to played time that
// never runs backwards.
//
// A recording is cut into spans (gestures: what must keep its inner timing) and
// the gaps between them, which are what rules change:
//  - exact    nothing changes
//  - warp     RERAN's rule: a gap below 0.7 s becomes 1 ms, one above 3 s
//             becomes 3 s, the others stay
//  - speed, max-gap, min-gap   general rules for gaps
//  - gesture speed   MobiPlay's: the gaps between the moves of one gesture are
//             divided; no point is dropped; the gap between the last move and
//             the lifting stays, so that a fling stays a fling
// Gestures on two devices that overlap are one span.
//
// Sensor frames between gestures have no gap of their own: a gap that shrinks
// takes its sensor frames with it, at their relative places, so their order and
// number stay, and their rate rises. Nothing is dropped.
//
// Two taps of the recording that were not a double tap must not become one by
// being brought together: the gap between taps at one place is kept at
// Android's double tap time (300 ms) at least, unless `allow_double_taps`.
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
  bool warp = false;                  // RERAN's rule
  double speed = 1.0;                 // gaps are divided by it
  std::optional<int64_t> max_gap_ns;  // longer gaps become it
  std::optional<int64_t> min_gap_ns;  // shorter gaps become it
  double gesture_speed = 1.0;         // moves within a gesture
  bool allow_double_taps = false;
  bool exact() const;
};

inline constexpr int64_t kWarpShortNs = 700'000'000;
inline constexpr int64_t kWarpShortBecomesNs = 1'000'000;
inline constexpr int64_t kWarpLongNs = 3'000'000'000;
inline constexpr int64_t kDoubleTapNs = 300'000'000;

// Played time as a function of recorded time: piecewise linear, never falling.
class TimeMap {
 public:
  // The identity.
  TimeMap() = default;
  // For the gestures of the recording, which must have been derived.
  static TimeMap For(const Recording& recording, const TimingRules& rules);

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
  std::vector<Point> points_;  // rising in both
  std::vector<Change> changes_;
};

// Moves everything in the recording, links and all, to its played time.
void Retime(const TimeMap& map, Recording* recording);

// The rules in words: from --timing ("exact", "warp") and the options beside
// it. An error names the bad value and what is accepted.
struct TimingWords {
  std::string_view timing = "exact";
  std::string_view speed, max_gap, min_gap, gesture_speed;  // empty: not given
  bool allow_double_taps = false;
};
Result<TimingRules> ParseTiming(const TimingWords& words);

}  // namespace reprise::input
