#include "minimize/finger_frames.h"

#include <linux/input.h>

#include <algorithm>
#include <map>

#include "input/device.h"
#include "input/touch_state.h"
#include "minimize/frame_links.h"

namespace reprise::minimize {
namespace {

using input::Event;
using input::Frame;

bool IsSlotAxis(const Event& event) {
  return event.type == EV_ABS && event.code >= ABS_MT_TOUCH_MAJOR &&
         event.code <= ABS_MT_TOOL_Y;
}

// Says how many fingers there are, or where the first one is: true of the
// fingers that were recorded only.
bool IsOfAllFingers(const Event& event) {
  if (event.type == EV_ABS) {
    return event.code < ABS_MT_SLOT;
  }
  return event.type == EV_KEY &&
         (event.code == BTN_TOUCH || event.code == BTN_TOOL_FINGER ||
          event.code == BTN_TOOL_DOUBLETAP ||
          event.code == BTN_TOOL_TRIPLETAP || event.code == BTN_TOOL_QUADTAP ||
          event.code == BTN_TOOL_QUINTTAP);
}

bool IsReport(const Event& event) {
  return event.type == EV_SYN && event.code == SYN_REPORT;
}
bool IsContactEnd(const Event& event) {
  return event.type == EV_SYN && event.code == SYN_MT_REPORT;
}

}  // namespace

// Follows the fingers of one device.
class FingerFrames::Finder {
 public:
  Finder(const EvdevDevice& device, std::vector<size_t>* first_frames)
      : protocol_(input::TouchProtocolOf(device)),
        state_(device),
        first_frames_(*first_frames) {
    const auto* axis = input::FindAxis(device, ABS_MT_SLOT);
    if (axis != nullptr) slot_ = axis->value();
  }

  Marked Mark(size_t index, const Frame& frame) {
    Marked marked;
    marked.before = Down();
    marked.fingers.assign(frame.events.size(), kNone);
    if (protocol_ == input::TouchProtocol::kB) {
      MarkB(index, frame, &marked);
    } else {
      MarkA(index, frame, &marked);
    }
    marked.after = Down();
    return marked;
  }

 private:
  std::vector<uint32_t> Down() const {
    std::vector<uint32_t> fingers;
    for (const auto& [key, finger] : down_) fingers.push_back(finger);
    return fingers;
  }

  uint32_t NewFinger(size_t frame) {
    first_frames_.push_back(frame);
    return static_cast<uint32_t>(first_frames_.size() - 1);
  }

  void MarkB(size_t index, const Frame& frame, Marked* marked) {
    for (size_t i = 0; i < frame.events.size(); i++) {
      const Event& event = frame.events[i];
      if (event.type == EV_ABS && event.code == ABS_MT_SLOT) {
        slot_ = event.value;
        continue;
      }
      if (!IsSlotAxis(event)) continue;
      if (event.code == ABS_MT_TRACKING_ID && event.value >= 0) {
        down_[slot_] = NewFinger(index);
      }
      const auto found = down_.find(slot_);
      if (found == down_.end()) continue;
      marked->fingers[i] = found->second;
      if (event.code == ABS_MT_TRACKING_ID && event.value < 0) {
        down_.erase(found);
      }
    }
  }

  // The contacts of a frame in their order are those of the state after it.
  void MarkA(size_t index, const Frame& frame, Marked* marked) {
    state_.Push(frame);
    std::map<int32_t, uint32_t> after;
    for (const input::Contact& contact : state_.contacts()) {
      const auto before = down_.find(contact.id);
      after[contact.id] =
          before == down_.end() ? NewFinger(index) : before->second;
    }
    down_ = std::move(after);
    size_t contact = 0;
    size_t begin = 0;
    bool any = false;
    for (size_t i = 0; i < frame.events.size(); i++) {
      const Event& event = frame.events[i];
      any = any || IsSlotAxis(event);
      // The last end of a contact may be missing.
      if (!IsContactEnd(event) && !IsReport(event)) continue;
      if (any && contact < state_.contacts().size()) {
        const size_t end = IsReport(event) ? i : i + 1;
        std::fill(marked->fingers.begin() + static_cast<ptrdiff_t>(begin),
                  marked->fingers.begin() + static_cast<ptrdiff_t>(end),
                  down_[state_.contacts()[contact++].id]);
      }
      begin = i + 1;
      any = false;
    }
  }

