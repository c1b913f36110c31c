#include "formats/steps.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "formats/levels.h"
#include "formats/pointer_script.h"
#include "input/gestures.h"
#include "input/pointer_events.h"
#include "input/virtual_devices.h"

namespace reprise::formats {
namespace {

using Kind = Step::Kind;

constexpr int32_t kMaxErased = 10'000;
// Of android.view.KeyEvent.
constexpr int32_t kShiftLeft = 59;
constexpr int32_t kShiftRight = 60;
constexpr float kMiddle = 0.3F;  // from the centre on, a place matters

int Pixel(float value) {
  return std::isfinite(value) ? static_cast<int>(std::clamp(value, -1e6F, 1e6F))
                              : 0;
}

class Maker {
 public:
  Maker(const Script& script, input::Losses* losses)
      : script_(script), recording_(script.recording), losses_(losses) {
    ToPointerLevel(&recording_);
    if (recording_.gestures.empty()) {
      input::AssignIds(&recording_);
      input::DeriveGestures(&recording_);
    }
    for (const WidgetStep& step : script.widgets) {
      if (step.widget.gesture_ref() != 0) {
        by_gesture_[step.widget.gesture_ref()] = &step;
      }
      if (step.widget.input_ref() != 0) {
        by_input_[step.widget.input_ref()] = &step;
      }
    }
  }

  std::vector<Step> Run() {
    for (const auto& gesture : recording_.gestures) TakeGesture(gesture);
    for (const WidgetStep& step : script_.widgets) TakeAlone(step);
    for (const auto& key : recording_.keys) TakeKey(key);
    TakeTexts();
    for (const auto& intent : script_.intents) TakeIntent(intent);
    for (const auto& event : script_.device) TakeDevice(event);
    for (const auto& note : script_.notes) {
      Add(Kind::kNote, note.time_ns).words = note.message.sentence();
    }
    std::stable_sort(
        steps_.begin(), steps_.end(),
        [](const Step& a, const Step& b) { return a.start_ns < b.start_ns; });
    LaunchFirst();
    JoinTexts();
    return std::move(steps_);
  }

 private:
  Step& Add(Kind kind, int64_t start_ns, int64_t end_ns = 0) {
    Step& step = steps_.emplace_back();
    step.kind = kind;
    step.start_ns = start_ns;
    step.end_ns = std::max(start_ns, end_ns);
    return step;
  }

  const WidgetStep* WidgetOf(const GestureEvent& gesture) const {
    const auto found = by_gesture_.find(gesture.id());
    if (found != by_gesture_.end()) return found->second;
    for (const uint64_t touch : gesture.touch_refs()) {
      const auto by_touch = by_input_.find(touch);
      if (by_touch != by_input_.end()) return by_touch->second;
    }
    return nullptr;
  }

  void TakeGesture(const input::Timed<GestureEvent>& timed) {
    const GestureEvent& gesture = timed.message;
    Kind kind = Kind::kNote;
    switch (gesture.kind()) {
      case GestureEvent::KIND_TAP:
        kind = Kind::kTap;
        break;
      case GestureEvent::KIND_DOUBLE_TAP:
        kind = Kind::kDoubleTap;
        break;
      case GestureEvent::KIND_LONG_PRESS:
        kind = Kind::kLongPress;
        break;
      case GestureEvent::KIND_SWIPE:
      case GestureEvent::KIND_FLING:
      case GestureEvent::KIND_DRAG:
        kind = Kind::kSwipe;
        break;
      case GestureEvent::KIND_KEY:
      case GestureEvent::KIND_CHORD:
        return;  // its key events tell more
      default:
        losses_->Add(fmt::format("gestures that are a {} were left out",
                                 input::NameOf(gesture.kind())));
    }
    Step& step = Add(kind, gesture.start_ns(), gesture.end_ns());
    step.words = input::Describe(gesture);
    if (gesture.fingers_size() > 0) {
      const GestureEvent::Finger& finger = gesture.fingers(0);
      step.has_place = true;
      step.x = Pixel(finger.start_x());
      step.y = Pixel(finger.start_y());
      step.end_x = Pixel(finger.end_x());
      step.end_y = Pixel(finger.end_y());
    }
    if (const WidgetStep* widget = WidgetOf(gesture)) {
      Fill(widget->widget, &step);
    }
  }

  static void Fill(const WidgetEvent& widget, Step* step) {
    if (!widget.words().empty()) step->words = widget.words();
    if (step->kind == Kind::kNote) return;
    step->target = SelectorOf(widget.target());
    if (widget.action() == WidgetEvent::ACTION_SCROLL &&
        (step->kind == Kind::kSwipe || !step->has_place)) {
      step->kind = Kind::kScroll;
      step->direction = widget.direction();
      step->until = SelectorOf(widget.last_visible());
      if (widget.has_scrolled()) step->target = SelectorOf(widget.scrolled());
      return;
    }
    if (widget.down_size() == 0) return;
    const auto inside = [](float place) {
      return std::isfinite(place) ? std::clamp(place, 0.0F, 1.0F) : 0.5F;
    };
    step->within_x = inside(widget.down(0).x());
    step->within_y = inside(widget.down(0).y());
    step->off_centre = widget.target().text().empty() &&
                       (std::abs(step->within_x - 0.5F) > kMiddle ||
                        std::abs(step->within_y - 0.5F) > kMiddle);
  }

