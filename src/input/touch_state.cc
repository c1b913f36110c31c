#include "input/touch_state.h"

#include <linux/input.h>

#include <algorithm>
#include <cstdlib>

namespace reprise::input {
namespace {

// As many slots as CheckDevice() accepts; without a range the kernel's usual.
constexpr int32_t kMaxSlots = 1024;
constexpr size_t kUsualSlots = 10;
// Nobody has more fingers than that in one frame of protocol A; the rest of a
// hostile frame is not looked at.
constexpr size_t kMaxContacts = 64;

size_t SlotCount(const EvdevDevice& device) {
  const auto* axis = FindAxis(device, ABS_MT_SLOT);
  if (axis == nullptr || axis->maximum() < 0) return kUsualSlots;
  return static_cast<size_t>(std::min(axis->maximum(), kMaxSlots - 1)) + 1;
}

// Takes a value of an axis that a contact has; false if it is none.
bool SetAxis(uint32_t code, int32_t value, Contact* contact) {
  switch (code) {
    case ABS_MT_POSITION_X:
      contact->x = value;
      return true;
    case ABS_MT_POSITION_Y:
      contact->y = value;
      return true;
    case ABS_MT_PRESSURE:
      contact->pressure = value;
      return true;
    case ABS_MT_TOUCH_MAJOR:
      contact->touch_major = value;
      return true;
    case ABS_MT_TOUCH_MINOR:
      contact->touch_minor = value;
      return true;
    case ABS_MT_ORIENTATION:
      contact->orientation = value;
      return true;
    case ABS_MT_TOOL_TYPE:
      contact->tool_type = value;
      return true;
    case ABS_MT_DISTANCE:
      contact->distance = value;
      return true;
    case ABS_MT_TRACKING_ID:
      contact->id = value;
      return true;
    default:
      return false;
  }
}

// The axes of a device that knows one finger, as those of a contact.
uint32_t AsContactAxis(uint32_t code) {
  switch (code) {
    case ABS_X:
      return ABS_MT_POSITION_X;
    case ABS_Y:
      return ABS_MT_POSITION_Y;
    case ABS_PRESSURE:
      return ABS_MT_PRESSURE;
    case ABS_TOOL_WIDTH:
      return ABS_MT_TOUCH_MAJOR;
    case ABS_DISTANCE:
      return ABS_MT_DISTANCE;
    default:
      return ABS_CNT;  // none
  }
}

bool HasId(const std::vector<Contact>& contacts, int32_t id) {
  return std::ranges::find(contacts, id, &Contact::id) != contacts.end();
}

int64_t SquareDistance(const Contact& a, const Contact& b) {
  // Halved, so that the sum of squares fits for all values.
  const int64_t x = (int64_t{a.x} - b.x) / 2;
  const int64_t y = (int64_t{a.y} - b.y) / 2;
  return x * x + y * y;
}

}  // namespace

TouchState::TouchState(const EvdevDevice& device)
    : protocol_(TouchProtocolOf(device)) {
  if (protocol_ == TouchProtocol::kB) {
    slots_.resize(SlotCount(device));
    for (size_t i = 0; i < slots_.size(); i++) {
      slots_[i].slot = static_cast<int32_t>(i);
    }
    for (const auto& values : device.slots()) {
      const size_t known =
          std::min<size_t>(values.values_size(), slots_.size());
      for (size_t i = 0; i < known; i++) {
        SetAxis(values.code(), values.values(static_cast<int>(i)), &slots_[i]);
      }
    }
    const auto* axis = FindAxis(device, ABS_MT_SLOT);
    if (axis != nullptr && axis->value() >= 0 &&
        static_cast<size_t>(axis->value()) < slots_.size()) {
      slot_ = static_cast<size_t>(axis->value());
    }
    EndFrameB();
  } else if (protocol_ == TouchProtocol::kSingle) {
    for (const auto& axis : device.abs_axes()) {
      SetAxis(AsContactAxis(axis.code()), axis.value(), &pending_);
    }
    if (std::ranges::find(device.keys_down(), uint32_t{BTN_TOUCH}) !=
        device.keys_down().end()) {
      button_touch_ = 1;
    }
    EndFrameSingle();
  }
}

void TouchState::Push(const Frame& frame) {
  for (const Event& event : frame.events) {
    if (event.type == EV_KEY && event.code == BTN_TOUCH) {
      button_touch_ = event.value != 0 ? 1 : 0;
    } else if (event.type == EV_SYN && event.code == SYN_MT_REPORT) {
      if (protocol_ == TouchProtocol::kA) EndContactA();
    } else if (event.type == EV_ABS) {
      PushAxis(event.code, event.value);
    }
  }
  switch (protocol_) {
    case TouchProtocol::kA:
      EndFrameA();
      break;
    case TouchProtocol::kB:
      EndFrameB();
      break;
    case TouchProtocol::kSingle:
      EndFrameSingle();
      break;
    case TouchProtocol::kNone:
      break;
  }
}

void TouchState::PushAxis(uint32_t code, int32_t value) {
  switch (protocol_) {
    case TouchProtocol::kA:
      if (SetAxis(code, value, &pending_)) pending_any_ = true;
      break;
    case TouchProtocol::kB:
      if (code != ABS_MT_SLOT) {
        SetAxis(code, value, &slots_[slot_]);
      } else if (value >= 0 && static_cast<size_t>(value) < slots_.size()) {
        slot_ = static_cast<size_t>(value);
      }
      break;
    case TouchProtocol::kSingle:
      SetAxis(AsContactAxis(code), value, &pending_);
      if (code == ABS_PRESSURE) pressure_seen_ = true;
      break;
    case TouchProtocol::kNone:
      break;
  }
}

void TouchState::EndContactA() {
  // Nothing between two reports: the driver says that no finger is there.
  if (pending_any_ && reported_.size() < kMaxContacts &&
      (pending_.id < 0 || !HasId(reported_, pending_.id))) {
    reported_.push_back(pending_);
  }
  reports_++;
  pending_ = Contact();
  pending_any_ = false;
}

void TouchState::EndFrameA() {
  if (pending_any_) EndContactA();  // the last report is missing
  // A frame of other things (a key of the same device) says nothing of
  // fingers, unless it lifts them.
  const bool lifted = button_touch_ == 0;
  if (reports_ == 0 && !lifted) return;
  reports_ = 0;
  std::vector<Contact> before;
  before.swap(contacts_);
  if (!lifted) {
    contacts_ = std::move(reported_);
    GiveIds(before);
  }
  reported_.clear();
}

void TouchState::GiveIds(const std::vector<Contact>& before) {
  // Pairs, the nearest first: in one frame a finger moves less than the
  // distance to the next finger.
  struct Pair {
    int64_t distance;
    size_t now;
    size_t then;
  };
  std::vector<Pair> pairs;
  for (size_t now = 0; now < contacts_.size(); now++) {
    if (contacts_[now].id >= 0) continue;
    for (size_t then = 0; then < before.size(); then++) {
      pairs.push_back(
          {SquareDistance(contacts_[now], before[then]), now, then});
    }
  }
  std::stable_sort(
      pairs.begin(), pairs.end(),
      [](const Pair& a, const Pair& b) { return a.distance < b.distance; });
  std::vector<bool> taken(before.size());
  for (const Pair& pair : pairs) {
    if (contacts_[pair.now].id >= 0 || taken[pair.then]) continue;
    contacts_[pair.now].id = before[pair.then].id;
    taken[pair.then] = true;
  }
  for (Contact& contact : contacts_) {
    if (contact.id < 0) contact.id = NextId();
  }
}

int32_t TouchState::NextId() {
  int32_t id = -1;
  do {
    id = next_id_;
    next_id_ = (next_id_ + 1) & 0xffff;  // as the kernel does
  } while (HasId(contacts_, id));
  return id;
}

void TouchState::EndFrameB() {
  contacts_.clear();
  for (const Contact& slot : slots_) {
    if (slot.id >= 0 && !HasId(contacts_, slot.id)) contacts_.push_back(slot);
  }
}

void TouchState::EndFrameSingle() {
  const bool down = button_touch_ >= 0
                        ? button_touch_ == 1
                        : pressure_seen_ && pending_.pressure > 0;
  if (!down) {
    contacts_.clear();
    return;
  }
  pending_.id = contacts_.empty() ? NextId() : contacts_[0].id;
  contacts_.assign(1, pending_);
}

}  // namespace reprise::input
