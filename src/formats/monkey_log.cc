// A log is prose with events in it, so what cannot be read is counted and left
// out, where a script would be refused.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "formats/monkey.h"
#include "formats/pointer_script.h"
#include "formats/script_lines.h"
#include "input/pointer_events.h"

namespace reprise::formats {

namespace {

constexpr int64_t kMaxKeyCode = 0xffff;
constexpr int32_t kToolMouse = 3;

// Cuts `text` after the first `end` and gives what was before it.
std::optional<std::string_view> Until(char end, std::string_view* text) {
  const size_t at = text->find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view before = text->substr(0, at);
  text->remove_prefix(at + 1);
  return before;
}

std::optional<float> ParseCoordinate(std::string_view text) {
  const std::optional<double> value = ParseReal(text);
  if (!value || *value > kMaxScriptCoordinate ||
      *value < -kMaxScriptCoordinate) {
    return std::nullopt;
  }
  return static_cast<float>(*value);
}

struct NamedAction {
  std::string_view name;
  int32_t action;
  bool names_pointer;  // "ACTION_POINTER_DOWN 1"
};
constexpr NamedAction kActions[] = {
    {"ACTION_DOWN", android::kDown, false},
    {"ACTION_UP", android::kUp, false},
    {"ACTION_MOVE", android::kMove, false},
    {"ACTION_CANCEL", android::kCancel, false},
    {"ACTION_POINTER_DOWN", android::kPointerDown, true},
    {"ACTION_POINTER_UP", android::kPointerUp, true},
};

struct Action {
  int32_t action = 0;
  int32_t id = -1;  // of ACTION_POINTER_DOWN 1
};

std::optional<Action> ParseAction(std::string_view text) {
  const std::vector<std::string_view> words = SplitWords(text);
  if (words.empty() || words.size() > 2) return std::nullopt;
  Action action;
  if (words.size() == 2) {
    const std::optional<int64_t> id = ParseInteger(words[1]);
    if (!id || *id < 0 || *id >= kMaxScriptPointers) return std::nullopt;
    action.id = static_cast<int32_t>(*id);
  }
  const auto known = std::ranges::find(kActions, words[0], &NamedAction::name);
  if (known == std::end(kActions)) return std::nullopt;
  if (known->names_pointer != (action.id >= 0)) return std::nullopt;
  action.action = known->action;
  return action;
}

// "0:(12.0,34.0) 1:(5.0,6.0)"; empty if it is not so.
std::vector<Touch> ParseTouches(std::string_view text) {
  std::vector<Touch> touches;
  std::set<int32_t> ids;
  for (const std::string_view word : SplitWords(text)) {
    std::string_view rest = word;
    const auto id_text = Until(':', &rest);
    if (!id_text || !TakePrefix(&rest, "(")) return {};
    const auto x_text = Until(',', &rest);
    const auto y_text = Until(')', &rest);
    if (!x_text || !y_text) return {};
    const auto id = ParseInteger(*id_text);
    const auto x = ParseCoordinate(*x_text);
    const auto y = ParseCoordinate(*y_text);
    if (!id || *id < 0 || *id >= kMaxScriptPointers || !x || !y) return {};
    Touch touch;
    touch.id = static_cast<int32_t>(*id);
    touch.x = *x;
    touch.y = *y;
    if (!ids.insert(touch.id).second) return {};
    touches.push_back(touch);
  }
  return touches;
}

class Reader {
 public:
  Reader(std::string_view bytes, const ReadOptions& options,
         input::Losses* losses)
      : lines_(bytes, options), losses_(losses), maker_(&recording_) {
    recording_.display = options.display;
  }

  Result<input::Recording> Read() {
    while (true) {
      ASSIGN_OR_RETURN(const bool more, lines_.Next());
      if (!more) break;
      RETURN_IF_ERROR(ReadLine(lines_.line()));
      RETURN_IF_ERROR(lines_.CheckSize(recording_));
    }
    if (recording_.empty()) {
      return lines_.Fail(
          "the log ends without an event; Monkey writes them with -v -v -v");
    }
    maker_.Report(losses_);
    return std::move(recording_);
  }

