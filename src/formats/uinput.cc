// The commands of Android's `uinput`: register, delay and inject, one JSON
// object after another. See docs/format/foreign/uinput.md.
#include <linux/input.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "formats/format.h"
#include "formats/frame_builder.h"
#include "formats/lenient_json.h"
#include "formats/text_lines.h"
#include "formats/uinput_names.h"
#include "formats/writing.h"
#include "input/device.h"
#include "input/event_codes.h"

namespace reprise::formats {

extern const Format kUinputFormat;

namespace {

constexpr int64_t kNsPerMs = 1'000'000;

// A command, its fields in whatever order they came.
struct Command {
  std::string word;
  int32_t id = 0;
  int32_t duration_ms = 0;
  EvdevDevice device;
  std::vector<input::Event> events;
};

class Reading {
 public:
  Reading(std::string_view text, const ReadOptions& options,
          input::Losses* losses)
      : json_(text), options_(options), losses_(losses) {}

  Result<input::Recording> Run() {
    while (json_.BeginObject()) {
      Command command;
      while (json_.NextName(&text_)) TakeField(text_, &command);
      if (!json_.status()) break;
      RETURN_IF_ERROR(Obey(std::move(command)));
    }
    if (!json_.status()) {
      return Fail(ErrorKind::kCorruption, "{}: {}", options_.file_name,
                  json_.status().error().message);
    }
    return frames_.Finish(options_.display, losses_);
  }

 private:
  void TakeField(std::string_view name, Command* command) {
    EvdevDevice& device = command->device;
    if (name == "id") {
      command->id = Integer();
    } else if (name == "command") {
      json_.Scalar(&command->word);
    } else if (name == "duration") {
      command->duration_ms = Integer();
    } else if (name == "name") {
      device.set_name(Text());
    } else if (name == "port") {
      device.set_phys(Text());
    } else if (name == "vid") {
      device.set_vendor(Integer() & 0xffff);
    } else if (name == "pid") {
      device.set_product(Integer() & 0xffff);
    } else if (name == "bus") {
      TakeBus(&device);
    } else if (name == "ff_effects_max") {
      device.set_ff_effects_max(std::max(Integer(), 0));
    } else if (name == "configuration") {
      TakeConfiguration(&device);
    } else if (name == "abs_info") {
      TakeAxes(&device);
    } else if (name == "events") {
      TakeEvents(&command->events);
    } else {
      json_.Skip();
    }
  }

  int32_t Integer() {
    int32_t value = 0;
    if (json_.Scalar(&text_) && !ParseBits32(text_, &value)) {
      json_.Reject(fmt::format("{:?} is not a number", Shortened(text_)));
    }
    return value;
  }

  std::string Text() {
    json_.Scalar(&text_);
    return CleanText(text_);
  }

  // A number, or a name that `by_name` knows.
  template <typename ByName>
  uint32_t Number(const ByName& by_name) {
    int32_t value = 0;
    if (!json_.Scalar(&text_) || ParseBits32(text_, &value)) {
      return static_cast<uint32_t>(value);
    }
    const auto known = by_name(text_);
    if (!known) {
      json_.Reject(
          fmt::format("{:?} is neither a number nor a name of the "
                      "kernel's input codes",
                      Shortened(text_)));
    }
    return known.value_or(0);
  }
  uint32_t Code(uint32_t type) {
    return Number(
        [&](std::string_view name) { return input::CodeByName(type, name); });
  }

  void TakeBus(EvdevDevice* device) {
    if (!json_.Scalar(&text_)) return;
    if (const auto bus = UinputBusByName(text_)) {
      device->set_bus(*bus);
    } else {
      losses_->Add("names of buses that are not known are left out");
    }
  }

  void TakeConfiguration(EvdevDevice* device) {
    json_.BeginArray();
    while (json_.NextElement()) {
      json_.BeginObject();
      uint32_t control = 0;
      while (json_.NextName(&text_)) {
        if (text_ == "type") {
          control = Number(UinputControlByName);
        } else if (text_ == "data") {
          TakeBits(control, device);
        } else {
          json_.Skip();
        }
      }
    }
  }

  void TakeBits(uint32_t control, EvdevDevice* device) {
    const uint32_t type = TypeOfControl(control);
    json_.BeginArray();
    while (json_.NextElement()) {
      if (control == kSetTypes) {
        const uint32_t code = Number(input::TypeByName);
        if (code != EV_SYN && code <= EV_MAX) input::AddType(device, code);
      } else if (control == kSetProperties) {
        const uint32_t code = Number(input::PropertyByName);
        if (code <= INPUT_PROP_MAX) input::AddProperty(device, code);
      } else if (type == 0) {
        losses_->Add("configuration that is not known is left out");
        json_.Skip();
      } else if (const uint32_t code = Code(type);
                 code <= input::MaxCodeOf(type)) {
        input::AddCode(device, type, code);
        if (type == EV_ABS) input::AddAxis(device, code);
      }
    }
  }

