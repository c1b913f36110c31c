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
constexpr std::string_view kTouchTopic = "/input/touch";
constexpr std::string_view kKeyTopic = "/input/key";
constexpr std::string_view kTextTopic = "/input/text";
constexpr std::string_view kStateTopic = "/state";
constexpr std::string_view kGestureTopic = "/input/gesture";
constexpr std::string_view kWidgetTopic = "/ui/widget";
// More than any device has nodes; each costs a channel.
constexpr size_t kMaxAgentChannels = 4096;

tape::StringMap MetadataOf(const AgentReply::Channel& channel) {
  tape::StringMap metadata;
  for (const auto& [key, value] : channel.metadata()) metadata[key] = value;
  return metadata;
}

}  // namespace

AgentTape::AgentTape(tape::TapeRecorder& recorder, bool watches)
    : recorder_(recorder),
      feed_(recorder.NewFeed()),
      watches_(watches),
      frame_gestures_([this](input::Timed<GestureEvent> gesture) {
        WriteGesture(std::move(gesture));
      }),
      event_gestures_([this](input::Timed<GestureEvent> gesture) {
        WriteGesture(std::move(gesture));
      }),
      steps_([this](int64_t time_ns, WidgetEvent step) {
        WriteStep(time_ns, std::move(step));
      }) {}

AgentTape::Content AgentTape::ContentOf(std::string_view topic) {
  if (topic.starts_with(kEvdevPrefix)) return Content::kFrames;
  if (topic == kTouchTopic) return Content::kTouch;
  if (topic == kKeyTopic) return Content::kKey;
  if (topic == kTextTopic) return Content::kText;
  if (topic == kStateTopic) return Content::kState;
  return Content::kOther;
}

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
  const Content content = ContentOf(channel.topic());
  if (content == Content::kFrames) {
    devices_++;
    const auto described =
        metadata.find(std::string(tape::channel_key::kEvdevDevice));
    if (described != metadata.end()) {
      ASSIGN_OR_RETURN(const EvdevDevice device,
                       input::FromMetadata(described->second));
      frame_gestures_.AddDevice(channel.number(), device);
    }
  }
  channels_[channel.number()] = {id, content};
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
  if (channel->second.content == Content::kFrames) {
    TakeFrame(message.channel(), message);
  } else if (channel->second.content != Content::kOther) {
    TakeEvent(channel->second.content, message);
  }
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
  if (!watches_) frame_gestures_.Push(frame);
}

void AgentTape::TakeEvent(Content content,
                          const AgentReply::TapeMessage& message) {
  const auto time = static_cast<int64_t>(message.publish_time());
  // What cannot be read is on the tape all the same; only no step comes of it.
  const auto push = [&]<typename T>(input::Timed<T> event) {
    event.time_ns = time;
    event.read_ns = static_cast<int64_t>(message.log_time());
    if (event.message.ParseFromString(message.data())) {
      event_gestures_.Push(event);
    }
  };
  switch (content) {
    case Content::kTouch:
      return push(input::Timed<MotionEvent>());
    case Content::kKey:
      return push(input::Timed<KeyEvent>());
    case Content::kText:
      if (TextEvent text; text.ParseFromString(message.data())) {
        steps_.Take(text, time);
      }
      return;
    case Content::kState:
      if (StateEvent state; state.ParseFromString(message.data())) {
        steps_.Take(state, time);
      }
      return;
    default:
      return;
  }
}

void AgentTape::WriteGesture(input::Timed<GestureEvent> gesture) {
  gesture.message.set_id(recorder_.NewId());
  gestures_++;
  Write(kGestureTopic, gesture.read_ns, gesture.time_ns,
        gesture.message.SerializeAsString());
  if (watches_) steps_.Take(gesture.message);
}

void AgentTape::WriteStep(int64_t time_ns, WidgetEvent step) {
  step.set_id(recorder_.NewId());
  Write(kWidgetTopic, time_ns, time_ns, step.SerializeAsString());
}

void AgentTape::Write(std::string_view topic, int64_t log_ns,
                      int64_t publish_ns, std::string_view data) {
  const auto channel = recorder_.ChannelFor(topic);
  if (!channel) {
    failed_ = Fail(channel.error());
    return;
  }
  feed_->Write(*channel, static_cast<uint64_t>(log_ns),
               static_cast<uint64_t>(publish_ns), data);
}

void AgentTape::FinishGestures() {
  frame_gestures_.Finish();
  event_gestures_.Finish();
  steps_.Finish();
}

}  // namespace reprise::session