 private:
  Status ReadLine(std::string_view line) {
    // logcat and others put something before it.
    const size_t event =
        std::min(line.find(":Sending "), line.find(":SendKey"));
    if (event != line.npos) return ReadEvent(line.substr(event));
    if (TakePrefix(&line, "Sleeping for ")) {
      const std::vector<std::string_view> words = SplitWords(line);
      if (words.empty()) return {};
      ASSIGN_OR_RETURN(const int64_t ms,
                       lines_.Milliseconds(words[0], "the sleep"));
      return Pass(ms);
    }
    if (line.starts_with(":Switch")) {
      losses_->Add("activities that Monkey started were left out");
    } else if (line.starts_with("// CRASH:") ||
               line.starts_with("// NOT RESPONDING:")) {
      losses_->Add("crashes and hangs that the log tells of");
    } else if (line.find("// Injection Failed") != line.npos) {
      losses_->Add("events that Monkey could not send are kept all the same");
    }
    return {};
  }

  Status Pass(int64_t ms) {
    if (time_ns_ / kNsPerMs + ms > kMaxScriptMs) {
      return lines_.Fail("the log takes more than {} ms", kMaxScriptMs);
    }
    time_ns_ += ms * kNsPerMs;
    return {};
  }

  Status ReadEvent(std::string_view line) {
    bool understood = true;
    if (TakePrefix(&line, ":Sending Touch (")) {
      understood = ReadMotion(line, android::kSourceTouchscreen);
    } else if (TakePrefix(&line, ":Sending Trackball (")) {
      understood = ReadMotion(line, android::kSourceTrackball);
    } else if (TakePrefix(&line, ":Sending Key (") ||
               TakePrefix(&line, ":SendKey (")) {
      understood = ReadKey(line);
    } else if (TakePrefix(&line, ":Sending Pointer ") ||
               TakePrefix(&line, ":Sending Trackball ")) {
      understood = ReadOldMotion(line);
    } else if (line.starts_with(":Sending Flip") ||
               line.starts_with(":Sending rotation")) {
      losses_->Add("rotations and keyboard flips were left out");
    } else {
      understood = false;
    }
    if (!understood) {
      losses_->Add("events of the log that cannot be read were left out");
      return {};
    }
    return Pass(kMonkeyEventMs);
  }

  // "ACTION_DOWN): 0:(12.0,34.0)"
  bool ReadMotion(std::string_view text, int32_t source) {
    const auto action_text = Until(')', &text);
    if (!action_text || !TakePrefix(&text, ":")) return false;
    const std::optional<Action> action = ParseAction(*action_text);
    const std::vector<Touch> touches = ParseTouches(text);
    if (!action || touches.empty()) return false;
    return Send(*action, touches, source);
  }

  // "ACTION_DOWN x=12.0 y=34.0", before Android 2.3. Moves without a touch are
  // those of a trackball.
  bool ReadOldMotion(std::string_view text) {
    const std::vector<std::string_view> words = SplitWords(text);
    if (words.size() != 3 || !words[1].starts_with("x=") ||
        !words[2].starts_with("y=")) {
      return false;
    }
    const std::optional<Action> action = ParseAction(words[0]);
    const auto x = ParseCoordinate(words[1].substr(2));
    const auto y = ParseCoordinate(words[2].substr(2));
    if (!action || !x || !y) return false;
    Touch touch;
    touch.x = *x;
    touch.y = *y;
    const bool rolls = action->action == android::kMove && !maker_.down();
    return Send(
        *action, {touch},
        rolls ? android::kSourceTrackball : android::kSourceTouchscreen);
  }

  bool Send(const Action& action, const std::vector<Touch>& touches,
            int32_t source) {
    const auto acting = std::ranges::find(touches, action.id, &Touch::id);
    if (action.id >= 0 && acting == touches.end()) return false;
    maker_.common()->set_source(source);
    if (source == android::kSourceTrackball) {
      maker_.set_tool(kToolMouse);
      maker_.Single(time_ns_, action.action, touches[0]);
      return true;
    }
    maker_.set_tool(android::kToolFinger);
    switch (action.action) {
      case android::kDown:
        maker_.Begin(time_ns_, touches[0]);
        break;
      case android::kPointerDown:
        maker_.Place(touches);
        maker_.Down(time_ns_, *acting);
        break;
      case android::kMove:
        maker_.Move(time_ns_, touches);
        break;
      case android::kPointerUp:
        maker_.Place(touches);
        maker_.Up(time_ns_, action.id);
        break;
      case android::kUp:
        maker_.End(time_ns_, touches[0]);
        break;
      default:
        maker_.Cancel(time_ns_);
    }
    return true;
  }

