#include "input/timing.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "base/check.h"
#include "base/mul_div.h"
#include "base/text.h"
#include "input/time_math.h"

namespace reprise::input {
namespace {

constexpr int64_t kLatest = std::numeric_limits<int64_t>::max();

constexpr double kMinSpeed = 0.001;
constexpr double kMaxSpeed = 1000;

// A length divided by a speed, at most what fits.
int64_t Divide(int64_t length, double speed) {
  if (speed == 1.0) return length;
  const double divided = std::round(static_cast<double>(length) / speed);
  return divided >= static_cast<double>(kLatest)
             ? kLatest
             : static_cast<int64_t>(divided);
}

// What happens to the gap between two spans: the rules in their order.
int64_t PlayedGap(int64_t gap, const TimingRules& rules) {
  if (rules.warp && gap < kWarpShortNs) {
    gap = kWarpShortBecomesNs;
  } else if (rules.warp && gap > kWarpLongNs) {
    gap = kWarpLongNs;
  }
  gap = Divide(gap, rules.speed);
  if (rules.max_gap_ns) gap = std::min(gap, *rules.max_gap_ns);
  if (rules.min_gap_ns) gap = std::max(gap, *rules.min_gap_ns);
  return std::max<int64_t>(gap, 0);
}

// Gestures that overlap, as one.
struct Span {
  int64_t start_ns;
  int64_t end_ns;
  std::vector<const GestureEvent*> gestures;
};

std::vector<Span> SpansOf(const Recording& recording) {
  std::vector<const GestureEvent*> gestures;
  gestures.reserve(recording.gestures.size());
  for (const auto& gesture : recording.gestures) {
    gestures.push_back(&gesture.message);
  }
  std::stable_sort(gestures.begin(), gestures.end(),
                   [](const GestureEvent* a, const GestureEvent* b) {
                     return a->start_ns() < b->start_ns();
                   });
  std::vector<Span> spans;
  for (const GestureEvent* gesture : gestures) {
    const int64_t end = std::max(gesture->start_ns(), gesture->end_ns());
    if (spans.empty() || gesture->start_ns() > spans.back().end_ns) {
      spans.push_back({gesture->start_ns(), end, {}});
    }
    spans.back().end_ns = std::max(spans.back().end_ns, end);
    spans.back().gestures.push_back(gesture);
  }
  return spans;
}

// A part of a gesture that is played faster, in recorded time.
struct Run {
  int64_t start_ns;
  int64_t end_ns;
};

// Finds where the fingers of a gesture only move.
class Moves {
 public:
  explicit Moves(const Recording& recording) {
    for (const Frame& frame : recording.frames) {
      frame_times_.emplace(frame.id, frame.time_ns);
    }
    for (const auto& motion : recording.motions) {
      motions_.emplace(motion.message.id(), &motion);
    }
  }

  // The stretches between the first and the last of moves that follow each
  // other without a finger going down or up.
  std::vector<Run> Of(const GestureEvent& gesture) const {
    std::vector<Run> runs;
    if (!Moving(gesture.kind())) return runs;
    std::vector<int64_t> edges;
    for (const auto& finger : gesture.fingers()) {
      edges.push_back(finger.down_ns());
      if (finger.up_ns() != 0) edges.push_back(finger.up_ns());
    }
    std::ranges::sort(edges);
    // Holding still long enough is what makes it a drag: hands tremble, so
    // there may be moves before.
    const int64_t from = gesture.kind() == GestureEvent::KIND_DRAG
                             ? AddTime(gesture.start_ns(), kHoldNs)
                             : gesture.start_ns();
    bool running = false;
    for (const int64_t time : TimesOf(gesture)) {
      if (std::ranges::binary_search(edges, time)) {
        running = false;
      } else if (time >= from && time <= gesture.end_ns()) {
        if (!running) runs.push_back({time, time});
        runs.back().end_ns = time;
        running = true;
      }
    }
    return runs;
  }

 private:
  // Android's long press time was 500 ms before it was 400 ms.
  static constexpr int64_t kHoldNs = 500'000'000;

  static bool Moving(GestureEvent::Kind kind) {
    return kind == GestureEvent::KIND_SWIPE ||
           kind == GestureEvent::KIND_FLING ||
           kind == GestureEvent::KIND_DRAG ||
           kind == GestureEvent::KIND_PINCH ||
           kind == GestureEvent::KIND_ROTATE ||
           kind == GestureEvent::KIND_MULTI_SWIPE;
  }

