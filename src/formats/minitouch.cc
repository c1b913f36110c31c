#include "formats/minitouch.h"

#include <linux/input-event-codes.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "formats/pointer_script.h"
#include "formats/script_lines.h"
#include "input/device.h"

namespace reprise::formats {

namespace {

// minitouch itself takes no more contacts.
constexpr int32_t kMaxContacts = 10;
constexpr int64_t kMaxUnits = 1'000'000;  // of a position or a pressure
constexpr int64_t kUsualPressure = 255;

// What "^ contacts max-x max-y max-pressure" says; 0: not said.
struct Bounds {
  int64_t max_x = 0;
  int64_t max_y = 0;
  int64_t max_pressure = 0;
};

// Android's rule: a device of 0 to max has max + 1 units across the display.
float Scale(int64_t max, int32_t pixels) {
  if (max <= 0 || pixels <= 0) return 1;
  return static_cast<float>(pixels) / static_cast<float>(max + 1);
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
      if (lines_.line().empty() || lines_.line()[0] == '#') continue;
      RETURN_IF_ERROR(ReadLine());
      RETURN_IF_ERROR(lines_.CheckSize(recording_));
    }
    if (!pending_.empty()) {
      losses_->Add("touches after the last commit were left out",
                   pending_.size());
    }
    maker_.Report(losses_);
    return std::move(recording_);
  }

 private:
  struct Change {
    char command;
    Touch touch;
  };

  Status ReadLine() {
    const char command = lines_.line()[0];
    const std::vector<std::string_view> words =
        SplitWords(lines_.line().substr(1));
    switch (command) {
      case 'v':
      case '$':
        return {};  // version and process id: nothing to a recording
      case '^':
        return ReadBounds(words);
      case 'd':
      case 'm':
      case 'u':
        return ReadTouch(command, words);
      case 'w':
        return Wait(words);
      case 'c':
        RETURN_IF_ERROR(WantWords(words, 0, "c"));
        Commit();
        return {};
      case 'r':
        RETURN_IF_ERROR(WantWords(words, 0, "r"));
        pending_.clear();
        while (maker_.down()) {
          maker_.Up(time_ns_, maker_.touches().begin()->first);
        }
        return {};
      default:
        return lines_.Fail(
            "{} is no command of minitouch; it has d, m, u, c, w and r, and "
            "the header lines v, ^ and $",
            Quote(lines_.line()));
    }
  }

  Status WantWords(const std::vector<std::string_view>& words, size_t count,
                   std::string_view form) const {
    if (words.size() == count) return {};
    return lines_.Fail("{} has {} values; the command is \"{}\"",
                       Quote(lines_.line()), words.size(), form);
  }

  Status ReadBounds(const std::vector<std::string_view>& words) {
    RETURN_IF_ERROR(
        WantWords(words, 4, "^ MAX-CONTACTS MAX-X MAX-Y MAX-PRESSURE"));
    ASSIGN_OR_RETURN(bounds_.max_x,
                     lines_.Integer(words[1], "max-x", 0, kMaxUnits));
    ASSIGN_OR_RETURN(bounds_.max_y,
                     lines_.Integer(words[2], "max-y", 0, kMaxUnits));
    ASSIGN_OR_RETURN(bounds_.max_pressure,
                     lines_.Integer(words[3], "max-pressure", 0, kMaxUnits));
    // Without a display one unit is one pixel, so this is its size.
    if (!recording_.display.known() && bounds_.max_x > 0 && bounds_.max_y > 0) {
      recording_.display = {static_cast<int32_t>(bounds_.max_x + 1),
                            static_cast<int32_t>(bounds_.max_y + 1)};
    }
    return {};
  }

