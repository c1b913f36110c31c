#include "minimize/points_pass.h"

#include <linux/input.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "input/device.h"
#include "input/gestures.h"
#include "minimize/frame_links.h"

namespace reprise::minimize {
namespace {

using input::Event;
using input::Frame;

constexpr int32_t kNoSlot = -1;
constexpr int32_t kActionMove = 2;  // of Android's MotionEvent

bool IsSlotAxis(uint16_t code) {
  return code >= ABS_MT_TOUCH_MAJOR && code <= ABS_MT_TOOL_Y;
}

// What frames that were left out said and nobody repeated since.
class Fold {
 public:
  explicit Fold(const EvdevDevice& device) {
    const auto* axis = input::FindAxis(device, ABS_MT_SLOT);
    if (axis != nullptr) slot_ = axis->value();
    played_slot_ = slot_;
  }

  void LeaveOut(const Frame& frame) {
    Walk(frame, [this](std::pair<int32_t, uint16_t> key, int32_t value) {
      pending_[key] = value;
    });
  }

  void Keep(Frame* frame) {
    const int32_t slot_before = slot_;
    Walk(*frame, [this](std::pair<int32_t, uint16_t> key, int32_t) {
      pending_.erase(key);
    });
    std::vector<Event> events;
    for (const auto& [key, value] : pending_) {
      const auto& [slot, code] = key;
      if (slot != kNoSlot) MoveTo(slot, &events);
      events.push_back({EV_ABS, code, value});
    }
    pending_.clear();
    MoveTo(slot_before, &events);
    frame->events.insert(frame->events.begin(), events.begin(), events.end());
    played_slot_ = slot_;
  }

 private:
  template <typename Take>
  void Walk(const Frame& frame, Take take) {
    for (const Event& event : frame.events) {
      if (event.type != EV_ABS) continue;
      if (event.code == ABS_MT_SLOT) {
        slot_ = event.value;
      } else {
        take(std::pair(IsSlotAxis(event.code) ? slot_ : kNoSlot, event.code),
             event.value);
      }
    }
  }

  void MoveTo(int32_t slot, std::vector<Event>* events) {
    if (slot == played_slot_) return;
    events->push_back({EV_ABS, ABS_MT_SLOT, slot});
    played_slot_ = slot;
  }

  std::map<std::pair<int32_t, uint16_t>, int32_t> pending_;
  int32_t slot_ = 0;         // current in the recording
  int32_t played_slot_ = 0;  // current in what is made
};

bool OnlyMoves(const Frame& frame) {
  bool moves = false;
  for (const Event& event : frame.events) {
    if (event.type == EV_ABS && event.code != ABS_MT_TRACKING_ID) {
      moves = true;
    } else if (event.type != EV_MSC &&
               !(event.type == EV_SYN && event.code == SYN_REPORT)) {
      return false;
    }
  }
  return moves;
}

class PointsPass : public Reduction {
 public:
  explicit PointsPass(const input::Recording& recording)
      : recording_(recording) {
    std::vector<bool> touch;
    for (const EvdevDevice& device : recording_.devices) {
      // Protocol A repeats all fingers in every frame, with marks between.
      touch.push_back(input::ClassOf(device) == input::DeviceClass::kTouch &&
                      input::TouchProtocolOf(device) !=
                          input::TouchProtocol::kA);
    }
    // The last frame of a device has none after it to be folded into.
    std::vector<size_t> last(recording_.devices.size(), 0);
    for (size_t i = 0; i < recording_.frames.size(); i++) {
      last[recording_.frames[i].device] = i;
    }
    for (size_t i = 0; i < recording_.frames.size(); i++) {
      const Frame& frame = recording_.frames[i];
      if (touch[frame.device] && i != last[frame.device] && OnlyMoves(frame)) {
        parts_.push_back({true, i});
      }
    }
    for (size_t i = 0; i < recording_.motions.size(); i++) {
      const MotionEvent& motion = recording_.motions[i].message;
      if (motion.action() == kActionMove && motion.frame_refs().empty()) {
        parts_.push_back({false, i});
      }
    }
  }

  uint32_t size() const override {
    return static_cast<uint32_t>(parts_.size());
  }

  std::string Describe(uint32_t part) const override {
    return parts_[part].frame ? "point of a gesture" : "move of a pointer";
  }

  input::Recording Make(const Candidate& kept) const override {
    std::vector<bool> frames(recording_.frames.size(), true);
    std::vector<bool> motions(recording_.motions.size(), true);
    size_t next = 0;
    for (uint32_t i = 0; i < parts_.size(); i++) {
      const bool keep = next < kept.size() && kept[next] == i;
      if (keep) next++;
      (parts_[i].frame ? frames : motions)[parts_[i].index] = keep;
    }
    input::Recording made = recording_;
    made.frames = Folded(frames);
    size_t motion = 0;
    std::erase_if(made.motions,
                  [&](const auto&) { return !motions[motion++]; });
    // A move goes with its last frame.
    DropLostFrames(made.frames, &made.motions);
    input::DeriveGestures(&made);
    return made;
  }

 private:
  struct Part {
    bool frame;  // or else a motion
    size_t index;
  };

  std::vector<Frame> Folded(const std::vector<bool>& keep) const {
    std::vector<Fold> folds;
    for (const EvdevDevice& device : recording_.devices) {
      folds.emplace_back(device);
    }
    std::vector<Frame> made;
    for (size_t i = 0; i < recording_.frames.size(); i++) {
      const Frame& frame = recording_.frames[i];
      if (!keep[i]) {
        folds[frame.device].LeaveOut(frame);
        continue;
      }
      made.push_back(frame);
      folds[frame.device].Keep(&made.back());
    }
    return made;
  }

  const input::Recording recording_;
  std::vector<Part> parts_;
};

}  // namespace

Result<std::unique_ptr<Reduction>> MakePoints(
    const input::Recording& recording) {
  return std::make_unique<PointsPass>(recording);
}

}  // namespace reprise::minimize
