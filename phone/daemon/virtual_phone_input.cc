// What is played on the phone: events of its frames and of commands.
#include <algorithm>

#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {
namespace {

constexpr size_t kMaxEventsInFrame = 4096;
// Times that an app may take no input though it wants nothing.
constexpr int kMaxRefusals = 3;

}  // namespace

Status VirtualPhone::PlayNow(const std::vector<SourcedInput>& inputs) {
  // A gesture at a time: each is looked at before, and another app may be in
  // front by then.
  for (size_t next = 0; next < inputs.size();) {
    PhoneWatcher* const watcher = watcher_;
    if (!down_.any()) {
      const int64_t at = inputs[next].input.at_ns() + late_ns_;
      if (clock_.is_virtual()) RETURN_IF_ERROR(AdvanceHeld(at));
      if (watcher != nullptr) {
        watcher->BeforeGesture(at);
        // A gesture keeps its own pace, though the look took a while.
        if (!clock_.is_virtual()) {
          late_ns_ += std::max<int64_t>(clock_.UptimeNs() - at, 0);
        }
      }
    }
    std::vector<PhoneInput> piece;
    do {
      auto [input, source] = inputs[next++];
      input.set_at_ns(input.at_ns() + late_ns_);
      source.late_ns = late_ns_;
      down_.Take(input);
      if (watcher != nullptr) watcher->OnInput(input, source);
      piece.push_back(input);
    } while (next < inputs.size() && down_.any());
    RETURN_IF_ERROR(PlayPiece(piece));
  }
  return {};
}

Status VirtualPhone::PlayPiece(const std::vector<PhoneInput>& inputs) {
  if (inputs.empty()) return {};
  if (clock_.is_virtual()) {
    // What comes after an app is woken is played after it.
    const auto wake = NextWake();
    const auto later = std::ranges::find_if(inputs, [&](const auto& input) {
      return wake && input.at_ns() > wake->at_ns;
    });
    if (later != inputs.end()) {
      RETURN_IF_ERROR(PlayPiece({inputs.begin(), later}));
      RETURN_IF_ERROR(PassHeld(std::max(wake->at_ns, clock_.UptimeNs())));
      WakeDue();
      return PlayPiece({later, inputs.end()});
    }
  }
  ASSIGN_OR_RETURN(App front, apps_.Front());
  std::vector<PhoneInput> left = inputs;
  for (int stays = 0; !left.empty() && stays < kMaxStays; ++stays) {
    const int64_t before = clock_.UptimeNs();
    const Jvms jvms = Running();
    if (std::ranges::find(jvms, front.process) == jvms.end()) {
      ASSIGN_OR_RETURN(front, apps_.Front());
    }
    const auto played = steps_.Play(Running(), front.process, left);
    const bool wished = wishes_.Do();
    // What was meant for an app that dies of it goes nowhere, as on any phone.
    if (!played && front.process->ended()) return {};
    if (!played) return Fail(played.error());
    const auto taken = std::min<size_t>(played->taken(), left.size());
    left.erase(left.begin(), left.begin() + static_cast<ptrdiff_t>(taken));
    if (taken > 0 || clock_.UptimeNs() > before) stays = 0;
    if (!clock_.is_virtual()) break;
    if (stays > kMaxRefusals && !wished) break;  // it dies
  }
  return {};
}

Status VirtualPhone::Play(std::vector<PhoneInput> inputs) {
  const auto lock = Hold();
  Settle();
  settled_ = false;
  late_ns_ = 0;
  const int64_t now = clock_.UptimeNs();
  std::vector<SourcedInput> injected;
  for (PhoneInput& input : inputs) {
    input.set_at_ns(now + input.at_ns());
    injected.push_back({std::move(input), {}});
  }
  return PlayNow(injected);
}

Status VirtualPhone::PlayFrames(std::vector<StampedFrame> frames) {
  const auto lock = Hold();
  settled_ = false;
  // Fingers that are down lift in the time of their gesture.
  if (!down_.any()) late_ns_ = 0;
  // A gesture at a time, as it may turn the display.
  std::vector<SourcedInput> inputs;
  const auto left = [&](const StampedFrame& frame) {
    return frame.frame.time_ns + late_ns_ - clock_.UptimeNs();
  };
  for (const StampedFrame& frame : frames) {
    if (!clock_.is_virtual() && left(frame) > 0) {
      RETURN_IF_ERROR(PlayNow(std::exchange(inputs, {})));
      while (left(frame) > 0) {
        if (closing_) return Fail(ErrorKind::kCancelled, "switched off");
        usleep(static_cast<useconds_t>(
            std::clamp<int64_t>(left(frame) / 1000, 1, 50'000)));
      }
    }
    if (frame.node == InputNodes::kTouchscreen) {
      for (const input::Event& event : frame.frame.events) {
        events_.Add({.uptime_ns = frame.frame.time_ns,
                     .type = event.type,
                     .code = event.code,
                     .value = event.value});
      }
    }
    if (frame.text) {
      inputs.push_back({*frame.text, {.origin = frame.frame.origin}});
      inputs.back().input.set_at_ns(frame.frame.time_ns);
    } else {
      for (PhoneInput& input : nodes_.Take(frame, Profile().rotation())) {
        inputs.push_back({std::move(input), {.kernel = true}});
      }
    }
    if (nodes_.AllUp()) RETURN_IF_ERROR(PlayNow(std::exchange(inputs, {})));
  }
  return PlayNow(inputs);
}

void VirtualPhone::RemoveNode(const std::string& node) {
  const auto lock = Hold();
  if (auto lift = nodes_.Remove(node)) {
    lift->set_at_ns(clock_.UptimeNs());
    late_ns_ = 0;
    settled_ = false;
    (void)PlayNow({{*std::move(lift), {.kernel = true}}});
  }
}

Status VirtualPhone::WriteEvent(uint16_t type, uint16_t code, int32_t value) {
  StampedFrame frame{.node = InputNodes::kTouchscreen, .frame = {}};
  {
    const std::lock_guard lock(mutex_);
    written_.push_back({type, code, value, 0});
    const bool ends = type == 0 && code == 0;  // EV_SYN, SYN_REPORT
    if (!ends && written_.size() < kMaxEventsInFrame) return {};
    frame.frame.events = std::exchange(written_, {});
  }
  frame.frame.time_ns = frame.frame.read_ns = clock_.UptimeNs();
  frame.frame.source = input::FrameSource::kDevice;
  return PlayFrames({std::move(frame)});
}

}  // namespace reprise::phone
