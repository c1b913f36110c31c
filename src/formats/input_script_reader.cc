// Every command does what Android's InputShellCommand does.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "formats/input_script.h"
#include "formats/input_sources.h"
#include "formats/pointer_script.h"
#include "formats/script_lines.h"
#include "formats/shell_words.h"
#include "formats/typed_text.h"
#include "input/pointer_events.h"

namespace reprise::formats {

namespace {

// A longer swipe has as many moves, further apart.
constexpr int64_t kMaxSwipeMoves = 1000;
// adb shell "adb shell ...": nobody means it.
constexpr int kMaxShellDepth = 3;
constexpr size_t kMaxKeysPerCommand = 1000;
constexpr int32_t kMaxKeyCode = 0xffff;

constexpr int32_t kAxisVScroll = 9;
constexpr int32_t kAxisHScroll = 10;
constexpr int32_t kAxisScroll = 26;

// What the modifier keys of a combination add to the meta state of the others.
struct Modifier {
  int32_t key;
  int32_t meta;
};
constexpr Modifier kModifiers[] = {{57, 0x12},     {58, 0x22},    {59, 0x41},
                                   {60, 0x81},     {113, 0x3000}, {114, 0x5000},
                                   {117, 0x30000}, {118, 0x50000}};

int32_t MetaOf(int32_t key) {
  for (const Modifier& modifier : kModifiers) {
    if (modifier.key == key) return modifier.meta;
  }
  return 0;
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
      RETURN_IF_ERROR(RunLine(lines_.line(), 0));
    }
    maker_.Report(losses_);
    return std::move(recording_);
  }

 private:
  using Arguments = std::span<const std::string>;

  Status RunLine(std::string_view line, int depth) {
    Result<std::vector<ShellCommand>> commands = ParseShellLine(line);
    if (!commands) return lines_.Fail("{}", commands.error().message);
    for (const ShellCommand& command : *commands) {
      RETURN_IF_ERROR(Run(command, depth));
    }
    return {};
  }

  Status Run(Arguments words, int depth) {
    const std::string_view path = words[0];
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const Arguments rest = words.subspan(1);
    if (name == "input") return RunInput(rest);
    if (name == "cmd" && !rest.empty() && rest[0] == "input") {
      return RunInput(rest.subspan(1));
    }
    if (name == "sleep") return RunSleep(rest, 1e3);
    if (name == "usleep") return RunSleep(rest, 1e-3);
    if (name == "adb") {
      const std::string remote = RemoteLine(rest);
      if (!remote.empty() && depth < kMaxShellDepth) {
        return RunLine(remote, depth + 1);
      }
    }
    losses_->Add("commands other than input and sleep were left out");
    return {};
  }

  // What the device's shell gets: adb joins the words with blanks.
  static std::string RemoteLine(Arguments words) {
    size_t i = 0;
    while (i < words.size() && words[i].starts_with('-')) {
      const std::string_view option = words[i++];
      if (option == "-s" || option == "-t" || option == "-H" ||
          option == "-P" || option == "-L") {
        i++;
      }
    }
    if (i >= words.size() || (words[i] != "shell" && words[i] != "exec-out")) {
      return "";
    }
    std::string line;
    for (i++; i < words.size(); i++) {
      if (line.empty() && words[i].starts_with('-')) continue;  // -t, -T, -n
      if (!line.empty()) line += ' ';
      line += words[i];
    }
    return line;
  }

  Status Pass(int64_t ms) {
    if (time_ns_ / kNsPerMs + ms > kMaxScriptMs) {
      return lines_.Fail("the script takes more than {} ms", kMaxScriptMs);
    }
    time_ns_ += ms * kNsPerMs;
    return {};
  }

  Status RunSleep(Arguments words, double unit_ms) {
    if (words.empty()) return lines_.Fail("sleep lacks its time");
    for (std::string_view word : words) {
      double ms = unit_ms;
      constexpr std::string_view kUnits = "smhd";
      const size_t suffix =
          word.empty() ? kUnits.npos : kUnits.find(word.back());
      if (suffix != kUnits.npos) {
        constexpr double kUnitMs[] = {1e3, 60e3, 3600e3, 86400e3};
        ms = kUnitMs[suffix];
        word.remove_suffix(1);
      }
      const std::optional<double> value = ParseReal(word);
      if (!value || *value < 0 ||
          *value * ms > static_cast<double>(kMaxScriptMs)) {
        return lines_.Fail("sleep {}: want a time such as 0.5 or 2s",
                           Quote(word));
      }
      RETURN_IF_ERROR(Pass(std::llround(*value * ms)));
    }
    return {};
  }

