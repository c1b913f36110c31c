#include "input/tape_io.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>

#include "input/device.h"
#include "input/time_math.h"
#include "reprise/reprise_event.pb.h"
#include "tape/channels.h"

namespace reprise::input {
namespace {

constexpr std::string_view kEvdevPrefix = "/input/evdev/";

constexpr uint64_t kLatest = std::numeric_limits<int64_t>::max();

// Reads the messages of one tape into a Recording.
class Reading {
 public:
  Reading(tape::TapeReader& tape, Losses* losses)
      : tape_(tape), losses_(losses) {}

  Result<Recording> Run() {
    tape::ReadFilter filter;
    filter.channels.emplace();
    for (const auto& [id, channel] : tape_.channels()) {
      if (channel.topic.starts_with("/input/")) filter.channels->insert(id);
      // A device that was silent is part of the recording, too.
      if (channel.topic.starts_with(kEvdevPrefix)) DeviceOf(id);
      if (channel.topic == tape::kRepriseTopic) filter.channels->insert(id);
    }
    tape::MessageCursor cursor = tape_.Messages(std::move(filter));
    while (const tape::Message* message = cursor.Next()) {
      RETURN_IF_ERROR(Take(*message));
    }
    RETURN_IF_ERROR(cursor.status());
    SortByTime(&recording_);
    TakeRest();
    return std::move(recording_);
  }

 private:
  Status Take(const tape::Message& message) {
    if (++taken_ > kMaxRecordedFrames) {
      return Fail(ErrorKind::kUnsupported,
                  "the tape has more than {} input messages; cut it with "
                  "'reprise edit'",
                  kMaxRecordedFrames);
    }
    const std::string& topic = tape_.channels().at(message.channel_id).topic;
    if (topic == tape::kRepriseTopic) TakeEvent(message);
    if (topic.starts_with(kEvdevPrefix)) TakeFrame(message, topic);
    if (topic == tape::kTouchTopic)
      TakeTimed(message, topic, &recording_.motions);
    if (topic == tape::kKeyTopic) TakeTimed(message, topic, &recording_.keys);
    if (topic == tape::kTextTopic) TakeTimed(message, topic, &recording_.texts);
    if (topic == tape::kGestureTopic) {
      TakeTimed(message, topic, &recording_.gestures);
    }
    return {};
  }

  void TakeFrame(const tape::Message& message, const std::string& topic) {
    EvdevFrame parsed;
    Frame frame;
    if (!parsed.ParseFromArray(message.data.data(),
                               static_cast<int>(message.data.size())) ||
        !FromMessage(parsed, message, &frame)) {
      losses_->Add(fmt::format("frames of {} that cannot be read", topic));
      return;
    }
    frame.device = DeviceOf(message.channel_id);
    recording_.frames.push_back(std::move(frame));
  }

  void TakeEvent(const tape::Message& message) {
    RepriseEvent event;
    if (event.ParseFromArray(message.data.data(),
                             static_cast<int>(message.data.size())) &&
        event.kind() == RepriseEvent::KIND_STREAM_ENDED &&
        event.name() == kInputStream && message.publish_time <= kLatest) {
      ended_ns_ = static_cast<int64_t>(message.publish_time);
    }
  }

  // A program says when it had no more input, a person ends with the tape.
  void TakeRest() {
    if (std::ranges::none_of(tape_.attachments(), [](const auto& attachment) {
          return attachment.info.name == tape::attachment::kApp;
        })) {
      return;
    }
    for (const tape::Metadata& record : tape_.metadata()) {
      const auto end =
          record.metadata.find(std::string(tape::metadata_key::kEndTime));
      if (record.name != tape::metadata::kEnd || end == record.metadata.end() ||
          ended_ns_) {
        continue;
      }
      const std::string& text = end->second;
      int64_t time = 0;
      if (std::from_chars(text.data(), text.data() + text.size(), time).ec ==
          std::errc()) {
        ended_ns_ = time;
      }
    }
    if (!ended_ns_) return;
    recording_.rest_ns =
        std::max<int64_t>(SubtractTime(*ended_ns_, LastTime(recording_)), 0);
  }

