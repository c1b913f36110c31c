// What Android's getevent prints, in all its versions and with any of -t, -l,
// -p and -i. See docs/format/foreign/getevent.md.
#include <linux/input.h>

#include <optional>

#include "base/format.h"
#include "formats/format.h"
#include "formats/frame_builder.h"
#include "formats/getevent_device.h"
#include "formats/text_lines.h"
#include "formats/writing.h"
#include "input/event_codes.h"

namespace reprise::formats {

extern const Format kGeteventFormat;

namespace {

// Where there are no stamps: as often as most touchscreens report.
constexpr int64_t kUnstampedGapNs = 10'000'000;
constexpr int kJudgedLines = 64;
constexpr std::string_view kAddDevice = "add device ";
constexpr std::string_view kFolder = "/dev/input/";

// The parts of a line of one event; views of the line.
struct Parts {
  std::optional<int64_t> time_ns;
  std::string_view path;  // empty: getevent was asked about one device
  std::string_view type;
  std::string_view code;
  std::string_view value;
};

// Takes "[   1234.567890] " or "1234-567890: " off the front. False if it
// begins like one and is none.
bool TakeStamp(std::string_view* line, std::optional<int64_t>* time_ns) {
  int64_t time = 0;
  if (line->starts_with('[')) {
    const size_t end = line->find(']');
    if (end == std::string_view::npos ||
        !ParseSeconds(Trim(line->substr(1, end - 1)), &time)) {
      return false;
    }
    line->remove_prefix(end + 1);
    *time_ns = time;
    return true;
  }
  const size_t dash = line->find_first_not_of("0123456789");
  if (dash == std::string_view::npos || dash == 0 || (*line)[dash] != '-') {
    return true;
  }
  const size_t colon = line->find(':', dash);
  int64_t seconds = 0;
  int64_t microseconds = 0;
  if (colon == std::string_view::npos ||
      !ParseNumber(line->substr(0, dash), &seconds) ||
      !ParseNumber(line->substr(dash + 1, colon - dash - 1), &microseconds) ||
      !TimeOf(seconds, microseconds, &time)) {
    return false;
  }
  line->remove_prefix(colon + 1);
  *time_ns = time;
  return true;
}

// False: it is no line of an event.
bool Split(std::string_view line, Parts* parts) {
  line = Trim(line);
  if (!TakeStamp(&line, &parts->time_ns)) return false;
  parts->type = TakeWord(&line);
  if (parts->type.ends_with(':')) {
    parts->path = parts->type.substr(0, parts->type.size() - 1);
    parts->type = TakeWord(&line);
  }
  parts->code = TakeWord(&line);
  parts->value = TakeWord(&line);
  // With -r a rate follows.
  const std::string_view rest = TakeWord(&line);
  return !parts->value.empty() && (rest.empty() || rest == "rate");
}

bool ParseType(std::string_view word, uint16_t* type) {
  if (word.size() == 4 && ParseNumber(word, type, 16)) return true;
  const auto known = input::TypeByName(word);
  if (known) *type = *known;
  return known.has_value();
}

bool ParseValue(std::string_view word, int32_t* value) {
  uint32_t bits = 0;
  if (word.size() == 8 && ParseNumber(word, &bits, 16)) {
    *value = static_cast<int32_t>(bits);
    return true;
  }
  constexpr std::pair<std::string_view, int32_t> kLabels[] = {
      {"UP", 0},
      {"DOWN", 1},
      {"REPEAT", 2},
      {"MT_TOOL_FINGER", MT_TOOL_FINGER},
      {"MT_TOOL_PEN", MT_TOOL_PEN},
      {"MT_TOOL_PALM", MT_TOOL_PALM},
  };
  for (const auto& [label, number] : kLabels) {
    if (word != label) continue;
    *value = number;
    return true;
  }
  return false;
}

bool IsEvent(std::string_view line) {
  Parts parts;
  uint16_t type = 0;
  int32_t value = 0;
  return Split(line, &parts) && ParseType(parts.type, &type) &&
         ParseValue(parts.value, &value);
}

Match RecogniseGetevent(std::string_view head) {
  LineReader lines(head);
  std::string_view line;
  for (int i = 0; i < kJudgedLines && lines.Next(&line); i++) {
    if (line.starts_with(kAddDevice) || IsEvent(line)) return Match::kSure;
  }
  return Match::kNo;
}

class Reading {
 public:
  Reading(std::string_view text, const ReadOptions& options,
          input::Losses* losses)
      : lines_(text), options_(options), losses_(losses) {}

  Result<input::Recording> Run() {
    std::string_view line;
    while (lines_.Next(&line)) {
      if (broken_line_ != 0) return BadEvent(broken_line_, broken_);
      if (Trim(line).empty()) continue;
      RETURN_IF_ERROR(Take(line));
    }
    // The last line of a dump that was interrupted.
    if (broken_line_ != 0) losses_->Add("an event that was cut off");
    if (!stamped_ && !frames_.empty()) {
      losses_->Add("there are no stamps; frames were put 10 ms apart");
    }
    if (frames_.empty() && !listed_) {
      return Fail(ErrorKind::kCorruption,
                  "{}: there is no event of getevent in it",
                  options_.file_name);
    }
    return frames_.Finish(options_.display, losses_);
  }

 private:
  Status Take(std::string_view line) {
    if (listing_ && (line.starts_with(' ') || line.starts_with('\t'))) {
      listing_->Take(line);
      return {};
    }
    listing_.reset();
    std::string_view rest = line;
    if (TakePrefix(&rest, kAddDevice)) return AddDevice(rest, line);
    if (rest.starts_with("remove device ")) return {};
    return TakeEvent(line);
  }

