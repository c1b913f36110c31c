#include "input/event_gestures.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "input/device_gestures.h"
#include "input/motion_actions.h"
#include "input/on_display.h"
#include "input/pointer_events.h"
#include "input/time_math.h"
#include "input/touch_gesture.h"

namespace reprise::input {
namespace {

using namespace motion_action;  // NOLINT(google-build-using-namespace)

constexpr int64_t kPauseNs = 250'000'000;
constexpr int kMaxPointers = 64;  // Android has 16

std::vector<Touch> TouchesOf(const MotionEvent& motion,
                             const MotionEvent::Sample& sample) {
  std::vector<Touch> touches;
  const int count =
      std::min({motion.pointers_size(), sample.coords_size(), kMaxPointers});
  for (int i = 0; i < count; i++) {
    touches.push_back(
        {motion.pointers(i).pointer_id(), OnDisplay(motion, sample.coords(i))});
  }
  return touches;
}

// Gestures of one of Android's devices, from its motion and key events.
class AboveKernel {
 public:
  AboveKernel(DisplaySize display, const GestureRules& rules,
              const GestureSegmenter::Sink& sink)
      : scale_(display), rules_(rules), sink_(sink), joiner_(scale_, rules) {}

  void Push(const Timed<MotionEvent>& motion) {
    const int action = motion.message.action();
    if (action >= kHoverMove && action <= kHoverExit) {
      PushHover(motion);
      return;
    }
    if (action == kDown || !touching_) {
      if (action > kPointerUp || motion.message.samples().empty()) return;
      EndPointer();
      BeginPointer(motion);
      // The recording began within the gesture.
      if (action != kDown) pointer_->set_cut(true);
      touching_.emplace(scale_, rules_);
    }
    pointer_->add_touch_refs(motion.message.id());
    pointer_->mutable_frame_refs()->MergeFrom(motion.message.frame_refs());
    std::vector<Touch> touches;
    for (const auto& sample : motion.message.samples()) {
      touches = TouchesOf(motion.message, sample);
      Touched(sample.time_ns(), touches);
    }
    if (action == kPointerUp) {
      const auto lifted = static_cast<size_t>(motion.message.action_index());
      if (lifted < touches.size()) {
        touches.erase(touches.begin() + static_cast<ptrdiff_t>(lifted));
      }
      Touched(motion.time_ns, touches);
    } else if (action == kUp || action == kCancel) {
      Touched(motion.time_ns, {});
      EndPointer();
    }
  }

  void Push(const Timed<KeyEvent>& key) {
    const KeyEvent& event = key.message;
    if (!keys_) {
      keys_.emplace();
      keys_->set_start_ns(key.time_ns);
      keys_->set_cut(event.action() == kUp);
    }
    keys_->set_end_ns(std::max(key.time_ns, keys_->start_ns()));
    keys_->add_key_refs(event.id());
    keys_->mutable_frame_refs()->MergeFrom(event.frame_refs());
    const auto code = event.scan_code() > 0
                          ? static_cast<uint32_t>(event.scan_code())
                          : KernelKeyOf(event.key_code());
    const bool first = event.action() != kUp && event.repeat_count() == 0;
    if (first || keys_->key_refs_size() == 1) keys_->add_key_codes(code);
    if (event.action() == kDown) held_[event.key_code()] = true;
    if (event.action() == kUp) held_.erase(event.key_code());
    if (held_.empty()) EndKeys();
  }

  void Finish() {
    if (touching_) pointer_->set_cut(true);
    EndPointer();
    if (keys_) {
      keys_->set_cut(true);
      EndKeys();
    }
    joiner_.Flush(sink_);
  }

 private:
  void PushHover(const Timed<MotionEvent>& motion) {
    const auto kind = motion.message.action() == kScroll
                          ? GestureEvent::KIND_SCROLL
                          : GestureEvent::KIND_HOVER;
    if (pointer_ &&
        (touching_ || pointer_->kind() != kind ||
         SubtractTime(motion.time_ns, pointer_->end_ns()) > kPauseNs)) {
      EndPointer();
    }
    if (!pointer_) BeginPointer(motion);
    pointer_->set_kind(kind);
    pointer_->set_end_ns(motion.time_ns);
    pointer_->add_touch_refs(motion.message.id());
    pointer_->mutable_frame_refs()->MergeFrom(motion.message.frame_refs());
  }

  void BeginPointer(const Timed<MotionEvent>& motion) {
    joiner_.Begin(motion.time_ns, sink_);
    const int64_t start = motion.message.samples().empty()
                              ? motion.time_ns
                              : motion.message.samples(0).time_ns();
    pointer_.emplace();
    pointer_->set_start_ns(start);
    pointer_->set_end_ns(start);
  }

  void Touched(int64_t time_ns, const std::vector<Touch>& touches) {
    pointer_->set_end_ns(std::max(pointer_->end_ns(), time_ns));
    touching_->Update(pointer_->end_ns(), touches);
  }

  void EndPointer() {
    if (!pointer_) return;
    if (touching_ && touching_->any_finger()) touching_->Describe(&*pointer_);
    if (pointer_->kind() == GestureEvent::KIND_UNSPECIFIED) {
      pointer_->set_kind(GestureEvent::KIND_OTHER);
    }
    touching_.reset();
    joiner_.Take({pointer_->start_ns(), pointer_->end_ns(), *pointer_}, sink_);
    pointer_.reset();
  }

  void EndKeys() {
    keys_->set_kind(keys_->key_codes_size() > 1 ? GestureEvent::KIND_CHORD
                                                : GestureEvent::KIND_KEY);
    held_.clear();
    sink_({keys_->start_ns(), keys_->end_ns(), *keys_});
    keys_.reset();
  }

  const TouchScale scale_;
  const GestureRules rules_;
  const GestureSegmenter::Sink& sink_;
  TapJoiner joiner_;
  std::optional<GestureEvent> pointer_;  // of touches, hovering or scrolling
  std::optional<TouchGesture> touching_;
  std::optional<GestureEvent> keys_;
  std::map<int32_t, bool> held_;
};

}  // namespace

class EventSegmenter::Impl {
 public:
  Impl(Sink sink, DisplaySize display, const GestureRules& rules)
      : sink_(std::move(sink)), display_(display), rules_(rules) {}

  AboveKernel& Device(int32_t id) {
    return devices_.try_emplace(id, display_, rules_, sink_).first->second;
  }
  void Finish() {
    for (auto& [id, device] : devices_) device.Finish();
  }

 private:
  const Sink sink_;
  const DisplaySize display_;
  const GestureRules rules_;
  std::map<int32_t, AboveKernel> devices_;
};

EventSegmenter::EventSegmenter(Sink sink, DisplaySize display,
                               GestureRules rules)
    : impl_(std::make_unique<Impl>(std::move(sink), display, rules)) {}

EventSegmenter::~EventSegmenter() = default;

void EventSegmenter::Push(const Timed<MotionEvent>& motion) {
  impl_->Device(motion.message.device_id()).Push(motion);
}

void EventSegmenter::Push(const Timed<KeyEvent>& key) {
  impl_->Device(key.message.device_id()).Push(key);
}

void EventSegmenter::Finish() { impl_->Finish(); }

}  // namespace reprise::input
