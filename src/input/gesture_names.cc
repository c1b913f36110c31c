#include <fmt/format.h>
#include <linux/input.h>

#include <array>
#include <utility>

#include "input/event_codes.h"
#include "input/gestures.h"
#include "input/time_math.h"

namespace reprise::input {
namespace {

using Name = std::pair<GestureEvent::Kind, std::string_view>;

constexpr auto kNames = std::to_array<Name>({
    {GestureEvent::KIND_TAP, "tap"},
    {GestureEvent::KIND_DOUBLE_TAP, "double-tap"},
    {GestureEvent::KIND_LONG_PRESS, "long-press"},
    {GestureEvent::KIND_SWIPE, "swipe"},
    {GestureEvent::KIND_FLING, "fling"},
    {GestureEvent::KIND_DRAG, "drag"},
    {GestureEvent::KIND_PINCH, "pinch"},
    {GestureEvent::KIND_ROTATE, "rotate"},
    {GestureEvent::KIND_MULTI_SWIPE, "multi-swipe"},
    {GestureEvent::KIND_MULTI_TAP, "multi-tap"},
    {GestureEvent::KIND_KEY, "key"},
    {GestureEvent::KIND_CHORD, "chord"},
    {GestureEvent::KIND_SWITCH, "switch"},
    {GestureEvent::KIND_SCROLL, "scroll"},
    {GestureEvent::KIND_HOVER, "hover"},
    {GestureEvent::KIND_OTHER, "other"},
});

std::string Place(float x, float y) {
  return fmt::format("({:.0f}, {:.0f})", x, y);
}

std::string KeysOf(const GestureEvent& gesture) {
  const uint32_t type =
      gesture.kind() == GestureEvent::KIND_SWITCH ? EV_SW : EV_KEY;
  std::string text;
  for (const uint32_t code : gesture.key_codes()) {
    if (!text.empty()) text += " + ";
    const std::string_view name = CodeName(type, code);
    text += name.empty() ? fmt::format("{}", code) : std::string(name);
  }
  return text;
}

std::string FingersOf(const GestureEvent& gesture) {
  const auto& finger = gesture.fingers(0);
  switch (gesture.kind()) {
    case GestureEvent::KIND_SWIPE:
    case GestureEvent::KIND_FLING:
    case GestureEvent::KIND_DRAG:
      return fmt::format(" from {} to {}",
                         Place(finger.start_x(), finger.start_y()),
                         Place(finger.end_x(), finger.end_y()));
    case GestureEvent::KIND_PINCH:
      return fmt::format(" of {} fingers by {:.2f}", gesture.fingers_size(),
                         gesture.scale());
    case GestureEvent::KIND_ROTATE:
      return fmt::format(" of {} fingers by {:.0f} degrees",
                         gesture.fingers_size(), gesture.rotation_deg());
    case GestureEvent::KIND_MULTI_SWIPE:
    case GestureEvent::KIND_MULTI_TAP:
      return fmt::format(" of {} fingers at {}", gesture.fingers_size(),
                         Place(finger.start_x(), finger.start_y()));
    default:
      return fmt::format(" at {}", Place(finger.start_x(), finger.start_y()));
  }
}

}  // namespace

std::string_view NameOf(GestureEvent::Kind kind) {
  for (const auto& [known, name] : kNames) {
    if (known == kind) return name;
  }
  return "unknown";
}

GestureEvent::Kind GestureKindByName(std::string_view name) {
  for (const auto& [kind, known] : kNames) {
    if (known == name) return kind;
  }
  return GestureEvent::KIND_UNSPECIFIED;
}

std::vector<std::string_view> GestureKindNames() {
  std::vector<std::string_view> names;
  for (const auto& [kind, name] : kNames) names.push_back(name);
  return names;
}

std::string Describe(const GestureEvent& gesture) {
  std::string text(NameOf(gesture.kind()));
  if (!gesture.key_codes().empty()) text += " " + KeysOf(gesture);
  if (!gesture.fingers().empty()) text += FingersOf(gesture);
  const int64_t length =
      SubtractTime(gesture.end_ns(), gesture.start_ns()) / 1'000'000;
  if (length > 0) text += fmt::format(" in {} ms", length);
  if (gesture.cut()) text += ", cut off";
  return text;
}

}  // namespace reprise::input
