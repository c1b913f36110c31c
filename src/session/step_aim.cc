#include "session/step_aim.h"

#include <cmath>

#include "input/motion_actions.h"
#include "input/pointer_events.h"

namespace reprise::session {
namespace {

namespace action = input::motion_action;
using input::PixelPoint;

constexpr int64_t kMs = 1'000'000;
constexpr int64_t kMoveNs = 16 * kMs;
constexpr int kMoves = 25;
constexpr int64_t kRestNs = 150 * kMs;
constexpr int32_t kTouchscreenSource = 0x1002;
constexpr int32_t kFinger = 1;
// Closer points of a path do not tell how it is to be stretched.
constexpr float kLeastDistance = 8;

// place * scale + shift
struct Axis {
  float scale = 1;
  float shift = 0;
};

input::PointMap MapOf(const StepDisplays& displays, Turns turns, Axis x,
                      Axis y) {
  return [=](PixelPoint at) {
    at = input::Turn(at, turns.recorded, displays.recorded);
    at = {at.x * x.scale + x.shift, at.y * y.scale + y.shift};
    return input::TurnBack(at, turns.now, displays.now);
  };
}

Axis Between(int32_t from, int32_t from_end, int32_t to, int32_t to_end) {
  const auto length = static_cast<float>(from_end - from);
  if (length <= 0) return {0, static_cast<float>(to + to_end) / 2};
  Axis axis;
  axis.scale = static_cast<float>(to_end - to) / length;
  axis.shift = static_cast<float>(to) - static_cast<float>(from) * axis.scale;
  return axis;
}

Axis Through(float from, float from_end, float to, float to_end) {
  Axis axis;
  if (std::abs(from_end - from) > kLeastDistance) {
    axis.scale = (to_end - to) / (from_end - from);
  }
  axis.shift = to - from * axis.scale;
  return axis;
}

}  // namespace

StepDisplays DisplaysOf(input::DisplaySize recorded,
                        const std::optional<DeviceDescription>& device,
                        const DeviceDescription& facts) {
  StepDisplays displays;
  displays.recorded = displays.now = recorded;
  if (facts.displays().empty()) return displays;
  const auto& now = facts.displays(0);
  displays.now = {static_cast<int32_t>(now.width_px()),
                  static_cast<int32_t>(now.height_px())};
  if (!device || device->displays().empty()) return displays;
  const auto& was = device->displays(0);
  displays.same = was.width_px() == now.width_px() &&
                  was.height_px() == now.height_px() &&
                  was.density_dpi() == now.density_dpi() &&
                  was.rotation() == now.rotation();
  return displays;
}

input::PointMap ScaledMap(const StepDisplays& displays, Turns turns) {
  const auto from = input::Turned(displays.recorded, turns.recorded);
  const auto to = input::Turned(displays.now, turns.now);
  return MapOf(displays, turns, Between(0, from.width, 0, to.width),
               Between(0, from.height, 0, to.height));
}

input::PointMap WithinMap(const StepDisplays& displays, Turns turns,
                          const Rect& from, const Rect& to) {
  return MapOf(displays, turns,
               Between(from.left(), from.right(), to.left(), to.right()),
               Between(from.top(), from.bottom(), to.top(), to.bottom()));
}

input::PointMap TwoPointsMap(const StepDisplays& displays, Turns turns,
                             const PixelPoint from[2], const PixelPoint to[2]) {
  return MapOf(displays, turns, Through(from[0].x, from[1].x, to[0].x, to[1].x),
               Through(from[0].y, from[1].y, to[0].y, to[1].y));
}

std::vector<EvdevDevice> DevicesFor(Level level,
                                    std::vector<EvdevDevice> recorded,
                                    input::DisplaySize display) {
  if (level == Level::kKernel) return recorded;
  for (EvdevDevice& device : recorded) {
    if (input::ClassOf(device) == input::DeviceClass::kTouch) {
      device = input::OnDisplay(std::move(device), display);
    }
  }
  recorded.push_back(input::VirtualTouchscreen(display));
  return recorded;
}

std::vector<input::Frame> SwipeFrames(const Rect& within,
                                      WidgetEvent::Direction direction,
                                      input::DisplaySize display,
                                      uint32_t rotation) {
  const auto width = static_cast<float>(within.right() - within.left());
  const auto height = static_cast<float>(within.bottom() - within.top());
  const PixelPoint centre{static_cast<float>(within.left()) + width / 2,
                          static_cast<float>(within.top()) + height / 2};
  PixelPoint way{};
  if (direction == WidgetEvent::DIRECTION_UP) way.y = -height / 4;
  if (direction == WidgetEvent::DIRECTION_DOWN) way.y = height / 4;
  if (direction == WidgetEvent::DIRECTION_LEFT) way.x = -width / 4;
  if (direction == WidgetEvent::DIRECTION_RIGHT) way.x = width / 4;
  input::Recording recording;
  recording.display = display;
  const auto add = [&](int32_t what, float share, int64_t time) {
    const PixelPoint at =
        input::TurnBack({centre.x + way.x * share, centre.y + way.y * share},
                        rotation, display);
    auto& motion = recording.motions.emplace_back();
    motion.time_ns = motion.read_ns = time;
    MotionEvent& event = motion.message;
    event.set_action(what);
    event.set_source(kTouchscreenSource);
    event.add_pointers()->set_tool_type(kFinger);
    auto* const sample = event.add_samples();
    sample->set_time_ns(time);
    auto* const coords = sample->add_coords();
    coords->set_x(at.x);
    coords->set_y(at.y);
  };
  add(action::kDown, -1, 0);
  for (int i = 1; i <= kMoves; ++i) {
    add(action::kMove, 2.0F * static_cast<float>(i) / kMoves - 1, i * kMoveNs);
  }
  const int64_t rests = kMoves * kMoveNs;
  for (int64_t at = kMoveNs; at <= kRestNs; at += kMoveNs) {
    add(action::kMove, 1, rests + at);
  }
  add(action::kUp, 1, rests + kRestNs + kMoveNs);
  input::Losses none;
  input::AssignIds(&recording);
  input::SynthesiseFrames(&recording, &none);
  return std::move(recording.frames);
}

}  // namespace reprise::session