  Status RunInput(Arguments words) {
    source_ = nullptr;
    display_id_ = 0;
    if (!words.empty()) {
      source_ = InputSourceNamed(words[0]);
      if (source_ != nullptr) words = words.subspan(1);
    }
    if (words.size() >= 2 && words[0] == "-d") {
      RETURN_IF_ERROR(ReadDisplay(words[1]));
      words = words.subspan(2);
    }
    if (words.empty()) {
      return lines_.Fail("input lacks its command, such as \"input tap 1 2\"");
    }
    Result<int64_t> took = Dispatch(words[0], words.subspan(1));
    if (!took) return Fail(std::move(took).error());
    RETURN_IF_ERROR(lines_.CheckSize(recording_));
    return Pass(*took + kInputStartMs);
  }

  Status ReadDisplay(std::string_view word) {
    if (word == "DEFAULT_DISPLAY" || word == "INVALID_DISPLAY") return {};
    ASSIGN_OR_RETURN(const int64_t id,
                     lines_.Integer(word, "the display", -1, INT32_MAX));
    display_id_ = static_cast<int32_t>(std::max<int64_t>(id, 0));
    return {};
  }

  // Runs it from now on, and gives how many ms it takes.
  Result<int64_t> Dispatch(std::string_view command, Arguments args) {
    if (command == "tap") return Tap(args);
    if (command == "swipe") return Swipe(args, false);
    if (command == "draganddrop") return Swipe(args, true);
    if (command == "text") return Text(args);
    if (command == "keyevent") return Keys(args);
    if (command == "keycombination") return Combination(args);
    if (command == "motionevent") return Motion(args);
    if (command == "press") return Press(args);
    if (command == "roll") return Roll(args);
    if (command == "scroll") return Scroll(args);
    return lines_.Fail(
        "{} is no command of input; it has tap, swipe, draganddrop, text, "
        "keyevent, keycombination, motionevent, press, roll and scroll",
        Quote(command));
  }

  Status Want(Arguments args, size_t least, size_t most,
              std::string_view form) const {
    if (args.size() >= least && args.size() <= most) return {};
    return lines_.Fail("{} arguments, but the command is \"input {}\"",
                       args.size(), form);
  }

  void UseSource(std::string_view otherwise) {
    const InputSource* source =
        source_ != nullptr ? source_ : InputSourceNamed(otherwise);
    maker_.common()->set_source(source->source);
    maker_.common()->set_display_id(display_id_);
    maker_.common()->set_x_precision(1);
    maker_.common()->set_y_precision(1);
    maker_.set_tool(source->tool_type);
    on_display_ = source->is_pointer();
  }

  Result<Touch> PointAt(Arguments args, float pressure) const {
    Touch touch;
    ASSIGN_OR_RETURN(touch.x, lines_.Coordinate(args[0], "x"));
    ASSIGN_OR_RETURN(touch.y, lines_.Coordinate(args[1], "y"));
    touch.pressure = pressure;
    return touch;
  }

  // Down and up at once, as input does it.
  void SendTap(Touch touch) {
    if (on_display_) {
      maker_.Down(time_ns_, touch);
    } else {
      maker_.Single(time_ns_, android::kDown, touch);
    }
    touch.pressure = 0;
    if (on_display_) {
      maker_.UpAt(time_ns_, touch);
    } else {
      maker_.Single(time_ns_, android::kUp, touch);
    }
  }

  Result<int64_t> Tap(Arguments args) {
    RETURN_IF_ERROR(Want(args, 2, 2, "tap X Y"));
    UseSource("touchscreen");
    ASSIGN_OR_RETURN(const Touch touch, PointAt(args, 1));
    SendTap(touch);
    return 0;
  }

  Result<int64_t> Press(Arguments args) {
    RETURN_IF_ERROR(Want(args, 0, 0, "press"));
    UseSource("trackball");
    SendTap({});
    return 0;
  }

  Result<int64_t> Roll(Arguments args) {
    RETURN_IF_ERROR(Want(args, 2, 2, "roll DX DY"));
    UseSource("trackball");
    ASSIGN_OR_RETURN(const Touch touch, PointAt(args, 0));
    maker_.Single(time_ns_, android::kMove, touch);
    return 0;
  }