  const input::TouchProtocol protocol_;
  input::TouchState state_;
  std::vector<size_t>& first_frames_;
  int32_t slot_ = 0;                  // protocol B
  std::map<int32_t, uint32_t> down_;  // by slot, or by id in protocol A
};

// Writes the frames of one device again.
class FingerFrames::Writer {
 public:
  Writer(const EvdevDevice& device, const std::vector<bool>& keep)
      : keep_(keep),
        protocol_a_(input::TouchProtocolOf(device) ==
                    input::TouchProtocol::kA) {
    const auto* axis = input::FindAxis(device, ABS_MT_SLOT);
    if (axis != nullptr) slot_ = played_slot_ = axis->value();
    for (const uint16_t code : {BTN_TOUCH, BTN_TOOL_FINGER}) {
      if (input::HasCode(device, EV_KEY, code)) buttons_.push_back(code);
    }
  }

  // True if anything is left of it.
  bool Write(const Marked& marked, Frame* frame) {
    const auto dropped = [this](uint32_t finger) { return !keep_[finger]; };
    const auto kept_of = [&](const std::vector<uint32_t>& fingers) {
      return fingers.size() -
             static_cast<size_t>(std::ranges::count_if(fingers, dropped));
    };
    const bool cut = std::ranges::any_of(marked.before, dropped) ||
                     std::ranges::any_of(marked.after, dropped);
    const size_t before = kept_of(marked.before);
    const size_t after = kept_of(marked.after);
    std::vector<Event> events;
    bool slot_said = false;
    for (size_t i = 0; i < frame->events.size(); i++) {
      const Event& event = frame->events[i];
      if (event.type == EV_ABS && event.code == ABS_MT_SLOT) {
        slot_ = event.value;
        slot_said = true;
        continue;
      }
      const uint32_t finger = marked.fingers[i];
      if (finger != kNone && dropped(finger)) continue;
      if (cut && IsOfAllFingers(event)) continue;
      if (IsReport(event)) {
        // Protocol A says so when there are no fingers any more.
        if (protocol_a_ && cut && before > 0 && after == 0 &&
            std::ranges::none_of(events, IsContactEnd)) {
          events.push_back({EV_SYN, SYN_MT_REPORT, 0});
        }
        if (cut) SayButtons(after > 0, &events);
        touching_ = after > 0;
      } else if (!protocol_a_ && IsSlotAxis(event) &&
                 (slot_said || slot_ != played_slot_)) {
        events.push_back({EV_ABS, ABS_MT_SLOT, slot_});
        played_slot_ = slot_;
        slot_said = false;
      }
      events.push_back(event);
    }
    frame->events = std::move(events);
    return !cut || !SaysNothing(*frame);
  }

 private:
  void SayButtons(bool touching, std::vector<Event>* events) const {
    if (touching == touching_) return;
    for (const uint16_t code : buttons_) {
      events->push_back({EV_KEY, code, touching ? 1 : 0});
    }
  }

  const std::vector<bool>& keep_;
  const bool protocol_a_;
  std::vector<uint16_t> buttons_;
  int32_t slot_ = 0;         // current in the recording
  int32_t played_slot_ = 0;  // current in what is made
  bool touching_ = false;
};

FingerFrames::FingerFrames(const input::Recording& recording)
    : recording_(recording), marked_(recording.frames.size()) {
  std::map<uint32_t, Finder> finders;
  for (uint32_t i = 0; i < recording.devices.size(); i++) {
    const EvdevDevice& device = recording.devices[i];
    if (input::ClassOf(device) == input::DeviceClass::kTouch &&
        input::TouchProtocolOf(device) != input::TouchProtocol::kSingle) {
      finders.try_emplace(i, device, &first_frames_);
    }
  }
  for (size_t i = 0; i < recording.frames.size(); i++) {
    const auto finder = finders.find(recording.frames[i].device);
    if (finder == finders.end()) continue;
    marked_[i] = finder->second.Mark(i, recording.frames[i]);
  }
}

std::vector<Frame> FingerFrames::Without(const std::vector<bool>& keep) const {
  std::map<uint32_t, Writer> writers;
  std::vector<Frame> frames;
  for (size_t i = 0; i < recording_.frames.size(); i++) {
    Frame frame = recording_.frames[i];
    if (!marked_[i].fingers.empty()) {
      const auto writer =
          writers
              .try_emplace(frame.device, recording_.devices[frame.device], keep)
              .first;
      if (!writer->second.Write(marked_[i], &frame)) continue;
    }
    frames.push_back(std::move(frame));
  }
  return frames;
}

}  // namespace reprise::minimize
