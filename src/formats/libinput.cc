// The YAML of `libinput record`, which `libinput replay` plays. Only what
// libinput writes of YAML is understood: it is read line by line, so that no
// document, however made, costs more than its length. See
// docs/format/foreign/libinput.md.
#include <fmt/ranges.h>
#include <linux/input.h>

#include <array>
#include <charconv>

#include "base/format.h"
#include "formats/format.h"
#include "formats/frame_builder.h"
#include "formats/text_lines.h"
#include "formats/writing.h"
#include "input/device.h"
#include "input/event_codes.h"

namespace reprise::formats {

extern const Format kLibinputFormat;

namespace {

constexpr int64_t kVersion = 1;
constexpr size_t kMaxListItems = 1024;  // more than a type has codes
constexpr std::string_view kFolder = "/dev/input/";

// "[1, 2, 3]", and anything after it.
bool ParseList(std::string_view text, std::vector<int64_t>* items) {
  items->clear();
  text = Trim(text);
  if (!TakePrefix(&text, "[")) return false;
  while (items->size() <= kMaxListItems) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (items->empty() && text.starts_with(']')) return true;
    int64_t value = 0;
    const auto [stop, error] =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return false;
    items->push_back(value);
    text.remove_prefix(stop - text.data());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (text.starts_with(']')) return true;
    if (!TakePrefix(&text, ",")) return false;
  }
  return false;
}

// What a scalar says, without its quotes.
std::string ParseText(std::string_view text) {
  text = Trim(text);
  const size_t last = text.rfind('"');
  if (!text.starts_with('"') || last == 0) return CleanText(text);
  text = text.substr(1, last - 1);
  std::string out;
  for (size_t i = 0; i < text.size(); i++) {
    const bool escape = text[i] == '\\' && i + 1 < text.size();
    out += text[escape ? ++i : i];
  }
  return CleanText(out);
}

class Reading {
 public:
  Reading(std::string_view text, const ReadOptions& options,
          input::Losses* losses)
      : lines_(text), options_(options), losses_(losses) {}

  Result<input::Recording> Run() {
    std::string_view line;
    while (lines_.Next(&line)) {
      const std::string_view body = Trim(line);
      if (body.empty() || body.starts_with('#')) continue;
      RETURN_IF_ERROR(Take(body, line.find_first_not_of(' ')));
    }
    if (!seen_version_) {
      return Fail(ErrorKind::kCorruption,
                  "{}: there is no line 'version: {}' in it, as in every "
                  "recording of libinput",
                  options_.file_name, kVersion);
    }
    return frames_.Finish(options_.display, losses_);
  }

 private:
  enum class Section { kTop, kEvdev, kEvents, kOther };

  Status Take(std::string_view body, size_t indent) {
    std::string_view rest = body;
    if (TakePrefix(&rest, "- node:")) return BeginDevice(rest, indent);
    if (section_ == Section::kTop || indent < indent_) {
      section_ = Section::kTop;
      if (indent == 0 && TakePrefix(&rest, "version:")) {
        return TakeVersion(rest);
      }
      return {};
    }
    if (indent == indent_ && !body.starts_with('-')) {
      section_ = body.starts_with("evdev:")    ? Section::kEvdev
                 : body.starts_with("events:") ? Section::kEvents
                                               : Section::kOther;
      return {};
    }
    if (section_ == Section::kEvents) return TakeEventLine(body);
    if (section_ == Section::kEvdev) return TakeDescription(body);
    return {};
  }

  Status TakeVersion(std::string_view text) {
    int64_t version = 0;
    if (!ParseNumber(TakeWord(&text), &version) || version != kVersion) {
      return Fail(ErrorKind::kUnsupported,
                  "{}: line {}: the version of the recording is not {}",
                  options_.file_name, lines_.number(), kVersion);
    }
    seen_version_ = true;
    return {};
  }

  Status BeginDevice(std::string_view path, size_t indent) {
    ASSIGN_OR_RETURN(device_, frames_.DeviceOf(NodeOf(Trim(path))));
    indent_ = indent + 2;
    section_ = Section::kOther;
    in_evdev_ = false;
    return {};
  }

