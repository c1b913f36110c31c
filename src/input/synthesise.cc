#include <linux/input.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "input/device.h"
#include "input/motion_actions.h"
#include "input/on_display.h"
#include "input/pointer_events.h"
#include "input/touch_rewrite.h"
#include "input/virtual_devices.h"

namespace reprise::input {
namespace {

using namespace motion_action;  // NOLINT(google-build-using-namespace)

constexpr DisplaySize kLeastDisplay = {1080, 1920};
constexpr int32_t kMostPixels = 32767;
// A script that deletes or types more in one event is a joke.
constexpr uint32_t kMaxTyped = 100'000;
// InputDevice.SOURCE_CLASS_POINTER: positions on a display.
constexpr int32_t kPointerClass = 2;

// Where the frames of one made-up device go.
class FrameSink {
 public:
  FrameSink(Recording* recording, uint32_t device, uint64_t* next_id)
      : recording_(recording), device_(device), next_id_(next_id) {}

  uint64_t Add(int64_t time_ns, int64_t read_ns, std::vector<Event> events) {
    events.push_back({EV_SYN, SYN_REPORT, 0});
    Frame frame;
    frame.id = (*next_id_)++;
    frame.device = device_;
    frame.source = FrameSource::kSynthesised;
    frame.time_ns = time_ns;
    frame.read_ns = std::max(read_ns, time_ns);
    frame.events = std::move(events);
    recording_->frames.push_back(std::move(frame));
    return recording_->frames.back().id;
  }
  uint64_t next_id() const { return *next_id_; }

 private:
  Recording* const recording_;
  const uint32_t device_;
  uint64_t* const next_id_;
};

// Motion events as frames of one touchscreen.
class TouchWriter {
 public:
  // `units`: of a pixel.
  TouchWriter(FrameSink sink, DisplaySize display, int32_t units,
              Losses* losses)
      : sink_(sink), display_(display), units_(units), losses_(losses) {}

  void Write(Timed<MotionEvent>* motion) {
    MotionEvent& message = motion->message;
    const int32_t action = message.action();
    if (action < kDown || action > kPointerUp || action == 4) {
      losses_->Add(fmt::format(
          "motion events of action {}, which a touchscreen cannot make",
          action));
      return;
    }
    if (message.redacted()) {
      losses_->Add("redacted motion events");
      return;
    }
    if (message.source() != 0 && (message.source() & kPointerClass) == 0) {
      losses_->Add(fmt::format(
          "motion events of the source {:#x}, which is no touchscreen",
          static_cast<uint32_t>(message.source())));
      return;
    }
    if (action == kDown) Lift(motion, {});  // those whose lifting is missing
    for (int i = 0; i < message.samples_size(); i++) {
      WriteSample(motion, message.samples(i));
    }
    if (action == kUp || action == kCancel) {
      Lift(motion, {});
      if (action == kCancel) {
        losses_->Add("cancelled gestures, which end as if lifted");
      }
    } else if (action == kPointerUp &&
               message.action_index() < message.pointers_size() &&
               message.action_index() >= 0) {
      Lift(motion, message.pointers(message.action_index()).pointer_id());
    }
  }

 private:
  struct Finger {
    int32_t device_id;
    int32_t pointer_id;
    int32_t x;
    int32_t y;
    int32_t pressure;
  };

  int32_t Round(float value, int32_t size) {
    const double scaled = static_cast<double>(value) * units_;
    const double rounded = std::round(scaled);
    if (rounded != scaled && units_ == 1) {
      losses_->Add("positions, rounded to whole pixels");
    }
    const double last = static_cast<double>(size) * units_ - 1;
    if (!(rounded >= 0) || rounded > last) {
      losses_->Add("positions outside the display, moved to its edge");
      return rounded >= 0 ? static_cast<int32_t>(last) : 0;
    }
    return static_cast<int32_t>(rounded);
  }

  static int32_t PressureOf(const MotionEvent::Coords& coords) {
    float pressure = 1;
    for (const auto& axis : coords.axes()) {
      if (axis.axis() == motion_axis::kPressure) pressure = axis.value();
    }
    if (!(pressure > 0)) pressure = 0;
    return static_cast<int32_t>(
        std::round(std::min(pressure, 1.0F) * kVirtualMaxPressure));
  }

