#include "input/pointer_reader.h"

#include <linux/input.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "input/device.h"
#include "input/motion_actions.h"
#include "input/pointer_events.h"
#include "input/touch_scale.h"
#include "input/touch_state.h"

namespace reprise::input {
namespace {

constexpr int32_t kSourceKeyboard = 0x101;
constexpr int32_t kSourceGamepad = 0x401;
constexpr int32_t kSourceTouchscreen = 0x1002;
constexpr int32_t kSourceTouchpad = 0x100008;
constexpr int32_t kKeyFlagFromSystem = 0x8;
constexpr int32_t kToolFinger = 1;
constexpr int32_t kToolStylus = 2;
// As many as Android follows.
constexpr size_t kMaxPointers = 16;

// Android's META_* of the modifier keys.
struct Modifier {
  uint32_t key;
  int32_t meta;
};
constexpr Modifier kModifiers[] = {
    {KEY_LEFTSHIFT, 0x41},   {KEY_RIGHTSHIFT, 0x81},   {KEY_LEFTALT, 0x12},
    {KEY_RIGHTALT, 0x22},    {KEY_LEFTCTRL, 0x3000},   {KEY_RIGHTCTRL, 0x5000},
    {KEY_LEFTMETA, 0x30000}, {KEY_RIGHTMETA, 0x50000}, {KEY_FN, 0x8},
};

// The largest value of an axis; 0: it has no range.
float MaxOf(const EvdevDevice& device, uint32_t code) {
  const auto* axis = FindAxis(device, code);
  return axis == nullptr ? 0 : static_cast<float>(axis->maximum());
}

// One pointer as Android sees it.
struct Pointer {
  int32_t id = 0;
  Contact contact;
};

// The touches of one device.
class TouchReader {
 public:
  TouchReader(const EvdevDevice& device, uint32_t index, DisplaySize display)
      : state_(device),
        scale_(device, display),
        device_id_(static_cast<int32_t>(index) + 1),
        source_(ClassOf(device) == DeviceClass::kPointer ? kSourceTouchpad
                                                         : kSourceTouchscreen),
        has_pressure_(HasCode(device, EV_ABS, ABS_MT_PRESSURE) ||
                      HasCode(device, EV_ABS, ABS_PRESSURE)),
        max_pressure_(std::max(MaxOf(device, ABS_MT_PRESSURE),
                               MaxOf(device, ABS_PRESSURE))),
        max_size_(std::max({MaxOf(device, ABS_MT_TOUCH_MAJOR),
                            MaxOf(device, ABS_MT_TOUCH_MINOR),
                            MaxOf(device, ABS_TOOL_WIDTH)})),
        max_orientation_(MaxOf(device, ABS_MT_ORIENTATION)) {}

  // In Android's order: first those that lift, then those that move, then
  // those that go down; each that comes or goes is an event of its own.
  void Push(const Frame& frame, std::vector<Timed<MotionEvent>>* out) {
    state_.Push(frame);
    if (state_.protocol() == TouchProtocol::kNone) return;
    const std::vector<Contact> now = Touching();
    const auto find = [&](int32_t id) {
      return std::ranges::find(now, id, &Contact::id);
    };
    std::vector<int32_t> lifted;  // contacts
    bool moved = false;
    for (Pointer& pointer : pointers_) {
      const auto contact = find(pointer.contact.id);
      if (contact == now.end()) {
        lifted.push_back(pointer.contact.id);
      } else {
        moved = moved || pointer.contact != *contact;
        pointer.contact = *contact;
      }
    }
    std::vector<Contact> fresh;
    for (const Contact& contact : now) {
      if (!Known(contact.id)) fresh.push_back(contact);
    }
    if (lifted.empty() && fresh.empty()) {
      if (!pointers_.empty()) Emit(frame, motion_action::kMove, 0, out);
      return;
    }
    for (const int32_t id : lifted) {
      const size_t at = IndexOf(id);
      const bool last = pointers_.size() == 1;
      Emit(frame, last ? motion_action::kUp : motion_action::kPointerUp, at,
           out);
      pointers_.erase(pointers_.begin() + static_cast<ptrdiff_t>(at));
    }
    if (moved && !pointers_.empty()) Emit(frame, motion_action::kMove, 0, out);
    for (const Contact& contact : fresh) Down(frame, contact, out);
  }

