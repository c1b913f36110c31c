#include "session/agent_tape.h"

#include <algorithm>
#include <utility>

#include "input/device.h"
#include "input/tape_io.h"
#include "reprise/evdev.pb.h"
#include "tape/channels.h"

namespace reprise::session {
namespace {

constexpr std::string_view kEvdevPrefix = "/input/evdev/";
constexpr std::string_view kGestureTopic = "/input/gesture";
// More than any device has nodes; each costs a channel.
constexpr size_t kMaxAgentChannels = 4096;

tape::StringMap MetadataOf(const AgentReply::Channel& channel) {
  tape::StringMap metadata;
  for (const auto& [key, value] : channel.metadata()) metadata[key] = value;
  return metadata;
}

}  // namespace

AgentTape::AgentTape(tape::TapeRecorder& recorder)
    : recorder_(recorder),
      feed_(recorder.NewFeed()),
      segmenter_([this](input::Timed<GestureEvent> gesture) {
        WriteGesture(std::move(gesture));
      }) {}

Status AgentTape::Add(const AgentReply::Channel& channel) {
  if (channels_.size() >= kMaxAgentChannels) {
    return Fail(ErrorKind::kDevice,
                "the agent opened more than {} channels; this is a bug in it",
                kMaxAgentChannels);
  }
  if (tape::FindChannel(channel.topic()) == nullptr) {
    return Fail(ErrorKind::kDevice,
                "the agent sends {:?}, which no tape has; this is a bug in it",
                channel.topic());
  }
  const tape::StringMap metadata = MetadataOf(channel);
  ASSIGN_OR_RETURN(const uint16_t id,
                   recorder_.ChannelFor(channel.topic(), metadata));
  const bool frames = channel.topic().starts_with(kEvdevPrefix);
  if (frames) {
    devices_++;
    const auto described =
        metadata.find(std::string(tape::channel_key::kEvdevDevice));
    if (described != metadata.end()) {
      ASSIGN_OR_RETURN(const EvdevDevice device,
                       input::FromMetadata(described->second));
      segmenter_.AddDevice(channel.number(), device);
    }
  }
  channels_[channel.number()] = {id, frames};
  return {};
}

Status AgentTape::Add(const AgentReply::TapeMessage& message) {
  const auto channel = channels_.find(message.channel());
  if (channel == channels_.end()) {
    return Fail(ErrorKind::kDevice,
                "the agent sends on channel {}, which it did not open; this is "
                "a bug in it",
                message.channel());
  }
  feed_->Write(channel->second.id, message.log_time(), message.publish_time(),
               message.data());
  if (first_time_ == 0) first_time_ = message.log_time();
  last_time_ = std::max(last_time_, message.log_time());
  if (channel->second.frames) TakeFrame(message.channel(), message);
  return std::exchange(failed_, {});
}

void AgentTape::TakeFrame(uint32_t channel,
                          const AgentReply::TapeMessage& message) {
  EvdevFrame parsed;
  input::Frame frame;
  tape::Message times;
  times.log_time = message.log_time();
  times.publish_time = message.publish_time();
  if (!parsed.ParseFromString(message.data()) ||
      !input::FromMessage(parsed, times, &frame)) {
    return;  // it is on the tape; only no gesture comes of it
  }
  frames_++;
  frame.device = channel;
  segmenter_.Push(frame);
}

void AgentTape::WriteGesture(input::Timed<GestureEvent> gesture) {
  const auto channel = recorder_.ChannelFor(kGestureTopic);
  if (!channel) {
    failed_ = Fail(channel.error());
    return;
  }
  gesture.message.set_id(recorder_.NewId());
  gestures_++;
  feed_->Write(*channel, static_cast<uint64_t>(gesture.read_ns),
               static_cast<uint64_t>(gesture.time_ns),
               gesture.message.SerializeAsString());
}

void AgentTape::FinishGestures() { segmenter_.Finish(); }

}  // namespace reprise::session