  Result<int64_t> Swipe(Arguments args, bool drag) {
    RETURN_IF_ERROR(
        Want(args, 4, 5,
             drag ? "draganddrop X1 Y1 X2 Y2 [MS]" : "swipe X1 Y1 X2 Y2 [MS]"));
    UseSource("touchscreen");
    ASSIGN_OR_RETURN(const Touch from, PointAt(args, 1));
    ASSIGN_OR_RETURN(Touch to, PointAt(args.subspan(2), 0));
    int64_t ms = kInputSwipeMs;
    if (args.size() == 5) {
      ASSIGN_OR_RETURN(
          ms, lines_.Integer(args[4], "the duration", INT32_MIN, INT32_MAX));
      if (ms < 0) ms = kInputSwipeMs;
    }
    maker_.Down(time_ns_, from);
    const int64_t still = drag ? android::kLongPressMs : 0;
    const double period =
        std::max(1000 / kInputSwipeHz,
                 static_cast<double>(ms) / static_cast<double>(kMaxSwipeMoves));
    for (int64_t i = 1; i <= kMaxSwipeMoves; i++) {
      const auto at = static_cast<int64_t>(static_cast<double>(i) * period);
      if (at >= ms) break;
      if (at < still) continue;
      const float part = static_cast<float>(at) / static_cast<float>(ms);
      Touch touch = from;
      touch.x += (to.x - from.x) * part;
      touch.y += (to.y - from.y) * part;
      maker_.Move(time_ns_ + at * kNsPerMs, {&touch, 1});
    }
    const int64_t took = std::max(ms, still);
    maker_.UpAt(time_ns_ + took * kNsPerMs, to);
    return took;
  }

