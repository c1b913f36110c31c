#include "formats/pointer_script.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "formats/script_lines.h"

namespace reprise::formats {

namespace {

void AddAxis(int32_t axis, float value, MotionEvent::Coords* coords) {
  if (value == 0) return;  // as on a tape
  MotionEvent::Axis* added = coords->add_axes();
  added->set_axis(axis);
  added->set_value(value);
}

}  // namespace

PointerMaker::PointerMaker(input::Recording* recording)
    : recording_(recording) {
  common_.set_source(android::kSourceTouchscreen);
}

MotionEvent* PointerMaker::Add(int64_t time_ns, int32_t action,
                               int32_t acting_id,
                               const std::map<int32_t, Touch>& touches) {
  input::Timed<MotionEvent>& timed = recording_->motions.emplace_back();
  timed.time_ns = timed.read_ns = time_ns;
  timed.message = common_;
  MotionEvent& motion = timed.message;
  motion.set_action(action);
  motion.set_down_time_ns(down_ns_);
  MotionEvent::Sample* sample = motion.add_samples();
  sample->set_time_ns(time_ns);
  for (const auto& [id, touch] : touches) {
    if (id == acting_id) motion.set_action_index(motion.pointers_size());
    MotionEvent::Pointer* pointer = motion.add_pointers();
    pointer->set_pointer_id(id);
    pointer->set_tool_type(tool_type_);
    MotionEvent::Coords* coords = sample->add_coords();
    coords->set_x(touch.x);
    coords->set_y(touch.y);
    AddAxis(android::kAxisPressure, touch.pressure, coords);
    AddAxis(android::kAxisSize, touch.size, coords);
  }
  return &motion;
}

void PointerMaker::Begin(int64_t time_ns, const Touch& touch) {
  if (down()) {
    restarted_++;
    Cancel(time_ns);
  }
  Down(time_ns, touch);
}

void PointerMaker::Down(int64_t time_ns, const Touch& touch) {
  if (IsDown(touch.id)) {
    restarted_++;
    Cancel(time_ns);
  }
  const bool first = touches_.empty();
  if (first) down_ns_ = time_ns;
  touches_[touch.id] = touch;
  Add(time_ns, first ? android::kDown : android::kPointerDown, touch.id,
      touches_);
}

void PointerMaker::Move(int64_t time_ns, std::span<const Touch> touches) {
  bool any = false;
  for (const Touch& touch : touches) {
    const auto found = touches_.find(touch.id);
    if (found == touches_.end()) {
      strays_++;
      continue;
    }
    found->second = touch;
    any = true;
  }
  if (any) Add(time_ns, android::kMove, -1, touches_);
}

void PointerMaker::Up(int64_t time_ns, int32_t id) {
  if (!IsDown(id)) {
    strays_++;
    return;
  }
  const bool last = touches_.size() == 1;
  Add(time_ns, last ? android::kUp : android::kPointerUp, id, touches_);
  touches_.erase(id);
}

void PointerMaker::UpAt(int64_t time_ns, const Touch& touch) {
  Place({&touch, 1});
  Up(time_ns, touch.id);
}

void PointerMaker::End(int64_t time_ns, const Touch& touch) {
  while (touches_.size() > 1 && IsDown(touch.id)) {
    const bool is_first = touches_.begin()->first == touch.id;
    Up(time_ns, is_first ? touches_.rbegin()->first : touches_.begin()->first);
  }
  UpAt(time_ns, touch);
}

void PointerMaker::Place(std::span<const Touch> touches) {
  for (const Touch& touch : touches) {
    const auto found = touches_.find(touch.id);
    if (found != touches_.end()) found->second = touch;
  }
}

void PointerMaker::Cancel(int64_t time_ns) {
  if (touches_.empty()) return;
  Add(time_ns, android::kCancel, -1, touches_);
  touches_.clear();
}

MotionEvent* PointerMaker::Single(int64_t time_ns, int32_t action,
                                  const Touch& touch) {
  const int64_t down_ns = std::exchange(down_ns_, time_ns);
  MotionEvent* motion = Add(time_ns, action, -1, {{touch.id, touch}});
  down_ns_ = down_ns;
  return motion;
}

void PointerMaker::Report(input::Losses* losses) const {
  if (restarted_ > 0) {
    losses->Add(
        "a finger went down that was down already; its gesture was cancelled",
        restarted_);
  }
  if (strays_ > 0) {
    losses->Add("moves and lifts of fingers that were not down were left out",
                strays_);
  }
  if (down()) {
    losses->Add("fingers are still down at the end", touches_.size());
  }
}

KeyEvent* AddKey(int64_t time_ns, int64_t down_ns, int32_t action, int32_t code,
                 input::Recording* recording) {
  input::Timed<KeyEvent>& timed = recording->keys.emplace_back();
  timed.time_ns = timed.read_ns = time_ns;
  KeyEvent& key = timed.message;
  key.set_action(action);
  key.set_key_code(code);
  key.set_down_time_ns(down_ns);
  key.set_source(android::kSourceKeyboard);
  key.set_device_id(-1);
  return &key;
}

void AddText(int64_t time_ns, std::string text, input::Recording* recording) {
  input::Timed<TextEvent>& timed = recording->texts.emplace_back();
  timed.time_ns = timed.read_ns = time_ns;
  timed.message.set_kind(TextEvent::KIND_COMMIT);
  timed.message.set_text(std::move(text));
  timed.message.set_new_cursor(1);
}

std::vector<TimelineItem> TimelineOf(const input::Recording& recording) {
  std::vector<TimelineItem> items;
  items.reserve(recording.motions.size() + recording.keys.size() +
                recording.texts.size());
  const auto add = [&](TimelineItem::Kind kind, const auto& events) {
    for (size_t i = 0; i < events.size(); i++) {
      items.push_back({events[i].time_ns, kind, i});
    }
  };
  add(TimelineItem::Kind::kMotion, recording.motions);
  add(TimelineItem::Kind::kKey, recording.keys);
  add(TimelineItem::Kind::kText, recording.texts);
  std::ranges::sort(items, [](const TimelineItem& a, const TimelineItem& b) {
    return std::tie(a.time_ns, a.kind, a.index) <
           std::tie(b.time_ns, b.kind, b.index);
  });
  return items;
}

int64_t GapNs(int64_t from_ns, int64_t to_ns) {
  constexpr int64_t kMaxNs = kMaxScriptMs * kNsPerMs;
  int64_t gap = 0;
  if (to_ns <= from_ns) return 0;
  if (__builtin_sub_overflow(to_ns, from_ns, &gap)) return kMaxNs;
  return std::min(gap, kMaxNs);
}

int64_t WholeMs(int64_t ns, input::Losses* losses) {
  if (ns % kNsPerMs != 0) {
    losses->Add("times were cut to whole milliseconds");
  }
  return ns / kNsPerMs;
}

DisplayPoint OnDisplay(const MotionEvent& motion,
                       const MotionEvent::Coords& coords) {
  if (motion.to_display_size() != 6) return {coords.x(), coords.y()};
  const auto& m = motion.to_display();
  return {m[0] * coords.x() + m[1] * coords.y() + m[2],
          m[3] * coords.x() + m[4] * coords.y() + m[5]};
}

float AxisOf(const MotionEvent::Coords& coords, int32_t axis, float otherwise) {
  for (const MotionEvent::Axis& value : coords.axes()) {
    if (value.axis() == axis) return value.value();
  }
  return otherwise;
}

bool IsWritable(const MotionEvent& motion, input::Losses* losses) {
  if (motion.redacted()) {
    losses->Add("touches that were redacted were left out");
    return false;
  }
  const int pointers = motion.pointers_size();
  bool sound = pointers > 0 && motion.samples_size() > 0 &&
               motion.action_index() >= 0 && motion.action_index() < pointers;
  for (const MotionEvent::Sample& sample : motion.samples()) {
    sound = sound && sample.coords_size() == pointers;
    for (const MotionEvent::Coords& coords : sample.coords()) {
      const DisplayPoint at = OnDisplay(motion, coords);
      // Not so for NaN either.
      sound = sound && std::abs(at.x) <= kMaxScriptCoordinate &&
              std::abs(at.y) <= kMaxScriptCoordinate;
    }
  }
  if (!sound) losses->Add("touches without sound positions were left out");
  return sound;
}

bool IsWritable(const KeyEvent& key, input::Losses* losses) {
  if (key.redacted()) {
    losses->Add("keys that were redacted were left out");
    return false;
  }
  if ((key.action() != android::kDown && key.action() != android::kUp) ||
      key.key_code() <= 0) {
    losses->Add("keys without an Android key code were left out");
    return false;
  }
  return true;
}

void ReportUnspokenFrames(const input::Recording& recording,
                          input::Losses* losses) {
  if (recording.frames.empty()) return;
  std::unordered_set<uint64_t> spoken;
  for (const auto& motion : recording.motions) {
    for (const uint64_t id : motion.message.frame_refs()) spoken.insert(id);
  }
  for (const auto& key : recording.keys) {
    for (const uint64_t id : key.message.frame_refs()) spoken.insert(id);
  }
  const auto silent = static_cast<uint64_t>(std::count_if(
      recording.frames.begin(), recording.frames.end(),
      [&](const input::Frame& frame) { return !spoken.contains(frame.id); }));
  if (silent > 0) {
    losses->Add("kernel frames that are no touch and no key were left out",
                silent);
  }
}

void ReportUnspokenAxes(const input::Recording& recording,
                        std::initializer_list<int32_t> held,
                        input::Losses* losses) {
  uint64_t tools = 0;
  uint64_t axes = 0;
  const auto lost = [&](const MotionEvent::Axis& axis) {
    // What a finger has by itself, and readers give it.
    const bool usual =
        axis.value() == 1 && (axis.axis() == android::kAxisSize ||
                              axis.axis() == android::kAxisPressure);
    return !usual && std::ranges::find(held, axis.axis()) == held.end();
  };
  for (const auto& motion : recording.motions) {
    if (motion.message.source() != android::kSourceTouchscreen) continue;
    tools += std::ranges::any_of(
        motion.message.pointers(), [](const MotionEvent::Pointer& pointer) {
          return pointer.tool_type() > android::kToolFinger;
        });
    axes += std::ranges::any_of(
        motion.message.samples(), [&](const MotionEvent::Sample& sample) {
          return std::ranges::any_of(sample.coords(), [&](const auto& coords) {
            return std::ranges::any_of(coords.axes(), lost);
          });
        });
  }
  if (tools > 0) losses->Add("tools other than fingers become fingers", tools);
  if (axes > 0) {
    losses->Add("touches lose axes such as size or orientation", axes);
  }
}

}  // namespace reprise::formats
