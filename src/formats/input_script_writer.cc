#include <algorithm>
#include <cmath>

#include "formats/input_script.h"
#include "formats/input_sources.h"
#include "formats/pointer_script.h"
#include "formats/script_lines.h"
#include "formats/shell_words.h"
#include "formats/typed_text.h"
#include "input/pointer_events.h"

namespace reprise::formats {

namespace {

// What stays this near and is this short is a tap; 8 dp on a usual phone.
constexpr float kTapPixels = 21;
constexpr int64_t kTapMs = 300;
// A path this near to the straight line at even speed is a swipe.
constexpr float kSwipePixels = 1;
// A chord of more keys is written in parts, to keep lines short.
constexpr size_t kMaxKeysTogether = 16;

struct Command {
  int64_t start_ns;
  size_t order;  // among those of one time
  int64_t ms;    // that it takes on the device
  std::string text;
};

struct Point {
  int64_t time_ns;
  DisplayPoint at;
};

std::string Position(const DisplayPoint& at) {
  return FormatReal(at.x) + " " + FormatReal(at.y);
}

std::string KeyWord(int32_t code) {
  const std::string_view name = input::AndroidKeyName(code);
  return name.empty() ? fmt::format("{}", code) : std::string(name);
}

class Writer {
 public:
  Writer(const input::Recording& recording, input::Losses* losses)
      : recording_(recording), losses_(losses) {}

  std::string Write() {
    for (const auto& motion : recording_.motions) TakeMotion(motion.message);
    EndGesture(Ending::kOpen);
    for (const auto& key : recording_.keys) TakeKey(key);
    if (held_ > 0) losses_->Add("keys that are still down at the end", held_);
    EndKeys();
    for (const auto& text : recording_.texts) TakeText(text);
    ReportUnspokenFrames(recording_, losses_);
    ReportUnspokenAxes(recording_, {}, losses_);
    std::ranges::sort(commands_, {}, [](const Command& command) {
      return std::pair(command.start_ns, command.order);
    });
    return Script();
  }

 private:
  enum class Ending { kUp, kCancel, kOpen };

  struct Key {
    int32_t code;
    bool down;
  };

  std::string Script() {
    std::string out = "#!/system/bin/sh\n";
    if (commands_.empty()) return out;
    int64_t now_ns = commands_[0].start_ns;
    for (const Command& command : commands_) {
      const int64_t wait_ms =
          (GapNs(now_ns, command.start_ns) + kNsPerMs / 2) / kNsPerMs;
      if (wait_ms > 0) out += SleepLine(wait_ms);
      out += command.text + "\n";
      if (command.start_ns < now_ns) {
        losses_->Add(
            "commands start late, because the one before is not over or "
            "starting `input` takes its time");
      } else {
        now_ns = command.start_ns;
      }
      int64_t next_ns = 0;
      if (!__builtin_add_overflow(
              now_ns, (command.ms + kInputStartMs) * kNsPerMs, &next_ns)) {
        now_ns = next_ns;
      }
    }
    return out;
  }

  static std::string SleepLine(int64_t ms) {
    std::string fraction;
    if (ms % 1000 != 0) {
      fraction = fmt::format(".{:03}", ms % 1000);
      fraction.erase(fraction.find_last_not_of('0') + 1);
    }
    return fmt::format("sleep {}{}\n", ms / 1000, fraction);
  }

  void Add(int64_t start_ns, int64_t ms, std::string text) {
    commands_.push_back({start_ns, commands_.size(), ms, std::move(text)});
  }

  // "input ", with source and display where they are not the usual.
  static std::string Prefix(int32_t source, int32_t usual, int32_t display) {
    std::string prefix = "input ";
    const InputSource* known = InputSourceOf(source);
    if (known != nullptr && source != usual) {
      prefix += std::string(known->name) + " ";
    }
    if (display > 0) prefix += fmt::format("-d {} ", display);
    return prefix;
  }

  void TakeMotion(const MotionEvent& motion) {
    if (!IsWritable(motion, losses_)) return;
    if (motion.source() == android::kSourceTrackball) {
      TakeTrackball(motion);
      return;
    }
    switch (motion.action()) {
      case android::kDown:
        EndGesture(Ending::kOpen);
        gesture_ = Prefix(motion.source(), android::kSourceTouchscreen,
                          motion.display_id());
        AddPoints(motion);
        break;
      case android::kUp:
        AddPoints(motion);
        EndGesture(Ending::kUp);
        break;
      case android::kMove:
        AddPoints(motion);
        break;
      case android::kCancel:
        AddPoints(motion);
        EndGesture(Ending::kCancel);
        break;
      case android::kPointerDown:
      case android::kPointerUp:
        several_ = true;
        break;
      case android::kScroll:
        TakeScroll(motion);
        break;
      default:
        losses_->Add("hovering and buttons were left out");
    }
  }

