#include "formats/script.h"

#include <algorithm>
#include <limits>
#include <map>

#include "input/tape_io.h"
#include "reprise/app_identity.pb.h"
#include "reprise/initial_state.pb.h"
#include "tape/attached.h"
#include "tape/channels.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::formats {
namespace {

constexpr uint64_t kMaxAppBytes = uint64_t{1} << 20;
constexpr size_t kMaxSteps = 10'000'000;
constexpr uint64_t kLatest = std::numeric_limits<int64_t>::max();

class Reading {
 public:
  Reading(tape::TapeReader& tape, input::Losses* losses)
      : tape_(tape), losses_(losses) {}

  Result<Script> Run() {
    ASSIGN_OR_RETURN(script_.recording, input::ReadRecording(tape_, losses_));
    tape::ReadFilter filter;
    filter.channels.emplace();
    for (const auto& [id, channel] : tape_.channels()) {
      for (const std::string_view topic :
           {tape::kWidgetTopic, tape::kIntentTopic, tape::kDeviceTopic,
            tape::kRepriseTopic}) {
        if (channel.topic == topic) filter.channels->insert(id);
      }
    }
    if (!filter.channels->empty()) {
      tape::MessageCursor cursor = tape_.Messages(std::move(filter));
      while (const tape::Message* message = cursor.Next()) {
        RETURN_IF_ERROR(Take(*message));
      }
      RETURN_IF_ERROR(cursor.status());
    }
    ReadApp();
    return std::move(script_);
  }

 private:
  Status Take(const tape::Message& message) {
    if (++taken_ > kMaxSteps) {
      return Fail(ErrorKind::kUnsupported,
                  "the tape has more than {} steps; cut it with 'reprise edit'",
                  kMaxSteps);
    }
    const std::string& topic = tape_.channels().at(message.channel_id).topic;
    if (topic == tape::kIntentTopic)
      TakeTimed(message, topic, &script_.intents);
    if (topic == tape::kDeviceTopic) TakeTimed(message, topic, &script_.device);
    if (topic == tape::kRepriseTopic) {
      TakeTimed(message, topic, &script_.notes);
      if (!script_.notes.empty() &&
          script_.notes.back().message.kind() != RepriseEvent::KIND_NOTE) {
        script_.notes.pop_back();
      }
    }
    if (topic == tape::kWidgetTopic) {
      std::vector<input::Timed<WidgetEvent>> one;
      TakeTimed(message, topic, &one);
      for (input::Timed<WidgetEvent>& widget : one) {
        script_.widgets.push_back(
            {widget.time_ns, widget.read_ns, std::move(widget.message)});
      }
    }
    return {};
  }

  template <typename T>
  void TakeTimed(const tape::Message& message, const std::string& topic,
                 std::vector<input::Timed<T>>* items) {
    input::Timed<T> item;
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

  bool ReadAttached(std::string_view name, google::protobuf::MessageLite* out) {
    const auto bytes = tape::ReadNamed(tape_, name, kMaxAppBytes);
    return bytes && out->ParseFromString(*bytes);
  }

  // By its description, or by what the widgets say of it.
  void ReadApp() {
    AppIdentity app;
    if (ReadAttached(tape::attachment::kApp, &app)) {
      script_.package = app.package_name();
      script_.activity = app.main_activity();
    }
    InitialState state;
    script_.cleared = ReadAttached(tape::attachment::kState, &state) &&
                      state.mode() == InitialState::MODE_CLEAR;
    for (const tape::Metadata& metadata : tape_.metadata()) {
      const auto package =
          metadata.metadata.find(std::string(tape::metadata_key::kPackage));
      if (script_.package.empty() &&
          metadata.name == tape::metadata::kReprise &&
          package != metadata.metadata.end()) {
        script_.package = package->second;
      }
    }
    for (const WidgetStep& step : script_.widgets) {
      if (!script_.package.empty()) return;
      const std::string& activity = step.widget.activity();
      script_.package = activity.substr(0, activity.find('/'));
    }
  }

  tape::TapeReader& tape_;
  input::Losses* const losses_;
  Script script_;
  size_t taken_ = 0;
};

class Writing {
 public:
  Writing(const Script& script, tape::TapeWriter& tape)
      : script_(script),
        tape_(tape),
        next_id_(input::AfterLastId(script.recording)) {}

  Status Run() {
    for (const WidgetStep& step : script_.widgets) {
      WidgetEvent widget = step.widget;
      if (step.kind != GestureEvent::KIND_UNSPECIFIED) {
        GestureEvent gesture;
        gesture.set_kind(step.kind);
        gesture.set_start_ns(step.time_ns);
        gesture.set_end_ns(step.end_ns);
        RETURN_IF_ERROR(
            Write(tape::kGestureTopic, step.time_ns, step.end_ns, &gesture));
        widget.set_gesture_ref(gesture.id());
      }
      RETURN_IF_ERROR(
          Write(tape::kWidgetTopic, step.time_ns, step.end_ns, &widget));
    }
    RETURN_IF_ERROR(WriteAll(tape::kIntentTopic, script_.intents));
    RETURN_IF_ERROR(WriteAll(tape::kDeviceTopic, script_.device));
    return WriteAll(tape::kRepriseTopic, script_.notes);
  }

 private:
  template <typename T>
  Status WriteAll(std::string_view topic,
                  const std::vector<input::Timed<T>>& items) {
    for (const input::Timed<T>& item : items) {
      T message = item.message;
      RETURN_IF_ERROR(Write(topic, item.time_ns, item.read_ns, &message));
    }
    return {};
  }

  template <typename T>
  Status Write(std::string_view topic, int64_t time_ns, int64_t read_ns,
               T* message) {
    message->set_id(next_id_++);
    ASSIGN_OR_RETURN(const uint16_t channel, tape_.ChannelFor(topic));
    // The recording's gestures may be on the same channel already.
    auto [sequence, fresh] = sequences_.try_emplace(channel, 0);
    if (fresh && topic == tape::kGestureTopic) {
      sequence->second =
          static_cast<uint32_t>(script_.recording.gestures.size());
    }
    const int64_t time = std::max<int64_t>(time_ns, 0);
    return tape_.Write({channel, sequence->second++,
                        static_cast<uint64_t>(std::max(read_ns, time)),
                        static_cast<uint64_t>(time),
                        message->SerializeAsString()});
  }

  const Script& script_;
  tape::TapeWriter& tape_;
  uint64_t next_id_;
  std::map<uint16_t, uint32_t> sequences_;
};

}  // namespace

Result<Script> ReadScript(tape::TapeReader& tape, input::Losses* losses) {
  return Reading(tape, losses).Run();
}

Status WriteScriptSteps(const Script& script, tape::TapeWriter& tape) {
  return Writing(script, tape).Run();
}

}  // namespace reprise::formats