 private:
  std::vector<Contact> Touching() const {
    std::vector<Contact> contacts;
    for (const Contact& contact : state_.contacts()) {
      if (contact.distance > 0) continue;  // hovers
      if (contacts.size() < kMaxPointers) contacts.push_back(contact);
    }
    return contacts;
  }

  bool Known(int32_t contact_id) const {
    return std::ranges::any_of(pointers_, [&](const Pointer& pointer) {
      return pointer.contact.id == contact_id;
    });
  }

  size_t IndexOf(int32_t contact_id) const {
    size_t at = 0;
    while (pointers_[at].contact.id != contact_id) at++;
    return at;
  }

  void Down(const Frame& frame, const Contact& contact,
            std::vector<Timed<MotionEvent>>* out) {
    // The lowest id that is free; pointers_ is in the order of ids.
    size_t at = 0;
    while (at < pointers_.size() &&
           pointers_[at].id == static_cast<int32_t>(at)) {
      at++;
    }
    if (pointers_.empty()) down_ns_ = frame.time_ns;
    pointers_.insert(pointers_.begin() + static_cast<ptrdiff_t>(at),
                     {static_cast<int32_t>(at), contact});
    const bool first = pointers_.size() == 1;
    Emit(frame, first ? motion_action::kDown : motion_action::kPointerDown, at,
         out);
  }

  void Emit(const Frame& frame, int32_t action, size_t index,
            std::vector<Timed<MotionEvent>>* out) const {
    Timed<MotionEvent>& event = out->emplace_back();
    event.time_ns = frame.time_ns;
    event.read_ns = std::max(frame.read_ns, frame.time_ns);
    MotionEvent& message = event.message;
    message.set_action(action);
    message.set_action_index(static_cast<int32_t>(index));
    message.set_down_time_ns(down_ns_);
    message.set_source(source_);
    message.set_device_id(device_id_);
    message.set_x_precision(1 / scale_.pixels_per_unit_x());
    message.set_y_precision(1 / scale_.pixels_per_unit_y());
    message.set_redacted(frame.redacted);
    message.add_frame_refs(frame.id);
    auto* sample = message.add_samples();
    sample->set_time_ns(frame.time_ns);
    for (const Pointer& pointer : pointers_) {
      auto* described = message.add_pointers();
      described->set_pointer_id(pointer.id);
      described->set_tool_type(
          pointer.contact.tool_type == MT_TOOL_PEN ? kToolStylus : kToolFinger);
      FillCoords(pointer.contact, sample->add_coords());
    }
  }

  void FillCoords(const Contact& contact, MotionEvent::Coords* coords) const {
    const PixelPoint at = scale_.ToPixels(contact.x, contact.y);
    coords->set_x(at.x);
    coords->set_y(at.y);
    const auto add = [&](int32_t axis, float value) {
      if (value == 0) return;
      auto* out = coords->add_axes();
      out->set_axis(axis);
      out->set_value(value);
    };
    // Without an axis of pressure every touch is a full one.
    float pressure = 1;
    if (has_pressure_ && max_pressure_ > 0) {
      pressure = static_cast<float>(contact.pressure) / max_pressure_;
    }
    // A driver may tell only one of the two.
    const auto major = static_cast<float>(
        contact.touch_major != 0 ? contact.touch_major : contact.touch_minor);
    const float minor = contact.touch_minor != 0
                            ? static_cast<float>(contact.touch_minor)
                            : major;
    const float pixels =
        std::sqrt(scale_.pixels_per_unit_x() * scale_.pixels_per_unit_y());
    add(motion_axis::kPressure, pressure);
    if (max_size_ > 0) {
      add(motion_axis::kSize, (major + minor) / 2 / max_size_);
    }
    add(motion_axis::kTouchMajor, major * pixels);
    add(motion_axis::kTouchMinor, minor * pixels);
    if (max_orientation_ > 0) {
      add(motion_axis::kOrientation,
          static_cast<float>(contact.orientation) / max_orientation_ *
              static_cast<float>(std::numbers::pi / 2));
    }
  }

