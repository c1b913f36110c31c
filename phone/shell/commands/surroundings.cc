#include "phone/shell/commands/surroundings.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int kRefused = 255;
// Settings.Global.WIFI_ON beside 0 and 1.
constexpr const char* kOnInAirplaneMode = "2";
constexpr const char* kOffByAirplaneMode = "3";

std::string Global(Process& process, const std::string& name,
                   const std::string& otherwise) {
  for (const PhoneSetting& row : process.phone().Settings()) {
    if (row.table() == "global" && row.name() == name && row.has_value()) {
      return row.value();
    }
  }
  return otherwise;
}

int SetGlobal(Process& process, const std::string& name,
              const std::string& value) {
  if (Global(process, name, "") == value) return 0;
  PhoneSetting row;
  row.set_table("global");
  row.set_name(name);
  row.set_value(value);
  return process.Report(process.phone().ChangeSetting(row));
}

bool InAirplaneMode(Process& process) {
  return Global(process, "airplane_mode_on", "0") == "1";
}

bool WifiOn(Process& process) {
  const std::string wifi = Global(process, "wifi_on", "1");
  return wifi == "1" || wifi == kOnInAirplaneMode;
}

int SetAirplaneMode(Process& process, bool on) {
  const std::string wifi = Global(process, "wifi_on", "1");
  if (const int code = SetGlobal(process, "airplane_mode_on", on ? "1" : "0")) {
    return code;
  }
  if (on && wifi == "1") {
    return SetGlobal(process, "wifi_on", kOffByAirplaneMode);
  }
  if (!on && (wifi == kOffByAirplaneMode || wifi == kOnInAirplaneMode)) {
    return SetGlobal(process, "wifi_on", "1");
  }
  return 0;
}

// One value of `dumpsys battery set`; false: there is none of that name.
bool SetValue(PhoneBattery& battery, const std::string& what, int value) {
  const auto plug = [&](int bit) {
    battery.set_plugged(value != 0 ? battery.plugged() | bit
                                   : battery.plugged() & ~bit);
  };
  if (what == "level") {
    battery.set_level(value);
  } else if (what == "status") {
    battery.set_status(value);
  } else if (what == "temp") {
    battery.set_temperature(value);
  } else if (what == "voltage") {
    battery.set_voltage(value);
  } else if (what == "ac") {
    plug(1);
  } else if (what == "usb") {
    plug(2);
  } else if (what == "wireless") {
    plug(4);
  } else if (what == "present") {
    battery.set_absent(value == 0);
  } else {
    return what == "counter" || what == "invalid" || what == "dock";
  }
  return true;
}

}  // namespace

int SwitchWifi(Process& process, bool on) {
  const char* const there = InAirplaneMode(process) ? kOnInAirplaneMode : "1";
  return SetGlobal(process, "wifi_on", on ? there : "0");
}

int SwitchData(Process& process, bool on) {
  return SetGlobal(process, "mobile_data", on ? "1" : "0");
}

int WifiCommand(Process& process) {
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  const std::string word = process.args.size() > 2 ? process.args[2] : "";
  if (verb == "set-wifi-enabled") {
    if (word != "enabled" && word != "disabled") {
      process.Err("Invalid args to set-wifi-enabled: enabled or disabled\n");
      return kRefused;
    }
    return SwitchWifi(process, word == "enabled");
  }
  if (verb == "status") {
    process.Print("Wifi is {}\n", WifiOn(process) ? "enabled" : "disabled");
    return 0;
  }
  process.Err(
      "cmd wifi: unknown command '" + verb +
      "'; it is set-wifi-enabled enabled|disabled or status: there is one "
      "network, and nothing to scan\n");
  return kRefused;
}

int ConnectivityCommand(Process& process) {
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  if (verb != "airplane-mode") {
    process.Err("cmd connectivity: unknown command '" + verb +
                "'; it is airplane-mode [enable|disable]\n");
    return kRefused;
  }
  if (process.args.size() < 3) {
    process.Out(InAirplaneMode(process) ? "enabled\n" : "disabled\n");
    return 0;
  }
  const std::string& word = process.args[2];
  if (word != "enable" && word != "disable") {
    process.Err("airplane-mode: '" + word + "' is not enable or disable\n");
    return kRefused;
  }
  return SetAirplaneMode(process, word == "enable");
}

int DumpBattery(Process& process, const std::vector<std::string>& given) {
  std::vector<std::string> args = given;
  std::erase(args, "-f");
  PhoneBattery battery = process.phone().Battery();
  const std::string verb = args.empty() ? "" : args[0];
  if (verb == "reset") {
    return process.Report(process.phone().SetBattery(NewBattery()));
  }
  if (verb == "unplug") {
    battery.set_plugged(0);
    return process.Report(process.phone().SetBattery(battery));
  }
  if (verb == "get" && args.size() > 1 && args[1] == "level") {
    process.Print("{}\n", battery.level());
    return 0;
  }
  if (verb == "set") {
    const auto value = args.size() == 3 ? ToNumber(args[2]) : std::nullopt;
    if (!value || *value < -1000 || *value > 100'000 ||
        !SetValue(battery, args[1], static_cast<int>(*value)) ||
        battery.level() < 0 || battery.level() > 100) {
      return process.Fail(
          "battery {}: it is set level (0 to 100), status (2 charging, 3 "
          "discharging, 4 not charging, 5 full), ac, usb, wireless, present (0 "
          "or "
          "1), temp or voltage, and a number",
          fmt::join(args, " "));
    }
    return process.Report(process.phone().SetBattery(battery));
  }
  if (!verb.empty() && !verb.starts_with('-')) {
    return process.Fail("battery {}: it is set, unplug or reset", verb);
  }
  const int plugged = battery.plugged();
  process.Print(
      "Current Battery Service state:\n  AC powered: {}\n  USB powered: {}\n"
      "  Wireless powered: {}\n  Dock powered: false\n"
      "  Max charging current: 0\n  Max charging voltage: 0\n"
      "  Charge counter: {}\n  status: {}\n  health: {}\n  present: {}\n"
      "  level: {}\n  scale: 100\n  voltage: {}\n  temperature: {}\n"
      "  technology: Li-ion\n",
      (plugged & 1) != 0, (plugged & 2) != 0, (plugged & 4) != 0,
      battery.level() * 40'000, battery.status(), battery.health(),
      !battery.absent(), battery.level(), battery.voltage(),
      battery.temperature());
  return 0;
}

void DumpConnectivity(Process& process) {
  const bool data =
      Global(process, "mobile_data", "1") == "1" && !InAirplaneMode(process);
  const char* const now = WifiOn(process) ? "WIFI" : data ? "MOBILE" : "none";
  process.Print(
      "connectivity\n  Active default network: {}\n  Wi-Fi: {}\n"
      "  Mobile data: {}\n  Airplane mode: {}\n",
      now, WifiOn(process) ? "on" : "off", data ? "on" : "off",
      InAirplaneMode(process) ? "on" : "off");
}

}  // namespace reprise::phone
