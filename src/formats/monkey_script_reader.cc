// Every command does what Android's MonkeySourceScript does, except that event
// times are kept, where Monkey sends touches as fast as it can.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "formats/monkey.h"
#include "formats/pointer_script.h"
#include "formats/script.h"
#include "formats/script_lines.h"
#include "formats/typed_text.h"
#include "input/pointer_events.h"

namespace reprise::formats {

namespace {

constexpr int64_t kMaxSteps = 10'000;  // of a Drag or PinchZoom
constexpr double kMaxSpeed = 1000;
constexpr int32_t kMaxKeyCode = 0xffff;
constexpr int32_t kKeyDpadCenter = 23;
constexpr int64_t kMonkeyLongPressMs = 2000;
constexpr int64_t kProfileWaitMs = 5000;
constexpr float kMonkeySize = 5;  // of the touches it makes up

class Reader {
 public:
  Reader(std::string_view bytes, const ReadOptions& options,
         input::Losses* losses)
      : lines_(bytes, options),
        losses_(losses),
        recording_(script_.recording),
        maker_(&recording_) {
    recording_.display = options.display;
  }

  Result<Script> Read() {
    while (true) {
      ASSIGN_OR_RETURN(const bool more, lines_.Next());
      if (!more) break;
      RETURN_IF_ERROR(ReadLine(lines_.line()));
      RETURN_IF_ERROR(lines_.CheckSize(recording_));
      if (script_.intents.size() + script_.device.size() > kMaxScriptEvents) {
        return lines_.Fail("more than {} commands", kMaxScriptEvents);
      }
    }
    FlushMoves();
    maker_.Report(losses_);
    return std::move(script_);
  }

 private:
  using Arguments = std::vector<std::string_view>;
  using Handler = Status (Reader::*)(const Arguments& args);

  struct Command {
    std::string_view name;
    size_t least;  // arguments
    size_t most;
    Handler handler;  // null: a recording has no place for it
    std::string_view form;
  };
  static std::span<const Command> Commands();

  Status ReadLine(std::string_view line) {
    if (line.empty() || line.starts_with('#') || line.starts_with("//")) {
      return {};
    }
    const size_t open = line.find('(');
    if (open == line.npos) return ReadHeader(line);
    std::string_view name = Trim(line.substr(0, open));
    if (name.starts_with("capture")) name.remove_prefix(7);
    for (const Command& command : Commands()) {
      if (name == command.name) return Run(command, line.substr(open + 1));
    }
    losses_->Add("lines that are no command of Monkey were left out");
    return {};
  }

  Status ReadHeader(std::string_view line) {
    if (line.starts_with("speed=")) {
      const std::optional<double> speed = ParseReal(Trim(line.substr(6)));
      if (!speed || *speed < 0 || *speed > kMaxSpeed) {
        return lines_.Fail("{}: want a number from 0 to {}", Quote(line),
                           kMaxSpeed);
      }
      speed_ = *speed;
      return {};
    }
    // The count is for Monkey's own log; the rest is always so here.
    if (line.starts_with("count=") || line.starts_with("type=") ||
        line.starts_with("linebyline") || line.starts_with("start data")) {
      return {};
    }
    losses_->Add("lines that are no command of Monkey were left out");
    return {};
  }

  Status Run(const Command& command, std::string_view rest) {
    const bool is_text = command.name == "DispatchString";
    const size_t close = is_text ? rest.rfind(')') : rest.find(')');
    if (close == rest.npos) {
      return lines_.Fail("{} lacks its closing )", command.name);
    }
    rest = rest.substr(0, close);
    Arguments args;
    if (is_text) {
      args = {Trim(rest)};
    } else if (!Trim(rest).empty()) {
      args = SplitAt(rest, ',');
    }
    if (args.size() < command.least || args.size() > command.most) {
      return lines_.Fail("{} has {} arguments, but the command is {}{}",
                         command.name, args.size(), command.name, command.form);
    }
    if (command.handler == nullptr) {
      losses_->Add(
          fmt::format("{} was left out; it is no input", command.name));
      return {};
    }
    if (command.name != "DispatchPointer") FlushMoves();
    return (this->*command.handler)(args);
  }

