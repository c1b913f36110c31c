#include "session/replay_notes.h"

#include <fmt/format.h>

namespace reprise::session {

std::string WaysOf(const AgentReply::Prepared& prepared,
                   const ReplayPlan& plan) {
  std::string text;
  for (const auto& device : prepared.devices()) {
    if (device.device() >= plan.recording.devices.size()) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{:?} by {} on {}",
                        LabelOf(plan.recording.devices[device.device()]),
                        device.way(), device.node());
  }
  return text;
}

std::optional<std::string> KeyboardNote(
    const std::optional<DeviceDescription>& recorded,
    const DeviceDescription& now) {
  if (!recorded || !recorded->has_soft_keyboard() || !now.has_soft_keyboard() ||
      recorded->soft_keyboard() == now.soft_keyboard()) {
    return std::nullopt;
  }
  return fmt::format(
      "the recorded phone had its on-screen keyboard switched {}, this one has "
      "it {}: steps on it, or on what it covers, will differ; 'adb shell "
      "settings put secure show_ime_with_hard_keyboard {}' changes that",
      recorded->soft_keyboard() ? "on" : "off",
      now.soft_keyboard() ? "on" : "off", recorded->soft_keyboard() ? 1 : 0);
}

std::string DisplayNote(const DeviceDescription& recorded,
                        const DeviceDescription& now) {
  const auto display = [](const DeviceDescription& device) {
    if (device.displays().empty()) return std::string("unknown");
    const auto& one = device.displays(0);
    return fmt::format("{}x{}@{}{}", one.width_px(), one.height_px(),
                       one.density_dpi(),
                       one.rotation() == 0 ? "" : ", turned");
  };
  return fmt::format(
      "the recorded display is {}, this one {}: touches go to the recorded "
      "places of the touchscreen, where other things may be; '--level widget' "
      "finds the recorded "
      "widgets",
      display(recorded), display(now));
}

}  // namespace reprise::session
