// cmd: the services behind it. Those that are commands themselves are just
// called; a few more are answered here; what changes nothing is accepted.
#include <algorithm>
#include <map>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int kRefused = 255;

int Night(Process& process) {
  PhoneProfile profile = process.phone().Profile();
  if (process.args.size() > 2 && process.args[1] == "night") {
    const std::string& wanted = process.args[2];
    if (wanted != "yes" && wanted != "no" && wanted != "auto") {
      process.Err("Error: mode must be 'yes', 'no', or 'auto'\n");
      return kRefused;
    }
    profile.set_dark(wanted == "yes");
    if (const int code = process.Report(process.phone().Configure(profile)))
      return code;
  }
  process.Print("Night mode: {}\n", profile.dark() ? "yes" : "no");
  return 0;
}

int Ime(Process& process) {
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  const std::string id = "io.reprise.phone/.Keyboard";
  if (verb == "list") {
    process.Print(
        "{}{}\n", id,
        process.args.size() > 2 && process.args.back() == "-s" ? "" : ":");
    return 0;
  }
  if (verb == "set" && process.args.size() > 2) {
    process.Print("Input method {} selected for user #0\n", process.args[2]);
    return 0;
  }
  if ((verb == "enable" || verb == "disable") && process.args.size() > 2) {
    process.Print("Input method {}: now {}d for user #0\n", process.args[2],
                  verb);
    return 0;
  }
  return verb == "reset"
             ? 0
             : process.Fail("usage: ime list [-a] [-s] | enable | set ID");
}

int Locale(Process& process) {
  PhoneProfile profile = process.phone().Profile();
  if (process.args.size() > 2 && process.args[1] == "set-device-locale") {
    profile.set_locale(process.args[2]);
    return process.Report(process.phone().Configure(profile));
  }
  process.Print("{}\n", profile.locale().empty() ? "en-US" : profile.locale());
  return 0;
}

int Appops(Process& process) {
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  if (verb == "get") {
    process.Out("No operations.\n");
    return 0;
  }
  if (verb == "set" || verb == "reset" || verb == "start" || verb == "stop")
    return 0;
  process.Err(
      "usage: appops get|set|reset PACKAGE [OPERATION [MODE]]  (accepted)\n");
  return kRefused;
}

int Cmd(Process& process) {
  static const std::map<std::string, std::string> kServices = {
      {"activity", "am"},   {"activity_task", "am"},  {"package", "pm"},
      {"window", "wm"},     {"settings", "settings"}, {"input", "input"},
      {"appops", "appops"}, {"input_method", "ime"},
  };
  static const std::map<std::string, int (*)(Process&)> kHere = {
      {"uimode", Night}, {"locale", Locale}};
  static const std::vector<std::string> kAccepted = {
      "statusbar",      "notification", "overlay",           "shortcut",
      "wifi",           "connectivity", "bluetooth_manager", "deviceidle",
      "jobscheduler",   "power",        "battery",           "netpolicy",
      "role",           "testharness",  "dropbox",           "gpu",
      "game",           "media.camera", "location",          "phone",
      "thermalservice", "trust",        "autofill",          "content_capture",
      "device_config",  "display"};
  std::vector<std::string> words(process.args.begin() + 1, process.args.end());
  while (!words.empty() && words[0] == "-w") words.erase(words.begin());
  if (words.empty()) {
    process.Err(
        "cmd: No service specified; use -l to list all running services.\n");
    return 20;
  }
  if (words[0] == "-l") {
    process.Out("Currently running services:\n");
    for (const auto& [name, command] : kServices) process.Print("  {}\n", name);
    for (const auto& [name, run] : kHere) process.Print("  {}\n", name);
    for (const std::string& name : kAccepted) process.Print("  {}\n", name);
    return 0;
  }
  const auto service = kServices.find(words[0]);
  if (service != kServices.end()) {
    words[0] = service->second;
    return process.Run(words);
  }
  const auto here = kHere.find(words[0]);
  if (here != kHere.end()) {
    Process inner(process, words, process.environment);
    const int code = here->second(inner);
    inner.Flush();
    return code;
  }
  if (std::find(kAccepted.begin(), kAccepted.end(), words[0]) !=
      kAccepted.end())
    return 0;
  process.Err("cmd: Can't find service: " + words[0] + "\n");
  return 20;
}

}  // namespace

void AddCmd(Commands& commands) {
  commands.Add("cmd", "usage: cmd SERVICE [ARGUMENT...] | cmd -l", Cmd);
  commands.Add("ime", "usage: ime list [-a] [-s] | enable ID | set ID", Ime);
  commands.Add("appops",
               "usage: appops get|set|reset PACKAGE [OPERATION [MODE]]",
               Appops);
}

}  // namespace reprise::phone