  Status Pass(int64_t ms) {
    if (time_ns_ / kNsPerMs + ms > kMaxScriptMs) {
      return lines_.Fail("the script takes more than {} ms", kMaxScriptMs);
    }
    time_ns_ += ms * kNsPerMs;
    return {};
  }

  // Goes to the time that an event says, unless waits took longer already. The
  // first one sets the clock; one before 0 means "now".
  Status GoTo(std::string_view event_time) {
    ASSIGN_OR_RETURN(const int64_t ms,
                     lines_.Integer(event_time, "the event time", -kMaxScriptMs,
                                    kMaxScriptMs));
    if (ms < 0) return {};
    if (first_ms_ < 0) {
      if (recording_.empty() && time_ns_ == 0) time_ns_ = ms * kNsPerMs;
      first_ms_ = ms;
      base_ms_ = time_ns_ / kNsPerMs;
      return {};
    }
    const double at_ms = static_cast<double>(base_ms_) +
                         static_cast<double>(ms - first_ms_) * speed_;
    if (at_ms > static_cast<double>(kMaxScriptMs)) {
      return lines_.Fail("the event is more than {} ms late", kMaxScriptMs);
    }
    time_ns_ = std::max(time_ns_, static_cast<int64_t>(at_ms) * kNsPerMs);
    return {};
  }

  Result<int32_t> Int32(std::string_view text, std::string_view what) const {
    ASSIGN_OR_RETURN(const int64_t value,
                     lines_.Integer(text, what, INT32_MIN, INT32_MAX));
    return static_cast<int32_t>(value);
  }

  Status ReadCommon(const Arguments& args, int32_t source) {
    MotionEvent* common = maker_.common();
    common->Clear();
    common->set_source(source);
    ASSIGN_OR_RETURN(const int32_t meta, Int32(args[7], "the meta state"));
    common->set_meta_state(meta);
    ASSIGN_OR_RETURN(const float x, lines_.Coordinate(args[8], "x precision"));
    common->set_x_precision(x);
    ASSIGN_OR_RETURN(const float y, lines_.Coordinate(args[9], "y precision"));
    common->set_y_precision(y);
    ASSIGN_OR_RETURN(const int32_t device, Int32(args[10], "the device"));
    common->set_device_id(device);
    ASSIGN_OR_RETURN(const int32_t edges, Int32(args[11], "the edge flags"));
    common->set_edge_flags(edges);
    return {};
  }

  Result<Touch> ReadTouch(const Arguments& args, int64_t action) const {
    Touch touch;
    ASSIGN_OR_RETURN(touch.x, lines_.Coordinate(args[3], "x"));
    ASSIGN_OR_RETURN(touch.y, lines_.Coordinate(args[4], "y"));
    ASSIGN_OR_RETURN(touch.pressure, lines_.Coordinate(args[5], "pressure"));
    ASSIGN_OR_RETURN(touch.size, lines_.Coordinate(args[6], "size"));
    int64_t id = action >> 8;  // the pointer's index
    if (args.size() == 13) {
      ASSIGN_OR_RETURN(id, lines_.Integer(args[12], "the pointer id", 0,
                                          kMaxScriptPointers - 1));
    } else if (id >= kMaxScriptPointers) {
      return lines_.Fail("action {} is of pointer {}; at most {} are accepted",
                         action, id, kMaxScriptPointers);
    }
    touch.id = static_cast<int32_t>(id);
    return touch;
  }

