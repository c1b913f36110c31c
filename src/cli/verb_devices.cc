#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "adb/server.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/parse.h"
#include "cli/table.h"
#include "cli/verbs.h"

namespace reprise::cli {
namespace {

using adb::DeviceInfo;

constexpr std::string_view kGone =
    "gone";  // what --watch says of one that went

std::string Json(const DeviceInfo& device) {
  nlohmann::ordered_json json = {{"serial", device.serial},
                                 {"state", device.state},
                                 {"model", device.model},
                                 {"product", device.product},
                                 {"device", device.device},
                                 {"transport", device.transport()},
                                 {"transport_id", device.transport_id}};
  if (const std::string why = adb::ExplainState(device);
      !why.empty() && device.state != kGone) {
    json["problem"] = why;
  }
  return json.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

std::string OrDash(const std::string& text) {
  return text.empty() ? "-" : EscapeForTerminal(text);
}

Status Print(const std::vector<DeviceInfo>& devices, bool json,
             Console& console) {
  if (json) {
    for (const DeviceInfo& device : devices) {
      RETURN_IF_ERROR(console.Write(Json(device)));
    }
    return {};
  }
  if (devices.empty()) return {};
  Table table({{.title = "serial"},
               {.title = "state"},
               {.title = "model"},
               {.title = "product"},
               {.title = "transport"}});
  for (const DeviceInfo& device : devices) {
    table.Add({OrDash(device.serial), OrDash(device.state),
               OrDash(device.model), OrDash(device.product),
               std::string(device.transport())});
  }
  return console.Write(table.Render(console));
}

void Explain(const std::vector<DeviceInfo>& devices, Console& console) {
  for (const DeviceInfo& device : devices) {
    const std::string why = adb::ExplainState(device);
    if (!why.empty()) console.Warn(why);
  }
}

// Those of `now` that are new or different, and those of `before` that went.
std::vector<DeviceInfo> Changes(const std::vector<DeviceInfo>& before,
                                const std::vector<DeviceInfo>& now) {
  std::map<std::string, const DeviceInfo*> old;
  for (const DeviceInfo& device : before) old[device.serial] = &device;
  std::vector<DeviceInfo> changes;
  for (const DeviceInfo& device : now) {
    const auto found = old.find(device.serial);
    if (found == old.end() || *found->second != device) {
      changes.push_back(device);
    }
    if (found != old.end()) old.erase(found);
  }
  for (const auto& [serial, device] : old) {
    changes.push_back(*device);
    changes.back().state = kGone;
  }
  return changes;
}

Status PrintChange(const DeviceInfo& device, bool json, Console& console) {
  if (json) return console.Write(Json(device));
  return console.Write(fmt::format("{} {} {}\n", OrDash(device.serial),
                                   OrDash(device.state), OrDash(device.model)));
}

Status Watch(const adb::Server& server, bool json, Console& console) {
  ASSIGN_OR_RETURN(adb::DeviceTracker tracker, server.TrackDevices());
  std::vector<DeviceInfo> known;
  while (!console.reader_gone()) {
    ASSIGN_OR_RETURN(auto now, tracker.Next());
    if (!now) continue;
    for (const DeviceInfo& device : Changes(known, *now)) {
      RETURN_IF_ERROR(PrintChange(device, json, console));
    }
    RETURN_IF_ERROR(console.Flush());
    known = *std::move(now);
  }
  return {};
}

Result<ExitCode> RunDevices(const Arguments& arguments, Console& console) {
  const bool json = arguments.Has("json");
  ASSIGN_OR_RETURN(const adb::Server server, adb::Server::Connect());
  if (arguments.Has("watch")) {
    RETURN_IF_ERROR(Watch(server, json, console));
    return ExitCode::kDone;
  }
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> devices, server.Devices());
  RETURN_IF_ERROR(Print(devices, json, console));
  RETURN_IF_ERROR(console.Flush());
  if (devices.empty()) {
    console.Warn(adb::kNoDevice);
  }
  Explain(devices, console);
  return ExitCode::kDone;
}

}  // namespace

const Verb kDevicesVerb = {
    .name = "devices",
    .summary = "list the Android devices that adb knows",
    .description =
        "One line per device: serial, state, model, product, and how it is "
        "connected. A device that cannot be used is explained on stderr: what "
        "is wrong and what to do on the phone.\n"
        "\n"
        "The adb server is asked, and started when none runs. It is found as "
        "adb itself finds it: by ADB_SERVER_SOCKET, ANDROID_ADB_SERVER_ADDRESS "
        "and ANDROID_ADB_SERVER_PORT.",
    .positionals = {},
    .options = {{.name = "watch",
                 .letter = 'w',
                 .help = "go on, with a line whenever a device comes, changes "
                         "or goes"}},
    .examples = {{"reprise devices", "what is connected"},
                 {"reprise devices --watch --json",
                  "for a program, as it "
                  "happens"}},
    .run = RunDevices,
};

}  // namespace reprise::cli
