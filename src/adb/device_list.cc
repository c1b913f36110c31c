#include "adb/device_list.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace reprise::adb {
namespace {

constexpr std::string_view kNoSerial = "(no serial number)";
constexpr std::string_view kNoPermissions = "no permissions";
constexpr std::string_view kBlank = " \t";

std::string_view Trim(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string_view TakeWord(std::string_view* text) {
  *text = Trim(*text);
  const size_t end = std::min(text->find_first_of(kBlank), text->size());
  const std::string_view word = text->substr(0, end);
  text->remove_prefix(end);
  return word;
}

void SetField(std::string_view word, DeviceInfo* device) {
  const size_t colon = word.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view name = word.substr(0, colon);
  const std::string_view value = word.substr(colon + 1);
  if (name == "product") device->product = value;
  if (name == "model") device->model = value;
  if (name == "device") device->device = value;
  if (name == "usb") device->usb = value;
  if (name == "transport_id") {
    (void)std::from_chars(value.data(), value.data() + value.size(),
                          device->transport_id);
  }
}

bool ParseLine(std::string_view line, DeviceInfo* device) {
  if (line.starts_with(kNoSerial)) {
    device->serial = kNoSerial;
    line.remove_prefix(kNoSerial.size());
  } else {
    device->serial = TakeWord(&line);
  }
  line = Trim(line);
  if (line.starts_with(kNoPermissions)) {
    device->state = kNoPermissions;  // a sentence of adb's own follows
  } else {
    device->state = TakeWord(&line);
  }
  while (!(line = Trim(line)).empty()) SetField(TakeWord(&line), device);
  return !device->serial.empty() && !device->state.empty();
}

std::string Listed(const std::vector<const DeviceInfo*>& devices) {
  constexpr size_t kShown = 8;
  std::string text;
  for (size_t i = 0; i < std::min(devices.size(), kShown); ++i) {
    if (i > 0) text += ", ";
    text += EscapeForTerminal(devices[i]->serial);
  }
  if (devices.size() > kShown) text += ", ...";
  return text;
}

}  // namespace

std::string_view DeviceInfo::transport() const {
  if (!usb.empty()) return "usb";
  if (serial.starts_with("emulator-")) return "emulator";
  return serial.find(':') == std::string::npos ? "usb" : "tcp";
}

std::vector<DeviceInfo> ParseDeviceList(std::string_view text) {
  std::vector<DeviceInfo> devices;
  while (!text.empty() && devices.size() < kMaxDevices) {
    const size_t end = std::min(text.find('\n'), text.size());
    DeviceInfo device;
    if (ParseLine(text.substr(0, end), &device)) {
      devices.push_back(std::move(device));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return devices;
}

std::string ExplainState(const DeviceInfo& device) {
  if (device.usable()) return {};
  const std::string serial = EscapeForTerminal(device.serial);
  const std::string& state = device.state;
  if (state == "unauthorized" || state == "authorizing") {
    return fmt::format(
        "the device {} does not trust this computer yet: unlock it and accept "
        "\"Allow USB debugging\"; if it does not ask, switch USB debugging off "
        "and on again in its developer options",
        serial);
  }
  if (state == "offline" || state == "connecting") {
    return fmt::format(
        "the device {} is {}: wait a moment, plug it in again, or run adb "
        "reconnect",
        serial, state);
  }
  if (state == kNoPermissions) {
    return fmt::format(
        "this user may not open the device {}: install the udev rules of your "
        "distribution (Debian: android-sdk-platform-tools-common), join the "
        "group plugdev, and plug it in again",
        serial);
  }
  return fmt::format(
      "the device {} is in the state {}; start it into Android as usual",
      serial, EscapeForTerminal(state));
}

Result<DeviceInfo> ChooseDevice(const std::vector<DeviceInfo>& devices,
                                std::string_view serial) {
  std::vector<const DeviceInfo*> usable;
  std::vector<const DeviceInfo*> all;
  std::vector<const DeviceInfo*> workers;
  for (const DeviceInfo& device : devices) {
    if (serial.empty() && device.is_worker()) {
      workers.push_back(&device);
      continue;
    }
    all.push_back(&device);
    if (device.usable()) usable.push_back(&device);
    if (!serial.empty() && device.serial == serial) {
      if (device.usable()) return device;
      return Fail(ErrorKind::kDevice, "{}", ExplainState(device));
    }
  }
  if (!serial.empty()) {
    if (all.empty()) {
      return Fail(ErrorKind::kDevice,
                  "the device {} is not connected, and no other is; see "
                  "reprise devices",
                  EscapeForTerminal(serial));
    }
    return Fail(ErrorKind::kDevice,
                "the device {} is not connected; connected: {}",
                EscapeForTerminal(serial), Listed(all));
  }
  if (usable.size() == 1) return *usable[0];
  if (usable.size() > 1) {
    return Fail(ErrorKind::kDevice,
                "more than one device is connected: say which with --on "
                "SERIAL, one of {}",
                Listed(usable));
  }
  if (all.size() == 1)
    return Fail(ErrorKind::kDevice, "{}", ExplainState(*all[0]));
  if (!all.empty()) {
    return Fail(ErrorKind::kDevice,
                "none of the connected devices can be used ({}); reprise "
                "devices says why",
                Listed(all));
  }
  if (!workers.empty()) {
    return Fail(ErrorKind::kDevice,
                "no device is free: {} belong to commands that run, such as "
                "minimize; start another phone with 'reprise phone start'",
                Listed(workers));
  }
  return Fail(ErrorKind::kDevice, "{}", kNoDevice);
}

}  // namespace reprise::adb