  Status ReadTouch(char command, const std::vector<std::string_view>& words) {
    RETURN_IF_ERROR(command == 'u'
                        ? WantWords(words, 1, "u CONTACT")
                        : WantWords(words, 4,
                                    command == 'd' ? "d CONTACT X Y PRESSURE"
                                                   : "m CONTACT X Y PRESSURE"));
    Change change{command, {}};
    ASSIGN_OR_RETURN(
        const int64_t contact,
        lines_.Integer(words[0], "contact", 0, kMaxScriptPointers - 1));
    change.touch.id = static_cast<int32_t>(contact);
    if (command != 'u') {
      ASSIGN_OR_RETURN(const int64_t x,
                       lines_.Integer(words[1], "x", -kMaxUnits, kMaxUnits));
      ASSIGN_OR_RETURN(const int64_t y,
                       lines_.Integer(words[2], "y", -kMaxUnits, kMaxUnits));
      ASSIGN_OR_RETURN(const int64_t pressure,
                       lines_.Integer(words[3], "pressure", 0, kMaxUnits));
      const input::DisplaySize& display = recording_.display;
      change.touch.x =
          static_cast<float>(x) * Scale(bounds_.max_x, display.width);
      change.touch.y =
          static_cast<float>(y) * Scale(bounds_.max_y, display.height);
      const int64_t most =
          bounds_.max_pressure > 0 ? bounds_.max_pressure : kUsualPressure;
      change.touch.pressure =
          static_cast<float>(pressure) / static_cast<float>(most);
    }
    if (std::ranges::any_of(pending_, [&](const Change& other) {
          return other.touch.id == change.touch.id;
        })) {
      return lines_.Fail(
          "contact {} already has a d, m or u in this commit; minitouch takes "
          "one: put a c between them",
          contact);
    }
    pending_.push_back(change);
    return {};
  }

  Status Wait(const std::vector<std::string_view>& words) {
    RETURN_IF_ERROR(WantWords(words, 1, "w MILLISECONDS"));
    ASSIGN_OR_RETURN(const int64_t ms, lines_.Milliseconds(words[0], "w"));
    if (time_ns_ / kNsPerMs + ms > kMaxScriptMs) {
      return lines_.Fail("the waits add up to more than {} ms", kMaxScriptMs);
    }
    time_ns_ += ms * kNsPerMs;
    return {};
  }

  // In the order in which Android tells of one kernel frame: what lifts, what
  // moves, what goes down.
  void Commit() {
    std::vector<Touch> moves;
    for (const Change& change : pending_) {
      if (change.command == 'u') maker_.Up(time_ns_, change.touch.id);
      if (change.command == 'm') moves.push_back(change.touch);
    }
    maker_.Move(time_ns_, moves);
    for (const Change& change : pending_) {
      if (change.command == 'd') maker_.Down(time_ns_, change.touch);
    }
    pending_.clear();
  }

  ScriptLines lines_;
  input::Losses* losses_;
  input::Recording recording_;
  PointerMaker maker_;
  Bounds bounds_;
  std::vector<Change> pending_;  // since the last commit, one per contact
  int64_t time_ns_ = 0;
};

Result<input::Recording> Read(std::string_view bytes,
                              const ReadOptions& options,
                              input::Losses* losses) {
  return Reader(bytes, options, losses).Read();
}

class Writer {
 public:
  Writer(const input::Recording& recording, const WriteOptions& options,
         input::Losses* losses)
      : recording_(recording), losses_(losses) {
    display_ = recording.display.known() ? recording.display : options.display;
    FindBounds();
  }

  std::string Write() {
    out_ = fmt::format("v 1\n^ {} {} {} {}\n", kMaxContacts, bounds_.max_x,
                       bounds_.max_y, bounds_.max_pressure);
    for (const auto& motion : recording_.motions) WriteMotion(motion.message);
    if (!recording_.keys.empty()) {
      losses_->Add("keys were left out; minitouch has only touches",
                   recording_.keys.size());
    }
    if (!recording_.texts.empty()) {
      losses_->Add("texts were left out; minitouch has only touches",
                   recording_.texts.size());
    }
    ReportUnspokenFrames(recording_, losses_);
    ReportUnspokenAxes(recording_, {android::kAxisPressure}, losses_);
    return std::move(out_);
  }

