#include "phone/daemon/agent_replay.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "input/device.h"
#include "input/tape_io.h"
#include "input/touch_state.h"
#include "phone/daemon/chronicle_messages.h"

namespace reprise::phone {
namespace {

constexpr int64_t kMaxSettleNs = 60'000'000'000;
constexpr int64_t kMaxDelayNs = 3600'000'000'000;
// As far as a recording may be long: a week.
constexpr int64_t kMaxLookNs = 7 * 24 * kMaxDelayNs;
constexpr int64_t kSliceNs = 20'000'000;
// A recording whose fingers never lift is played in pieces of this.
constexpr size_t kMaxGesture = 4096;

int64_t Percentile(const std::vector<int64_t>& sorted, size_t percent) {
  return sorted.empty() ? 0 : sorted[(sorted.size() - 1) * percent / 100];
}

bool Up(const std::map<std::string, input::TouchState>& states) {
  return std::ranges::all_of(states, [](const auto& state) {
    return state.second.contacts().empty();
  });
}

}  // namespace

AgentReplay::~AgentReplay() {
  {
    const std::lock_guard lock(mutex_);
    abort_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (chronicle_) chronicle_->End();
  if (!ended_) SayEnded({}, 0);
  if (listener_ != 0) phone_.nodes().Unlisten(listener_);
  for (const EvdevDevice& device : devices_) {
    phone_.RemoveNode(device.node());
  }
}

Status AgentReplay::Prepare(const AgentRequest::Prepare& request) {
  if (request.devices_size() > kMaxDevices) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} devices are to be played; at most {} are accepted",
                request.devices_size(), kMaxDevices);
  }
  AgentReply reply;
  std::set<std::string> ours;
  for (const EvdevDevice& recorded : request.devices()) {
    RETURN_IF_ERROR(input::CheckDevice(recorded));
    const std::string node = phone_.nodes().Add(recorded);
    if (node.empty()) {
      return Fail(ErrorKind::kUnsupported,
                  "the phone has too many input devices");
    }
    EvdevDevice& device = devices_.emplace_back(recorded);
    device.set_node(node);
    ours.insert(node);
    auto* prepared = reply.mutable_prepared()->add_devices();
    prepared->set_device(static_cast<uint32_t>(devices_.size() - 1));
    prepared->set_way("uinput");
    prepared->set_node(node);
    RepriseEvent event;
    event.set_kind(RepriseEvent::KIND_INJECTION_CHOSEN);
    event.set_severity(RepriseEvent::SEVERITY_INFO);
    event.set_node(node);
    event.mutable_choice()->set_chosen("uinput");
    event.set_sentence(
        fmt::format("'{}' ({} on the recording) is played on {} of the virtual "
                    "phone",
                    recorded.name(), recorded.node(), node));
    wire_.WriteEvent(std::move(event));
  }
  if (request.has_watch()) {
    ASSIGN_OR_RETURN(chronicle_,
                     AppChronicle::Begin(phone_, wire_, request.watch()));
  }
  listener_ = phone_.nodes().Listen(
      [this, ours, others = request.record_others()](
          const EvdevDevice& device, const input::Frame& frame) {
        const bool is_ours = ours.contains(device.node());
        if (!is_ours) foreign_++;
        if (!is_ours && !others) return;
        const uint64_t id = wire_.WriteFrame(device, frame);
        if (chronicle_) chronicle_->OnFrame(id, frame.time_ns);
      });
  RETURN_IF_ERROR(
      phone_.Sleep(std::clamp<int64_t>(request.settle_ns(), 0, kMaxSettleNs)));
  wire_.Send(reply);
  return {};
}

Status AgentReplay::Add(const AgentRequest::Frames& frames) {
  std::vector<Due> added;
  for (const auto& one : frames.due()) {
    if (one.has_text()) {
      Due due{.due_ns = one.due_ns(), .frame = {}};
      due.frame.frame.origin = one.text().id();
      ASSIGN_OR_RETURN(due.frame.text, ToInput(one.text()));
      added.push_back(std::move(due));
      continue;
    }
    if (one.device() >= devices_.size()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "a frame names device {}, but there are {}", one.device(),
                  devices_.size());
    }
    Due due{.due_ns = one.due_ns(), .frame = {}};
    RETURN_IF_ERROR(input::FromMessage(one.frame(), {}, &due.frame.frame));
    input::Frame& frame = due.frame.frame;
    if (frame.redacted || frame.incomplete) continue;
    due.frame.node = devices_[one.device()].node();
    frame.origin = frame.id;
    frame.source = input::FrameSource::kInjectedUinput;
    added.push_back(std::move(due));
  }
  {
    const std::lock_guard lock(mutex_);
    added_ += added.size();
    if (added_ > kMaxFrames) {
      return Fail(ErrorKind::kInvalidArgument, "at most {} frames are taken",
                  kMaxFrames);
    }
    std::ranges::move(added, std::back_inserter(due_));
    complete_ = complete_ || frames.last();
    stand_ = stand_ || (frames.last() && frames.stand());
  }
  changed_.notify_all();
  return {};
}

Status AgentReplay::Add(const AgentRequest::Look& look) {
  if (!chronicle_) {
    return Fail(ErrorKind::kInvalidArgument,
                "nothing is watched; ask for it with Prepare");
  }
  {
    const std::lock_guard lock(mutex_);
    if (complete_ || ++added_ > kMaxFrames) {
      return Fail(ErrorKind::kInvalidArgument,
                  "all frames have come; there is nothing to look for");
    }
    due_.push_back({.due_ns = look.due_ns(), .frame = {}, .look = look});
  }
  changed_.notify_all();
  return {};
}