  // A widget without a gesture or event.
  void TakeAlone(const WidgetStep& alone) {
    const WidgetEvent& widget = alone.widget;
    if (widget.gesture_ref() != 0 || widget.input_ref() != 0) return;
    Kind kind = Kind::kTap;
    if (alone.kind == GestureEvent::KIND_DOUBLE_TAP) kind = Kind::kDoubleTap;
    if (alone.kind == GestureEvent::KIND_LONG_PRESS) kind = Kind::kLongPress;
    if (widget.action() == WidgetEvent::ACTION_SCROLL) kind = Kind::kScroll;
    if (widget.action() == WidgetEvent::ACTION_TEXT ||
        widget.action() == WidgetEvent::ACTION_KEY) {
      return;  // what was typed is in events of its own
    }
    Fill(widget, &Add(kind, alone.time_ns, alone.end_ns));
  }

  void TakeKey(const input::Timed<KeyEvent>& timed) {
    const KeyEvent& key = timed.message;
    if (key.action() != android::kDown || key.repeat_count() != 0) return;
    if (key.redacted() || key.key_code() <= 0) {
      losses_->Add("keys whose code is not known were left out");
      return;
    }
    if (key.key_code() == kShiftLeft || key.key_code() == kShiftRight) return;
    if (const auto typed = input::CharacterOf(key)) {
      Add(Kind::kText, timed.time_ns).text = *typed;
      return;
    }
    Add(Kind::kKey, timed.time_ns).number = key.key_code();
  }

  void TakeTexts() {
    std::string composed;
    for (const auto& timed : recording_.texts) {
      const TextEvent& text = timed.message;
      if (text.cause() != 0) continue;  // the touch on a keyboard is the step
      if (text.pseudonyms_size() > 0) {
        losses_->Add("texts that were redacted are typed as their pseudonyms");
      }
      switch (text.kind()) {
        case TextEvent::KIND_COMPOSE:
          composed = text.text();
          continue;
        case TextEvent::KIND_UNSPECIFIED:
        case TextEvent::KIND_COMMIT:
        case TextEvent::KIND_COMPLETION:
          Add(Kind::kText, timed.time_ns).text = text.text();
          break;
        case TextEvent::KIND_FINISH_COMPOSING:
          if (!composed.empty()) {
            Add(Kind::kText, timed.time_ns).text = composed;
          }
          break;
        case TextEvent::KIND_DELETE:
          if (text.delete_after() > 0) {
            losses_->Add("deletions behind the cursor were left out");
          }
          if (text.delete_before() > 0) {
            Add(Kind::kErase, timed.time_ns).number = static_cast<int>(
                std::min<uint32_t>(text.delete_before(), kMaxErased));
          }
          continue;
        case TextEvent::KIND_EDITOR_ACTION:
          Add(Kind::kKey, timed.time_ns).number = android::kKeyEnter;
          continue;
        default:
          losses_->Add("selections and the like in texts were left out");
          continue;
      }
      composed.clear();
    }
  }

  void TakeIntent(const input::Timed<IntentEvent>& timed) {
    if (timed.message.kind() != IntentEvent::KIND_LAUNCHED) return;
    Add(Kind::kLaunch, timed.time_ns).text = timed.message.intent().component();
  }

  void TakeDevice(const input::Timed<DeviceEvent>& timed) {
    const DeviceEvent& event = timed.message;
    if (event.kind() == DeviceEvent::KIND_DISPLAY && event.has_rotation()) {
      Add(Kind::kRotate, timed.time_ns).number =
          std::clamp(event.rotation(), 0, 3);
    }
    if (event.kind() == DeviceEvent::KIND_KEYBOARD && !event.on()) {
      Add(Kind::kHideKeyboard, timed.time_ns);
    }
  }

  // Every run begins with the app's start, also if the tape does not say it.
  void LaunchFirst() {
    const auto acts = std::ranges::find_if(
        steps_, [](const Step& step) { return step.kind != Kind::kNote; });
    if (acts != steps_.end() && acts->kind == Kind::kLaunch) return;
    if (script_.package.empty()) {
      losses_->Add(
          "the tape does not say which app it is of, so it must be "
          "on the screen already");
      return;
    }
    Step launch;
    launch.kind = Kind::kLaunch;
    if (!steps_.empty()) {
      launch.start_ns = launch.end_ns = steps_.front().start_ns;
    }
    steps_.insert(steps_.begin(), launch);
  }

  void JoinTexts() {
    std::vector<Step> joined;
    for (Step& step : steps_) {
      if (step.kind == Kind::kText && !joined.empty() &&
          joined.back().kind == Kind::kText) {
        joined.back().text += step.text;
        joined.back().end_ns = step.end_ns;
      } else {
        joined.push_back(std::move(step));
      }
    }
    steps_ = std::move(joined);
  }

  const Script& script_;
  input::Recording recording_;
  input::Losses* const losses_;
  std::unordered_map<uint64_t, const WidgetStep*> by_gesture_;
  std::unordered_map<uint64_t, const WidgetStep*> by_input_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> StepsOf(const Script& script, input::Losses* losses) {
  return Maker(script, losses).Run();
}

Way FingerWay(WidgetEvent::Direction direction) {
  switch (direction) {
    case WidgetEvent::DIRECTION_DOWN:
      return {0, 1};
    case WidgetEvent::DIRECTION_LEFT:
      return {-1, 0};
    case WidgetEvent::DIRECTION_RIGHT:
      return {1, 0};
    default:
      return {0, -1};
  }
}

std::string ScrollWord(WidgetEvent::Direction direction) {
  switch (direction) {
    case WidgetEvent::DIRECTION_DOWN:
      return "up";
    case WidgetEvent::DIRECTION_LEFT:
      return "right";
    case WidgetEvent::DIRECTION_RIGHT:
      return "left";
    default:
      return "down";
  }
}

}  // namespace reprise::formats
