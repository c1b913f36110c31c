#include "minimize/fingers_pass.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/text.h"
#include "input/gestures.h"
#include "input/motion_actions.h"
#include "minimize/finger_frames.h"
#include "minimize/frame_links.h"

namespace reprise::minimize {
namespace {

namespace action = input::motion_action;

bool GoesDown(const MotionEvent& motion) {
  return motion.action() == action::kDown ||
         motion.action() == action::kPointerDown;
}
bool GoesUp(const MotionEvent& motion) {
  return motion.action() == action::kUp ||
         motion.action() == action::kPointerUp;
}

// Tells which finger each pointer of a gesture's events is, by the order in
// which they went down: ids are used again.
class PointerFingers {
 public:
  // False when it is not to be told.
  bool Follow(const MotionEvent& motion) {
    if (motion.action() == action::kDown) down_.clear();
    if (GoesDown(motion)) {
      if (motion.action_index() < 0 ||
          motion.action_index() >= motion.pointers_size()) {
        return false;
      }
      down_[motion.pointers(motion.action_index()).pointer_id()] = count_++;
    }
    return std::ranges::all_of(motion.pointers(), [this](const auto& pointer) {
      return down_.contains(pointer.pointer_id());
    });
  }
  uint32_t Of(const MotionEvent::Pointer& pointer) const {
    return down_.at(pointer.pointer_id());
  }
  uint32_t count() const { return count_; }

 private:
  std::map<int32_t, uint32_t> down_;  // fingers by the id of their pointer
  uint32_t count_ = 0;
};

// Takes the pointers out for which `gone`; false when nothing is left.
template <typename Gone>
bool CutPointers(const Gone& gone, MotionEvent* motion) {
  const int count = motion->pointers_size();
  int kept_index = 0;
  MotionEvent cut = *motion;
  cut.clear_pointers();
  for (auto& sample : *cut.mutable_samples()) sample.clear_coords();
  for (int i = 0; i < count; i++) {
    if (gone(motion->pointers(i))) {
      // Its own going down or up is of no interest to the others.
      const bool own = GoesDown(*motion) || GoesUp(*motion);
      if (own && i == motion->action_index()) return false;
      continue;
    }
    if (i == motion->action_index()) kept_index = cut.pointers_size();
    *cut.add_pointers() = motion->pointers(i);
    for (int s = 0; s < motion->samples_size(); s++) {
      if (i >= motion->samples(s).coords_size()) continue;
      *cut.mutable_samples(s)->add_coords() = motion->samples(s).coords(i);
    }
  }
  if (cut.pointers().empty()) return false;
  const bool alone = cut.pointers_size() == 1;
  if (GoesDown(cut)) {
    cut.set_action(alone ? action::kDown : action::kPointerDown);
  } else if (GoesUp(cut)) {
    cut.set_action(alone ? action::kUp : action::kPointerUp);
  }
  cut.set_action_index(GoesDown(cut) || GoesUp(cut) ? kept_index : 0);
  *motion = std::move(cut);
  return true;
}

class FingersPass : public Reduction {
 public:
  explicit FingersPass(input::Recording recording)
      : recording_(std::move(recording)), frames_(recording_) {
    std::unordered_map<uint64_t, size_t> frame_at;
    for (size_t i = 0; i < recording_.frames.size(); i++) {
      frame_at[recording_.frames[i].id] = i;
    }
    for (size_t i = 0; i < recording_.motions.size(); i++) {
      motion_at_[recording_.motions[i].message.id()] = i;
    }
    std::map<size_t, std::vector<uint32_t>> going_down;  // by frame
    for (uint32_t finger = 0; finger < frames_.size(); finger++) {
      going_down[frames_.first_frame(finger)].push_back(finger);
    }
    for (const auto& gesture : recording_.gestures) {
      Together together;
      bool several = false;
      for (const uint64_t id : gesture.message.frame_refs()) {
        const auto found = frame_at.find(id);
        if (found == frame_at.end()) continue;
        several = several || frames_.down_after(found->second) > 1;
        const auto fingers = going_down.find(found->second);
        if (fingers == going_down.end()) continue;
        together.fingers.insert(together.fingers.end(), fingers->second.begin(),
                                fingers->second.end());
      }
      PointerFingers pointers;
      bool told = true;
      for (const uint64_t id : gesture.message.touch_refs()) {
        const auto found = motion_at_.find(id);
        if (found == motion_at_.end()) continue;
        const MotionEvent& motion = recording_.motions[found->second].message;
        together.motions.push_back(found->second);
        several = several || motion.pointers_size() > 1;
        told = told && pointers.Follow(motion);
      }
      const size_t by_frames = together.fingers.size();
      const bool same = by_frames == 0 || together.motions.empty() ||
                        by_frames == pointers.count();
      together.first_part = size();
      const auto count =
          static_cast<uint32_t>(std::max<size_t>(by_frames, pointers.count()));
      if (!several || !told || !same || count < 2) continue;
      for (uint32_t i = 0; i < count; i++) {
        parts_.push_back(fmt::format("finger {} of {}", i + 1,
                                     input::Describe(gesture.message)));
      }
      gestures_.push_back(std::move(together));
    }
  }

  uint32_t size() const override {
    return static_cast<uint32_t>(parts_.size());
  }
  std::string Describe(uint32_t part) const override { return parts_[part]; }

  input::Recording Make(const Candidate& kept) const override {
    input::Recording made = recording_;
    std::vector<bool> fingers(frames_.size(), true);
    std::vector<bool> motions(recording_.motions.size(), true);
    for (const Together& gesture : gestures_) {
      const auto gone = [&](uint32_t finger) {
        return !std::ranges::binary_search(kept, gesture.first_part + finger);
      };
      for (uint32_t i = 0; i < gesture.fingers.size(); i++) {
        fingers[gesture.fingers[i]] = !gone(i);
      }
      CutMotions(gesture, gone, &made, &motions);
    }
    made.frames = frames_.Without(fingers);
    size_t next = 0;
    std::erase_if(made.motions, [&](const auto&) { return !motions[next++]; });
    DropLostFrames(made.frames, &made.motions);
    input::DeriveGestures(&made);
    return made;
  }

 private:
  // The fingers of one gesture, in the order in which they go down.
  struct Together {
    uint32_t first_part = 0;
    std::vector<uint32_t> fingers;  // of frames_; empty: above the kernel only
    std::vector<size_t> motions;
  };

  template <typename Gone>
  void CutMotions(const Together& gesture, const Gone& gone,
                  input::Recording* made, std::vector<bool>* left) const {
    PointerFingers pointers;
    std::optional<int64_t> down_ns;
    for (const size_t index : gesture.motions) {
      auto& motion = made->motions[index];
      pointers.Follow(motion.message);
      const bool any = CutPointers(
          [&](const auto& pointer) { return gone(pointers.Of(pointer)); },
          &motion.message);
      (*left)[index] = any;
      if (!any) continue;
      if (motion.message.action() == action::kDown) down_ns = motion.time_ns;
      if (down_ns) motion.message.set_down_time_ns(*down_ns);
    }
  }

  const input::Recording recording_;
  const FingerFrames frames_;
  std::unordered_map<uint64_t, size_t> motion_at_;  // by id
  std::vector<Together> gestures_;
  std::vector<std::string> parts_;  // what each is
};

}  // namespace

Result<std::unique_ptr<Reduction>> MakeFingers(
    const input::Recording& recording) {
  input::Recording whole = recording;
  input::AssignIds(&whole);
  input::DeriveGestures(&whole);
  return std::make_unique<FingersPass>(std::move(whole));
}

}  // namespace reprise::minimize
