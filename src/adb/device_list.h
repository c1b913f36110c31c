// The devices that an adb server knows, and what to tell a person whose device
// cannot be used.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reprise::adb {

// A server never has as many; what comes after is left out.
inline constexpr size_t kMaxDevices = 1024;

struct DeviceInfo {
  std::string serial;
  std::string state;  // as adb says it: device, offline, unauthorized, ...
  // Of what the server tells beside it; empty when it does not.
  std::string product;
  std::string model;
  std::string device;
  std::string usb;
  uint64_t transport_id = 0;

  bool usable() const { return state == "device"; }
  // How it is connected: usb, tcp (its serial is HOST:PORT) or emulator.
  std::string_view transport() const;

  bool operator==(const DeviceInfo&) const = default;
};

// The text of host:devices-l or host:devices. Lines that are no device are
// left out.
std::vector<DeviceInfo> ParseDeviceList(std::string_view text);

// Why a device in this state cannot be used and what to do; empty when it can.
std::string ExplainState(const DeviceInfo& device);

// Which of them is meant: the one with this serial or, when it is empty, the
// only usable one. Errors of kind kDevice say what to do.
Result<DeviceInfo> ChooseDevice(const std::vector<DeviceInfo>& devices,
                                std::string_view serial);

}  // namespace reprise::adb