  void TakeTrackball(const MotionEvent& motion) {
    const auto& sample = motion.samples(motion.samples_size() - 1);
    const std::string prefix = Prefix(0, 0, motion.display_id());
    if (motion.action() == android::kDown) {
      Add(sample.time_ns(), 0, prefix + "press");
    } else if (motion.action() == android::kMove) {
      for (const MotionEvent::Sample& each : motion.samples()) {
        Add(each.time_ns(), 0,
            prefix + "roll " +
                Position({each.coords(0).x(), each.coords(0).y()}));
      }
    }  // the release belongs to "press"
  }

  void TakeScroll(const MotionEvent& motion) {
    const InputSource* source = InputSourceOf(motion.source());
    if (source == nullptr) {
      losses_->Add("hovering and buttons were left out");
      return;
    }
    const auto& sample = motion.samples(motion.samples_size() - 1);
    std::string text = fmt::format("input {} ", source->name);
    if (motion.display_id() > 0) {
      text += fmt::format("-d {} ", motion.display_id());
    }
    text += "scroll";
    if (source->is_pointer()) {
      text += " " + Position(OnDisplay(motion, sample.coords(0)));
    }
    constexpr std::pair<int32_t, std::string_view> kAxes[] = {
        {9, "VSCROLL"}, {10, "HSCROLL"}, {26, "SCROLL"}};
    for (const auto& [axis, name] : kAxes) {
      const float value = AxisOf(sample.coords(0), axis, 0);
      if (value != 0 && std::isfinite(value)) {
        text += fmt::format(" --axis {},{}", name, FormatReal(value));
      }
    }
    Add(sample.time_ns(), 0, text);
  }

  void AddPoints(const MotionEvent& motion) {
    if (motion.pointers_size() > 1) several_ = true;
    if (motion.action() != android::kDown && points_.empty()) {
      losses_->Add("moves and lifts of fingers that were not down");
      return;
    }
    for (const MotionEvent::Sample& sample : motion.samples()) {
      points_.push_back(
          {sample.time_ns(), OnDisplay(motion, sample.coords(0))});
    }
  }

  void EndGesture(Ending ending) {
    if (!points_.empty()) WriteGesture(ending);
    points_.clear();
    several_ = false;
  }

  void WriteGesture(Ending ending) {
    if (several_) {
      losses_->Add(
          "gestures of several fingers were left out; `input` has one finger");
      return;
    }
    const Point& first = points_.front();
    const Point& last = points_.back();
    if (ending != Ending::kUp) {
      WriteUnended(ending);
      return;
    }
    const int64_t took_ns = GapNs(first.time_ns, last.time_ns);
    const int64_t ms = (took_ns + kNsPerMs / 2) / kNsPerMs;
    const bool still = std::ranges::all_of(points_, [&](const Point& point) {
      return std::hypot(point.at.x - first.at.x, point.at.y - first.at.y) <=
             kTapPixels;
    });
    if (still && ms < kTapMs) {
      if (ms > 0) losses_->Add("how long taps last; `input tap` takes no time");
      const auto off = std::ranges::count_if(points_, [&](const Point& point) {
        return point.at.x != first.at.x || point.at.y != first.at.y;
      });
      if (off > 0) {
        losses_->Add("small moves during taps", static_cast<uint64_t>(off));
      }
      Add(first.time_ns, 0, gesture_ + "tap " + Position(first.at));
      return;
    }
    if (ms > INT32_MAX) {
      losses_->Add("gestures of more than 24 days were left out");
      return;
    }
    CountLostPoints(took_ns);
    Add(first.time_ns, ms,
        fmt::format("{}swipe {} {} {}", gesture_, Position(first.at),
                    Position(last.at), ms));
  }

