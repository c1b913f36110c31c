#include "compare/run_view.h"

#include <algorithm>

#include "compare/crash.h"
#include "compare/log_text.h"
#include "compare/run_words.h"
#include "compare/typing.h"
#include "compare/widget_steps.h"
#include "reprise/evdev.pb.h"
#include "reprise/log.pb.h"
#include "reprise/method.pb.h"
#include "reprise/reprise_event.pb.h"
#include "tape/attached.h"
#include "tape/blobs.h"
#include "tape/channels.h"

namespace reprise::compare {
namespace {

constexpr uint64_t kMaxAttachedBytes = 16 << 20;

}  // namespace

// Reads in the order of the file, in which the bytes of a blob come before
// what names them; what belongs together is found at the end.
class RunReader {
 public:
  explicit RunReader(RunView* run) : run_(*run) {}

  Status Read(tape::TapeReader& tape) {
    ReadAttachments(tape);
    run_.end_ = ReadRunEnd(tape);
    run_.start_ns_ = static_cast<int64_t>(tape.statistics().message_start_time);
    tape::ReadFilter filter;
    filter.order = tape::ReadFilter::Order::kFile;
    filter.channels.emplace();
    for (const auto& [id, channel] : tape.channels()) {
      const Content content = ContentOf(channel.topic);
      if (content == Content::kOther) continue;
      filter.channels->insert(id);
      contents_[id] = content;
      run_.topics_.insert(channel.topic);
    }
    auto messages = tape.Messages(std::move(filter));
    while (const tape::Message* message = messages.Next()) Take(*message);
    RETURN_IF_ERROR(messages.status());
    // One without states of its app has no end to miss.
    if (run_.end_.may_be_cut && !final_ &&
        (!run_.states_.empty() || !tape.complete())) {
      run_.cut_ns_ = static_cast<int64_t>(tape.statistics().message_end_time);
    }
    PutTogether();
    return {};
  }

 private:
  enum class Content {
    kFrame,
    kGesture,
    kKey,
    kText,
    kWidget,
    kState,
    kScreen,
    kLog,
    kMethod,
    kReprise,
    kOther
  };
  struct Step {
    uint64_t id = 0;
    int64_t time_ns = 0;
    std::string words;
    std::vector<uint64_t> frames;
    uint64_t state = 0;
    uint64_t first = 0;  // of its messages; decides where stamps are the same
    std::vector<uint64_t> events = {};  // that may have typed something
  };
  // What a /ui/widget message tells of a step.
  struct Widget {
    std::string words;
    uint64_t state = 0;
    std::string where;  // of what is typed
  };

  static Content ContentOf(std::string_view topic) {
    if (topic.starts_with("/input/evdev/")) return Content::kFrame;
    if (topic == tape::kGestureTopic) return Content::kGesture;
    if (topic == tape::kKeyTopic) return Content::kKey;
    if (topic == tape::kTextTopic) return Content::kText;
    if (topic == tape::kWidgetTopic) return Content::kWidget;
    if (topic == tape::kStateTopic) return Content::kState;
    if (topic == tape::kScreenTopic) return Content::kScreen;
    if (topic == tape::kLogTopic) return Content::kLog;
    if (topic == tape::kMethodTopic) return Content::kMethod;
    if (topic == tape::kRepriseTopic) return Content::kReprise;
    return Content::kOther;
  }

  void ReadAttachments(tape::TapeReader& tape) {
    const auto app =
        tape::ReadNamed(tape, tape::attachment::kApp, kMaxAttachedBytes);
    if (app) (void)run_.app_.ParseFromString(*app);
    const auto device =
        tape::ReadNamed(tape, tape::attachment::kDevice, kMaxAttachedBytes);
    DeviceDescription description;
    if (device && description.ParseFromString(*device)) {
      run_.device_ = std::move(description);
    }
  }

  // True if there is room for one more.
  template <typename Items>
  bool Room(const Items& items) {
    if (items.size() < kMaxRunItems) return true;
    run_.left_out_++;
    return false;
  }