  std::vector<int64_t> TimesOf(const GestureEvent& gesture) const {
    std::vector<int64_t> times;
    for (const uint64_t id : gesture.frame_refs()) {
      const auto frame = frame_times_.find(id);
      if (frame != frame_times_.end()) times.push_back(frame->second);
    }
    if (times.empty()) {
      for (const uint64_t id : gesture.touch_refs()) {
        const auto motion = motions_.find(id);
        if (motion == motions_.end()) continue;
        for (const auto& sample : motion->second->message.samples()) {
          times.push_back(sample.time_ns());
        }
      }
    }
    std::ranges::sort(times);
    return times;
  }

  std::unordered_map<uint64_t, int64_t> frame_times_;
  std::unordered_map<uint64_t, const Timed<MotionEvent>*> motions_;
};

// Keeps taps that were apart from becoming double taps.
class DoubleTapGuard {
 public:
  explicit DoubleTapGuard(const Recording& recording) {
    // Android allows 100 dp, and a display is 360 dp wide at least.
    double shorter =
        std::min(recording.display.width, recording.display.height);
    if (!recording.display.known()) shorter = 0;
    slop_ = shorter * 100 / 360;
  }

  // How much later than `played_start_ns` the span must begin.
  int64_t Delay(const Span& span, int64_t played_start_ns) const {
    int64_t delay = 0;
    for (const GestureEvent* gesture : span.gestures) {
      if (gesture->fingers().empty()) continue;
      const auto& finger = gesture->fingers(0);
      const int64_t down = AddTime(
          played_start_ns, SubtractTime(gesture->start_ns(), span.start_ns));
      size_t looks = 0;
      for (auto tap = taps_.rbegin(); tap != taps_.rend(); ++tap) {
        if (SubtractTime(down, tap->played_up_ns) >= kApartNs) break;
        if (++looks > kMaxLooks) break;
        if (!SamePlace(*tap, finger.start_x(), finger.start_y())) continue;
        const int64_t recorded =
            SubtractTime(gesture->start_ns(), tap->recorded_up_ns);
        const int64_t least =
            AddTime(tap->played_up_ns, std::min(recorded, kApartNs));
        delay = std::max(delay, SubtractTime(least, down));
      }
    }
    return delay;
  }

  // The span was placed: remembers its taps.
  void Add(const Span& span, int64_t played_start_ns) {
    const size_t before = taps_.size();
    for (const GestureEvent* gesture : span.gestures) {
      if (gesture->kind() != GestureEvent::KIND_TAP &&
          gesture->kind() != GestureEvent::KIND_DOUBLE_TAP) {
        continue;
      }
      if (gesture->fingers().empty()) continue;
      const auto& finger = *gesture->fingers().rbegin();
      taps_.push_back({gesture->end_ns(),
                       AddTime(played_start_ns,
                               SubtractTime(gesture->end_ns(), span.start_ns)),
                       finger.end_x(), finger.end_y()});
    }
    std::ranges::sort(taps_.begin() + static_cast<ptrdiff_t>(before),
                      taps_.end(), {}, &Tap::played_up_ns);
  }

 private:
  // The device may be a little late with the first tap and not with the
  // second.
  static constexpr int64_t kApartNs = kDoubleTapNs + kDoubleTapMarginNs;
  // No person taps more often in that time; a hostile tape may.
  static constexpr size_t kMaxLooks = 256;

  struct Tap {
    int64_t recorded_up_ns;
    int64_t played_up_ns;
    float x;
    float y;
  };

  bool SamePlace(const Tap& tap, float x, float y) const {
    if (slop_ <= 0) return true;  // without a display all places are near
    return std::hypot(double{tap.x} - x, double{tap.y} - y) <= slop_;
  }

  double slop_ = 0;
  std::vector<Tap> taps_;
};

Result<double> ParseSpeed(std::string_view option, std::string_view text) {
  std::string_view digits = text;
  if (digits.ends_with('x')) digits.remove_suffix(1);
  double speed = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), speed,
                      std::chars_format::fixed);
  if (error != std::errc() || end != digits.data() + digits.size() ||
      !(speed >= kMinSpeed && speed <= kMaxSpeed)) {
    return Fail(ErrorKind::kInvalidArgument,
                "--{}: '{}' is not a speed; give a number from {} to {}, as "
                "in 2 for twice as fast or 0.5 for half",
                option, text, kMinSpeed, kMaxSpeed);
  }
  return speed;
}

Result<int64_t> ParseGap(std::string_view option, std::string_view text) {
  const Result<uint64_t> gap = ParseDuration(text);
  if (!gap) {
    return Fail(gap.error().kind, "--{}: {}", option, gap.error().message);
  }
  return static_cast<int64_t>(*gap);
}

}  // namespace

bool TimingRules::exact() const {
  return !warp && speed == 1.0 && !max_gap_ns && !min_gap_ns &&
         gesture_speed == 1.0;
}