  Status Pointer(const Arguments& args) {
    ASSIGN_OR_RETURN(const int64_t action,
                     lines_.Integer(args[2], "the action", 0, 0xffff));
    ASSIGN_OR_RETURN(const Touch touch, ReadTouch(args, action));
    const auto masked = static_cast<int32_t>(action & 0xff);
    // The fingers of one move are lines of one time.
    const bool joins =
        masked == android::kMove && args[1] == moves_time_ && !moves_.empty() &&
        std::ranges::none_of(
            moves_, [&](const Touch& other) { return other.id == touch.id; });
    if (!joins) FlushMoves();
    RETURN_IF_ERROR(GoTo(args[1]));
    RETURN_IF_ERROR(ReadCommon(args, android::kSourceTouchscreen));
    switch (masked) {
      case android::kDown:
        maker_.Begin(time_ns_, touch);
        break;
      case android::kPointerDown:
        maker_.Down(time_ns_, touch);
        break;
      case android::kMove:
        moves_.push_back(touch);
        moves_time_ = args[1];
        moves_ns_ = time_ns_;
        break;
      case android::kUp:
        maker_.End(time_ns_, touch);
        break;
      case android::kPointerUp:
        maker_.UpAt(time_ns_, touch);
        break;
      case android::kCancel:
        maker_.Cancel(time_ns_);
        break;
      default:
        losses_->Add("pointer actions other than touching were left out");
    }
    return {};
  }

  void FlushMoves() {
    maker_.Move(moves_ns_, moves_);
    moves_.clear();
  }

  Status Trackball(const Arguments& args) {
    ASSIGN_OR_RETURN(const int64_t action,
                     lines_.Integer(args[2], "the action", 0, android::kMove));
    ASSIGN_OR_RETURN(const Touch touch, ReadTouch(args, 0));
    RETURN_IF_ERROR(GoTo(args[1]));
    RETURN_IF_ERROR(ReadCommon(args, android::kSourceTrackball));
    maker_.Single(time_ns_, static_cast<int32_t>(action), touch);
    return {};
  }

  Status Key(const Arguments& args) {
    ASSIGN_OR_RETURN(const int64_t action,
                     lines_.Integer(args[2], "the action", 0, 1));
    ASSIGN_OR_RETURN(const int64_t code,
                     lines_.Integer(args[3], "the key", 0, kMaxKeyCode));
    ASSIGN_OR_RETURN(const int32_t repeat, Int32(args[4], "the repeat count"));
    ASSIGN_OR_RETURN(const int32_t meta, Int32(args[5], "the meta state"));
    ASSIGN_OR_RETURN(const int32_t device, Int32(args[6], "the device"));
    ASSIGN_OR_RETURN(const int32_t scan, Int32(args[7], "the scan code"));
    RETURN_IF_ERROR(GoTo(args[1]));
    KeyEvent* key = SendKey(static_cast<int32_t>(action),
                            static_cast<int32_t>(code), repeat > 0);
    key->set_repeat_count(repeat);
    key->set_meta_state(meta);
    key->set_device_id(device);
    key->set_scan_code(scan);
    return {};
  }

  KeyEvent* SendKey(int32_t action, int32_t code, bool repeats = false) {
    const auto down = key_down_ns_.find(code);
    int64_t down_ns = time_ns_;
    if (down != key_down_ns_.end() && (action == android::kUp || repeats)) {
      down_ns = down->second;
    }
    if (action == android::kUp) {
      key_down_ns_.erase(code);
    } else {
      key_down_ns_[code] = down_ns;
    }
    return AddKey(time_ns_, down_ns, action, code, &recording_);
  }

  Status Press(const Arguments& args) {
    const int32_t code = input::AndroidKeyByName(args[0]);
    if (code == 0) {
      return lines_.Fail("{} is no key; want a name such as KEYCODE_BACK",
                         Quote(args[0]));
    }
    SendKey(android::kDown, code);
    SendKey(android::kUp, code);
    return Pass(kMonkeyEventMs);
  }

  Status LongPress(const Arguments& /*args*/) {
    SendKey(android::kDown, kKeyDpadCenter);
    RETURN_IF_ERROR(Pass(kMonkeyLongPressMs));
    SendKey(android::kUp, kKeyDpadCenter);
    return Pass(kMonkeyEventMs);
  }

  // A touch that Monkey makes up.
  Result<Touch> PlainTouch(std::string_view x, std::string_view y) {
    maker_.common()->Clear();
    maker_.common()->set_source(android::kSourceTouchscreen);
    Touch touch;
    touch.size = kMonkeySize;
    ASSIGN_OR_RETURN(touch.x, lines_.Coordinate(x, "x"));
    ASSIGN_OR_RETURN(touch.y, lines_.Coordinate(y, "y"));
    return touch;
  }

