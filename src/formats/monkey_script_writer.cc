// Touches are written with pointer ids and under "linebyline", because only so
// Monkey waits for their times. It paces keys by the time since the last key,
// whatever came between, so keys say no time and a UserWait stands before them.
#include <algorithm>
#include <map>

#include "formats/monkey.h"
#include "formats/pointer_script.h"
#include "formats/script_lines.h"
#include "formats/typed_text.h"

namespace reprise::formats {

namespace {

// MonkeySourceScript plays pointers 0 and 1 and fails on others.
constexpr size_t kMaxFingers = 2;
// What the argument of DispatchString cannot hold, and keys that type it.
constexpr int32_t kKeyComma = 55;
constexpr int32_t kKeyNumpadRightParen = 163;

class Writer {
 public:
  Writer(const input::Recording& recording, input::Losses* losses)
      : recording_(recording), losses_(losses) {}

  std::string Write() {
    const std::vector<TimelineItem> items = TimelineOf(recording_);
    if (!items.empty()) {
      first_ns_ = items[0].time_ns;
      first_ms_ =
          std::clamp<int64_t>(first_ns_ / kNsPerMs, 0, kMaxScriptMs / 4);
      said_ms_ = first_ms_;
    }
    for (const TimelineItem& item : items) {
      switch (item.kind) {
        case TimelineItem::Kind::kMotion:
          TakeMotion(recording_.motions[item.index].message);
          break;
        case TimelineItem::Kind::kKey:
          TakeKey(recording_.keys[item.index]);
          break;
        case TimelineItem::Kind::kText:
          TakeText(recording_.texts[item.index]);
          break;
      }
    }
    ReportUnspokenFrames(recording_, losses_);
    ReportUnspokenAxes(recording_, {android::kAxisPressure, android::kAxisSize},
                       losses_);
    return fmt::format(
               "type= raw events\ncount= {}\nspeed= 1.0\nlinebyline\n"
               "start data >>\n",
               count_) +
           out_;
  }

 private:
  int64_t MsOf(int64_t time_ns) {
    return std::min(first_ms_ + WholeMs(GapNs(first_ns_, time_ns), losses_),
                    kMaxScriptMs);
  }

  void Line(const std::string& line) {
    out_ += line + "\n";
    count_++;
  }

  void WaitUntil(int64_t time_ns) {
    const int64_t ms = MsOf(time_ns);
    if (ms > said_ms_) Line(fmt::format("UserWait({})", ms - said_ms_));
    said_ms_ = std::max(said_ms_, ms);
  }

  void TakeMotion(const MotionEvent& motion) {
    if (!IsWritable(motion, losses_)) return;
    if (motion.source() == android::kSourceTrackball) {
      if (motion.action() > android::kMove) {
        losses_->Add("motions other than touching and rolling were left out");
        return;
      }
      for (const MotionEvent::Sample& sample : motion.samples()) {
        WritePointer("Trackball", motion, sample, 0, motion.action(), 0);
      }
      return;
    }
    if (motion.samples_size() > 1) {
      losses_->Add("samples that Android had batched became events",
                   static_cast<uint64_t>(motion.samples_size()) - 1);
    }
    const MotionEvent::Sample& last = motion.samples(motion.samples_size() - 1);
    switch (motion.action()) {
      case android::kDown:
        fingers_.clear();
        [[fallthrough]];
      case android::kPointerDown:
        WriteMoved(motion, last);
        WriteDown(motion, last);
        break;
      case android::kMove:
        for (const MotionEvent::Sample& sample : motion.samples()) {
          for (int i = 0; i < motion.pointers_size(); i++) {
            WriteMove(motion, sample, i);
          }
        }
        break;
      case android::kUp:
      case android::kPointerUp:
        WriteMoved(motion, last);
        WriteUp(motion, last);
        break;
      case android::kCancel:
        if (!fingers_.empty()) {
          WritePointer("Pointer", motion, last, 0, android::kCancel, 0);
        }
        fingers_.clear();
        break;
      default:
        losses_->Add("motions other than touching and rolling were left out");
    }
  }

  struct Finger {
    int32_t number = 0;  // 0 or 1, Monkey's pointer id
    DisplayPoint at;
  };

  void WriteDown(const MotionEvent& motion, const MotionEvent::Sample& sample) {
    const int index = motion.action_index();
    const int32_t id = motion.pointers(index).pointer_id();
    if (fingers_.size() >= kMaxFingers || fingers_.contains(id)) {
      losses_->Add("fingers beyond the second were left out");
      return;
    }
    const bool first_taken = std::ranges::any_of(
        fingers_, [](const auto& other) { return other.second.number == 0; });
    const int32_t number = first_taken ? 1 : 0;
    const int32_t action =
        fingers_.empty() ? android::kDown : android::kPointerDown;
    fingers_[id].number = number;
    WritePointer("Pointer", motion, sample, index, action, number);
  }