  uint32_t DeviceOf(uint16_t channel_id) {
    const auto known = devices_.find(channel_id);
    if (known != devices_.end()) return known->second;
    const tape::Channel& channel = tape_.channels().at(channel_id);
    const auto metadata =
        channel.metadata.find(std::string(tape::channel_key::kEvdevDevice));
    EvdevDevice device;
    if (metadata == channel.metadata.end()) {
      losses_->Add(
          fmt::format("{} has no description of its device", channel.topic));
    } else if (auto described = FromMetadata(metadata->second)) {
      device = *std::move(described);
    } else {
      losses_->Add(described.error().message);
    }
    if (device.node().empty()) {
      device.set_node(channel.topic.substr(kEvdevPrefix.size()));
    }
    const auto index = static_cast<uint32_t>(recording_.devices.size());
    recording_.devices.push_back(std::move(device));
    devices_.emplace(channel_id, index);
    return index;
  }

  template <typename T>
  void TakeTimed(const tape::Message& message, const std::string& topic,
                 std::vector<Timed<T>>* items) {
    Timed<T> item;
    if (!item.message.ParseFromArray(message.data.data(),
                                     static_cast<int>(message.data.size())) ||
        std::max(message.log_time, message.publish_time) > kLatest) {
      losses_->Add(fmt::format("messages of {} that cannot be read", topic));
      return;
    }
    item.time_ns = static_cast<int64_t>(message.publish_time);
    item.read_ns = static_cast<int64_t>(message.log_time);
    items->push_back(std::move(item));
  }

  tape::TapeReader& tape_;
  Losses* const losses_;
  Recording recording_;
  std::optional<int64_t> ended_ns_;       // the input did
  uint64_t taken_ = 0;                    // messages
  std::map<uint16_t, uint32_t> devices_;  // by channel
};

// Writes a Recording in the order of log_time.
class Writing {
 public:
  Writing(Recording recording, tape::TapeWriter& tape)
      : recording_(std::move(recording)), tape_(tape) {}

  Status Run() {
    AssignIds(&recording_);
    StartAtZero();
    RETURN_IF_ERROR(OpenDevices());
    RETURN_IF_ERROR(QueueFrames());
    RETURN_IF_ERROR(QueueTimed(recording_.motions, tape::kTouchTopic));
    RETURN_IF_ERROR(QueueTimed(recording_.keys, tape::kKeyTopic));
    RETURN_IF_ERROR(QueueTimed(recording_.texts, tape::kTextTopic));
    RETURN_IF_ERROR(QueueTimed(recording_.gestures, tape::kGestureTopic));
    std::stable_sort(
        queue_.begin(), queue_.end(),
        [](const Item& a, const Item& b) { return a.read_ns < b.read_ns; });
    std::map<uint16_t, uint32_t> sequences;
    std::string bytes;
    for (const Item& item : queue_) {
      bytes.clear();
      if (item.frame != nullptr) {
        EvdevFrame message;
        ToMessage(*item.frame, &message);
        message.AppendToString(&bytes);
      } else {
        item.message->AppendToString(&bytes);
      }
      RETURN_IF_ERROR(
          tape_.Write({item.channel, sequences[item.channel]++,
                       static_cast<uint64_t>(item.read_ns),
                       static_cast<uint64_t>(item.time_ns), bytes}));
    }
    return {};
  }

 private:
  struct Item {
    uint16_t channel;
    int64_t time_ns;
    int64_t read_ns;
    const Frame* frame = nullptr;
    const google::protobuf::Message* message = nullptr;
  };

  // A tape has no times before 0.
  void StartAtZero() {
    int64_t earliest = 0;
    const auto look = [&earliest](const auto& items) {
      for (const auto& item : items) {
        earliest = std::min(earliest, item.time_ns);
      }
    };
    look(recording_.frames);
    look(recording_.motions);
    look(recording_.keys);
    look(recording_.texts);
    look(recording_.gestures);
    if (earliest == 0) return;
    MapTimes([&](int64_t time_ns) { return SubtractTime(time_ns, earliest); },
             &recording_);
  }