  void WriteSample(Timed<MotionEvent>* motion,
                   const MotionEvent::Sample& sample) {
    const MotionEvent& message = motion->message;
    std::vector<Event> events;
    const bool none = Count() == 0;
    const int count = std::min(message.pointers_size(), sample.coords_size());
    for (int i = 0; i < count; i++) {
      const PixelPoint at = TurnBack(OnDisplay(message, sample.coords(i)),
                                     message.rotation() % 4, display_);
      WriteFinger({message.device_id(), message.pointers(i).pointer_id(),
                   Round(at.x, display_.width), Round(at.y, display_.height),
                   PressureOf(sample.coords(i))},
                  &events);
    }
    if (events.empty()) {
      const bool moves = message.action() == kMove && count > 0;
      losses_->Add("moves to where the finger is, which no kernel tells",
                   moves ? 1 : 0);
      return;
    }
    if (none && Count() > 0) events.push_back({EV_KEY, BTN_TOUCH, 1});
    const int64_t read =
        &sample == &*message.samples().rbegin() ? motion->read_ns : 0;
    Link(motion, sink_.Add(sample.time_ns(), read, std::move(events)));
  }

  void WriteFinger(const Finger& now, std::vector<Event>* events) {
    const auto known = std::ranges::find_if(slots_, [&](const auto& slot) {
      return slot && slot->device_id == now.device_id &&
             slot->pointer_id == now.pointer_id;
    });
    const auto free =
        std::ranges::find_if(slots_, [](const auto& slot) { return !slot; });
    const auto slot = known != slots_.end() ? known : free;
    if (slot == slots_.end()) {
      losses_->Add(fmt::format("fingers beyond the {} that Android follows",
                               kVirtualSlots));
      return;
    }
    const size_t before = events->size();
    const bool fresh = known == slots_.end();
    if (fresh) {
      events->push_back({EV_ABS, ABS_MT_TRACKING_ID, next_tracking_id_});
      next_tracking_id_ = (next_tracking_id_ + 1) & 0xffff;
    }
    if (fresh || (*slot)->x != now.x) {
      events->push_back({EV_ABS, ABS_MT_POSITION_X, now.x});
    }
    if (fresh || (*slot)->y != now.y) {
      events->push_back({EV_ABS, ABS_MT_POSITION_Y, now.y});
    }
    if (fresh || (*slot)->pressure != now.pressure) {
      events->push_back({EV_ABS, ABS_MT_PRESSURE, now.pressure});
    }
    *slot = now;
    if (events->size() > before) {
      SelectSlot(static_cast<int32_t>(slot - slots_.begin()), before, events);
    }
  }

  void SelectSlot(int32_t slot, size_t at, std::vector<Event>* events) {
    if (slot == slot_) return;
    events->insert(events->begin() + static_cast<ptrdiff_t>(at),
                   {EV_ABS, ABS_MT_SLOT, slot});
    slot_ = slot;
  }

  // Lifts one pointer of the event's device, or all.
  void Lift(Timed<MotionEvent>* motion, std::optional<int32_t> pointer_id) {
    std::vector<Event> events;
    for (size_t i = 0; i < slots_.size(); i++) {
      if (!slots_[i] || slots_[i]->device_id != motion->message.device_id() ||
          (pointer_id && slots_[i]->pointer_id != *pointer_id)) {
        continue;
      }
      SelectSlot(static_cast<int32_t>(i), events.size(), &events);
      events.push_back({EV_ABS, ABS_MT_TRACKING_ID, -1});
      slots_[i].reset();
    }
    if (events.empty()) return;
    if (Count() == 0) events.push_back({EV_KEY, BTN_TOUCH, 0});
    Link(motion,
         sink_.Add(motion->time_ns, motion->read_ns, std::move(events)));
  }

  static void Link(Timed<MotionEvent>* motion, uint64_t frame) {
    motion->message.add_frame_refs(frame);
  }

  size_t Count() const {
    return std::ranges::count_if(
        slots_, [](const auto& slot) { return slot.has_value(); });
  }

  FrameSink sink_;
  const DisplaySize display_;
  const int32_t units_;
  Losses* const losses_;
  std::array<std::optional<Finger>, kVirtualSlots> slots_;
  int32_t slot_ = 0;
  int32_t next_tracking_id_ = 0;
};

// Keys and texts as frames of one keyboard.
class KeyWriter {
 public:
  KeyWriter(FrameSink sink, Losses* losses)
      : sink_(sink), keyboard_(VirtualKeyboard()), losses_(losses) {}