  void TakeAxes(EvdevDevice* device) {
    json_.BeginArray();
    while (json_.NextElement()) {
      json_.BeginObject();
      EvdevDevice::AbsAxis axis;
      while (json_.NextName(&text_)) {
        if (text_ == "code")
          axis.set_code(Code(EV_ABS));
        else if (text_ == "info")
          TakeAxis(&axis);
        else
          json_.Skip();
      }
      if (axis.code() <= ABS_MAX && json_.status()) {
        *input::AddAxis(device, axis.code()) = axis;
      }
    }
  }

  void TakeAxis(EvdevDevice::AbsAxis* axis) {
    json_.BeginObject();
    while (json_.NextName(&text_)) {
      const std::string name = text_;
      const int32_t value = Integer();
      if (name == "value")
        axis->set_value(value);
      else if (name == "minimum")
        axis->set_minimum(value);
      else if (name == "maximum")
        axis->set_maximum(value);
      else if (name == "fuzz")
        axis->set_fuzz(value);
      else if (name == "flat")
        axis->set_flat(value);
      else if (name == "resolution")
        axis->set_resolution(value);
    }
  }

  void TakeEvents(std::vector<input::Event>* events) {
    json_.BeginArray();
    while (json_.NextElement()) {
      const uint32_t type = Number(input::TypeByName);
      const bool code_there = json_.NextElement();
      const uint32_t code = code_there ? Code(type) : 0;
      if (!code_there || !json_.NextElement()) {
        json_.Reject("events are not a list of types, codes and values");
        return;
      }
      const int32_t value = Integer();
      if (type > 0xffff || code > 0xffff) {
        json_.Reject("types and codes have at most 16 bits");
        return;
      }
      events->push_back(
          {static_cast<uint16_t>(type), static_cast<uint16_t>(code), value, 0});
    }
  }

  // Each device has a queue of its own, so that their waits do not add up.
  Status Obey(Command command) {
    ASSIGN_OR_RETURN(const uint32_t device,
                     frames_.DeviceOf(fmt::format("event{}", command.id)));
    int64_t& now = clocks_[device];
    if (command.word == "register") {
      command.device.set_node(frames_.device(device)->node());
      *frames_.device(device) = std::move(command.device);
    } else if (command.word == "delay") {
      const int64_t wait = std::max<int64_t>(command.duration_ms, 0) * kNsPerMs;
      now = std::min(now, kLatestNs - wait) + wait;
    } else if (command.word == "inject") {
      for (const input::Event& event : command.events) {
        frames_.Push(device, now, event.type, event.code, event.value);
      }
    } else if (command.word != "sync" && command.word != "updateTimeBase") {
      losses_->Add("commands that are not known are left out");
    }
    return {};
  }

  LenientJson json_;
  const ReadOptions& options_;
  input::Losses* const losses_;
  FrameBuilder frames_;
  std::map<uint32_t, int64_t> clocks_;  // by device
  std::string text_;
};

Match RecogniseUinput(std::string_view head) {
  LenientJson json(head);
  if (!json.BeginObject()) return Match::kNo;
  std::string name;
  std::string word;
  while (json.NextName(&name)) {
    if (name != "command") {
      json.Skip();
    } else if (json.Scalar(&word)) {
      return word == "register" || word == "inject" || word == "delay"
                 ? Match::kSure
                 : Match::kNo;
    }
  }
  // The head ends within a long first command.
  return head.find("UI_SET_") != std::string_view::npos ? Match::kSure
                                                        : Match::kNo;
}

Result<input::Recording> ReadUinput(std::string_view bytes,
                                    const ReadOptions& options,
                                    input::Losses* losses) {
  return Reading(bytes, options, losses).Run();
}

}  // namespace

Result<std::string> WriteUinput(const input::Recording& recording,
                                const WriteOptions& options,
                                input::Losses* losses);

constinit const Format kUinputFormat = {
    .name = "uinput",
    .suffixes = {".uinput", ".uinput.json"},
    .what = "commands for Android's uinput",
    .variants = {"numbers", "names"},
    .recognise = RecogniseUinput,
    .read = ReadUinput,
    .write = WriteUinput,
};

}  // namespace reprise::formats