  // What a straight line at even speed does not go through.
  void CountLostPoints(int64_t took_ns) {
    const Point& first = points_.front();
    const Point& last = points_.back();
    uint64_t lost = 0;
    for (const Point& point : points_) {
      const float part =
          took_ns == 0
              ? 1.0F
              : static_cast<float>(GapNs(first.time_ns, point.time_ns)) /
                    static_cast<float>(took_ns);
      const float x = first.at.x + (last.at.x - first.at.x) * part;
      const float y = first.at.y + (last.at.y - first.at.y) * part;
      if (std::hypot(point.at.x - x, point.at.y - y) > kSwipePixels) lost++;
    }
    if (lost > 0) {
      losses_->Add(
          "points of swipes, which become straight lines at even speed", lost);
    }
  }

  void WriteUnended(Ending ending) {
    const Point& first = points_.front();
    const Point& last = points_.back();
    Add(first.time_ns, 0, gesture_ + "motionevent DOWN " + Position(first.at));
    if (points_.size() > 2) {
      losses_->Add("moves of gestures that do not end by lifting the finger",
                   points_.size() - 2);
    }
    if (points_.size() == 1) return;
    Add(last.time_ns, 0,
        gesture_ +
            (ending == Ending::kCancel ? "motionevent CANCEL "
                                       : "motionevent MOVE ") +
            Position(last.at));
  }

  // Keys that are held together are one command.
  void TakeKey(const input::Timed<KeyEvent>& timed) {
    const KeyEvent& key = timed.message;
    if (!IsWritable(key, losses_)) return;
    const auto held = std::ranges::find_if(keys_, [&](const Key& other) {
      return other.down && other.code == key.key_code();
    });
    if (key.action() == android::kUp) {
      if (held == keys_.end()) {
        losses_->Add("releases of keys that were not down were left out");
        return;
      }
      held->down = false;
      held_--;
      keys_end_ns_ = timed.time_ns;
      if (held_ == 0) EndKeys();
      return;
    }
    if (held != keys_.end()) {  // it repeats
      if ((key.flags() & android::kFlagLongPress) != 0) long_press_ = true;
      return;
    }
    if (keys_.empty()) {
      keys_start_ns_ = keys_end_ns_ = timed.time_ns;
      key_prefix_ =
          Prefix(key.source(), android::kSourceKeyboard, key.display_id());
    } else if (keys_.size() >= kMaxKeysTogether) {
      losses_->Add("combinations of very many keys are written in parts");
      EndKeys();
      keys_start_ns_ = keys_end_ns_ = timed.time_ns;
    } else if (held_ < keys_.size()) {
      losses_->Add("the order in which keys of a combination are released");
    }
    keys_.push_back({key.key_code(), true});
    held_++;
  }

  void EndKeys() {
    if (keys_.empty()) return;
    const int64_t held_ms =
        (GapNs(keys_start_ns_, keys_end_ns_) + kNsPerMs / 2) / kNsPerMs;
    std::string text = key_prefix_;
    int64_t ms = held_ms;
    if (keys_.size() > 1) {
      text += "keycombination ";
      if (held_ms > 0) text += fmt::format("-t {} ", held_ms);
    } else {
      const bool hold = long_press_ || held_ms >= android::kLongPressMs;
      text += hold ? "keyevent --longpress " : "keyevent ";
      ms = hold ? android::kLongPressMs : 0;
      if (held_ms != ms) losses_->Add("how long keys are held");
    }
    for (size_t i = 0; i < keys_.size(); i++) {
      if (i > 0) text += ' ';
      text += KeyWord(keys_[i].code);
    }
    Add(keys_start_ns_, ms, text);
    keys_.clear();
    held_ = 0;
    long_press_ = false;
  }

  void TakeText(const input::Timed<TextEvent>& text) {
    for (const TypedPiece& piece : TypedPiecesOf(text.message, {}, losses_)) {
      Add(text.time_ns, 0,
          piece.key != 0 ? "input keyevent " + KeyWord(piece.key)
                         : "input text " + QuoteForShell(piece.argument));
    }
  }

  const input::Recording& recording_;
  input::Losses* losses_;
  std::vector<Command> commands_;
  // The gesture that is going on:
  std::string gesture_;
  std::vector<Point> points_;
  bool several_ = false;
  // The keys pressed since none was down:
  std::string key_prefix_;
  std::vector<Key> keys_;
  size_t held_ = 0;
  bool long_press_ = false;
  int64_t keys_start_ns_ = 0;
  int64_t keys_end_ns_ = 0;
};

}  // namespace

Result<std::string> WriteInputScript(const input::Recording& recording,
                                     const WriteOptions& /*options*/,
                                     input::Losses* losses) {
  return Writer(recording, losses).Write();
}

}  // namespace reprise::formats
