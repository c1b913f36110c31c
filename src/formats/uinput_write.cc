// Writing the commands of Android's `uinput`; reading is in uinput.cc.
#include <linux/input.h>

#include "base/format.h"
#include "formats/format.h"
#include "formats/frame_builder.h"
#include "formats/uinput_names.h"
#include "formats/writing.h"
#include "input/event_codes.h"

namespace reprise::formats {

extern const Format kUinputFormat;

Result<std::string> WriteUinput(const input::Recording& recording,
                                const WriteOptions& options,
                                input::Losses* losses);

namespace {

constexpr int64_t kNsPerMs = 1'000'000;
// Android needs a while to see a new device, and drops what comes before.
constexpr int64_t kRegisterMs = 1'000;

// As a JSON string; CleanText() has removed control characters.
std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : CleanText(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

class Writing {
 public:
  Writing(bool names, input::Losses* losses) : names_(names), losses_(losses) {}

  void Register(int id, const EvdevDevice& device) {
    Append("{{\"id\": {}, \"command\": \"register\", \"name\": {}, ", id,
           Quoted(device.name().empty() ? NodeWord(device) : device.name()));
    Append("\"vid\": {}, \"pid\": {}, \"bus\": \"{}\"",
           device.vendor() & 0xffff, device.product() & 0xffff, Bus(device));
    if (!device.phys().empty()) {
      Append(", \"port\": {}", Quoted(device.phys()));
    }
    out_ += ",\n \"configuration\": [";
    std::vector<uint32_t> types;
    for (const auto& list : device.events()) types.push_back(list.type());
    Bits(kSetTypes, types, [](uint32_t type) { return input::TypeName(type); });
    for (const auto& list : device.events()) {
      const uint32_t control = ControlOfType(list.type());
      if (control == 0) {
        losses_->Add("codes of types that uinput cannot set are left out",
                     list.codes_size());
        continue;
      }
      out_ += ",\n  ";
      Bits(control, list.codes(),
           [&](uint32_t code) { return input::CodeName(list.type(), code); });
    }
    if (!device.properties().empty()) {
      out_ += ",\n  ";
      Bits(kSetProperties, device.properties(), input::PropertyName);
    }
    out_ += ']';
    if (device.ff_effects_max() != 0) {
      Append(",\n \"ff_effects_max\": {}", device.ff_effects_max());
    }
    Axes(device);
    out_ += "}\n";
  }

  void Delay(int id, int64_t milliseconds) {
    // What does not fit 32 bits takes several.
    while (milliseconds > 0) {
      const int64_t now = std::min<int64_t>(milliseconds, INT32_MAX);
      Append("{{\"id\": {}, \"command\": \"delay\", \"duration\": {}}}\n", id,
             now);
      milliseconds -= now;
    }
  }

  void BeginInject(int id) {
    Append("{{\"id\": {}, \"command\": \"inject\", \"events\": [", id);
  }
  void Inject(const StampedEvent& event, bool first) {
    if (!first) out_ += ", ";
    Name(input::TypeName(event.type), event.type);
    out_ += ", ";
    Name(input::CodeName(event.type, event.code), event.code);
    Append(", {}", event.value);
  }
  void EndInject() { out_ += "]}\n"; }

  std::string Take() { return std::move(out_); }

 private:
  template <typename... Args>
  void Append(fmt::format_string<Args...> format, Args&&... args) {
    AppendFormat(&out_, format, std::forward<Args>(args)...);
  }

  std::string_view Bus(const EvdevDevice& device) {
    const std::string_view name = UinputBusName(device.bus());
    if (!name.empty()) return name;
    losses_->Add("a bus that has no name becomes virtual");
    return "virtual";
  }

  void Name(std::string_view name, uint32_t number) {
    if (names_ && !name.empty())
      Append("\"{}\"", name);
    else
      Append("{}", number);
  }

  template <typename List, typename NameOf>
  void Bits(uint32_t control, const List& codes, const NameOf& name_of) {
    out_ += "{\"type\": ";
    Name(UinputControlName(control), control);
    out_ += ", \"data\": [";
    bool first = true;
    for (const uint32_t code : codes) {
      if (!first) out_ += ", ";
      Name(name_of(code), code);
      first = false;
    }
    out_ += "]}";
  }

  void Axes(const EvdevDevice& device) {
    if (device.abs_axes().empty()) return;
    out_ += ",\n \"abs_info\": [";
    bool first = true;
    for (const auto& axis : device.abs_axes()) {
      if (!first) out_ += ",\n  ";
      first = false;
      out_ += "{\"code\": ";
      Name(input::CodeName(EV_ABS, axis.code()), axis.code());
      Append(
          ", \"info\": {{\"value\": {}, \"minimum\": {}, \"maximum\": {}, "
          "\"fuzz\": {}, \"flat\": {}, \"resolution\": {}}}}}",
          axis.value(), axis.minimum(), axis.maximum(), axis.fuzz(),
          axis.flat(), axis.resolution());
    }
    out_ += ']';
  }

  const bool names_;
  input::Losses* const losses_;
  std::string out_;
};

}  // namespace

Result<std::string> WriteUinput(const input::Recording& recording,
                                const WriteOptions& options,
                                input::Losses* losses) {
  ASSIGN_OR_RETURN(const auto variant, VariantOf(kUinputFormat, options));
  Writing writing(variant == "names", losses);
  for (size_t i = 0; i < recording.devices.size(); i++) {
    const EvdevDevice& device = recording.devices[i];
    writing.Register(static_cast<int>(i) + 1, device);
    SayUnheldOf(device, kHoldsPhys | kHoldsAxisValues | kHoldsFfEffects,
                losses);
  }
  const auto events = EventsOf(recording, Precision::kMillisecond, losses);
  if (!events.empty() && events.front().time_ns != 0) {
    losses->Add("the time at which the recording began is left out");
  }
  const int64_t start =
      events.empty() ? 0 : events.front().time_ns / kNsPerMs - kRegisterMs;
  // Each device has a queue of its own, and all begin at about the same time.
  std::vector<int64_t> now(recording.devices.size(), start);
  for (size_t i = 0; i < events.size();) {
    const StampedEvent& head = events[i];
    const int id = static_cast<int>(head.device) + 1;
    const int64_t due = head.time_ns / kNsPerMs;
    writing.Delay(id, due - now[head.device]);
    now[head.device] = due;
    writing.BeginInject(id);
    bool first = true;
    bool ended = false;
    for (; i < events.size() && !ended && events[i].device == head.device &&
           events[i].time_ns / kNsPerMs == due;
         i++) {
      writing.Inject(events[i], first);
      first = false;
      ended = events[i].type == EV_SYN && events[i].code == SYN_REPORT;
    }
    writing.EndInject();
  }
  return writing.Take();
}

}  // namespace reprise::formats
