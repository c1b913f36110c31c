#include "session/agent_tape.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "input/device.h"
#include "input/tape_io.h"
#include "reprise/evdev.pb.h"
#include "tape/channels.h"

namespace reprise::session {
namespace {

constexpr std::string_view kEvdevPrefix = "/input/evdev/";
// More than any device has nodes; each costs a channel.
constexpr size_t kMaxAgentChannels = 4096;
constexpr size_t kMaxStanding = 64;
constexpr RedactionRules kNoRedaction{.passwords = false};

tape::StringMap MetadataOf(const AgentReply::Channel& channel) {
  tape::StringMap metadata;
  for (const auto& [key, value] : channel.metadata()) metadata[key] = value;
  return metadata;
}

}  // namespace

AgentTape::AgentTape(tape::TapeRecorder& recorder,
                     const std::optional<AppRun>& app,
                     const std::optional<input::DisplaySize>& display)
    : recorder_(recorder),
      feed_(recorder.NewFeed()),
      watches_(app.has_value()),
      display_(display),
      redactor_(
          app ? app->redaction() : kNoRedaction,
          app ? Pseudonyms::OfThisUser() : Pseudonyms(""),
          [this](const RedactedMessage& message) { return Put(message); }),
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
  if (topic == tape::kTouchTopic) return Content::kTouch;
  if (topic == tape::kKeyTopic) return Content::kKey;
  if (topic == tape::kTextTopic) return Content::kText;
  if (topic == tape::kStateTopic) return Content::kState;
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
      frame_gestures_.AddDevice(channel.number(), device,
                                display_.value_or(input::DisplaySize()));
    }
  }
  channels_[channel.number()] = {id, content, channel.topic()};
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
  if (first_time_ == 0) first_time_ = message.log_time();
  last_time_ = std::max(last_time_, message.log_time());
  return redactor_.Take({message.channel(), channel->second.topic,
                         message.log_time(), message.publish_time(),
                         message.data()});
}

Status AgentTape::Put(const RedactedMessage& message) {
  const Channel& channel = channels_.at(message.channel);
  feed_->Write(channel.id, message.log_time, message.publish_time,
               message.data);
  if (channel.content == Content::kFrames) {
    TakeFrame(message);
  } else if (channel.content != Content::kOther) {
    TakeEvent(channel.content, message);
  }
  return std::exchange(failed_, {});
}

void AgentTape::TakeFrame(const RedactedMessage& message) {
  EvdevFrame parsed;
  input::Frame frame;
  tape::Message times;
  times.log_time = message.log_time;
  times.publish_time = message.publish_time;
  if (!parsed.ParseFromString(message.data) ||
      !input::FromMessage(parsed, times, &frame)) {
    return;  // it is on the tape; only no gesture comes of it
  }
  frames_++;
  frame.device = message.channel;
  if (!watches_ || display_) frame_gestures_.Push(frame);
}

void AgentTape::TakeEvent(Content content, const RedactedMessage& message) {
  const auto time = static_cast<int64_t>(message.publish_time);
  // What cannot be read is on the tape all the same; only no step comes of it.
  const auto push = [&]<typename T>(input::Timed<T> event) {
    event.time_ns = time;
    event.read_ns = static_cast<int64_t>(message.log_time);
    if (event.message.ParseFromString(message.data)) {
      event_gestures_.Push(event);
    }
  };
  switch (content) {
    case Content::kTouch:
      return push(input::Timed<MotionEvent>());
    case Content::kKey:
      return push(input::Timed<KeyEvent>());
    case Content::kText:
      if (TextEvent text; text.ParseFromString(message.data)) {
        steps_.Take(text, time);
      }
      return;
    case Content::kState:
      if (StateEvent state; state.ParseFromString(message.data)) {
        if (display_ && state.kind() == StateEvent::KIND_AFTER_GESTURE) {
          if (standing_.size() >= kMaxStanding) standing_.pop_front();
          standing_.emplace_back(time, state);
        }
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
  Write(tape::kGestureTopic, gesture.read_ns, gesture.time_ns,
        gesture.message.SerializeAsString());
  if (display_) TellStateBefore(gesture.message);
  if (watches_) steps_.Take(gesture.message);
}

void AgentTape::TellStateBefore(const GestureEvent& gesture) {
  const auto after = std::ranges::find_if(standing_, [&](const auto& one) {
    return one.first > gesture.start_ns();
  });
  if (after == standing_.begin()) return;
  StateEvent before = std::prev(after)->second;
  before.set_kind(StateEvent::KIND_BEFORE_GESTURE);
  steps_.Take(before, gesture.start_ns());
}

void AgentTape::WriteStep(int64_t time_ns, WidgetEvent step) {
  step.set_id(recorder_.NewId());
  Write(tape::kWidgetTopic, time_ns, time_ns, step.SerializeAsString());
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

void AgentTape::AdvanceTo(uint64_t time) {
  frame_gestures_.AdvanceTo(static_cast<int64_t>(time));
}

void AgentTape::FinishGestures() {
  if (const Status put = redactor_.Finish(); !put) failed_ = put;
  frame_gestures_.Finish();
  event_gestures_.Finish();
  steps_.Finish();
}

}  // namespace reprise::session
