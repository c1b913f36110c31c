#include "input/device.h"

#include <google/protobuf/util/json_util.h>
#include <linux/input.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "input/event_codes.h"

namespace reprise::input {
namespace {

constexpr size_t kMaxMetadataBytes = 1 << 20;
constexpr int kMaxSlots = 1024;
constexpr size_t kMaxName = 4096;

bool NameContains(const EvdevDevice& device, std::string_view word) {
  const std::string& name = device.name();
  return std::search(name.begin(), name.end(), word.begin(), word.end(),
                     [](char a, char b) {
                       return std::tolower(static_cast<unsigned char>(a)) == b;
                     }) != name.end();
}

template <typename List>
void InsertSorted(List* list, uint32_t value) {
  const auto at = std::lower_bound(list->begin(), list->end(), value);
  if (at != list->end() && *at == value) return;
  const auto index = at - list->begin();
  list->Add(value);
  std::rotate(list->begin() + index, list->end() - 1, list->end());
}

EvdevDevice::EventCodes* CodesOf(EvdevDevice* device, uint32_t type) {
  auto* events = device->mutable_events();
  int at = 0;
  while (at < events->size() && events->Get(at).type() < type) at++;
  if (at < events->size() && events->Get(at).type() == type) {
    return events->Mutable(at);
  }
  events->Add()->set_type(type);
  for (int i = events->size() - 1; i > at; i--) events->SwapElements(i, i - 1);
  return events->Mutable(at);
}

}  // namespace

std::string_view NameOf(DeviceClass device_class) {
  switch (device_class) {
    case DeviceClass::kTouch:
      return "touch";
    case DeviceClass::kPointer:
      return "pointer";
    case DeviceClass::kKeys:
      return "keys";
    case DeviceClass::kSwitches:
      return "switches";
    case DeviceClass::kSensor:
      return "sensor";
    case DeviceClass::kJoystick:
      return "joystick";
    case DeviceClass::kOther:
      return "other";
  }
  return "other";
}

bool HasType(const EvdevDevice& device, uint32_t type) {
  return std::ranges::any_of(
      device.events(), [&](const auto& codes) { return codes.type() == type; });
}

bool HasCode(const EvdevDevice& device, uint32_t type, uint32_t code) {
  for (const auto& codes : device.events()) {
    if (codes.type() != type) continue;
    if (std::ranges::binary_search(codes.codes(), code)) return true;
  }
  return false;
}

bool HasProperty(const EvdevDevice& device, uint32_t property) {
  return std::ranges::find(device.properties(), property) !=
         device.properties().end();
}

const EvdevDevice::AbsAxis* FindAxis(const EvdevDevice& device, uint32_t code) {
  for (const auto& axis : device.abs_axes()) {
    if (axis.code() == code) return &axis;
  }
  return nullptr;
}

void AddCode(EvdevDevice* device, uint32_t type, uint32_t code) {
  InsertSorted(CodesOf(device, type)->mutable_codes(), code);
}

void AddType(EvdevDevice* device, uint32_t type) { CodesOf(device, type); }

void AddProperty(EvdevDevice* device, uint32_t property) {
  InsertSorted(device->mutable_properties(), property);
}

EvdevDevice::AbsAxis* AddAxis(EvdevDevice* device, uint32_t code) {
  AddCode(device, EV_ABS, code);
  auto* axes = device->mutable_abs_axes();
  int at = 0;
  while (at < axes->size() && axes->Get(at).code() < code) at++;
  if (at < axes->size() && axes->Get(at).code() == code) {
    return axes->Mutable(at);
  }
  axes->Add()->set_code(code);
  for (int i = axes->size() - 1; i > at; i--) axes->SwapElements(i, i - 1);
  return axes->Mutable(at);
}

TouchProtocol TouchProtocolOf(const EvdevDevice& device) {
  const auto has = [&](uint32_t code) { return HasCode(device, EV_ABS, code); };
  if (has(ABS_MT_POSITION_X) && has(ABS_MT_POSITION_Y)) {
    // Some gamepads have axes with these numbers, and all before them too.
    if (has(ABS_MT_SLOT) && has(ABS_MT_SLOT - 1)) return TouchProtocol::kNone;
    return has(ABS_MT_SLOT) ? TouchProtocol::kB : TouchProtocol::kA;
  }
  if (has(ABS_X) && has(ABS_Y) && HasCode(device, EV_KEY, BTN_TOUCH)) {
    return TouchProtocol::kSingle;
  }
  return TouchProtocol::kNone;
}

std::string_view SensorOf(const EvdevDevice& device) {
  // The words of drivers' names, which is all that tells one from another.
  constexpr auto kWords = std::to_array<std::pair<const char*, const char*>>({
      {"accel", "accelerometer"},
      {"gsensor", "accelerometer"},
      {"g-sensor", "accelerometer"},
      {"compass", "compass"},
      {"magnet", "compass"},
      {"orientation", "compass"},
      {"prox", "proximity"},
      {"light", "light"},
      {"als", "light"},
      {"gyro", "gyroscope"},
  });
  for (const auto& [word, sensor] : kWords) {
    if (NameContains(device, word)) return sensor;
  }
  return "";
}

DeviceClass ClassOf(const EvdevDevice& device) {
  const bool keys = HasType(device, EV_KEY);
  if (HasProperty(device, INPUT_PROP_ACCELEROMETER)) {
    return DeviceClass::kSensor;
  }
  if (TouchProtocolOf(device) != TouchProtocol::kNone) {
    const bool pad = HasProperty(device, INPUT_PROP_POINTER) ||
                     HasCode(device, EV_KEY, BTN_TOOL_FINGER) ||
                     HasCode(device, EV_KEY, BTN_TOOL_PEN);
    return pad && !HasProperty(device, INPUT_PROP_DIRECT)
               ? DeviceClass::kPointer
               : DeviceClass::kTouch;
  }
  if (HasCode(device, EV_REL, REL_X) && HasCode(device, EV_REL, REL_Y) &&
      HasCode(device, EV_KEY, BTN_LEFT)) {
    return DeviceClass::kPointer;
  }
  if (HasCode(device, EV_KEY, BTN_GAMEPAD) ||
      HasCode(device, EV_KEY, BTN_JOYSTICK)) {
    return DeviceClass::kJoystick;
  }
  if (!keys && (HasType(device, EV_ABS) || HasType(device, EV_REL) ||
                HasType(device, EV_MSC))) {
    return DeviceClass::kSensor;
  }
  if (keys) return DeviceClass::kKeys;
  if (HasType(device, EV_SW)) return DeviceClass::kSwitches;
  return DeviceClass::kOther;
}

std::string ToMetadata(const EvdevDevice& device) {
  std::string json;
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  (void)google::protobuf::util::MessageToJsonString(device, &json, options);
  return json;
}

Result<EvdevDevice> FromMetadata(std::string_view json) {
  if (json.size() > kMaxMetadataBytes) {
    return Fail(ErrorKind::kCorruption,
                "the description of an input device has {} bytes, at most {} "
                "are accepted",
                json.size(), kMaxMetadataBytes);
  }
  EvdevDevice device;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto status = google::protobuf::util::JsonStringToMessage(
      {json.data(), json.size()}, &device, options);
  if (!status.ok()) {
    return Fail(ErrorKind::kCorruption,
                "the description of an input device is not readable: {}",
                std::string(status.message()));
  }
  RETURN_IF_ERROR(CheckDevice(device));
  // HasCode() needs them rising; somebody may have written them otherwise.
  for (auto& codes : *device.mutable_events()) {
    auto* list = codes.mutable_codes();
    std::ranges::sort(*list);
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return device;
}

Status CheckDevice(const EvdevDevice& device) {
  const auto bad = [&](std::string_view what, uint64_t value, uint64_t most) {
    return Fail(ErrorKind::kCorruption,
                "input device {:?}: {} {} is not possible, at most {}",
                device.node(), what, value, most);
  };
  for (const std::string* text :
       {&device.node(), &device.name(), &device.phys(), &device.uniq()}) {
    if (text->size() > kMaxName)
      return bad("name length", text->size(), kMaxName);
  }
  for (const auto& codes : device.events()) {
    if (codes.type() == EV_SYN || codes.type() > EV_MAX) {
      return bad("event type", codes.type(), EV_MAX);
    }
    for (const uint32_t code : codes.codes()) {
      if (code > MaxCodeOf(codes.type())) {
        return bad("event code", code, MaxCodeOf(codes.type()));
      }
    }
  }
  for (const auto& axis : device.abs_axes()) {
    if (axis.code() > ABS_MAX) return bad("axis", axis.code(), ABS_MAX);
  }
  for (const uint32_t property : device.properties()) {
    if (property > INPUT_PROP_MAX) {
      return bad("property", property, INPUT_PROP_MAX);
    }
  }
  for (const auto& slots : device.slots()) {
    if (slots.values_size() > kMaxSlots) {
      return bad("number of slots", slots.values_size(), kMaxSlots);
    }
  }
  return {};
}

}  // namespace reprise::input