  Result<int64_t> Motion(Arguments args) {
    RETURN_IF_ERROR(Want(args, 1, 3, "motionevent DOWN|MOVE|UP|CANCEL X Y"));
    std::string action = args[0];
    std::ranges::transform(action, action.begin(), [](char c) {
      return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    UseSource("touchscreen");
    if (action == "CANCEL") {
      maker_.Cancel(time_ns_);
      return 0;
    }
    RETURN_IF_ERROR(Want(args, 3, 3, "motionevent DOWN|MOVE|UP X Y"));
    ASSIGN_OR_RETURN(const Touch touch,
                     PointAt(args.subspan(1), action == "UP" ? 0 : 1));
    if (action == "DOWN") {
      maker_.Begin(time_ns_, touch);
    } else if (action == "MOVE") {
      maker_.Move(time_ns_, {&touch, 1});
    } else if (action == "UP") {
      maker_.UpAt(time_ns_, touch);
    } else {
      return lines_.Fail("motionevent {}: want DOWN, MOVE, UP or CANCEL",
                         Quote(args[0]));
    }
    return 0;
  }

  Result<int64_t> Scroll(Arguments args) {
    UseSource("rotaryencoder");
    Touch touch;
    if (on_display_) {
      if (args.size() < 2) {
        return lines_.Fail("scroll lacks X and Y, which this source needs");
      }
      ASSIGN_OR_RETURN(touch, PointAt(args, 0));
      args = args.subspan(2);
    }
    touch.pressure = 0;
    std::map<int32_t, float> axes;
    for (; !args.empty(); args = args.subspan(2)) {
      if (args[0] != "--axis" || args.size() < 2) {
        return lines_.Fail("{}: want --axis NAME,VALUE", Quote(args[0]));
      }
      const std::vector<std::string_view> parts = SplitAt(args[1], ',');
      const int32_t axis = parts[0] == "VSCROLL"   ? kAxisVScroll
                           : parts[0] == "HSCROLL" ? kAxisHScroll
                           : parts[0] == "SCROLL"  ? kAxisScroll
                                                   : 0;
      if (axis == 0 || parts.size() != 2) {
        return lines_.Fail(
            "--axis {}: want SCROLL, HSCROLL or VSCROLL, a "
            "comma and a number",
            Quote(args[1]));
      }
      ASSIGN_OR_RETURN(axes[axis], lines_.Coordinate(parts[1], "the axis"));
    }
    MotionEvent* motion = maker_.Single(time_ns_, android::kScroll, touch);
    MotionEvent::Coords* coords = motion->mutable_samples(0)->mutable_coords(0);
    for (const auto& [axis, value] : axes) {
      MotionEvent::Axis* added = coords->add_axes();
      added->set_axis(axis);
      added->set_value(value);
    }
    return 0;
  }

  Result<int64_t> Text(Arguments args) {
    if (args.empty()) return lines_.Fail("input text lacks its text");
    if (args.size() > 1) {
      losses_->Add(
          "words after the first of `input text` were left out, as Android "
          "does; a blank is %s",
          args.size() - 1);
    }
    if (!IsUtf8(args[0])) {
      return lines_.Fail("the text {} is not UTF-8", Quote(args[0]));
    }
    AddText(time_ns_, FromTyped(args[0]), &recording_);
    return 0;
  }

  Result<int32_t> KeyCode(std::string_view word) const {
    if (const std::optional<int64_t> number = ParseInteger(word)) {
      if (*number >= 0 && *number <= kMaxKeyCode) {
        return static_cast<int32_t>(*number);
      }
    } else if (const int32_t code = input::AndroidKeyByName(word); code != 0) {
      return code;
    }
    return lines_.Fail("{} is no key; want KEYCODE_BACK, BACK or 4",
                       Quote(word));
  }

  KeyEvent* SendKey(int64_t at_ms, int64_t down_ms, int32_t action,
                    int32_t code) {
    KeyEvent* key =
        AddKey(time_ns_ + at_ms * kNsPerMs, time_ns_ + down_ms * kNsPerMs,
               action, code, &recording_);
    if (source_ != nullptr) key->set_source(source_->source);
    key->set_display_id(display_id_);
    return key;
  }

  // Gives when it is over.
  int64_t PressKey(int64_t at_ms, int32_t code, bool long_press) {
    SendKey(at_ms, at_ms, android::kDown, code);
    int64_t up_ms = at_ms;
    if (long_press) {
      up_ms += android::kLongPressMs;
      KeyEvent* held = SendKey(up_ms, at_ms, android::kDown, code);
      held->set_repeat_count(1);
      held->set_flags(android::kFlagLongPress);
    }
    SendKey(up_ms, at_ms, android::kUp, code);
    return up_ms;
  }

  Result<int64_t> Keys(Arguments args) {
    bool long_press = false;
    bool double_tap = false;
    int64_t delay_ms = 0;
    while (!args.empty() && args[0].starts_with("--")) {
      if (args[0] == "--longpress") {
        long_press = true;
      } else if (args[0] == "--doubletap") {
        double_tap = true;
      } else if (args[0] == "--delay" && args.size() > 1) {
        ASSIGN_OR_RETURN(delay_ms, lines_.Milliseconds(args[1], "--delay"));
        args = args.subspan(1);
      } else if (args[0] != "--async") {
        return lines_.Fail(
            "keyevent {}: want --longpress, --doubletap, "
            "--async or --delay MS",
            Quote(args[0]));
      }
      args = args.subspan(1);
    }
    RETURN_IF_ERROR(
        Want(args, 1, kMaxKeysPerCommand, "keyevent [--longpress] KEY..."));
    int64_t at_ms = 0;
    for (size_t i = 0; i < args.size(); i++) {
      ASSIGN_OR_RETURN(const int32_t code, KeyCode(args[i]));
      if (i > 0) at_ms += delay_ms;
      if (time_ns_ / kNsPerMs + at_ms > kMaxScriptMs) break;  // Pass() says so
      at_ms = PressKey(at_ms, code, long_press);
      if (double_tap) {
        at_ms = PressKey(at_ms + kInputDoubleTapMs, code, long_press);
      }
    }
    return at_ms;
  }

  Result<int64_t> Combination(Arguments args) {
    int64_t hold_ms = 0;
    if (args.size() >= 2 && args[0] == "-t") {
      ASSIGN_OR_RETURN(hold_ms, lines_.Milliseconds(args[1], "-t"));
      args = args.subspan(2);
    }
    RETURN_IF_ERROR(
        Want(args, 2, kMaxKeysPerCommand, "keycombination [-t MS] KEY KEY..."));
    std::vector<int32_t> codes;
    int32_t meta = 0;
    for (const std::string& word : args) {
      ASSIGN_OR_RETURN(const int32_t code, KeyCode(word));
      codes.push_back(code);
      SendKey(0, 0, android::kDown, code)->set_meta_state(meta);
      meta |= MetaOf(code);
    }
    for (const int32_t code : codes) {
      SendKey(hold_ms, 0, android::kUp, code)->set_meta_state(meta);
      meta &= ~MetaOf(code);
    }
    return hold_ms;
  }

  ScriptLines lines_;
  input::Losses* losses_;
  input::Recording recording_;
  PointerMaker maker_;
  int64_t time_ns_ = 0;
  // Of the command that runs:
  const InputSource* source_ = nullptr;  // null: the command's default
  int32_t display_id_ = 0;
  bool on_display_ = true;
};

}  // namespace

Result<input::Recording> ReadInputScript(std::string_view bytes,
                                         const ReadOptions& options,
                                         input::Losses* losses) {
  return Reader(bytes, options, losses).Read();
}

}  // namespace reprise::formats