  Status OpenDevices() {
    for (const EvdevDevice& device : recording_.devices) {
      ASSIGN_OR_RETURN(
          const uint16_t channel,
          tape_.ChannelFor(TopicOf(device),
                           {{std::string(tape::channel_key::kEvdevDevice),
                             ToMetadata(device)}}));
      channels_.push_back(channel);
    }
    return {};
  }

  Status QueueFrames() {
    for (const Frame& frame : recording_.frames) {
      queue_.push_back({channels_.at(frame.device), frame.time_ns,
                        std::max(frame.read_ns, frame.time_ns), &frame,
                        nullptr});
    }
    return {};
  }

  template <typename T>
  Status QueueTimed(const std::vector<Timed<T>>& items,
                    std::string_view topic) {
    if (items.empty()) return {};
    ASSIGN_OR_RETURN(const uint16_t channel, tape_.ChannelFor(topic));
    for (const Timed<T>& item : items) {
      queue_.push_back({channel, item.time_ns,
                        std::max(item.read_ns, item.time_ns), nullptr,
                        &item.message});
    }
    return {};
  }

  Recording recording_;
  tape::TapeWriter& tape_;
  std::vector<uint16_t> channels_;  // by device
  std::vector<Item> queue_;
};

}  // namespace

void ToMessage(const Frame& frame, EvdevFrame* message) {
  message->set_id(frame.id);
  message->set_origin(frame.origin);
  message->set_source(static_cast<EvdevFrame::Source>(frame.source));
  message->set_incomplete(frame.incomplete);
  message->set_redacted(frame.redacted);
  message->mutable_events()->Reserve(static_cast<int>(frame.events.size()));
  for (const Event& event : frame.events) {
    EvdevFrame::Event* out = message->add_events();
    out->set_type(event.type);
    out->set_code(event.code);
    out->set_value(event.value);
    out->set_offset_ns(event.offset_ns);
  }
}

Status FromMessage(const EvdevFrame& message, const tape::Message& times,
                   Frame* frame) {
  if (times.log_time > kLatest || times.publish_time > kLatest) {
    return Fail(ErrorKind::kCorruption, "a frame has the impossible time {}",
                std::max(times.log_time, times.publish_time));
  }
  frame->id = message.id();
  frame->origin = message.origin();
  frame->source = EvdevFrame::Source_IsValid(message.source())
                      ? static_cast<FrameSource>(message.source())
                      : FrameSource::kUnspecified;
  frame->incomplete = message.incomplete();
  frame->redacted = message.redacted();
  frame->time_ns = static_cast<int64_t>(times.publish_time);
  frame->read_ns = static_cast<int64_t>(times.log_time);
  frame->events.clear();
  frame->events.reserve(message.events_size());
  for (const EvdevFrame::Event& event : message.events()) {
    if (event.type() > 0xffff || event.code() > 0xffff) {
      return Fail(ErrorKind::kCorruption,
                  "a frame has an event of type {} and code {}, which have at "
                  "most 16 bits",
                  event.type(), event.code());
    }
    frame->events.push_back({static_cast<uint16_t>(event.type()),
                             static_cast<uint16_t>(event.code()), event.value(),
                             event.offset_ns()});
  }
  return {};
}

Result<Recording> ReadRecording(tape::TapeReader& tape, Losses* losses) {
  return Reading(tape, losses).Run();
}

Status WriteRecording(Recording recording, tape::TapeWriter& tape) {
  return Writing(std::move(recording), tape).Run();
}

std::string TopicOf(const EvdevDevice& device) {
  std::string node = device.node().empty() ? "event0" : device.node();
  std::ranges::replace(node, '/', '_');
  return std::string(kEvdevPrefix) + node;
}

}  // namespace reprise::input