  void Take(const tape::Message& message) {
    const auto time = static_cast<int64_t>(message.publish_time);
    const int size = static_cast<int>(message.data.size());
    const auto take = [&]<typename T>(T event) {
      if (event.ParseFromArray(message.data.data(), size)) {
        Take(std::move(event), time);
      }
    };
    switch (contents_[message.channel_id]) {
      case Content::kFrame:
        return take(EvdevFrame());
      case Content::kGesture:
        return take(GestureEvent());
      case Content::kKey:
        return take(KeyEvent());
      case Content::kText:
        return take(TextEvent());
      case Content::kWidget:
        return take(WidgetEvent());
      case Content::kState:
        return take(StateEvent());
      case Content::kScreen:
        return take(ScreenFrame());
      case Content::kLog:
        return take(LogEvent());
      case Content::kMethod:
        return take(MethodEvent());
      case Content::kReprise:
        return take(RepriseEvent());
      case Content::kOther:
        return;
    }
  }

  void Take(EvdevFrame frame, int64_t) {
    // A recording of a random user has origins, too, but they are on no tape.
    if (!run_.end_.is_replay || frame.origin() == 0 || !Room(origins_)) return;
    origins_[frame.id()] = frame.origin();
  }

  void Take(GestureEvent gesture, int64_t) {
    if (!Room(steps_)) return;
    Step step{gesture.id(), gesture.start_ns(), {}, {}, 0, 0};
    step.frames.assign(gesture.frame_refs().begin(),
                       gesture.frame_refs().end());
    if (step.frames.empty()) {
      // Injected above the kernel: a replay repeats the events.
      step.frames.assign(gesture.touch_refs().begin(),
                         gesture.touch_refs().end());
      step.frames.insert(step.frames.end(), gesture.key_refs().begin(),
                         gesture.key_refs().end());
    }
    if (!step.frames.empty()) step.first = step.frames.front();
    step.events.assign(gesture.touch_refs().begin(),
                       gesture.touch_refs().end());
    step.events.insert(step.events.end(), gesture.key_refs().begin(),
                       gesture.key_refs().end());
    WidgetEvent nowhere;
    if (gesture.fingers().empty()) {
      nowhere.set_action(WidgetEvent::ACTION_KEY);
    }
    step.words = Words(nowhere, gesture);
    steps_.push_back(std::move(step));
  }

  void Take(RepriseEvent event, int64_t time) {
    if (event.kind() == RepriseEvent::KIND_STREAM_ENDED &&
        event.name() == "evdev") {
      run_.input_ended_ns_ = time;
    }
    if (event.kind() == RepriseEvent::KIND_DIVERGENCE && Room(run_.told_)) {
      run_.told_.push_back(FromEvent(event));
    }
  }

  void Take(KeyEvent key, int64_t) { typing_.Take(key); }

  void Take(TextEvent text, int64_t time) {
    typing_.Take(text);
    // Caused by a touch on the keyboard: that is the step.
    const bool typed = text.kind() == text.KIND_COMMIT && text.cause() == 0;
    if (!typed || !Room(steps_)) return;
    const std::string words = "type '" + text.text() + "'";
    steps_.push_back(
        {text.id(), time, words, {text.id()}, 0, text.id(), {text.id()}});
    if (run_.end_.is_replay && text.origin() != 0) {
      origins_[text.id()] = text.origin();
    }
  }

  void Take(WidgetEvent widget, int64_t) {
    if (Room(widgets_)) {
      const uint64_t of =
          widget.gesture_ref() != 0 ? widget.gesture_ref() : widget.input_ref();
      widgets_[of] = {widget.words(), widget.state_ref(), WhereTyped(widget)};
    }
  }

  void Take(StateEvent event, int64_t time) {
    const std::string& component = event.activity().component();
    if (event.pid() != 0 && !run_.app_.package_name().empty() &&
        component.starts_with(run_.app_.package_name() + "/") && Room(pids_)) {
      pids_.insert(event.pid());
    }
    if (event.has_windows_blob()) Keep(event.windows_blob(), kMaxForestBytes);
    switch (event.kind()) {
      case StateEvent::KIND_LIFECYCLE:
        return Note(
            {RunNote::Kind::kActivity, time, event.id(), event.pid(), component,
             fmt::format("{} {}", component, LifecycleName(event.lifecycle())),
             fmt::format("{} {}", component,
                         LifecycleName(event.lifecycle()))});
      case StateEvent::KIND_PROCESS_ENDED:
        return Note({RunNote::Kind::kEnd, time, event.id(), event.pid(),
                     "process", fmt::format("{}", event.end_reason()),
                     fmt::format("the process ended (reason {}, status {})",
                                 event.end_reason(), event.end_status())});
      case StateEvent::KIND_BEFORE_GESTURE:
      case StateEvent::KIND_AFTER_GESTURE:  // taken by commands on the device
      case StateEvent::KIND_FINAL:
      case StateEvent::KIND_ACTIVITY_ENTERED:
        return AddState(std::move(event), time);
      default:
        return;
    }
  }

