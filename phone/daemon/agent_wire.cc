#include "phone/daemon/agent_wire.h"

#include <sys/eventfd.h>

#include <algorithm>

#include "apk/digest.h"
#include "base/framed.h"
#include "input/device.h"
#include "input/tape_io.h"
#include "reprise/anchor.pb.h"
#include "tape/channels.h"

namespace reprise::phone {

AgentWire::AgentWire(const TimeKeeper& clock)
    : clock_(clock), ready_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void AgentWire::Queue(const AgentReply& reply) {
  if (queue_.size() > kMaxQueued) return;
  AppendFramed(reply.SerializeAsString(), &queue_);
  const uint64_t one = 1;
  (void)!write(ready_.get(), &one, sizeof(one));
}

void AgentWire::Send(const AgentReply& reply) {
  const std::lock_guard lock(mutex_);
  Queue(reply);
}

void AgentWire::Fail(const std::string& sentence) {
  AgentReply reply;
  reply.mutable_failed()->set_sentence(sentence);
  Send(reply);
}

std::string AgentWire::Take() {
  const std::lock_guard lock(mutex_);
  uint64_t count = 0;
  (void)!read(ready_.get(), &count, sizeof(count));
  return std::exchange(queue_, {});
}

void AgentWire::Write(std::string_view topic, const std::string& description,
                      int64_t log_ns, int64_t publish_ns, std::string data) {
  const std::lock_guard lock(mutex_);
  const auto number = static_cast<uint32_t>(channels_.size());
  const auto [channel, fresh] =
      channels_.try_emplace({std::string(topic), description}, number);
  if (fresh) {
    AgentReply reply;
    reply.mutable_channel()->set_number(number);
    reply.mutable_channel()->set_topic(std::string(topic));
    if (!description.empty()) {
      (*reply.mutable_channel()->mutable_metadata())[std::string(
          tape::channel_key::kEvdevDevice)] = description;
    }
    Queue(reply);
  }
  AgentReply reply;
  reply.mutable_message()->set_channel(channel->second);
  reply.mutable_message()->set_log_time(static_cast<uint64_t>(log_ns));
  reply.mutable_message()->set_publish_time(static_cast<uint64_t>(publish_ns));
  reply.mutable_message()->set_data(std::move(data));
  Queue(reply);
}

void AgentWire::WriteMessage(std::string_view topic, int64_t time_ns,
                             std::string data) {
  Write(topic, "", time_ns, time_ns, std::move(data));
}

void AgentWire::SetBlob(std::string bytes, Blob* blob) {
  std::string digest = apk::Digest(apk::DigestKind::kSha256, {bytes});
  blob->set_size(bytes.size());
  const std::lock_guard lock(mutex_);
  if (blobs_.insert(digest).second) {
    blob->set_data(std::move(bytes));
  } else {
    blob->clear_data();
  }
  blob->set_sha256(std::move(digest));
}

uint64_t AgentWire::WriteFrame(const EvdevDevice& device, input::Frame frame) {
  frame.id = next_id_++;
  frame.read_ns = std::max(frame.read_ns, frame.time_ns);
  EvdevFrame message;
  input::ToMessage(frame, &message);
  Write(input::TopicOf(device), input::ToMetadata(device), frame.read_ns,
        frame.time_ns, message.SerializeAsString());
  return frame.id;
}

void AgentWire::WriteEvent(RepriseEvent event) {
  event.set_id(next_id_++);
  const int64_t now = clock_.UptimeNs();
  Write(tape::kRepriseTopic, "", now, now, event.SerializeAsString());
}

void AgentWire::WriteAnchor() {
  // The phone's own clocks: it was never asleep.
  const int64_t now = clock_.UptimeNs();
  ClockAnchor anchor;
  anchor.set_id(next_id_++);
  anchor.set_reason(ClockAnchor::REASON_START);
  anchor.set_monotonic_ns(now);
  anchor.set_boottime_ns(now);
  anchor.set_realtime_ns(clock_.RealtimeNs());
  Write(tape::kAnchorTopic, "", now, now, anchor.SerializeAsString());
}

}  // namespace reprise::phone
