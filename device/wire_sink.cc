#include "device/wire_sink.h"

#include <unistd.h>

#include <cerrno>

#include "base/clock.h"
#include "device/wire.h"
#include "tape/channels.h"

namespace reprise::agent {
namespace {

// Minutes of input.
constexpr size_t kMaxQueued = 64 << 20;

}  // namespace

WireSink::WireSink(int fd) : fd_(fd), thread_([this] { Run(); }) {}

WireSink::~WireSink() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void WireSink::Run() {
  std::string out;
  for (;;) {
    out.clear();
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return closing_ || !queue_.empty(); });
      if (queue_.empty()) return;
      out.swap(queue_);
    }
    changed_.notify_all();
    for (size_t done = 0; done < out.size();) {
      const ssize_t size = write(fd_, out.data() + done, out.size() - done);
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) {
        const std::lock_guard lock(mutex_);
        broken_ = true;
        queue_.clear();
        changed_.notify_all();
        return;
      }
      done += static_cast<size_t>(size);
    }
  }
}

void WireSink::Send(const AgentReply& reply) {
  const std::string bytes = Framed(reply);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return broken_ || queue_.size() < kMaxQueued; });
  if (broken_) return;
  queue_ += bytes;
  lock.unlock();
  changed_.notify_all();
}

Result<uint32_t> WireSink::OpenChannel(std::string_view topic,
                                       const tape::StringMap& metadata) {
  AgentReply reply;
  {
    const std::lock_guard lock(mutex_);
    const auto number = static_cast<uint32_t>(channels_.size());
    const auto [at, added] =
        channels_.try_emplace({std::string(topic), metadata}, number);
    if (!added) return at->second;
    AgentReply::Channel* channel = reply.mutable_channel();
    channel->set_number(number);
    channel->set_topic(std::string(topic));
    channel->mutable_metadata()->insert(metadata.begin(), metadata.end());
    // Queued under the same lock: nobody may use it before it is announced.
    if (!broken_) queue_ += Framed(reply);
  }
  changed_.notify_all();
  return reply.channel().number();
}

void WireSink::Write(uint32_t channel, int64_t log_time, int64_t publish_time,
                     std::string_view data) {
  AgentReply reply;
  AgentReply::TapeMessage* message = reply.mutable_message();
  message->set_channel(channel);
  message->set_log_time(static_cast<uint64_t>(log_time));
  message->set_publish_time(static_cast<uint64_t>(publish_time));
  message->set_data(std::string(data));
  Send(reply);
}

void WireSink::WriteAnchor(ClockAnchor::Reason reason) {
  const auto channel = OpenChannel(tape::kAnchorTopic, {});
  if (!channel) return;
  const ClockReading reading = RealClock().ReadAll();
  ClockAnchor anchor;
  anchor.set_id(NewId());
  anchor.set_reason(reason);
  const auto monotonic = static_cast<int64_t>(reading.times.monotonic);
  anchor.set_monotonic_ns(monotonic);
  anchor.set_boottime_ns(static_cast<int64_t>(reading.times.boottime));
  anchor.set_realtime_ns(static_cast<int64_t>(reading.times.realtime));
  anchor.set_uncertainty_ns(static_cast<int64_t>(reading.uncertainty));
  Write(*channel, monotonic, monotonic, anchor.SerializeAsString());
}

Status WireSink::status() {
  const std::lock_guard lock(mutex_);
  if (broken_) {
    return Fail(ErrorKind::kDevice, "the host does not listen any more");
  }
  return {};
}

}  // namespace reprise::agent