  void Write(Timed<KeyEvent>* key) {
    KeyEvent& message = key->message;
    if (message.redacted()) {
      losses_->Add("redacted key events");
      return;
    }
    if (!message.characters().empty()) {
      Type(key->time_ns, message.characters());
      return;
    }
    uint32_t code = KernelKeyOf(message.key_code());
    if (code == 0) code = static_cast<uint32_t>(message.scan_code());
    if (!HasCode(keyboard_, EV_KEY, code)) {
      const std::string_view name = AndroidKeyName(message.key_code());
      losses_->Add(fmt::format("{} key events, which no keyboard has",
                               name.empty()
                                   ? fmt::format("{}", message.key_code())
                                   : std::string(name)));
      return;
    }
    const int32_t down = message.repeat_count() > 0 ? 2 : 1;
    message.add_frame_refs(
        Press(key->time_ns, code, message.action() == kUp ? 0 : down));
    if (message.action() != kUp && message.action() != kDown) {
      message.add_frame_refs(Press(key->time_ns, code, 0));
    }
  }

  void Write(Timed<TextEvent>* text) {
    const uint64_t first = sink_.next_id();
    WriteText(*text);
    if (sink_.next_id() != first) text->message.set_cause(first);
  }

 private:
  void WriteText(const Timed<TextEvent>& text) {
    const TextEvent& message = text.message;
    if (!message.pseudonyms().empty()) {
      losses_->Add("redacted texts, typed with pseudonyms for the secrets");
    }
    switch (message.kind()) {
      case TextEvent::KIND_UNSPECIFIED:
      case TextEvent::KIND_COMMIT:
      case TextEvent::KIND_COMPLETION:
        Type(text.time_ns, message.text());
        return;
      case TextEvent::KIND_DELETE:
        Repeat(text.time_ns, KEY_BACKSPACE, message.delete_before());
        Repeat(text.time_ns, KEY_DELETE, message.delete_after());
        return;
      case TextEvent::KIND_EDITOR_ACTION:
        Repeat(text.time_ns, KEY_ENTER, 1);
        return;
      default:
        losses_->Add(
            fmt::format("text events of kind {}, which no keyboard can make",
                        TextEvent::Kind_Name(message.kind())));
    }
  }

  uint64_t Press(int64_t time_ns, uint32_t code, int32_t value) {
    return sink_.Add(time_ns, time_ns,
                     {{EV_KEY, static_cast<uint16_t>(code), value}});
  }

  void Repeat(int64_t time_ns, uint16_t code, uint32_t count) {
    if (count > kMaxTyped) {
      losses_->Add(
          fmt::format("keys beyond the {} that one event may press", kMaxTyped),
          count - kMaxTyped);
      count = kMaxTyped;
    }
    for (uint32_t i = 0; i < count; i++) {
      Press(time_ns, code, 1);
      Press(time_ns, code, 0);
    }
  }

  void Type(int64_t time_ns, const std::string& text) {
    uint32_t typed = 0;
    for (const char raw : text) {
      const auto byte = static_cast<unsigned char>(raw);
      if ((byte & 0xc0) == 0x80) continue;  // counted with its first byte
      const std::optional<Typed> key = KeyFor(byte);
      if (!key || ++typed > kMaxTyped) {
        losses_->Add("characters that the keyboard does not have");
        continue;
      }
      if (key->shift) Press(time_ns, KEY_LEFTSHIFT, 1);
      Press(time_ns, key->key, 1);
      Press(time_ns, key->key, 0);
      if (key->shift) Press(time_ns, KEY_LEFTSHIFT, 0);
    }
  }

