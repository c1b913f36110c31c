#include "formats/getevent_device.h"

#include <linux/input.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/format.h"
#include "formats/frame_builder.h"
#include "formats/text_lines.h"
#include "formats/writing.h"
#include "input/device.h"
#include "input/event_codes.h"

namespace reprise::formats {
namespace {

constexpr size_t kLabelBytes = 20;
constexpr size_t kNamesPerLine = 4;
constexpr size_t kHexPerLine = 8;

// As getevent names types in a listing; the kernel's name without EV_ for
// the others.
std::string_view LabelOf(uint32_t type) {
  std::string_view name = input::TypeName(type);
  if (!TakePrefix(&name, "EV_")) return "???";
  return name;
}

// What stands between the first and the last quote.
std::string Unquoted(std::string_view text) {
  const size_t first = text.find('"');
  const size_t last = text.rfind('"');
  if (first == last) return {};
  return CleanText(text.substr(first + 1, last - first - 1));
}

bool IsOn(const EvdevDevice& device, uint32_t type, uint32_t code) {
  const auto in = [&](const auto& list) {
    return std::ranges::find(list, code) != list.end();
  };
  switch (type) {
    case EV_KEY:
      return in(device.keys_down());
    case EV_LED:
      return in(device.leds_on());
    case EV_SW:
      return in(device.switches_on());
    case EV_SND:
      return in(device.sounds_on());
    default:
      return false;
  }
}

void SetOn(EvdevDevice* device, uint32_t type, uint32_t code) {
  if (IsOn(*device, type, code)) return;
  if (type == EV_KEY) device->add_keys_down(code);
  if (type == EV_LED) device->add_leds_on(code);
  if (type == EV_SW) device->add_switches_on(code);
  if (type == EV_SND) device->add_sounds_on(code);
}

// The codes whose names getevent cuts, by type and what is left of the name;
// kSeveral if that does not tell.
constexpr uint32_t kSeveral = UINT32_MAX;
using CutNames = std::map<std::pair<uint32_t, std::string_view>, uint32_t>;

const CutNames& AllCutNames() {
  static const CutNames* const names = [] {
    auto* all = new CutNames;  // never destroyed
    for (uint32_t type = 0; type <= EV_MAX; type++) {
      for (uint32_t code = 0; code <= input::MaxCodeOf(type); code++) {
        const std::string_view name = input::CodeName(type, code);
        if (name.size() <= kLabelBytes) continue;
        const auto [at, fresh] =
            all->emplace(std::pair(type, name.substr(0, kLabelBytes)), code);
        if (!fresh) at->second = kSeveral;
      }
    }
    return all;
  }();
  return *names;
}

}  // namespace

bool ParseGeteventCode(std::string_view word, uint32_t type, uint32_t* code) {
  // The shortest name has five letters.
  if (word.size() <= 4) return ParseNumber(word, code, 16);
  if (const auto known = input::CodeByName(type, word)) {
    *code = *known;
    return true;
  }
  const auto cut = AllCutNames().find({type, word});
  if (cut == AllCutNames().end() || cut->second == kSeveral) return false;
  *code = cut->second;
  return true;
}

void GeteventListing::Take(std::string_view line) {
  const std::string_view text = Trim(line);
  if (text == "events:") {
    section_ = Section::kEvents;
    type_ = 0;
  } else if (text == "input props:") {
    section_ = Section::kProperties;
  } else if (TakeField(text)) {
    section_ = Section::kNone;
  } else if (section_ == Section::kEvents) {
    TakeCodes(text);
  } else if (section_ == Section::kProperties && text != "<none>") {
    uint32_t property = 0;
    if (const auto known = input::PropertyByName(text))
      property = *known;
    else if (!ParseNumber(text, &property, 16))
      return;
    if (property <= INPUT_PROP_MAX) input::AddProperty(device_, property);
  }
}

bool GeteventListing::TakeField(std::string_view text) {
  if (TakePrefix(&text, "name:")) {
    device_->set_name(Unquoted(text));
  } else if (TakePrefix(&text, "location:")) {
    device_->set_phys(Unquoted(text));
  } else if (TakePrefix(&text, "id:")) {
    device_->set_uniq(Unquoted(text));
  } else if (TakePrefix(&text, "version:")) {
    std::array<uint8_t, 3> parts = {};
    std::string_view rest = Trim(text);
    for (uint8_t& part : parts) {
      const size_t dot = rest.find('.');
      if (!ParseNumber(rest.substr(0, dot), &part)) return true;
      rest.remove_prefix(dot == std::string_view::npos ? rest.size() : dot + 1);
    }
    device_->set_driver_version(parts[0] << 16 | parts[1] << 8 | parts[2]);
  } else {
    const std::string_view key = TakeWord(&text);
    uint16_t value = 0;
    if (!ParseNumber(Trim(text), &value, 16)) return false;
    if (key == "bus:")
      device_->set_bus(value);
    else if (key == "vendor")
      device_->set_vendor(value);
    else if (key == "product")
      device_->set_product(value);
    else if (key == "version")
      device_->set_version(value);
    else
      return false;
  }
  return true;
}

void GeteventListing::TakeCodes(std::string_view text) {
  // "KEY (0001): ..." begins a list, other lines continue it.
  const size_t open = text.find('(');
  const size_t close = text.find("):");
  if (open != std::string_view::npos && close != std::string_view::npos &&
      open < close) {
    type_ = 0;
    uint32_t type = 0;
    if (!ParseNumber(text.substr(open + 1, close - open - 1), &type, 16) ||
        type == EV_SYN || type > EV_MAX) {
      return;
    }
    type_ = type;
    input::AddType(device_, type);
    text.remove_prefix(close + 2);
  }
  if (type_ == 0) return;
  if (type_ == EV_ABS) {
    const size_t colon = text.find(" :");
    if (colon != std::string_view::npos) {
      TakeAxis(Trim(text.substr(0, colon)), text.substr(colon + 2));
    }
    return;
  }
  while (true) {
    const std::string_view word = TakeWord(&text);
    if (word.empty()) return;
    AddCodeNamed(word);
  }
}

void GeteventListing::AddCodeNamed(std::string_view name) {
  const bool on = name.ends_with('*');
  if (on) name.remove_suffix(1);
  uint32_t code = 0;
  if (!ParseGeteventCode(name, type_, &code) ||
      code > input::MaxCodeOf(type_)) {
    losses_->Add(
        "names of codes that are not known are left out of the "
        "description");
    return;
  }
  input::AddCode(device_, type_, code);
  if (on) SetOn(device_, type_, code);
}

void GeteventListing::TakeAxis(std::string_view name, std::string_view values) {
  if (name.ends_with('*')) name.remove_suffix(1);
  uint32_t code = 0;
  if (!ParseGeteventCode(name, EV_ABS, &code) || code > ABS_MAX) {
    losses_->Add(
        "names of codes that are not known are left out of the "
        "description");
    return;
  }
  EvdevDevice::AbsAxis* axis = input::AddAxis(device_, code);
  while (!values.empty()) {
    const size_t comma = values.find(',');
    std::string_view field = values.substr(0, comma);
    values.remove_prefix(comma == std::string_view::npos ? values.size()
                                                         : comma + 1);
    const std::string_view key = TakeWord(&field);
    int32_t value = 0;
    if (!ParseNumber(Trim(field), &value)) continue;
    if (key == "value")
      axis->set_value(value);
    else if (key == "min")
      axis->set_minimum(value);
    else if (key == "max")
      axis->set_maximum(value);
    else if (key == "fuzz")
      axis->set_fuzz(value);
    else if (key == "flat")
      axis->set_flat(value);
    else if (key == "resolution")
      axis->set_resolution(value);
  }
}

void WriteGeteventListing(const EvdevDevice& device, size_t number, bool names,
                          std::string* out) {
  const uint32_t driver = device.driver_version();
  AppendFormat(out,
               "add device {}: /dev/input/{}\n"
               "  bus:      {:04x}\n"
               "  vendor    {:04x}\n"
               "  product   {:04x}\n"
               "  version   {:04x}\n"
               "  name:     \"{}\"\n"
               "  location: \"{}\"\n"
               "  id:       \"{}\"\n"
               "  version:  {}.{}.{}\n"
               "  events:\n",
               number, NodeWord(device), device.bus() & 0xffff,
               device.vendor() & 0xffff, device.product() & 0xffff,
               device.version() & 0xffff, CleanText(device.name()),
               CleanText(device.phys()), CleanText(device.uniq()),
               driver >> 16 & 0xff, driver >> 8 & 0xff, driver & 0xff);
  const auto write_code = [&](uint32_t type, uint32_t code) {
    const std::string_view name = input::CodeName(type, code);
    const char on = IsOn(device, type, code) ? '*' : ' ';
    if (names && !name.empty()) {
      AppendFormat(out, "{}{}{:<{}}", name, on, "",
                   kLabelBytes - std::min(kLabelBytes, name.size()));
    } else {
      AppendFormat(out, "{:04x}{} ", code, on);
    }
  };
  for (const auto& list : device.events()) {
    AppendFormat(out, "    {:<4}({:04x}): ", LabelOf(list.type()), list.type());
    const size_t per_line = list.type() == EV_ABS ? 1
                            : names               ? kNamesPerLine
                                                  : kHexPerLine;
    size_t count = 0;
    for (const uint32_t code : list.codes()) {
      if (count > 0 && count % per_line == 0) *out += "\n                ";
      write_code(list.type(), code);
      count++;
      if (list.type() != EV_ABS) continue;
      const EvdevDevice::AbsAxis none;
      const EvdevDevice::AbsAxis* axis = input::FindAxis(device, code);
      if (axis == nullptr) axis = &none;
      AppendFormat(out,
                   " : value {}, min {}, max {}, fuzz {}, flat {}, "
                   "resolution {}",
                   axis->value(), axis->minimum(), axis->maximum(),
                   axis->fuzz(), axis->flat(), axis->resolution());
    }
    *out += '\n';
  }
  *out += "  input props:\n";
  if (device.properties().empty()) *out += "    <none>\n";
  for (const uint32_t property : device.properties()) {
    const std::string_view name = input::PropertyName(property);
    if (names && !name.empty()) {
      AppendFormat(out, "    {}\n", name);
    } else {
      AppendFormat(out, "    {:04x}\n", property);
    }
  }
}

}  // namespace reprise::formats