  void AddState(StateEvent event, int64_t time) {
    std::shared_ptr<Preferences> preferences;
    if (event.has_preferences()) {
      preferences = std::make_shared<Preferences>();
      for (const PreferencesFile& file : event.preferences()) {
        for (const Preference& entry : file.entries()) {
          if (!Room(*preferences)) break;
          (*preferences)[file.name() + "/" + entry.key()] = TextOf(entry);
        }
      }
    }
    if (event.kind() == StateEvent::KIND_ACTIVITY_ENTERED) {
      // The state before the gesture follows and is the same otherwise.
      entered_ = std::move(preferences);
      return;
    }
    if (!Room(run_.states_)) return;
    RunState state;
    state.time_ns = time;
    state.id = event.id();
    state.activity = event.activity().component();
    for (const auto& activity : event.stack()) {
      state.stack.push_back(activity.component());
    }
    if (event.has_windows_blob()) {
      state.forest = event.windows_blob().sha256();
    } else if (!event.windows().empty()) {
      ViewForest forest;
      *forest.mutable_windows() = std::move(*event.mutable_windows());
      Blob blob;
      blob.set_data(forest.SerializeAsString());
      // No digest but as good a name for equal bytes.
      blob.set_sha256(blob.data());
      Keep(blob, kMaxForestBytes);
      state.forest = blob.sha256();
    }
    state.screen = event.screen_ref();
    state.preferences =
        preferences != nullptr ? std::move(preferences) : std::move(entered_);
    entered_ = nullptr;
    state.moving = run_.real_clock() && !event.settled();
    if (event.kind() == StateEvent::KIND_FINAL) {
      final_ = run_.states_.size();
    }
    run_.states_.push_back(std::move(state));
  }

  void Take(ScreenFrame frame, int64_t time) {
    if (!Room(run_.pictures_)) return;
    Keep(frame.content(), kMaxRunBlobBytes);
    frame.mutable_content()->clear_data();
    for (auto& patch : *frame.mutable_patches()) {
      Keep(patch.content(), kMaxRunBlobBytes);
      patch.mutable_content()->clear_data();
    }
    const uint64_t id = frame.id();
    run_.pictures_[id] = {time, std::move(frame)};
  }

  void Take(LogEvent event, int64_t time) {
    if (event.has_crash()) {
      return Note({RunNote::Kind::kCrash, time, event.id(), event.pid(),
                   event.process(), CrashSignature(event),
                   CrashWords(event.crash())});
    }
    if (event.has_anr()) {
      return Note({RunNote::Kind::kHang, time, event.id(), event.pid(),
                   event.process(), event.anr().component(),
                   event.anr().reason()});
    }
    // An app cannot write to the buffers of the system, and what is in that of
    // crashes is told as a crash.
    const auto& line = event.line();
    if (line.buffer() > LogEvent::BUFFER_MAIN &&
        line.buffer() != LogEvent::BUFFER_STDIO) {
      return;
    }
    Note({RunNote::Kind::kLog, time, event.id(), event.pid(), line.tag(),
          line.tag() + ": " + NormaliseLine(line.text()), line.text()});
  }

  void Take(MethodEvent event, int64_t) {
    if (event.kind() == MethodEvent::KIND_KNOWN) return;  // not all ran
    for (std::string& method : *event.mutable_methods()) {
      if (Room(run_.methods_)) run_.methods_.insert(std::move(method));
    }
  }

  void Note(RunNote note) {
    if (Room(notes_)) notes_.push_back(std::move(note));
  }

  void Keep(const Blob& blob, size_t most) {
    if (blob.data().empty()) return;
    if (blob.data().size() > most ||
        kept_bytes_ + blob.data().size() > kMaxRunBlobBytes) {
      run_.left_out_++;
      return;
    }
    const auto [place, added] =
        run_.blobs_.try_emplace(blob.sha256(), blob.data());
    if (added) kept_bytes_ += blob.data().size();
  }