  Status Tap(const Arguments& args) {
    ASSIGN_OR_RETURN(const Touch touch, PlainTouch(args[0], args[1]));
    int64_t hold_ms = 0;
    if (args.size() == 3) {
      ASSIGN_OR_RETURN(hold_ms, lines_.Milliseconds(args[2], "the duration"));
    }
    maker_.Begin(time_ns_, touch);
    RETURN_IF_ERROR(Pass(hold_ms));
    maker_.Up(time_ns_, touch.id);
    return Pass(kMonkeyEventMs);
  }

  Status Drag(const Arguments& args) {
    return Paths({{args[0], args[1], args[2], args[3]}}, args[4]);
  }

  Status PinchZoom(const Arguments& args) {
    return Paths({{args[0], args[1], args[2], args[3]},
                  {args[4], args[5], args[6], args[7]}},
                 args[8]);
  }

  struct Path {
    std::string_view x1, y1, x2, y2;
  };

  // Fingers that go together along straight lines.
  Status Paths(const std::vector<Path>& paths, std::string_view steps_text) {
    ASSIGN_OR_RETURN(const int64_t steps,
                     lines_.Integer(steps_text, "the steps", 0, kMaxSteps));
    std::vector<Touch> from;
    std::vector<Touch> to;
    for (const Path& path : paths) {
      ASSIGN_OR_RETURN(from.emplace_back(), PlainTouch(path.x1, path.y1));
      ASSIGN_OR_RETURN(to.emplace_back(), PlainTouch(path.x2, path.y2));
      from.back().id = static_cast<int32_t>(from.size()) - 1;
    }
    if (steps == 0) return {};  // Monkey does nothing
    for (const Touch& touch : from) {
      if (touch.id == 0) {
        maker_.Begin(time_ns_, touch);
      } else {
        maker_.Down(time_ns_, touch);
      }
    }
    std::vector<Touch> now = from;
    for (int64_t step = 1; step <= steps; step++) {
      RETURN_IF_ERROR(Pass(kMonkeyEventMs));
      const float part = static_cast<float>(step) / static_cast<float>(steps);
      for (size_t i = 0; i < now.size(); i++) {
        now[i].x = from[i].x + (to[i].x - from[i].x) * part;
        now[i].y = from[i].y + (to[i].y - from[i].y) * part;
      }
      maker_.Move(time_ns_, now);
    }
    RETURN_IF_ERROR(Pass(kMonkeyEventMs));
    // Monkey leaves the second finger of a pinch down, which helps nobody.
    maker_.End(time_ns_, now[0]);
    return Pass(kMonkeyEventMs);
  }

  Status String(const Arguments& args) {
    if (!IsUtf8(args[0])) {
      return lines_.Fail("the text {} is not UTF-8", Quote(args[0]));
    }
    AddText(time_ns_, FromTyped(args[0]), &recording_);
    return Pass(kMonkeyEventMs);
  }

  Status Wait(const Arguments& args) {
    ASSIGN_OR_RETURN(const int64_t ms,
                     lines_.Milliseconds(args[0], "the wait"));
    return Pass(ms);
  }

  Status ProfileWait(const Arguments& /*args*/) { return Pass(kProfileWaitMs); }

  // Further arguments are for measuring.
  Status Launch(const Arguments& args) {
    if (!IsUtf8(args[0]) || !IsUtf8(args[1])) {
      return lines_.Fail("the component is not UTF-8");
    }
    input::Timed<IntentEvent>& launch = script_.intents.emplace_back();
    launch.time_ns = launch.read_ns = time_ns_;
    launch.message.set_kind(IntentEvent::KIND_LAUNCHED);
    launch.message.mutable_intent()->set_action("android.intent.action.MAIN");
    launch.message.mutable_intent()->set_component(
        fmt::format("{}/{}", args[0], args[1]));
    if (script_.package.empty()) script_.package = args[0];
    return Pass(kMonkeyEventMs);
  }

