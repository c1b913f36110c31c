#include "session/live_input.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compare/widgets.h"
#include "input/pointer_events.h"
#include "input/tape_io.h"

namespace reprise::session {

ReplayPlan LivePlan(input::DisplaySize display) {
  ReplayPlan plan;
  plan.recording.display = display;
  plan.recording.devices = {input::VirtualTouchscreen(display),
                            input::VirtualKeyboard()};
  plan.delay_ns = kFirstLookNs;
  return plan;
}

Status PlayLive(MonkeyUser& user, const std::string& main_activity,
                const LiveDevice& device) {
  int64_t now = 0;
  uint64_t next_id = 1;
  while (!user.finished()) {
    ASSIGN_OR_RETURN(AgentReply::Looked looked, device.look(now));
    if (device.enough()) break;
    if (device.real_clock) now = std::max(now, looked.now_ns());
    ViewForest forest;
    forest.mutable_windows()->Swap(looked.mutable_state()->mutable_windows());
    const compare::Screenful screen(std::move(forest));
    // The touchscreen does not turn with the display: there it acts blindly.
    const bool sees = looked.has_state() && looked.rotation() == 0;
    input::Recording done =
        user.Act({.screen = sees ? &screen : nullptr,
                  .first_screen =
                      screen.forest().windows_size() == 1 &&
                      looked.state().activity().component() == main_activity},
                 0);
    input::AssignIds(&done, next_id);
    input::Losses none;
    input::SynthesiseFrames(&done, &none);
    next_id = input::AfterLastId(done);
    AgentRequest request;
    for (const input::Frame& frame : done.frames) {
      auto* const due = request.mutable_frames()->add_due();
      due->set_device(done.keys.empty() ? kLiveTouchscreen : kLiveKeyboard);
      due->set_due_ns(now + frame.time_ns);
      input::ToMessage(frame, due->mutable_frame());
    }
    RETURN_IF_ERROR(device.send(request));
    now += done.frames.back().time_ns + user.options().pause_ns;
  }
  AgentRequest end;
  end.mutable_frames()->set_last(true);
  return device.send(end);
}

}  // namespace reprise::session
