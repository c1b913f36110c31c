#include "cli/named_script.h"

#include <algorithm>
#include <set>

#include "tape/attached.h"
#include "tape/channels.h"

namespace reprise::cli {
namespace {

// A step of a script has no state that it was done in, and no finger did it.
bool IsNamed(const formats::Script& script) {
  std::set<uint64_t> touched;
  for (const auto& gesture : script.recording.gestures) {
    if (!gesture.message.fingers().empty())
      touched.insert(gesture.message.id());
  }
  return std::ranges::any_of(script.widgets, [&](const auto& step) {
    const WidgetEvent& widget = step.widget;
    return widget.state_ref() == 0 && !touched.contains(widget.gesture_ref()) &&
           (widget.action() == WidgetEvent::ACTION_TOUCH ||
            widget.action() == WidgetEvent::ACTION_SCROLL);
  });
}

}  // namespace

bool HidesKeyboard(const formats::Script& script) {
  return std::ranges::any_of(script.device, [](const auto& event) {
    return event.message.kind() == DeviceEvent::KIND_KEYBOARD &&
           !event.message.on();
  });
}

Result<std::optional<formats::Script>> ReadNamedScript(tape::TapeReader& tape) {
  const bool may_be =
      std::ranges::any_of(tape.channels(), [](const auto& channel) {
        return channel.second.topic == tape::kWidgetTopic ||
               channel.second.topic == tape::kDeviceTopic;
      });
  // The recording of an app has an app.
  const bool recorded = std::ranges::any_of(
      tape.attachments(), [](const tape::AttachmentIndex& attachment) {
        return attachment.info.name == tape::attachment::kApp;
      });
  if (!may_be || recorded) return std::nullopt;
  input::Losses losses;
  ASSIGN_OR_RETURN(formats::Script script, formats::ReadScript(tape, &losses));
  if (!IsNamed(script) && !HidesKeyboard(script)) return std::nullopt;
  return script;
}

Result<session::ScriptOptions> PlayableScript(const formats::Script& script,
                                              const std::string& name,
                                              input::DisplaySize display,
                                              Console& console) {
  input::Losses losses;
  session::ScriptOptions options;
  options.steps = formats::StepsOf(script, &losses);
  options.display = display;
  for (const input::Loss& loss : losses.all()) {
    console.Warn(fmt::format("{}: {}", name, loss.what));
  }
  if (const Status playable = session::CheckScript(options.steps); !playable) {
    return Fail(playable.error().kind, "{}: {}", name,
                playable.error().message);
  }
  if (const size_t notes = session::CountNotes(options.steps); notes > 0) {
    console.Warn(fmt::format(
        "{}: {} steps that are no input (assertions, waits) are not played",
        name, notes));
  }
  return options;
}

}  // namespace reprise::cli
