#include "formats/test_code.h"

#include "formats/literals.h"

namespace reprise::formats {

std::string CommentOf(const Step& step) {
  using Kind = Step::Kind;
  const bool of_widget = step.kind == Kind::kTap ||
                         step.kind == Kind::kDoubleTap ||
                         step.kind == Kind::kLongPress;
  if (of_widget && step.target.empty() && step.has_place) {
    return CommentText(step.words + ": the widget is not known");
  }
  if (step.kind == Kind::kSwipe || step.kind == Kind::kNote) {
    return CommentText(step.words);
  }
  if (of_widget && step.target.by_class()) {
    return CommentText("has neither id nor text: " + Describe(step.target));
  }
  return "";
}

Telling TellingOf(const Step& step, input::Losses* losses) {
  if (step.kind != Step::Kind::kSwipe && !step.target.empty()) {
    return Telling::kWidget;
  }
  if (step.has_place) {
    losses->Add("gestures on widgets that are not known are told by places");
    return Telling::kPlace;
  }
  losses->Add("gestures without widget and place were left out");
  return Telling::kNot;
}

std::string InputTap(const Step& step) {
  return fmt::format("input tap {} {}", step.x, step.y);
}

std::string InputHold(const Step& step, int64_t hold_ms) {
  return fmt::format("input swipe {0} {1} {0} {1} {2}", step.x, step.y,
                     hold_ms);
}

std::string InputSwipe(const Step& step) {
  return fmt::format("input swipe {} {} {} {} {}", step.x, step.y, step.end_x,
                     step.end_y, step.duration_ms());
}

}  // namespace reprise::formats