  // "ACTION_DOWN): 4    // KEYCODE_BACK"
  bool ReadKey(std::string_view text) {
    const auto action_text = Until(')', &text);
    if (!action_text || !TakePrefix(&text, ":")) return false;
    const std::optional<Action> action = ParseAction(*action_text);
    const std::vector<std::string_view> words = SplitWords(text);
    if (!action || action->action > android::kUp || words.empty()) return false;
    const auto number = ParseInteger(words[0]);
    if (!number || *number < 0 || *number > kMaxKeyCode) return false;
    const auto code = static_cast<int32_t>(*number);
    if (action->action == android::kDown) key_down_ns_[code] = time_ns_;
    const auto down = key_down_ns_.find(code);
    AddKey(time_ns_, down == key_down_ns_.end() ? time_ns_ : down->second,
           action->action, code, &recording_);
    if (action->action == android::kUp) key_down_ns_.erase(code);
    return true;
  }

  ScriptLines lines_;
  input::Losses* losses_;
  input::Recording recording_;
  PointerMaker maker_;
  int64_t time_ns_ = 0;
  std::map<int32_t, int64_t> key_down_ns_;
};

class Writer {
 public:
  Writer(const input::Recording& recording, input::Losses* losses)
      : recording_(recording), losses_(losses) {}

  std::string Write() {
    const std::vector<TimelineItem> items = TimelineOf(recording_);
    if (!items.empty()) now_ns_ = items[0].time_ns;
    out_ = fmt::format(":Monkey: seed=0 count={}\n", items.size());
    for (const TimelineItem& item : items) {
      if (item.kind == TimelineItem::Kind::kMotion) {
        TakeMotion(recording_.motions[item.index].message);
      } else if (item.kind == TimelineItem::Kind::kKey) {
        TakeKey(recording_.keys[item.index]);
      } else {
        losses_->Add("texts were left out; Monkey's log has none");
      }
    }
    out_ += fmt::format("Events injected: {}\n", written_);
    ReportUnspokenFrames(recording_, losses_);
    ReportUnspokenAxes(recording_, {}, losses_);
    return std::move(out_);
  }

 private:
  void Event(int64_t time_ns, const std::string& line) {
    const int64_t ms = GapNs(now_ns_, time_ns) / kNsPerMs;
    if (ms > 0) out_ += fmt::format("Sleeping for {} milliseconds\n", ms);
    now_ns_ = std::max(now_ns_, time_ns);
    if (now_ns_ < INT64_MAX - kMonkeyEventMs * kNsPerMs) {
      now_ns_ += kMonkeyEventMs * kNsPerMs;
    }
    out_ += line + "\n";
    written_++;
  }

  void TakeMotion(const MotionEvent& motion) {
    if (!IsWritable(motion, losses_)) return;
    const auto known =
        std::ranges::find(kActions, motion.action(), &NamedAction::action);
    if (known == std::end(kActions)) {
      losses_->Add("motions other than touching and rolling were left out");
      return;
    }
    std::string name(known->name);
    if (known->names_pointer) {
      name += fmt::format(" {}",
                          motion.pointers(motion.action_index()).pointer_id());
    }
    losses_->Add("pressure, size and exact times; a log has positions only");
    const bool rolls = motion.source() == android::kSourceTrackball;
    for (const MotionEvent::Sample& sample : motion.samples()) {
      std::string line =
          fmt::format(":Sending {} ({}):", rolls ? "Trackball" : "Touch", name);
      for (int i = 0; i < motion.pointers_size(); i++) {
        const DisplayPoint at = OnDisplay(motion, sample.coords(i));
        line += fmt::format(" {}:({},{})", motion.pointers(i).pointer_id(),
                            FormatJavaFloat(at.x), FormatJavaFloat(at.y));
      }
      Event(sample.time_ns(), line);
    }
  }

  void TakeKey(const input::Timed<KeyEvent>& timed) {
    const KeyEvent& key = timed.message;
    if (!IsWritable(key, losses_)) return;
    const std::string_view name = input::AndroidKeyName(key.key_code());
    Event(
        timed.time_ns,
        fmt::format(":Sending Key ({}): {}    // {}",
                    key.action() == android::kUp ? "ACTION_UP" : "ACTION_DOWN",
                    key.key_code(), name.empty() ? "Unknown key event" : name));
  }

  const input::Recording& recording_;
  input::Losses* losses_;
  std::string out_;
  uint64_t written_ = 0;
  int64_t now_ns_ = 0;
};

}  // namespace

Result<input::Recording> ReadMonkeyLog(std::string_view bytes,
                                       const ReadOptions& options,
                                       input::Losses* losses) {
  return Reader(bytes, options, losses).Read();
}

std::string WriteMonkeyLog(const input::Recording& recording,
                           input::Losses* losses) {
  return Writer(recording, losses).Write();
}

}  // namespace reprise::formats