  Status Rotate(const Arguments& args) {
    ASSIGN_OR_RETURN(const int64_t rotation,
                     lines_.Integer(args[0], "the rotation", 0, 3));
    input::Timed<DeviceEvent>& turn = script_.device.emplace_back();
    turn.time_ns = turn.read_ns = time_ns_;
    turn.message.set_kind(DeviceEvent::KIND_DISPLAY);
    turn.message.set_rotation(static_cast<int32_t>(rotation));
    return Pass(kMonkeyEventMs);
  }

  ScriptLines lines_;
  input::Losses* losses_;
  Script script_;
  input::Recording& recording_;  // of script_
  PointerMaker maker_;
  double speed_ = 1;
  int64_t time_ns_ = 0;
  int64_t first_ms_ = -1;  // event time that the first timed event said
  int64_t base_ms_ = 0;    // when it was
  std::map<int32_t, int64_t> key_down_ns_;
  std::vector<Touch> moves_;  // not sent yet, of one time
  std::string_view moves_time_;
  int64_t moves_ns_ = 0;
};

constexpr std::string_view kPointerForm =
    "(downTime,eventTime,action,x,y,pressure,size,metaState,xPrecision,"
    "yPrecision,device,edgeFlags[,pointerId])";
constexpr size_t kAny = 1000;

std::span<const Reader::Command> Reader::Commands() {
  static constexpr Command kCommands[] = {
      {"DispatchPointer", 12, 13, &Reader::Pointer, kPointerForm},
      {"DispatchTrackball", 12, 13, &Reader::Trackball, kPointerForm},
      {"DispatchKey", 8, 8, &Reader::Key,
       "(downTime,eventTime,action,code,repeat,metaState,device,scancode)"},
      {"DispatchPress", 1, 1, &Reader::Press, "(KEYCODE)"},
      {"DispatchString", 1, 1, &Reader::String, "(text)"},
      {"LongPress", 0, kAny, &Reader::LongPress, "()"},
      {"Tap", 2, 3, &Reader::Tap, "(x,y[,ms])"},
      {"PressAndHold", 3, 3, &Reader::Tap, "(x,y,ms)"},
      {"Drag", 5, 5, &Reader::Drag, "(x1,y1,x2,y2,steps)"},
      {"PinchZoom", 9, 9, &Reader::PinchZoom,
       "(x1,y1,x2,y2,x1,y1,x2,y2,steps), the second four for the second "
       "finger"},
      {"UserWait", 1, 1, &Reader::Wait, "(ms)"},
      {"ProfileWait", 0, kAny, &Reader::ProfileWait, "()"},
      {"RotateScreen", 2, 2, &Reader::Rotate, "(0..3,persist)"},
      {"DispatchFlip", 0, kAny, nullptr, ""},
      {"LaunchActivity", 2, kAny, &Reader::Launch, "(package,class)"},
      {"LaunchInstrumentation", 0, kAny, nullptr, ""},
      {"DeviceWakeUp", 0, kAny, nullptr, ""},
      {"RunCmd", 0, kAny, nullptr, ""},
      {"PowerLog", 0, kAny, nullptr, ""},
      {"WriteLog", 0, kAny, nullptr, ""},
      {"StartCaptureFramerate", 0, kAny, nullptr, ""},
      {"EndCaptureFramerate", 0, kAny, nullptr, ""},
      {"StartCaptureAppFramerate", 0, kAny, nullptr, ""},
      {"EndCaptureAppFramerate", 0, kAny, nullptr, ""},
  };
  return kCommands;
}

}  // namespace

Result<Script> ReadMonkeySteps(std::string_view bytes,
                               const ReadOptions& options,
                               input::Losses* losses) {
  return Reader(bytes, options, losses).Read();
}

Result<input::Recording> ReadMonkeyScript(std::string_view bytes,
                                          const ReadOptions& options,
                                          input::Losses* losses) {
  input::Losses others;
  ASSIGN_OR_RETURN(Script script, ReadMonkeySteps(bytes, options, &others));
  losses->Add("LaunchActivity was left out; it is no input",
              script.intents.size());
  losses->Add("RotateScreen was left out; it is no input",
              script.device.size());
  for (const input::Loss& loss : others.all()) {
    losses->Add(loss.what, loss.count);
  }
  return std::move(script.recording);
}

}  // namespace reprise::formats