  void WriteUp(const MotionEvent& motion, const MotionEvent::Sample& sample) {
    const int index = motion.action_index();
    const auto found = fingers_.find(motion.pointers(index).pointer_id());
    if (found == fingers_.end()) return;  // beyond the second
    const int32_t number = found->second.number;
    const int32_t action = fingers_.size() == 1
                               ? android::kUp
                               : android::kPointerUp | (number << 8);
    WritePointer("Pointer", motion, sample, index, action, number);
    fingers_.erase(found);
  }

  // Fingers that are elsewhere than last said, besides the one that acts.
  void WriteMoved(const MotionEvent& motion,
                  const MotionEvent::Sample& sample) {
    for (int i = 0; i < motion.pointers_size(); i++) {
      const auto found = fingers_.find(motion.pointers(i).pointer_id());
      if (found == fingers_.end() || i == motion.action_index()) continue;
      const DisplayPoint at = OnDisplay(motion, sample.coords(i));
      if (at.x == found->second.at.x && at.y == found->second.at.y) continue;
      WriteMove(motion, sample, i);
    }
  }

  void WriteMove(const MotionEvent& motion, const MotionEvent::Sample& sample,
                 int index) {
    const auto found = fingers_.find(motion.pointers(index).pointer_id());
    if (found == fingers_.end()) return;
    WritePointer("Pointer", motion, sample, index, android::kMove,
                 found->second.number);
  }

  void WritePointer(std::string_view what, const MotionEvent& motion,
                    const MotionEvent::Sample& sample, int index,
                    int32_t action, int32_t number) {
    // Later ones wait for their own time, counted from the first.
    if (!any_pointer_) WaitUntil(sample.time_ns());
    any_pointer_ = true;
    const MotionEvent::Coords& coords = sample.coords(index);
    const DisplayPoint at = OnDisplay(motion, coords);
    const int64_t ms = MsOf(sample.time_ns());
    Line(fmt::format(
        "captureDispatch{}({},{},{},{},{},{},{},{},{},{},{},{},{})", what,
        std::min(MsOf(motion.down_time_ns()), ms), ms, action,
        FormatJavaFloat(at.x), FormatJavaFloat(at.y),
        FormatJavaFloat(Axis(coords, android::kAxisPressure)),
        FormatJavaFloat(Axis(coords, android::kAxisSize)), motion.meta_state(),
        FormatJavaFloat(Finite(motion.x_precision())),
        FormatJavaFloat(Finite(motion.y_precision())), motion.device_id(),
        motion.edge_flags(), number));
    said_ms_ = std::max(said_ms_, ms);
    const auto found = fingers_.find(motion.pointers(index).pointer_id());
    if (found != fingers_.end()) found->second.at = at;
  }

  static float Finite(float value) {
    // Not so for NaN either.
    return value >= -kMaxScriptCoordinate && value <= kMaxScriptCoordinate
               ? value
               : 0;
  }

  static float Axis(const MotionEvent::Coords& coords, int32_t axis) {
    return Finite(AxisOf(coords, axis, 0));
  }

  void TakeKey(const input::Timed<KeyEvent>& timed) {
    const KeyEvent& key = timed.message;
    if (!IsWritable(key, losses_)) return;
    if (key.flags() != 0) {
      losses_->Add("flags of keys, such as that of a long press");
    }
    WaitUntil(timed.time_ns);
    Line(fmt::format("captureDispatchKey(-1,-1,{},{},{},{},{},{})",
                     key.action(), key.key_code(), key.repeat_count(),
                     key.meta_state(), key.device_id(), key.scan_code()));
  }

  void TakeText(const input::Timed<TextEvent>& timed) {
    const std::vector<TypedPiece> pieces =
        TypedPiecesOf(timed.message,
                      {{',', kKeyComma}, {')', kKeyNumpadRightParen}}, losses_);
    if (!pieces.empty()) WaitUntil(timed.time_ns);
    for (const TypedPiece& piece : pieces) {
      if (piece.key == 0) {
        Line(fmt::format("DispatchString({})", piece.argument));
        said_ms_ += kMonkeyEventMs;
        continue;
      }
      for (const int32_t action : {android::kDown, android::kUp}) {
        Line(fmt::format("captureDispatchKey(-1,-1,{},{},0,0,-1,0)", action,
                         piece.key));
      }
    }
  }

  const input::Recording& recording_;
  input::Losses* losses_;
  std::string out_;
  uint64_t count_ = 0;
  int64_t first_ns_ = 0;
  int64_t first_ms_ = 0;
  int64_t said_ms_ = 0;  // the time of the last line
  bool any_pointer_ = false;
  std::map<int32_t, Finger> fingers_;  // by the recording's pointer id
};

}  // namespace

std::string WriteMonkeyScript(const input::Recording& recording,
                              input::Losses* losses) {
  return Writer(recording, losses).Write();
}

}  // namespace reprise::formats