Status AgentReplay::Look(const AgentRequest::Look& look, int64_t began_ns,
                         int64_t late_ns) {
  const int64_t at =
      began_ns + std::clamp<int64_t>(look.due_ns(), 0, kMaxLookNs) + late_ns;
  RETURN_IF_ERROR(WaitUntil(at));
  if (phone_.clock().is_virtual()) {
    // An app that dies meanwhile is no longer seen; the replay goes on.
    (void)phone_.Advance(at - phone_.UptimeNs());
  }
  AgentReply reply;
  auto* const looked = reply.mutable_looked();
  {
    const auto held = phone_.Hold();
    if (look.settle()) phone_.SettleHeld();
    if (auto state = chronicle_->Peek()) {
      *looked->mutable_state() = *std::move(state);
    }
  }
  looked->set_now_ns(phone_.UptimeNs() - began_ns);
  looked->set_rotation(phone_.Profile().rotation());
  wire_.Send(reply);
  return {};
}

Status AgentReplay::Go(const AgentRequest::Go& request) {
  if (thread_.joinable()) {
    return Fail(ErrorKind::kInvalidArgument, "the replay has begun already");
  }
  const int64_t began = phone_.UptimeNs() +
                        std::clamp<int64_t>(request.delay_ns(), 0, kMaxDelayNs);
  Say(RepriseEvent::KIND_STREAM_BEGAN, "the replay of kernel input begins");
  thread_ = std::thread([this, began] { Run(began); });
  return {};
}

std::vector<AgentReplay::Due> AgentReplay::NextGesture() {
  std::vector<Due> gesture;
  std::unique_lock lock(mutex_);
  std::map<std::string, input::TouchState> states;
  while (gesture.size() < kMaxGesture) {
    changed_.wait(lock,
                  [this] { return abort_ || complete_ || !due_.empty(); });
    if (abort_ || due_.empty()) break;
    if (due_.front().look && !gesture.empty()) break;
    gesture.push_back(std::move(due_.front()));
    due_.pop_front();
    if (gesture.back().look) break;
    const StampedFrame& last = gesture.back().frame;
    if (last.text) {
      if (Up(states)) break;
      continue;
    }
    const auto device = std::ranges::find(
        devices_, last.node, [](const auto& d) { return d.node(); });
    states.try_emplace(last.node, *device).first->second.Push(last.frame);
    if (Up(states)) break;
  }
  return gesture;
}

Status AgentReplay::WaitUntil(int64_t uptime_ns) {
  if (phone_.clock().is_virtual()) return {};
  while (!abort_ && phone_.UptimeNs() < uptime_ns) {
    const int64_t left = uptime_ns - phone_.UptimeNs();
    usleep(static_cast<useconds_t>(std::clamp(left, int64_t{1000}, kSliceNs) /
                                   1000));
  }
  return {};
}

void AgentReplay::Run(int64_t began_ns) {
  Status status;
  // On the real clock what takes longer than it did makes what follows later,
  // so that pauses stay; who looks knows how late it is.
  int64_t late_ns = 0;
  const bool keeps_pauses = chronicle_ && !phone_.clock().is_virtual();
  while (status && !abort_) {
    std::vector<Due> gesture = NextGesture();
    if (gesture.empty() || abort_) break;
    if (gesture[0].look) {
      status = Look(*gesture[0].look, began_ns, std::exchange(late_ns, 0));
      continue;
    }
    const int64_t first = began_ns + gesture[0].due_ns + late_ns;
    const int64_t last_due = gesture.back().due_ns;
    status = WaitUntil(first);
    if (!status || abort_) break;
    late_.push_back(phone_.clock().is_virtual()
                        ? 0
                        : std::max<int64_t>(phone_.UptimeNs() - first, 0));
    std::vector<StampedFrame> frames;
    for (Due& due : gesture) {
      due.frame.frame.time_ns = due.frame.frame.read_ns =
          began_ns + due.due_ns + late_ns;
      frames.push_back(std::move(due.frame));
    }
    const size_t count = frames.size();
    status = phone_.PlayFrames(std::move(frames));
    played_ += count;
    if (keeps_pauses) {
      late_ns = std::max(late_ns, phone_.UptimeNs() - began_ns - last_due);
    }
    AgentReply progress;
    progress.mutable_progress()->set_frames(played_);
    progress.mutable_progress()->set_due_ns(last_due);
    wire_.Send(progress);
  }
  Say(RepriseEvent::KIND_STREAM_ENDED, "the replay of kernel input ends");
  if (chronicle_) chronicle_->End(stand_);
  SayEnded(status, began_ns);
}

void AgentReplay::Say(RepriseEvent::Kind kind, const char* sentence) {
  RepriseEvent event;
  event.set_kind(kind);
  event.set_severity(RepriseEvent::SEVERITY_INFO);
  event.set_name("evdev");
  event.set_sentence(sentence);
  wire_.WriteEvent(std::move(event));
}

void AgentReplay::SayEnded(const Status& status, int64_t began_ns) {
  std::ranges::sort(late_);
  AgentReply reply;
  auto* ended = reply.mutable_ended();
  ended->set_reason(!status ? "failed" : abort_ ? "stopped" : "done");
  if (!status) ended->set_sentence(status.error().message);
  ended->set_frames(played_);
  ended->set_late_p50_ns(Percentile(late_, 50));
  ended->set_late_p99_ns(Percentile(late_, 99));
  ended->set_late_max_ns(Percentile(late_, 100));
  ended->set_began_ns(began_ns);
  ended->set_foreign_frames(foreign_);
  ended_ = true;
  wire_.Send(reply);
}

}  // namespace reprise::phone
