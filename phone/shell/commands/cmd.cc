// cmd: the services behind it. Those that are commands themselves are just
// called; a few more are answered here; what changes nothing is accepted.
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "phone/shell/commands/all.h"
#include "phone/shell/commands/surroundings.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int kRefused = 255;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

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

// cmd alarm set-timezone ZONE
int AlarmCommand(Process& process) {
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  if (verb != "set-timezone" || process.args.size() < 3) {
    process.Err("usage: cmd alarm set-timezone ZONE (\"Europe/Berlin\")\n");
    return kRefused;
  }
  PhoneProfile profile = process.phone().Profile();
  profile.set_time_zone(process.args[2]);
  return process.Report(process.phone().Configure(profile));
}

int Printed(Process& process, const Result<std::string>& text) {
  if (!text) {
    process.Err(text.error().message + "\n");
    return kRefused;
  }
  process.Out(*text);
  return 0;
}

// cmd jobscheduler run [-f] [-u USER] [-n SPACE] PACKAGE JOB, and the like.
int JobCommand(Process& process) {
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  if (verb == "monitor-battery") return 0;
  std::vector<std::string> flags;
  std::vector<std::string> names;
  for (size_t i = 2; i < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    if (word == "-u" || word == "--user" || word == "-n" ||
        word == "--namespace") {
      ++i;
    } else if (word.starts_with('-') && word.size() > 1 && !IsDigit(word[1])) {
      flags.push_back(word);
    } else {
      names.push_back(word);
    }
  }
  static const std::set<std::string> kVerbs = {"run", "timeout", "cancel",
                                               "get-job-state"};
  if (!kVerbs.contains(verb) || names.empty()) {
    process.Err(
        "usage: cmd jobscheduler run [-f] | timeout | cancel | get-job-state, "
        "and PACKAGE JOB\n");
    return kRefused;
  }
  std::vector<std::string> words = {verb};
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(), names.begin() + 1, names.end());
  return Printed(process,
                 process.phone().System(names[0], "jobscheduler", words));
}

// The shade is drawn by whoever is in front.
int StatusBarCommand(Process& process) {
  return Printed(process, process.phone().System(
                              "", "statusbar",
                              {process.args.begin() + 1, process.args.end()}));
}

int NotificationCommand(Process& process) {
  static const std::set<std::string> kIgnored = {
      "allow_listener",  "disallow_listener",
      "allow_assistant", "disallow_assistant",
      "allow_dnd",       "disallow_dnd",
      "set_dnd"};
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  if (kIgnored.contains(verb)) return 0;
  if (verb == "list") {
    return Printed(process, process.phone().Dump("notification", {"list"}));
  }
  process.Err("cmd notification: unknown command '" + verb +
              "'; it is list; accepted, without effect, are those for "
              "listeners and Do Not Disturb\n");
  return kRefused;
}

// cmd overlay: those that choose how the user navigates do so, others are
// accepted without effect. True if it was one.
bool TakeNavigation(Process& process) {
  const auto& args = process.args;
  if (args.size() < 4 || args[1] != "overlay") return false;
  const std::string& verb = args[2];
  const std::string& name = args.back();
  constexpr std::string_view kPrefix = "com.android.internal.systemui.navbar.";
  if (!name.starts_with(kPrefix)) return false;
  const bool gestures = name.substr(kPrefix.size()).starts_with("gestural");
  if (verb != "enable" && verb != "enable-exclusive" &&
      !(verb == "disable" && gestures)) {
    return false;
  }
  PhoneSetting mode;
  mode.set_table("secure");
  mode.set_name("navigation_mode");
  mode.set_value(gestures && verb != "disable" ? "2" : "0");
  (void)process.phone().ChangeSetting(mode);
  return true;
}

// Services that this phone has nothing to do for, with the commands of
// Android's that are accepted so that scripts which prepare a phone go on.
const std::map<std::string, std::set<std::string>>& Accepted() {
  static const std::map<std::string, std::set<std::string>> kAccepted = {
      {"overlay", {"list", "enable", "disable", "enable-exclusive"}},
      {"shortcut", {"reset-throttling", "clear-shortcuts", "get-shortcuts"}},
      {"bluetooth_manager",
       {"enable", "disable", "wait-for-state:STATE_OFF",
        "wait-for-state:STATE_ON"}},
      {"deviceidle",
       {"step", "force-idle", "force-inactive", "unforce", "get", "disable",
        "enable", "enabled", "whitelist", "tempwhitelist",
        "except-idle-whitelist", "motion"}},
      {"power",
       {"set-mode", "set-adaptive-power-saver-enabled",
        "set-fixed-performance-mode-enabled", "set-face-down-detector"}},
      {"netpolicy",
       {"list", "set", "add", "remove", "get", "start-watching",
        "stop-watching"}},
      {"role",
       {"add-role-holder", "remove-role-holder", "clear-role-holders",
        "get-role-holders", "set-bypassing-role-qualification"}},
      {"location",
       {"set-location-enabled", "is-location-enabled", "providers",
        "set-adas-gnss-location-enabled"}},
      {"phone", {"ims", "data", "restart-modem"}},
      {"thermalservice", {"override-status", "reset"}},
      {"autofill", {"set", "get", "reset", "list", "destroy"}},
      {"content_capture", {"set", "get", "list", "destroy"}},
      {"device_config",
       {"put", "delete", "reset", "list", "get", "set_sync_disabled_for_tests",
        "get_sync_disabled_for_tests"}},
      {"display",
       {"set-brightness", "reset-brightness-configuration", "ab-logging-enable",
        "ab-logging-disable", "dmd-logging-enable", "dmd-logging-disable",
        "power-on", "power-off"}}};
  return kAccepted;
}

int Cmd(Process& process) {
  static const std::map<std::string, std::string> kServices = {
      {"activity", "am"},   {"activity_task", "am"},  {"package", "pm"},
      {"window", "wm"},     {"settings", "settings"}, {"input", "input"},
      {"appops", "appops"}, {"input_method", "ime"},
  };
  static const std::map<std::string, int (*)(Process&)> kHere = {
      {"uimode", Night},
      {"alarm", AlarmCommand},
      {"locale", Locale},
      {"wifi", WifiCommand},
      {"connectivity", ConnectivityCommand},
      {"jobscheduler", JobCommand},
      {"statusbar", StatusBarCommand},
      {"notification", NotificationCommand}};
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
    for (const auto& [name, verbs] : Accepted()) process.Print("  {}\n", name);
    return 0;
  }
  if (TakeNavigation(process)) return 0;
  const auto service = kServices.find(words[0]);
  if (service != kServices.end()) {
    words[0] = service->second;
    return process.Run(words);
  }
  if (words[0] == "battery") {
    words.insert(words.begin(), "dumpsys");
    return process.Run(words);
  }
  const auto here = kHere.find(words[0]);
  if (here != kHere.end()) {
    Process inner(process, words, process.environment);
    const int code = here->second(inner);
    inner.Flush();
    return code;
  }
  const auto accepted = Accepted().find(words[0]);
  if (accepted != Accepted().end()) {
    const std::string verb = words.size() > 1 ? words[1] : "help";
    if (accepted->second.contains(verb)) return 0;
    process.Err(fmt::format(
        "cmd {}: unknown command '{}'; accepted, without effect: {}\n",
        words[0], verb, fmt::join(accepted->second, ", ")));
    return kRefused;
  }
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