TimeMap TimeMap::For(const Recording& recording, const TimingRules& rules) {
  TimeMap map;
  if (rules.exact()) return map;
  CHECK(rules.speed > 0 && rules.gesture_speed > 0);
  std::optional<Moves> moves;
  if (rules.gesture_speed != 1.0) moves.emplace(recording);
  DoubleTapGuard guard(recording);

  const Span* previous = nullptr;
  int64_t played = 0;  // of the end of the previous span
  const std::vector<Span> spans = SpansOf(recording);
  for (const Span& span : spans) {
    if (previous == nullptr) {
      played = span.start_ns;  // what is before has no gap to change
    } else {
      const int64_t gap = SubtractTime(span.start_ns, previous->end_ns);
      const int64_t before = played;
      played = AddTime(before, PlayedGap(gap, rules));
      if (!rules.allow_double_taps) {
        played = AddTime(played, guard.Delay(span, played));
      }
      if (SubtractTime(played, before) != gap) {
        map.changes_.push_back(
            {span.start_ns, gap, SubtractTime(played, before)});
      }
    }
    guard.Add(span, played);
    map.AddPoint(span.start_ns, played);
    int64_t recorded = span.start_ns;
    // Several gestures at once keep their timing: speeding one up would move
    // the taps of the other.
    if (moves && span.gestures.size() == 1) {
      for (const Run& run : moves->Of(*span.gestures[0])) {
        played = AddTime(played, SubtractTime(run.start_ns, recorded));
        map.AddPoint(run.start_ns, played);
        played = AddTime(played, Divide(SubtractTime(run.end_ns, run.start_ns),
                                        rules.gesture_speed));
        map.AddPoint(run.end_ns, played);
        recorded = run.end_ns;
      }
    }
    played = AddTime(played, SubtractTime(span.end_ns, recorded));
    map.AddPoint(span.end_ns, played);
    previous = &span;
  }
  return map;
}

void TimeMap::AddPoint(int64_t recorded_ns, int64_t played_ns) {
  if (!points_.empty() && points_.back().recorded_ns == recorded_ns) return;
  points_.push_back({recorded_ns, played_ns});
}

int64_t TimeMap::At(int64_t recorded_ns) const {
  if (points_.empty()) return recorded_ns;
  const auto after =
      std::ranges::upper_bound(points_, recorded_ns, {}, &Point::recorded_ns);
  if (after == points_.begin() || after == points_.end()) {
    const Point& nearest =
        after == points_.begin() ? points_.front() : points_.back();
    return AddTime(recorded_ns,
                   SubtractTime(nearest.played_ns, nearest.recorded_ns));
  }
  const Point& from = *(after - 1);
  const Point& to = *after;
  // Each difference is positive and fits when it has no sign.
  const auto between = [](int64_t a, int64_t b) {
    return static_cast<uint64_t>(b) - static_cast<uint64_t>(a);
  };
  const uint64_t into = MulDiv(between(from.recorded_ns, recorded_ns),
                               between(from.played_ns, to.played_ns),
                               between(from.recorded_ns, to.recorded_ns));
  return static_cast<int64_t>(static_cast<uint64_t>(from.played_ns) + into);
}

void Retime(const TimeMap& map, Recording* recording) {
  MapTimes([&map](int64_t time_ns) { return map.At(time_ns); }, recording);
}

Result<TimingRules> ParseTiming(const TimingWords& words) {
  TimingRules rules;
  if (words.timing == "warp") {
    rules.warp = true;
  } else if (words.timing != "exact") {
    return Fail(ErrorKind::kInvalidArgument,
                "--timing: '{}' is not known; give exact (as recorded) or "
                "warp (short pauses become 1 ms, long ones 3 s)",
                words.timing);
  }
  if (!words.speed.empty()) {
    ASSIGN_OR_RETURN(rules.speed, ParseSpeed("speed", words.speed));
  }
  if (!words.gesture_speed.empty()) {
    ASSIGN_OR_RETURN(rules.gesture_speed,
                     ParseSpeed("gesture-speed", words.gesture_speed));
  }
  if (!words.max_gap.empty()) {
    ASSIGN_OR_RETURN(rules.max_gap_ns, ParseGap("max-gap", words.max_gap));
  }
  if (!words.min_gap.empty()) {
    ASSIGN_OR_RETURN(rules.min_gap_ns, ParseGap("min-gap", words.min_gap));
  }
  if (rules.max_gap_ns && rules.min_gap_ns &&
      *rules.max_gap_ns < *rules.min_gap_ns) {
    return Fail(ErrorKind::kInvalidArgument,
                "--max-gap: {} is less than --min-gap {}; no gap can be both",
                words.max_gap, words.min_gap);
  }
  rules.allow_double_taps = words.allow_double_taps;
  return rules;
}

}  // namespace reprise::input
