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

// What the virtual phones say they are that are there for one command only.
inline constexpr std::string_view kWorkerProduct = "reprise_worker";

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
  // Of a command that runs: nobody else uses it who does not name it.
  bool is_worker() const { return product == kWorkerProduct; }
  // How it is connected: usb, tcp (its serial is HOST:PORT) or emulator.
  std::string_view transport() const;

  bool operator==(const DeviceInfo&) const = default;
};

// The text of host:devices-l or host:devices. Lines that are no device are
// left out.
std::vector<DeviceInfo> ParseDeviceList(std::string_view text);

// Why a device in this state cannot be used and what to do; empty when it can.
std::string ExplainState(const DeviceInfo& device);

// What is said where there is none.
inline constexpr std::string_view kNoDevice =
    "no device is connected: plug one in with USB debugging on, use adb "
    "connect HOST:PORT, or start a virtual phone with 'reprise phone start'";

// Which of them is meant: the one with this serial or, when it is empty, the
// only usable one that is no worker. Errors of kind kDevice say what to do.
Result<DeviceInfo> ChooseDevice(const std::vector<DeviceInfo>& devices,
                                std::string_view serial);

}  // namespace reprise::adb