  FrameSink sink_;
  const EvdevDevice keyboard_;
  Losses* const losses_;
};

// The display, or one that has room for all positions.
DisplaySize DisplayFor(const Recording& recording) {
  if (recording.display.known()) return recording.display;
  DisplaySize display = kLeastDisplay;
  const auto grow = [](float value, int32_t* size) {
    if (value >= static_cast<float>(*size)) {
      *size = value < static_cast<float>(kMostPixels)
                  ? static_cast<int32_t>(value) + 1
                  : kMostPixels;
    }
  };
  for (const auto& motion : recording.motions) {
    for (const auto& sample : motion.message.samples()) {
      for (const auto& coords : sample.coords()) {
        const PixelPoint at = OnDisplay(motion.message, coords);
        grow(at.x, &display.width);
        grow(at.y, &display.height);
      }
    }
  }
  return display;
}

// A touchscreen that tells parts of pixels.
EvdevDevice Fine(EvdevDevice device) {
  for (auto& axis : *device.mutable_abs_axes()) {
    if (axis.code() != ABS_MT_POSITION_X && axis.code() != ABS_MT_POSITION_Y) {
      continue;
    }
    axis.set_maximum((axis.maximum() + 1) * kFineUnits - 1);
    axis.set_resolution(axis.resolution() * kFineUnits);
  }
  return device;
}

// True if positions are told within pixels, and the display leaves room for
// that.
bool NeedsFine(const std::vector<Timed<MotionEvent>*>& motions,
               DisplaySize display) {
  constexpr int32_t kMostFine = 16384;
  if (std::max(display.width, display.height) > kMostFine) return false;
  return std::ranges::any_of(motions, [](const Timed<MotionEvent>* motion) {
    const MotionEvent& message = motion->message;
    return std::ranges::any_of(message.samples(), [&](const auto& sample) {
      return std::ranges::any_of(sample.coords(), [&](const auto& coords) {
        const PixelPoint at = OnDisplay(message, coords);
        return at.x != std::floor(at.x) || at.y != std::floor(at.y);
      });
    });
  });
}

// One frame may be several events, of which the first alone names it on older
// tapes: `follows` says whether an event may be such a one.
template <typename T, typename Follows>
std::vector<Timed<T>*> WithoutFrames(std::vector<Timed<T>>* events,
                                     Follows follows) {
  std::vector<Timed<T>*> found;
  std::optional<int64_t>
      framed;  // the stamp of the event before, if it has one
  for (auto& event : *events) {
    if (event.message.frame_refs().empty() &&
        !(framed == event.time_ns && follows(event.message))) {
      found.push_back(&event);
      framed.reset();
    } else {
      framed = event.time_ns;
    }
  }
  return found;
}

bool IsTypeable(const TextEvent& text) {
  return std::ranges::all_of(text.text(), [](char c) {
    return KeyFor(static_cast<unsigned char>(c)).has_value();
  });
}

// Texts name no frames. Where there are some, or an event is said to be the
// cause, the text came of them, and typing it would do it twice.
std::vector<Timed<TextEvent>*> ToType(Recording* recording, Typing typing) {
  std::vector<Timed<TextEvent>*> texts;
  if (!recording->frames.empty()) return texts;
  for (auto& text : recording->texts) {
    if (text.message.cause() != 0) continue;
    const bool committed = IsCommitted(text.message);
    if (committed && typing == Typing::kNone) continue;
    if (committed && typing == Typing::kOnlyWhole &&
        !IsTypeable(text.message)) {
      continue;
    }
    texts.push_back(&text);
  }
  return texts;
}

}  // namespace

bool IsCommitted(const TextEvent& text) {
  return text.cause() == 0 && (text.kind() == TextEvent::KIND_UNSPECIFIED ||
                               text.kind() == TextEvent::KIND_COMMIT ||
                               text.kind() == TextEvent::KIND_COMPLETION ||
                               text.kind() == TextEvent::KIND_EDITOR_ACTION);
}

void SynthesiseFrames(Recording* recording, Losses* losses, Typing typing) {
  const auto texts = ToType(recording, typing);
  const auto motions = WithoutFrames(
      &recording->motions,
      [](const MotionEvent& motion) { return motion.action() != kDown; });
  const auto keys = WithoutFrames(&recording->keys, [](const KeyEvent& key) {
    return key.scan_code() != 0;
  });
  uint64_t next_id = AfterLastId(*recording);
  const auto add_device = [&](EvdevDevice device) {
    recording->devices.push_back(std::move(device));
    return FrameSink(recording,
                     static_cast<uint32_t>(recording->devices.size() - 1),
                     &next_id);
  };
  if (!motions.empty()) {
    const DisplaySize display = DisplayFor(*recording);
    // A file of whole pixels is what other tools read.
    const bool fine = typing != Typing::kAll && NeedsFine(motions, display);
    EvdevDevice touchscreen = VirtualTouchscreen(display);
    if (fine) touchscreen = Fine(std::move(touchscreen));
    TouchWriter writer(add_device(std::move(touchscreen)), display,
                       fine ? kFineUnits : 1, losses);
    for (Timed<MotionEvent>* motion : motions) writer.Write(motion);
  }
  if (!keys.empty() || !texts.empty()) {
    // Keys before texts of the same time: a script presses, then types.
    KeyWriter writer(add_device(VirtualKeyboard()), losses);
    auto text = texts.begin();
    for (Timed<KeyEvent>* key : keys) {
      while (text != texts.end() && (*text)->time_ns < key->time_ns) {
        writer.Write(*text++);
      }
      writer.Write(key);
    }
    while (text != texts.end()) writer.Write(*text++);
  }
  SortByTime(recording);
}

}  // namespace reprise::input
