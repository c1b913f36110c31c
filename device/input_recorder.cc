#include "device/input_recorder.h"

#include <poll.h>

#include <algorithm>

#include "base/clock.h"
#include "input/device.h"
#include "input/tape_io.h"
#include "tape/channels.h"

namespace reprise::agent {
namespace {

constexpr int64_t kTickNs = 100'000'000;
constexpr int64_t kAnchorNs = 10'000'000'000;
constexpr int64_t kRescanNs = 1'000'000'000;

int64_t Now() { return static_cast<int64_t>(RealClock().Monotonic()); }

}  // namespace

Result<std::unique_ptr<InputRecorder>> InputRecorder::Open(
    InputRecorderOptions options, Sink& sink) {
  std::unique_ptr<InputRecorder> recorder(
      new InputRecorder(std::move(options), sink));
  RETURN_IF_ERROR(recorder->Rescan(false));
  for (const std::string& name : recorder->options_.nodes) {
    if (recorder->nodes_.contains(name)) continue;
    if (recorder->refused_.contains(name)) {
      return Fail(ErrorKind::kDevice, "{}", recorder->why_refused_);
    }
    return Fail(ErrorKind::kDevice,
                "there is no node '{}' in {}; 'reprise_agent devices' lists "
                "those that there are",
                name, recorder->options_.folder);
  }
  if (recorder->nodes_.empty() && !recorder->refused_.empty()) {
    return Fail(ErrorKind::kDevice,
                "no input node can be read ({}); run as root, or as the user "
                "'shell' on Android",
                recorder->why_refused_);
  }
  return recorder;
}

InputRecorder::InputRecorder(InputRecorderOptions options, Sink& sink)
    : options_(std::move(options)), sink_(sink), watch_(options_.folder) {}

bool InputRecorder::Wanted(const std::string& name) const {
  return options_.nodes.empty() ||
         std::ranges::find(options_.nodes, name) != options_.nodes.end();
}

Status InputRecorder::Rescan(bool later) {
  watch_.Drain();
  ASSIGN_OR_RETURN(const auto names, watch_.List());
  for (const std::string& name : names) {
    if (!Wanted(name) || nodes_.contains(name)) continue;
    RETURN_IF_ERROR(OpenNodeNamed(name, later));
  }
  std::erase_if(refused_, [&](const std::string& name) {
    return std::ranges::find(names, name) == names.end();
  });
  return {};
}

Status InputRecorder::OpenNodeNamed(const std::string& name, bool later) {
  auto node = EvdevNode::Open(options_.folder, name);
  if (!node) {
    // One that is gone already is no loss, one that may not be read is.
    if (node.error().kind != ErrorKind::kNotFound) Refuse(name, node.error());
    return {};
  }
  refused_.erase(name);
  const EvdevDevice& device = node->device();
  const bool written =
      options_.labeller == nullptr || options_.labeller->Writes(device);
  uint32_t channel = 0;
  if (written) {
    ASSIGN_OR_RETURN(
        channel,
        sink_.OpenChannel(input::TopicOf(device),
                          {{std::string(tape::channel_key::kEvdevDevice),
                            input::ToMetadata(device)}}));
  }
  if (!node->monotonic()) {
    RepriseEvent event = MakeEvent(
        RepriseEvent::KIND_UNSUPPORTED,
        fmt::format("the kernel gives no monotonic stamps for {}; they are "
                    "made from its wall clock",
                    name),
        RepriseEvent::SEVERITY_WARNING);
    event.set_node(name);
    event.set_name("EVIOCSCLOCKID");
    WriteEvent(sink_, std::move(event));
  }
  if (later) {
    RepriseEvent event = MakeEvent(
        RepriseEvent::KIND_DEVICE_ADDED,
        fmt::format("the input device {} ({}) came", name, device.name()));
    event.set_node(name);
    event.set_topic(input::TopicOf(device));
    WriteEvent(sink_, std::move(event));
  }
  nodes_.emplace(name, OpenNode{*std::move(node), written, channel});
  return {};
}

void InputRecorder::Refuse(const std::string& name, const Error& error) {
  if (!refused_.insert(name).second) return;
  why_refused_ = error.message;
  RepriseEvent event =
      MakeEvent(RepriseEvent::KIND_UNSUPPORTED,
                fmt::format("{} is not recorded: {}", name, error.message),
                RepriseEvent::SEVERITY_WARNING);
  event.set_node(name);
  event.set_name("read");
  WriteEvent(sink_, std::move(event));
}

Status InputRecorder::Run() {
  sink_.WriteAnchor(ClockAnchor::REASON_START);
  const int64_t start = Now();
  next_anchor_ = start + kAnchorNs;
  next_rescan_ = start + kRescanNs;
  next_tick_ = start + kTickNs;
  std::vector<pollfd> polled;
  std::vector<std::string> names;
  for (bool stopping = false; !stopping;) {
    // poll() ignores a file of -1, which is a watch that could not be had.
    polled = {{stop_.fd(), POLLIN, 0}, {watch_.fd(), POLLIN, 0}};
    names.clear();
    for (const auto& [name, open] : nodes_) {
      polled.push_back({open.node.fd(), POLLIN, 0});
      names.push_back(name);
    }
    const int64_t wait_ns = std::max<int64_t>(next_tick_ - Now(), 0);
    (void)poll(polled.data(), polled.size(),
               static_cast<int>(wait_ns / 1'000'000 + 1));
    stopping = polled[0].revents != 0;
    for (size_t i = 0; i < names.size(); i++) {
      if (stopping || polled[i + 2].revents != 0) ReadNode(names[i]);
    }
    const bool look = watch_.fd() < 0 && Now() >= next_rescan_;
    if (!stopping && (polled[1].revents != 0 || look)) {
      next_rescan_ = Now() + kRescanNs;
      (void)Rescan(true);  // a folder that cannot be listed now may be later
    }
    Tick();
    RETURN_IF_ERROR(sink_.status());
  }
  for (auto& [name, open] : nodes_) {
    std::deque<EvdevNode::Item> items;
    open.node.TakeIncomplete(&items);
    for (auto& item : items) WriteItem(open, std::move(item));
  }
  sink_.WriteAnchor(ClockAnchor::REASON_END);
  return sink_.status();
}

void InputRecorder::Tick() {
  const int64_t now = Now();
  if (now >= next_anchor_) {
    sink_.WriteAnchor(ClockAnchor::REASON_PERIODIC);
    next_anchor_ = now + kAnchorNs;
  }
  if (now < next_tick_) return;
  next_tick_ = now + kTickNs;
  if (options_.on_tick) options_.on_tick();
}

void InputRecorder::ReadNode(const std::string& name) {
  OpenNode& open = nodes_.at(name);
  std::deque<EvdevNode::Item> items;
  const Status read = open.node.Read(&items);
  if (!read) open.node.TakeIncomplete(&items);
  for (auto& item : items) WriteItem(open, std::move(item));
  if (!read) Removed(name);
}

void InputRecorder::Removed(const std::string& name) {
  RepriseEvent event =
      MakeEvent(RepriseEvent::KIND_DEVICE_REMOVED,
                fmt::format("the input device {} ({}) went away", name,
                            nodes_.at(name).node.device().name()),
                RepriseEvent::SEVERITY_WARNING);
  event.set_node(name);
  event.set_topic(input::TopicOf(nodes_.at(name).node.device()));
  WriteEvent(sink_, std::move(event));
  nodes_.erase(name);
  // It may already be there again, as another device.
  (void)Rescan(true);
}

void InputRecorder::WriteItem(const OpenNode& from, EvdevNode::Item item) {
  input::Frame& frame = item.frame;
  const bool write = from.written && !frame.events.empty();
  if (write) frame.id = sink_.NewId();
  if (options_.labeller != nullptr && !frame.events.empty()) {
    options_.labeller->Label(from.node.device(), &frame);
  }
  if (write) {
    EvdevFrame message;
    input::ToMessage(frame, &message);
    sink_.Write(from.channel, frame.read_ns, frame.time_ns,
                message.SerializeAsString());
    frames_.fetch_add(1, std::memory_order_relaxed);
  }
  if (!item.is_loss) return;
  RepriseEvent event = MakeEvent(
      RepriseEvent::KIND_SYN_DROPPED,
      fmt::format("the kernel lost events of {} because they were not read in "
                  "time; its state was asked anew and {}",
                  from.node.name(),
                  item.loss.changed ? "had changed" : "had not changed"),
      RepriseEvent::SEVERITY_WARNING);
  event.set_node(from.node.name());
  event.set_topic(input::TopicOf(from.node.device()));
  if (write) event.add_subject_refs(frame.id);
  event.mutable_loss()->set_events(item.loss.discarded);
  event.mutable_loss()->set_from_ns(item.loss.from_ns);
  event.mutable_loss()->set_until_ns(item.loss.until_ns);
  WriteEvent(sink_, std::move(event));
}

}  // namespace reprise::agent