  Status TakeDescription(std::string_view body) {
    EvdevDevice* device = frames_.device(device_);
    const size_t colon = body.find(':');
    if (colon == std::string_view::npos) return {};
    const std::string_view key = body.substr(0, colon);
    const std::string_view value = body.substr(colon + 1);
    uint32_t number = 0;
    if (key == "name") {
      device->set_name(ParseText(value));
    } else if (key == "codes" || key == "absinfo") {
      in_codes_ = key == "codes";
    } else if (key == "id") {
      if (!ParseList(value, &items_) || items_.size() != 4) {
        return Bad(body, "id: [BUS, VENDOR, PRODUCT, VERSION]");
      }
      device->set_bus(items_[0] & 0xffff);
      device->set_vendor(items_[1] & 0xffff);
      device->set_product(items_[2] & 0xffff);
      device->set_version(items_[3] & 0xffff);
    } else if (key == "properties") {
      if (!ParseList(value, &items_)) return Bad(body, "a list of properties");
      for (const int64_t item : items_) {
        if (item < 0 || item > INPUT_PROP_MAX) continue;
        input::AddProperty(device, static_cast<uint32_t>(item));
      }
    } else if (ParseNumber(key, &number)) {
      if (!ParseList(value, &items_)) return Bad(body, "a list of numbers");
      return in_codes_ ? TakeCodes(number, device)
                       : TakeAxis(number, body, device);
    }
    return {};
  }

  Status TakeCodes(uint32_t type, EvdevDevice* device) {
    if (type == EV_SYN || type > EV_MAX) return {};
    input::AddType(device, type);
    for (const int64_t item : items_) {
      if (item < 0 || item > input::MaxCodeOf(type)) continue;
      input::AddCode(device, type, static_cast<uint32_t>(item));
      if (type == EV_ABS) input::AddAxis(device, static_cast<uint32_t>(item));
    }
    return {};
  }

  Status TakeAxis(uint32_t code, std::string_view body, EvdevDevice* device) {
    if (items_.size() != 5 || code > ABS_MAX) {
      return Bad(body, "AXIS: [MIN, MAX, FUZZ, FLAT, RESOLUTION]");
    }
    EvdevDevice::AbsAxis* axis = input::AddAxis(device, code);
    axis->set_minimum(static_cast<int32_t>(items_[0]));
    axis->set_maximum(static_cast<int32_t>(items_[1]));
    axis->set_fuzz(static_cast<int32_t>(items_[2]));
    axis->set_flat(static_cast<int32_t>(items_[3]));
    axis->set_resolution(static_cast<int32_t>(items_[4]));
    return {};
  }

  Status TakeEventLine(std::string_view body) {
    std::string_view rest = body;
    if (!TakePrefix(&rest, "- ")) return {};
    if (!rest.starts_with('[')) {
      // What libinput made of the events, and HID reports, are not ours.
      if (!rest.starts_with('{')) in_evdev_ = rest.starts_with("evdev:");
      if (!in_evdev_) losses_->Add("lines of libinput events are left out");
      return {};
    }
    if (!in_evdev_) return {};
    int64_t time = 0;
    if (!ParseList(rest, &items_) || items_.size() != 5 ||
        !TimeOf(items_[0], items_[1], &time) || items_[2] < 0 ||
        items_[2] > 0xffff || items_[3] < 0 || items_[3] > 0xffff ||
        items_[4] < INT32_MIN || items_[4] > INT32_MAX) {
      return Bad(body, "- [SECONDS, MICROSECONDS, TYPE, CODE, VALUE]");
    }
    frames_.Push(device_, time, static_cast<uint16_t>(items_[2]),
                 static_cast<uint16_t>(items_[3]),
                 static_cast<int32_t>(items_[4]));
    return {};
  }

  tl::unexpected<Error> Bad(std::string_view line, std::string_view expected) {
    return BadLine(options_.file_name, lines_, line, expected);
  }

