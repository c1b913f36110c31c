#include "formats/perfetto.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "formats/trace_packets.h"
#include "input/gestures.h"
#include "reprise/gesture.pb.h"
#include "reprise/key_event.pb.h"
#include "reprise/log.pb.h"
#include "reprise/reprise_event.pb.h"
#include "reprise/schedule.pb.h"
#include "reprise/screen.pb.h"
#include "reprise/state.pb.h"
#include "reprise/text_event.pb.h"
#include "reprise/widget.pb.h"
#include "tape/topics.h"

namespace reprise::formats {
namespace {

constexpr size_t kMaxNameBytes = 200;  // of a slice; the rest is in its notes

// Without half a character at its end.
std::string_view Short(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  if (text.size() <= kMaxNameBytes) return text;
  size_t end = kMaxNameBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
    end--;
  }
  return text.substr(0, end);
}

// "ACTIVITY_ENTERED" of KIND_ACTIVITY_ENTERED, in small letters and blanks.
std::string Words(std::string_view name) {
  const size_t first = name.find('_');
  std::string words(first == name.npos ? name : name.substr(first + 1));
  for (char& c : words) {
    c = c == '_' ? ' ' : static_cast<char>(std::tolower(c));
  }
  return words;
}

class Writer {
 public:
  Writer(tape::TapeReader& tape, const TracePackets::Sink& sink,
         input::Losses* losses)
      : tape_(tape), losses_(losses), out_(sink) {}

  Status Run() {
    tape::MessageCursor cursor = tape_.Messages();
    while (const tape::Message* message = cursor.Next()) {
      const std::string& topic = tape_.channels().at(message->channel_id).topic;
      last_ns_ = std::max(last_ns_, message->log_time);
      RETURN_IF_ERROR(Take(topic, *message));
    }
    RETURN_IF_ERROR(cursor.status());
    return CloseAll();
  }

 private:
  using Handler = Status (Writer::*)(const tape::Message& message);

  Status Take(std::string_view topic, const tape::Message& message) {
    static const std::map<std::string_view, Handler> kHandlers = {
        {tape::kGestureTopic, &Writer::Gesture},
        {tape::kWidgetTopic, &Writer::Widget},
        {tape::kTextTopic, &Writer::Text},
        {tape::kKeyTopic, &Writer::Key},
        {tape::kStateTopic, &Writer::State},
        {tape::kLogTopic, &Writer::Log},
        {tape::kScreenTopic, &Writer::Screen},
        {tape::kScheduleTopic, &Writer::Schedule},
        {tape::kRepriseTopic, &Writer::Reprise},
    };
    const auto handler = kHandlers.find(topic);
    if (handler != kHandlers.end()) return (this->*handler->second)(message);
    losses_->Add(fmt::format("{} has no track", topic));
    return {};
  }

  template <typename T>
  bool Parse(const tape::Message& message, T* parsed) {
    if (parsed->ParseFromArray(message.data.data(),
                               static_cast<int>(message.data.size()))) {
      return true;
    }
    losses_->Add("messages that cannot be read");
    return false;
  }

  Status Instant(const std::string& track, const tape::Message& message,
                 std::string_view name, const TracePackets::Notes& notes = {},
                 uint64_t leads_to = 0) {
    ASSIGN_OR_RETURN(const uint64_t id, out_.Track(track));
    return out_.Instant(id, message.publish_time, Short(name), notes, leads_to);
  }

  Status Gesture(const tape::Message& message) {
    GestureEvent gesture;
    if (!Parse(message, &gesture)) return {};
    const uint64_t begin = message.publish_time;
    const uint64_t end = std::max(begin + 1, message.log_time);
    ASSIGN_OR_RETURN(const uint64_t track,
                     out_.FreeTrack("gestures", begin, end));
    RETURN_IF_ERROR(out_.Begin(track, begin, input::NameOf(gesture.kind()),
                               {{"what", input::Describe(gesture)},
                                {"id", std::to_string(gesture.id())}}));
    return out_.End(track, end);
  }

  Status Widget(const tape::Message& message) {
    WidgetEvent widget;
    if (!Parse(message, &widget)) return {};
    const std::string words =
        widget.words().empty() ? widget.target().class_name() : widget.words();
    return Instant("steps", message, words,
                   {{"resource", widget.target().resource_name()},
                    {"text", widget.target().text()},
                    {"class", widget.target().class_name()},
                    {"activity", widget.activity()}});
  }

  Status Text(const tape::Message& message) {
    TextEvent text;
    if (!Parse(message, &text)) return {};
    return Instant("typed", message, Words(TextEvent::Kind_Name(text.kind())),
                   {{"text", text.text()}});
  }

  Status Key(const tape::Message& message) {
    KeyEvent key;
    if (!Parse(message, &key)) return {};
    return Instant("typed", message,
                   fmt::format("key {} {}", key.key_code(),
                               key.action() == 0 ? "down" : "up"));
  }