 private:
  // Those of the touchscreen if it was recorded, because minitouch on the
  // device will have the same; else pixels.
  void FindBounds() {
    bounds_.max_pressure = kUsualPressure;
    for (const EvdevDevice& device : recording_.devices) {
      if (input::ClassOf(device) != input::DeviceClass::kTouch) continue;
      const auto max_of = [&](uint32_t multi, uint32_t single) -> int64_t {
        const auto* axis = input::FindAxis(device, multi);
        if (axis == nullptr) axis = input::FindAxis(device, single);
        return axis == nullptr ? 0
                               : std::min<int64_t>(axis->maximum(), kMaxUnits);
      };
      bounds_.max_x = max_of(ABS_MT_POSITION_X, ABS_X);
      bounds_.max_y = max_of(ABS_MT_POSITION_Y, ABS_Y);
      const int64_t pressure = max_of(ABS_MT_PRESSURE, ABS_PRESSURE);
      if (pressure > 0) bounds_.max_pressure = pressure;
      break;
    }
    if (bounds_.max_x > 0 && bounds_.max_y > 0) return;
    bounds_.max_x = std::clamp<int64_t>(display_.width - 1, 0, kMaxUnits);
    bounds_.max_y = std::clamp<int64_t>(display_.height - 1, 0, kMaxUnits);
  }

  int64_t Units(float pixels, int64_t max, int32_t across) {
    const float exact = pixels / Scale(max, across);
    const float whole = std::round(exact);
    if (std::abs(exact - whole) > 0.01F) {
      losses_->Add("positions were rounded to whole units of the touchscreen");
    }
    const int64_t most = max > 0 ? max : kMaxUnits;
    return std::clamp<int64_t>(static_cast<int64_t>(whole), 0, most);
  }

  int64_t Pressure(const MotionEvent::Coords& coords) const {
    const float pressure = AxisOf(coords, android::kAxisPressure, 0);
    if (!(pressure > 0)) return 0;
    return std::llround(std::min(pressure, 1.0F) *
                        static_cast<float>(bounds_.max_pressure));
  }

  void WriteMotion(const MotionEvent& motion) {
    if (motion.source() != 0 &&
        (motion.source() & android::kSourceTouchscreen) !=
            android::kSourceTouchscreen) {
      losses_->Add("motions of other devices than touchscreens were left out");
      return;
    }
    if (!IsWritable(motion, losses_)) return;
    switch (motion.action()) {
      case android::kDown:
      case android::kPointerDown:
        WriteActing('d', motion);
        break;
      case android::kUp:
      case android::kPointerUp:
        WriteActing('u', motion);
        break;
      case android::kMove:
        WriteMove(motion);
        break;
      case android::kCancel:
        losses_->Add("cancelled gestures end by lifting the fingers");
        WaitUntil(motion.samples(motion.samples_size() - 1).time_ns());
        out_ += "r\n";
        down_.clear();
        break;
      default:
        losses_->Add("hovering, scrolling and buttons were left out");
    }
  }

  bool HasContact(int32_t id) {
    if (id >= 0 && id < kMaxContacts) return true;
    losses_->Add("fingers beyond the tenth were left out");
    return false;
  }

  void WriteActing(char command, const MotionEvent& motion) {
    const int index = motion.action_index();
    const int32_t id = motion.pointers(index).pointer_id();
    if (!HasContact(id)) return;
    if (command == 'u' && !down_.contains(id)) return;
    const MotionEvent::Sample& sample =
        motion.samples(motion.samples_size() - 1);
    WaitUntil(sample.time_ns());
    if (command == 'd' && down_.erase(id) > 0) {
      out_ += fmt::format("u {}\nc\n", id);
    }
    // The event may also say where fingers moved meanwhile.
    WriteMoves(motion, sample, true);
    if (command == 'u') {
      out_ += fmt::format("u {}\nc\n", id);
      down_.erase(id);
    } else {
      WriteTouch('d', id, UnitsOf(motion, sample.coords(index)));
      out_ += "c\n";
    }
  }