  TouchState state_;
  const TouchScale scale_;
  const int32_t device_id_;
  const int32_t source_;
  const bool has_pressure_;
  const float max_pressure_;
  const float max_size_;
  const float max_orientation_;
  std::vector<Pointer> pointers_;  // rising by id
  int64_t down_ns_ = 0;
};

// The keys of one device.
class KeyReader {
 public:
  KeyReader(const EvdevDevice& device, uint32_t index)
      : device_id_(static_cast<int32_t>(index) + 1),
        source_(ClassOf(device) == DeviceClass::kJoystick ? kSourceGamepad
                                                          : kSourceKeyboard) {}

  void Push(const Frame& frame, std::vector<Timed<KeyEvent>>* out) {
    for (const Event& event : frame.events) {
      if (event.type == EV_KEY && IsKey(event.code)) Take(frame, event, out);
    }
  }

 private:
  struct Held {
    int64_t down_ns;
    int32_t repeats;
  };

  // Buttons of mice, and what tools of tablets say, are part of motions.
  static bool IsKey(uint32_t code) {
    return !(code >= BTN_MOUSE && code < BTN_JOYSTICK) &&
           !(code >= BTN_DIGI && code < KEY_OK);
  }

  void Take(const Frame& frame, const Event& event,
            std::vector<Timed<KeyEvent>>* out) {
    auto held = held_.find(event.code);
    const bool down = event.value != 0;
    if (down && held == held_.end()) {
      held = held_.insert({event.code, {frame.time_ns, 0}}).first;
    } else if (down) {
      held->second.repeats++;
    }
    Timed<KeyEvent>& key = out->emplace_back();
    key.time_ns = frame.time_ns;
    key.read_ns = std::max(frame.read_ns, frame.time_ns);
    key.message.set_action(down ? motion_action::kDown : motion_action::kUp);
    key.message.set_key_code(AndroidKeyOf(event.code));
    key.message.set_scan_code(event.code);
    key.message.set_flags(kKeyFlagFromSystem);
    key.message.set_source(source_);
    key.message.set_device_id(device_id_);
    key.message.set_redacted(frame.redacted);
    key.message.set_down_time_ns(held == held_.end() ? frame.time_ns
                                                     : held->second.down_ns);
    if (down) {
      key.message.set_repeat_count(held->second.repeats);
    } else {
      held_.erase(event.code);
    }
    key.message.set_meta_state(MetaState());
    key.message.add_frame_refs(frame.id);
  }

  int32_t MetaState() const {
    int32_t meta = 0;
    for (const Modifier& modifier : kModifiers) {
      if (held_.contains(modifier.key)) meta |= modifier.meta;
    }
    return meta;
  }

  const int32_t device_id_;
  const int32_t source_;
  std::map<uint32_t, Held> held_;
};

}  // namespace

struct PointerReader::Parts {
  TouchReader touch;
  KeyReader keys;
};

PointerReader::PointerReader(const EvdevDevice& device, uint32_t index,
                             DisplaySize display)
    : parts_(new Parts{TouchReader(device, index, display),
                       KeyReader(device, index)}) {}

PointerReader::PointerReader(PointerReader&&) noexcept = default;
PointerReader::~PointerReader() = default;

void PointerReader::Push(const Frame& frame,
                         std::vector<Timed<MotionEvent>>* motions,
                         std::vector<Timed<KeyEvent>>* keys) {
  parts_->touch.Push(frame, motions);
  parts_->keys.Push(frame, keys);
}

}  // namespace reprise::input
