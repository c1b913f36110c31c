#include "device/input_replayer.h"

#include <pthread.h>

#include <algorithm>

#include "base/clock.h"
#include "device/device_state.h"
#include "input/device.h"
#include "input/tape_io.h"

namespace reprise::agent {
namespace {

// A device that cannot keep up must not fill the tape with complaints.
constexpr uint64_t kMaxLateReports = 100;

int64_t Now() { return static_cast<int64_t>(RealClock().Monotonic()); }

}  // namespace

Result<std::unique_ptr<InputReplayer>> InputReplayer::Prepare(
    std::vector<EvdevDevice> devices, ReplayOptions options, Sink& sink) {
  for (const EvdevDevice& device : devices) {
    RETURN_IF_ERROR(input::CheckDevice(device));
  }
  std::unique_ptr<InputReplayer> replayer(
      new InputReplayer(std::move(devices), std::move(options), sink));
  RETURN_IF_ERROR(replayer->OpenInjections());
  RealClock().SleepUntil(static_cast<uint64_t>(
      Now() + std::max<int64_t>(replayer->options_.settle_ns, 0)));
  RETURN_IF_ERROR(replayer->StartReader());
  replayer->player_.Start();
  return replayer;
}

InputReplayer::InputReplayer(std::vector<EvdevDevice> devices,
                             ReplayOptions options, Sink& sink)
    : devices_(std::move(devices)),
      options_(std::move(options)),
      sink_(sink),
      played_(timeline_, sink, options_.record_others),
      player_(timeline_, options_.player) {}

InputReplayer::~InputReplayer() {
  player_.Abort();
  (void)player_.Join();
  StopReader();
}

Status InputReplayer::OpenInjections() {
  std::set<std::string> taken;
  for (uint32_t i = 0; i < devices_.size(); i++) {
    ASSIGN_OR_RETURN(Injection injection,
                     Injection::Open(devices_[i], options_.way, taken));
    RepriseEvent event = MakeEvent(
        RepriseEvent::KIND_INJECTION_CHOSEN,
        fmt::format("'{}' ({} on the recording) is played on {} through {}",
                    devices_[i].name(), devices_[i].node(), injection.node(),
                    injection.way()));
    event.set_node(injection.node());
    *event.mutable_choice() = injection.choice();
    WriteEvent(sink_, std::move(event));
    taken.insert(injection.node());
    played_.AddNode(injection.node(), i, injection.source());
    injections_.push_back(std::move(injection));
  }
  return {};
}

Status InputReplayer::StartReader() {
  InputRecorderOptions options;
  options.labeller = &played_;
  options.on_tick = [this] { Tick(); };
  auto reader = InputRecorder::Open(std::move(options), sink_);
  if (!reader) {
    // Without it the replay is not recorded, but can be played.
    WriteEvent(sink_,
               MakeEvent(RepriseEvent::KIND_UNSUPPORTED, reader.error().message,
                         RepriseEvent::SEVERITY_WARNING));
    return {};
  }
  reader_ = *std::move(reader);
  reader_thread_ = std::thread([this] {
    // A batch thread never preempts another, so that being woken by a write
    // does not delay the next one.
    const sched_param priority{};
    (void)pthread_setschedparam(pthread_self(), SCHED_BATCH, &priority);
    (void)reader_->Run();  // the sink's owner asks it for its status
  });
  return {};
}

void InputReplayer::StopReader() {
  if (!reader_thread_.joinable()) return;
  reader_->Stop();
  reader_thread_.join();
}

Result<bool> InputReplayer::Add(uint32_t device, int64_t due_ns,
                                const input::Frame& frame) {
  if (device >= devices_.size()) {
    return Fail(ErrorKind::kInvalidArgument,
                "a frame names device {}, but there are {}", device,
                devices_.size());
  }
  const std::lock_guard lock(appending_);
  if (closed_) return false;
  ASSIGN_OR_RETURN(const bool added, timeline_.Append(device, due_ns, frame));
  player_.Notify();
  return added;
}

void InputReplayer::Go(int64_t delay_ns) {
  constexpr int64_t kMaxDelayNs = int64_t{3600} * 1'000'000'000;
  const int64_t began = Now() + std::clamp<int64_t>(delay_ns, 0, kMaxDelayNs);
  began_ns_ = began;
  RepriseEvent event = MakeEvent(RepriseEvent::KIND_STREAM_BEGAN,
                                 "the replay of kernel input begins");
  event.set_name("evdev");
  WriteEvent(sink_, std::move(event), began);
  std::vector<int> files;
  for (const Injection& injection : injections_) {
    files.push_back(injection.fd());
  }
  player_.Go(std::move(files), began);
}

ReplayOutcome InputReplayer::Wait() {
  ReplayOutcome outcome;
  outcome.status = player_.Join();
  outcome.aborted = player_.aborted();
  {
    const std::lock_guard lock(appending_);
    closed_ = true;
    timeline_.CutUnplayed();
  }
  outcome.frames = timeline_.size();
  outcome.began_ns = began_ns_;
  Measure(&outcome);
  outcome.released = ReleaseAll();
  // What was written is in the reader's queue by now.
  StopReader();
  ReportLate(outcome.frames);
  outcome.foreign_frames = played_.foreign();
  return outcome;
}

// The frames played so far tell what is down: following them while playing
// would cost time between two of them.
uint64_t InputReplayer::ReleaseAll() {
  uint64_t released = 0;
  const size_t count = timeline_.size();
  for (uint32_t i = 0; i < devices_.size(); i++) {
    // On a node that was there only what we pressed is ours to lift.
    DeviceState state =
        injections_[i].source() == input::FrameSource::kInjectedUinput
            ? DeviceState(devices_[i])
            : DeviceState::Fresh(devices_[i], true);
    std::vector<input::Event> events;
    for (size_t j = 0; j < count; j++) {
      const Shot& shot = timeline_.At(j);
      if (shot.device != i) continue;
      events.clear();
      for (const input_event& event : shot.events) {
        events.push_back({event.type, event.code, event.value, 0});
      }
      state.Push(events);
    }
    const std::vector<input::Event> lift = state.Release();
    if (lift.empty()) continue;
    released++;
    timeline_.AppendRelease(i, lift);
    (void)Player::Fire(timeline_, timeline_.size() - 1, injections_[i].fd());
    RepriseEvent event = MakeEvent(
        RepriseEvent::KIND_INPUT_RELEASED,
        fmt::format("fingers or keys were still down on {} and were lifted",
                    injections_[i].node()));
    event.set_node(injections_[i].node());
    WriteEvent(sink_, std::move(event));
  }
  return released;
}

void InputReplayer::Tick() {
  const size_t begun = timeline_.begun.load(std::memory_order_acquire);
  if (begun == 0) return;
  // The last one may still be being written.
  ReportLate(begun - 1);
  if (options_.on_progress) {
    options_.on_progress(begun, timeline_.At(begun - 1).due_ns);
  }
}

void InputReplayer::ReportLate(size_t until) {
  const int64_t began = began_ns_;
  for (; looked_at_ < until; looked_at_++) {
    const Shot& shot = timeline_.At(looked_at_);
    if (shot.release) continue;
    const int64_t due = began + shot.due_ns;
    const int64_t late = shot.done_ns.load() - due;
    if (late <= options_.late_bound_ns || late_++ >= kMaxLateReports) continue;
    RepriseEvent event = MakeEvent(
        RepriseEvent::KIND_INJECTED_LATE,
        fmt::format(
            "a frame was injected {} us late{}", late / 1000,
            late_ == kMaxLateReports ? "; further ones are not reported" : ""),
        RepriseEvent::SEVERITY_WARNING);
    event.set_origin(shot.origin);
    event.set_node(injections_[shot.device].node());
    event.mutable_timing()->set_due_ns(due);
    event.mutable_timing()->set_done_ns(shot.done_ns.load());
    event.mutable_timing()->set_bound_ns(options_.late_bound_ns);
    WriteEvent(sink_, std::move(event));
  }
}

void InputReplayer::Measure(ReplayOutcome* outcome) const {
  std::vector<int64_t> late;
  late.reserve(timeline_.size());
  for (size_t i = 0; i < timeline_.size(); i++) {
    const Shot& shot = timeline_.At(i);
    late.push_back(shot.done_ns.load() - began_ns_ - shot.due_ns);
  }
  if (late.empty()) return;
  std::ranges::sort(late);
  outcome->late_p50_ns = late[(late.size() - 1) / 2];
  outcome->late_p99_ns = late[(late.size() - 1) * 99 / 100];
  outcome->late_max_ns = late.back();
}

}  // namespace reprise::agent