  void PutTogether() {
    std::ranges::stable_sort(steps_, {}, [](const Step& step) {
      return std::pair(step.time_ns, step.first);
    });
    std::ranges::stable_sort(notes_, {}, [](const RunNote& note) {
      return std::pair(note.time_ns, note.id);
    });
    std::vector<uint64_t> begins = {
        0};  // the message that a moment begins with
    std::unordered_map<uint64_t, size_t> states;
    for (size_t i = 0; i < run_.states_.size(); ++i) {
      states[run_.states_[i].id] = i;
    }
    auto& moments = run_.moments_;
    moments.push_back({"the start", run_.start_ns_, 0, {}, {}, {}});
    for (Step& step : steps_) {
      RunMoment moment{
          std::move(step.words), step.time_ns, step.id, {}, {}, {}};
      moment.typed = typing_.TypedBy(step.events);
      if (const auto widget = widgets_.find(step.id);
          widget != widgets_.end()) {
        Widget& told = widget->second;
        if (!told.words.empty()) moment.words = std::move(told.words);
        if (moment.typed) moment.typed_where = std::move(told.where);
        step.state = told.state;
      }
      if (const auto state = states.find(step.state); state != states.end()) {
        moment.state = state->second;
      }
      begins.push_back(moment.state ? run_.states_[*moment.state].id
                                    : step.first);
      for (const uint64_t frame : step.frames) {
        const auto origin = origins_.find(frame);
        moment.frames.push_back(origin == origins_.end() ? frame
                                                         : origin->second);
      }
      moments.push_back(std::move(moment));
    }
    const int64_t last = moments.back().time_ns;
    moments.push_back(
        {"the end",
         final_ ? std::max(last, run_.states_[*final_].time_ns) : last,
         0,
         {},
         final_,
         {}});
    size_t at = 0;
    for (RunNote& note : notes_) {
      // Without the package nobody knows whose lines they are.
      if (note.kind == RunNote::Kind::kLog && !pids_.contains(note.pid)) {
        continue;
      }
      // What has the stamp of a step and was written after it is its effect.
      while (at + 2 < moments.size() &&
             std::pair(moments[at + 1].time_ns, begins[at + 1]) <
                 std::pair(note.time_ns, note.id)) {
        at++;
      }
      moments[at].notes.push_back(std::move(note));
    }
  }

  RunView& run_;
  std::unordered_map<uint16_t, Content> contents_;
  std::unordered_map<uint64_t, uint64_t> origins_;  // by frame
  std::vector<Step> steps_;
  std::unordered_map<uint64_t, Widget> widgets_;  // by gesture or text
  Typing typing_;
  std::set<int32_t> pids_;
  std::vector<RunNote> notes_;
  std::shared_ptr<Preferences> entered_;
  std::optional<size_t> final_;
  size_t kept_bytes_ = 0;
};

Result<RunView> RunView::Read(tape::TapeReader& tape) {
  RunView run;
  RETURN_IF_ERROR(RunReader(&run).Read(tape));
  return run;
}

std::optional<int64_t> RunView::ended_ns() const {
  if (input_ended_ns_ || cut_ns_)
    return input_ended_ns_ ? input_ended_ns_ : cut_ns_;
  if (!moments_.back().state) return std::nullopt;
  return moments_.back().time_ns;
}

void RunView::Keep(size_t first, size_t last) {
  RunMoment end = moments_[last + 1];
  end.words = moments_.back().words;
  end.frames.clear();
  end.notes.clear();
  if (last + 2 < moments_.size()) {
    cut_ns_.reset();
    input_ended_ns_.reset();
    moments_.resize(last + 1);
    moments_.push_back(std::move(end));
  }
  if (first > 1) {
    moments_.front().notes.clear();
    moments_.erase(moments_.begin() + 1,
                   moments_.begin() + static_cast<ptrdiff_t>(first));
    left_before_ = first - 1;
  }
}

const RunPicture* RunView::PictureOf(const RunState& state) const {
  const auto picture = pictures_.find(state.screen);
  return picture == pictures_.end() ? nullptr : &picture->second;
}

const std::string* RunView::Bytes(const std::string& digest) const {
  const auto blob = blobs_.find(digest);
  return blob == blobs_.end() ? nullptr : &blob->second;
}

std::shared_ptr<const Screenful> RunView::Screen(const RunState& state) const {
  const std::string* const bytes = Bytes(state.forest);
  ViewForest forest;
  if (bytes == nullptr || !forest.ParseFromString(*bytes)) return nullptr;
  int nodes = 0;
  for (const ViewTree& tree : forest.windows()) nodes += tree.nodes_size();
  if (nodes > kMaxForestNodes) return nullptr;
  return std::make_shared<const Screenful>(std::move(forest));
}

}  // namespace reprise::compare