  void WriteMove(const MotionEvent& motion) {
    if (motion.samples_size() > 1) {
      losses_->Add("samples that Android had batched became events",
                   static_cast<uint64_t>(motion.samples_size()) - 1);
    }
    for (const MotionEvent::Sample& sample : motion.samples()) {
      WaitUntil(sample.time_ns());
      WriteMoves(motion, sample, false);
    }
  }

  void WriteMoves(const MotionEvent& motion, const MotionEvent::Sample& sample,
                  bool only_changed) {
    std::set<int32_t> seen;  // one command per contact and commit
    for (int i = 0; i < motion.pointers_size(); i++) {
      const int32_t id = motion.pointers(i).pointer_id();
      const auto found = down_.find(id);
      if (found == down_.end()) continue;
      const Position at = UnitsOf(motion, sample.coords(i));
      if (only_changed && at.x == found->second.x && at.y == found->second.y) {
        continue;
      }
      if (seen.insert(id).second) WriteTouch('m', id, at);
    }
    if (!seen.empty()) out_ += "c\n";
  }

  struct Position {
    int64_t x;
    int64_t y;
    int64_t pressure;
  };

  Position UnitsOf(const MotionEvent& motion,
                   const MotionEvent::Coords& coords) {
    const DisplayPoint at = OnDisplay(motion, coords);
    return {Units(at.x, bounds_.max_x, display_.width),
            Units(at.y, bounds_.max_y, display_.height), Pressure(coords)};
  }

  void WriteTouch(char command, int32_t id, const Position& at) {
    out_ +=
        fmt::format("{} {} {} {} {}\n", command, id, at.x, at.y, at.pressure);
    down_[id] = at;
  }

  void WaitUntil(int64_t time_ns) {
    if (!started_) {
      started_ = true;
      said_ns_ = time_ns;
    }
    const int64_t ms = WholeMs(GapNs(said_ns_, time_ns), losses_);
    if (ms == 0) return;
    out_ += fmt::format("w {}\n", ms);
    said_ns_ += ms * kNsPerMs;  // the rest is waited for later
  }

  const input::Recording& recording_;
  input::Losses* losses_;
  input::DisplaySize display_;
  Bounds bounds_;
  std::string out_;
  std::map<int32_t, Position> down_;  // by contact, as last written
  bool started_ = false;
  int64_t said_ns_ = 0;  // the time that the waits so far add up to
};

Result<std::string> Write(const input::Recording& recording,
                          const WriteOptions& options, input::Losses* losses) {
  return Writer(recording, options, losses).Write();
}

bool IsCommand(std::string_view line) {
  if (line.empty() || line[0] == '#') return true;
  if (std::string_view("dmucwrv^$").find(line[0]) == std::string_view::npos) {
    return false;
  }
  return std::ranges::all_of(SplitWords(line.substr(1)), [](auto word) {
    return ParseInteger(word).has_value();
  });
}

Match Recognise(std::string_view head) {
  // The last line may be cut in the middle.
  const size_t last = head.rfind('\n');
  if (last == std::string_view::npos) return Match::kNo;
  bool touch = false;
  bool commit = false;
  bool header = false;
  for (const std::string_view line : SplitAt(head.substr(0, last), '\n')) {
    if (!IsCommand(line)) return Match::kNo;
    touch = touch || line.starts_with("d ");
    commit = commit || line == "c";
    header = header || line.starts_with("^ ");
  }
  if (header || (touch && commit)) return Match::kSure;
  return commit ? Match::kMaybe : Match::kNo;
}

}  // namespace

constinit const Format kMinitouchFormat = {
    .name = "minitouch",
    .suffixes = {".minitouch"},
    .what = "commands of minitouch (touches only)",
    .variants = {},
    .recognise = Recognise,
    .read = Read,
    .write = Write,
    .pointers = true,
};

}  // namespace reprise::formats