  Status State(const tape::Message& message) {
    StateEvent state;
    if (!Parse(message, &state)) return {};
    const std::string& name = state.activity().component();
    const bool lifecycle = state.kind() == StateEvent::KIND_LIFECYCLE;
    if (state.kind() == StateEvent::KIND_ACTIVITY_ENTERED ||
        (lifecycle && state.lifecycle() == StateEvent::LIFECYCLE_RESUMED)) {
      RETURN_IF_ERROR(Enter(name, message.publish_time));
    }
    const bool left =
        state.kind() == StateEvent::KIND_ACTIVITY_LEFT ||
        (lifecycle && state.lifecycle() == StateEvent::LIFECYCLE_PAUSED);
    if (state.kind() == StateEvent::KIND_PROCESS_ENDED ||
        (left && name == activity_)) {
      RETURN_IF_ERROR(Enter("", message.publish_time));
    }
    const std::string what = lifecycle
                                 ? StateEvent::Lifecycle_Name(state.lifecycle())
                                 : StateEvent::Kind_Name(state.kind());
    return Instant("state", message, Words(what),
                   {{"activity", name}, {"window", state.window_title()}});
  }

  // One activity is in front at a time; "": none.
  Status Enter(const std::string& activity, uint64_t time_ns) {
    if (activity == activity_) return {};
    ASSIGN_OR_RETURN(const uint64_t track, out_.Track("activities"));
    if (!activity_.empty()) RETURN_IF_ERROR(out_.End(track, time_ns));
    activity_ = activity;
    if (activity.empty()) return {};
    return out_.Begin(track, time_ns, Short(activity));
  }

  Status Log(const tape::Message& message) {
    LogEvent log;
    if (!Parse(message, &log)) return {};
    if (log.has_crash()) {
      return Instant("crashes", message, "crash: " + log.crash().signature(),
                     {{"thread", log.crash().thread_name()}});
    }
    if (log.has_anr()) {
      return Instant("crashes", message,
                     "not responding: " + log.anr().reason());
    }
    constexpr std::string_view kPriorities = "??VDIWEF";
    const auto priority = static_cast<size_t>(std::clamp(
        log.line().priority(), 0, static_cast<int>(kPriorities.size()) - 1));
    return Instant("log", message,
                   fmt::format("{}/{}: {}", kPriorities[priority],
                               log.line().tag(), log.line().text()),
                   {{"text", log.line().text()},
                    {"pid", std::to_string(log.pid())},
                    {"tid", std::to_string(log.tid())}});
  }

  Status Screen(const tape::Message& message) {
    ScreenFrame frame;
    if (!Parse(message, &frame)) return {};
    return Instant("screen", message,
                   fmt::format("{}x{}", frame.width_px(), frame.height_px()),
                   {{"id", std::to_string(frame.id())}});
  }

  static std::string ThreadTrack(const ScheduleEvent& event) {
    const std::string& name = event.thread().name();
    return "thread " +
           (name.empty() ? std::to_string(event.thread().tid()) : name);
  }

  Status Schedule(const tape::Message& message) {
    ScheduleEvent event;
    if (!Parse(message, &event)) return {};
    const std::string& callback = event.callback_class().empty()
                                      ? event.handler_class()
                                      : event.callback_class();
    const std::string what = callback.empty()
                                 ? Words(ScheduleEvent::Type_Name(event.type()))
                                 : callback;
    const std::string name = ThreadTrack(event);
    if (event.kind() == ScheduleEvent::KIND_BEGIN) {
      ASSIGN_OR_RETURN(const uint64_t track, out_.Track(name));
      open_[track]++;
      return out_.Begin(
          track, message.publish_time, Short(what),
          {{"queue", event.looper()}, {"posted by", event.caller()}},
          event.post_ref());
    }
    if (event.kind() == ScheduleEvent::KIND_END) {
      ASSIGN_OR_RETURN(const uint64_t track, out_.Track(name));
      if (open_[track] == 0) {
        losses_->Add("ends of tasks whose begin is not on the tape");
        return {};
      }
      open_[track]--;
      return out_.End(track, message.publish_time);
    }
    return Instant(name, message,
                   Words(ScheduleEvent::Kind_Name(event.kind())) + " " + what,
                   {{"queue", event.looper()}, {"posted by", event.caller()}},
                   event.kind() == ScheduleEvent::KIND_POST ? event.id() : 0);
  }

  Status Reprise(const tape::Message& message) {
    RepriseEvent event;
    if (!Parse(message, &event)) return {};
    return Instant("reprise", message,
                   Words(RepriseEvent::Kind_Name(event.kind())),
                   {{"what", event.sentence()}});
  }

  // What was still going on at the end ends there.
  Status CloseAll() {
    RETURN_IF_ERROR(Enter("", last_ns_));
    for (const auto& [track, count] : open_) {
      for (int i = 0; i < count; i++) {
        RETURN_IF_ERROR(out_.End(track, last_ns_));
      }
    }
    return {};
  }

  tape::TapeReader& tape_;
  input::Losses* const losses_;
  TracePackets out_;
  std::string activity_;          // in front
  std::map<uint64_t, int> open_;  // tasks, by track
  uint64_t last_ns_ = 0;
};

}  // namespace

Status WritePerfetto(tape::TapeReader& tape,
                     const std::function<Status(std::string_view)>& sink,
                     input::Losses* losses) {
  return Writer(tape, sink, losses).Run();
}

}  // namespace reprise::formats