  Status AddDevice(std::string_view rest, std::string_view line) {
    const size_t colon = rest.find(": ");
    if (colon == std::string_view::npos) {
      return Fail(ErrorKind::kCorruption,
                  "{}: line {}: {:?} is not 'add device N: PATH'",
                  options_.file_name, lines_.number(), Shortened(line));
    }
    const std::string_view path = Trim(rest.substr(colon + 2));
    ASSIGN_OR_RETURN(only_, frames_.DeviceOf(NodeOf(path)));
    listed_ = true;
    listing_.emplace(frames_.device(only_), losses_);
    return {};
  }

  Status TakeEvent(std::string_view line) {
    Parts parts;
    uint16_t type = 0;
    int32_t value = 0;
    if (!Split(line, &parts) || !ParseType(parts.type, &type) ||
        !ParseValue(parts.value, &value)) {
      NotAnEvent(line);
      return {};
    }
    uint32_t code = 0;
    if (!ParseGeteventCode(parts.code, type, &code)) {
      losses_->Add("events of codes whose names are not known are left out");
      return {};
    }
    uint32_t device = only_;
    if (!parts.path.empty()) {
      ASSIGN_OR_RETURN(device, frames_.DeviceOf(NodeOf(parts.path)));
    } else if (frames_.empty() && !listed_) {
      ASSIGN_OR_RETURN(only_, frames_.DeviceOf("event0"));
      device = only_;
    }
    if (parts.time_ns) {
      stamped_ = true;
      time_ns_ = *parts.time_ns;
    }
    frames_.Push(device, time_ns_, type, static_cast<uint16_t>(code), value);
    if (!stamped_ && type == EV_SYN && code == SYN_REPORT) {
      time_ns_ += kUnstampedGapNs;
    }
    return {};
  }

  // A line that began as an event is damage, unless nothing follows; others
  // are what shells and getevent itself say in between.
  void NotAnEvent(std::string_view line) {
    if (line.starts_with('[') || line.starts_with(kFolder)) {
      broken_line_ = lines_.number();
      broken_ = line;
    } else {
      losses_->Add("lines that getevent does not print are left out");
    }
  }

  tl::unexpected<Error> BadEvent(uint64_t number, std::string_view line) {
    return Fail(ErrorKind::kCorruption,
                "{}: line {}: {:?} is not an event as "
                "[SECONDS] PATH: TYPE CODE VALUE",
                options_.file_name, number, Shortened(line));
  }

  LineReader lines_;
  const ReadOptions& options_;
  input::Losses* const losses_;
  FrameBuilder frames_;
  std::optional<GeteventListing> listing_;  // of the device added last
  bool listed_ = false;
  uint32_t only_ = 0;  // the device of lines without a path
  bool stamped_ = false;
  int64_t time_ns_ = 0;
  uint64_t broken_line_ = 0;
  std::string_view broken_;
};

Result<input::Recording> ReadGetevent(std::string_view bytes,
                                      const ReadOptions& options,
                                      input::Losses* losses) {
  return Reading(bytes, options, losses).Run();
}

void WriteValue(const StampedEvent& event, bool names, std::string* out) {
  constexpr std::string_view kKeyLabels[] = {"UP", "DOWN", "REPEAT"};
  if (names && event.type == EV_KEY && event.value >= 0 && event.value <= 2) {
    *out += kKeyLabels[event.value];
  } else {
    AppendFormat(out, "{:08x}", static_cast<uint32_t>(event.value));
  }
}

void WriteEvent(const StampedEvent& event, std::string_view node, bool names,
                std::string* out) {
  AppendFormat(out, "[{:8}.{:06}] {}{}: ", event.time_ns / 1'000'000'000,
               event.time_ns / 1'000 % 1'000'000, kFolder, node);
  if (!names) {
    AppendFormat(out, "{:04x} {:04x} ", event.type, event.code);
  } else {
    const std::string_view type = input::TypeName(event.type);
    const std::string_view code = input::CodeName(event.type, event.code);
    if (type.empty())
      AppendFormat(out, "{:04x}         ", event.type);
    else
      AppendFormat(out, "{:<12} ", type);
    if (code.empty())
      AppendFormat(out, "{:04x}                 ", event.code);
    else
      AppendFormat(out, "{:<20} ", code);
  }
  WriteValue(event, names, out);
  *out += '\n';
}

Result<std::string> WriteGetevent(const input::Recording& recording,
                                  const WriteOptions& options,
                                  input::Losses* losses) {
  ASSIGN_OR_RETURN(const auto variant, VariantOf(kGeteventFormat, options));
  const bool names = variant == "lt";
  std::string out;
  std::vector<std::string> nodes;
  for (const EvdevDevice& device : recording.devices) {
    nodes.push_back(NodeWord(device));
    WriteGeteventListing(device, nodes.size(), names, &out);
    SayUnheldOf(device, ~uint32_t{kHoldsFfEffects}, losses);
  }
  for (const StampedEvent& event :
       EventsOf(recording, Precision::kMicrosecond, losses)) {
    WriteEvent(event, nodes[event.device], names, &out);
  }
  return out;
}

}  // namespace

constinit const Format kGeteventFormat = {
    .name = "getevent",
    .suffixes = {".getevent", ".getevent.txt"},
    .what = "text of Android's getevent",
    .variants = {"lt", "t"},
    .recognise = RecogniseGetevent,
    .read = ReadGetevent,
    .write = WriteGetevent,
};

}  // namespace reprise::formats