  LineReader lines_;
  const ReadOptions& options_;
  input::Losses* const losses_;
  FrameBuilder frames_;
  bool seen_version_ = false;
  Section section_ = Section::kTop;
  uint32_t device_ = 0;
  size_t indent_ = 0;  // of the keys of the device
  bool in_codes_ = false;
  bool in_evdev_ = false;
  std::vector<int64_t> items_;
};

Match RecogniseLibinput(std::string_view head) {
  if (head.starts_with("# libinput record")) return Match::kSure;
  LineReader lines(head);
  std::string_view line;
  while (lines.Next(&line)) {
    if (line.empty() || line.starts_with('#') || line == "---") continue;
    if (line.starts_with("version:")) break;
    return Match::kNo;
  }
  return head.find("\nndevices:") == std::string_view::npos ? Match::kNo
                                                            : Match::kSure;
}

Result<input::Recording> ReadLibinput(std::string_view bytes,
                                      const ReadOptions& options,
                                      input::Losses* losses) {
  return Reading(bytes, options, losses).Run();
}

class Writing {
 public:
  void Begin(size_t devices) {
    Append("# libinput record\nversion: {}\nndevices: {}\ndevices:{}\n",
           kVersion, devices, devices == 0 ? " []" : "");
  }

  void Device(const EvdevDevice& device) {
    Append("- node: {}{}\n  evdev:\n    name: {}\n", kFolder, NodeWord(device),
           Quoted(device.name()));
    Append("    id: [{}, {}, {}, {}]\n    codes:\n", device.bus() & 0xffff,
           device.vendor() & 0xffff, device.product() & 0xffff,
           device.version() & 0xffff);
    out_ += "      0: [0, 1, 2, 3] # EV_SYN\n";
    for (const auto& list : device.events()) {
      Append("      {}: [{}] # {}\n", list.type(),
             fmt::join(list.codes(), ", "), input::TypeName(list.type()));
    }
    Axes(device);
    Append("    properties: [{}]\n", fmt::join(device.properties(), ", "));
    out_ += "  udev:\n    properties: []\n    virtual: false\n";
  }

  void Events(const std::vector<StampedEvent>& events) {
    out_ += events.empty() ? "  events: []\n" : "  events:\n";
    bool ended = true;
    for (const StampedEvent& event : events) {
      if (ended) out_ += "  - evdev:\n";
      Append("    - [{:3}, {:6}, {:3}, {:3}, {:7}] # {} / {}\n",
             event.time_ns / 1'000'000'000, event.time_ns / 1'000 % 1'000'000,
             event.type, event.code, event.value, input::TypeName(event.type),
             input::CodeName(event.type, event.code));
      ended = event.type == EV_SYN && event.code == SYN_REPORT;
    }
  }

  std::string Take() { return std::move(out_); }

 private:
  template <typename... Args>
  void Append(fmt::format_string<Args...> format, Args&&... args) {
    AppendFormat(&out_, format, std::forward<Args>(args)...);
  }

  static std::string Quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : CleanText(text)) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    return out + '"';
  }

  void Axes(const EvdevDevice& device) {
    bool any = false;
    for (const auto& list : device.events()) {
      if (list.type() != EV_ABS) continue;
      for (const uint32_t code : list.codes()) {
        const EvdevDevice::AbsAxis none;
        const EvdevDevice::AbsAxis* axis = input::FindAxis(device, code);
        if (axis == nullptr) axis = &none;
        if (!any) out_ += "    absinfo:\n";
        any = true;
        Append("      {}: [{}, {}, {}, {}, {}]\n", code, axis->minimum(),
               axis->maximum(), axis->fuzz(), axis->flat(), axis->resolution());
      }
    }
  }

  std::string out_;
};

Result<std::string> WriteLibinput(const input::Recording& recording,
                                  const WriteOptions&, input::Losses* losses) {
  std::vector<std::vector<StampedEvent>> by_device(recording.devices.size());
  for (const StampedEvent& event :
       EventsOf(recording, Precision::kMicrosecond, losses)) {
    by_device[event.device].push_back(event);
  }
  Writing writing;
  writing.Begin(recording.devices.size());
  for (size_t i = 0; i < recording.devices.size(); i++) {
    writing.Device(recording.devices[i]);
    writing.Events(by_device[i]);
    SayUnheldOf(recording.devices[i], kHoldsNode | kHoldsVersion, losses);
  }
  return writing.Take();
}

}  // namespace

constinit const Format kLibinputFormat = {
    .name = "libinput",
    .suffixes = {".yml", ".yaml"},
    .what = "a recording of libinput record",
    .variants = {},
    .recognise = RecogniseLibinput,
    .read = ReadLibinput,
    .write = WriteLibinput,
};

}  // namespace reprise::formats
