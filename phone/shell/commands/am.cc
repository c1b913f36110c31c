// am, and `cmd activity`, which is the same.
#include <signal.h>

#include <algorithm>
#include <optional>

#include "phone/shell/commands/all.h"
#include "phone/shell/commands/am_debug.h"
#include "phone/shell/commands/intent_args.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int kRefused = 255;
constexpr uint32_t kFromShell = 0x00400000;  // FLAG_RECEIVER_FROM_SHELL
constexpr uint32_t kNewTask = 0x10000000;    // FLAG_ACTIVITY_NEW_TASK

constexpr const char* kUsage =
    "usage: am start [-D] [-W] [-S] [-R COUNT] <INTENT>\n"
    "       am start-activity <INTENT>\n"
    "       am broadcast <INTENT>\n"
    "       am startservice | start-foreground-service | stopservice <INTENT>\n"
    "       am force-stop | kill | crash PACKAGE\n"
    "       am kill-all\n"
    "       am set-debug-app [-w] [--persistent] PACKAGE\n"
    "       am clear-debug-app\n"
    "       am profile start PROCESS FILE\n"
    "       am profile stop [PROCESS]\n"
    "       am dumpheap PROCESS [FILE]\n"
    "       am stack list | task list\n"
    "       am get-current-user\n"
    "<INTENT> is [-a ACTION] [-d URI] [-t TYPE] [-c CATEGORY] [-n COMPONENT]\n"
    "  [-p PACKAGE] [-f FLAGS] [--es|--ez|--ei|--el|--ef|--eu|--ecn KEY "
    "VALUE]\n"
    "  [--esn KEY] [--esa|--eia|--ela|--esal|--eial|--elal KEY VALUE,...]\n"
    "  [--activity-... | --receiver-... | --grant-...] [URI|PACKAGE|COMPONENT]";

struct AmOptions {
  StartOptions start;
  int64_t repeat = 1;
};

// What am takes beside an intent; most of it has no meaning here.
Result<bool> TakeOption(const std::vector<std::string>& words, size_t* at,
                        AmOptions* out) {
  static const std::vector<std::string> kPlain = {
      "-N",
      "--streaming",
      "--track-allocation",
      "--attach-agent-bind",
      "--task-overlay",
      "--lock-task",
      "--allow-background-activity-starts",
      "--dismiss-keyguard",
      "--async"};
  static const std::vector<std::string> kValued = {"--user",
                                                   "-P",
                                                   "--start-profiler",
                                                   "--sampling",
                                                   "--attach-agent",
                                                   "--display",
                                                   "--windowingMode",
                                                   "--activityType",
                                                   "--task",
                                                   "--receiver-permission",
                                                   "--splashscreen-icon",
                                                   "--splashscreen-show-icon"};
  const std::string& word = words[*at];
  const auto in = [&](const std::vector<std::string>& list) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  if (word == "-W") {
    out->start.wait = true;
  } else if (word == "-S") {
    out->start.stop_first = true;
  } else if (word == "-D") {
    out->start.debug = true;
  } else if (word == "-R") {
    if (*at + 1 >= words.size()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "Argument expected after \"-R\"");
    }
    out->repeat =
        std::clamp<int64_t>(ToNumber(words[++*at]).value_or(1), 1, 1000);
  } else if (word == "--windowingMode" && *at + 1 < words.size() &&
             words[*at + 1] != "0" && words[*at + 1] != "1") {
    // WindowConfiguration.WINDOWING_MODE_UNDEFINED, _FULLSCREEN.
    return Fail(ErrorKind::kUnsupported,
                "windowing mode {} is not supported: this phone shows one app "
                "at a time, on the whole display (1)",
                words[*at + 1]);
  } else if (in(kValued)) {
    ++*at;
  } else if (!in(kPlain)) {
    return false;
  }
  ++*at;
  return true;
}

std::optional<PhoneIntent> Intent(Process& process, AmOptions* options,
                                  int* code) {
  auto intent =
      ParseIntent(process.args, 2, [&](const auto& words, size_t* at) {
        return TakeOption(words, at, options);
      });
  if (intent) return *std::move(intent);
  const std::string& why = intent.error().message;
  process.Err(why.starts_with("Unknown option")
                  ? "Error: " + why + "\n"
                  : "\nException occurred while executing '" + process.args[1] +
                        "':\njava.lang.IllegalArgumentException: " + why +
                        "\n");
  *code = kRefused;
  return std::nullopt;
}

// Android's words for the results of startActivity.
std::string Verdict(int code, const PhoneIntent& intent) {
  switch (code) {
    case 0:
      return "";
    case 1:
      return "Warning: Activity not started because intent should be handled "
             "by the caller";
    case 2:
      return "Warning: Activity not started, its current task has been brought "
             "to the front";
    case 3:
      return "Warning: Activity not started, intent has been delivered to "
             "currently running "
             "top-most instance.";
    case 100:
      return "Warning: Activity not started because the  current activity is "
             "being kept for "
             "the user.";
    case -91:
      return "Error: Activity not started, unable to resolve " +
             Describe(intent);
    case -92:
      return "Error type 3\nError: Activity class {" +
             FullComponent(intent.component()) + "} does not exist.";
    case -93:
      return "Error: Activity not started, you requested to both forward and "
             "receive its "
             "result";
    case -94:
      return "Error: Activity not started, you do not have permission to "
             "access it.";
    default:
      return fmt::format("Error: Activity not started, unknown error code {}",
                         code);
  }
}

// COLD: in a process of its own; WARM: an activity was made; HOT: neither.
const char* LaunchState(Process& process, const std::vector<AppProcess>& before,
                        const PhoneReply::Started& started) {
  const std::string package =
      started.component().substr(0, started.component().find('/'));
  const auto pid = [&](const std::vector<AppProcess>& list) {
    for (const AppProcess& app : list) {
      if (app.package_name == package) return app.pid;
    }
    return 0;
  };
  const int32_t old = pid(before);
  if (old == 0 || old != pid(process.phone().Processes())) return "COLD";
  return started.code() == 0 ? "WARM" : "HOT";
}

int Start(Process& process) {
  AmOptions options;
  int code = 0;
  auto intent = Intent(process, &options, &code);
  if (!intent) return code;
  for (int64_t i = 0; i < options.repeat; ++i) {
    if (options.start.stop_first) {
      const std::string& component = intent->component();
      const std::string package =
          component.empty() ? intent->package_name()
                            : component.substr(0, component.find('/'));
      if (!package.empty()) process.Print("Stopping: {}\n", package);
    }
    process.Print("Starting: {}\n", Describe(*intent));
    process.Flush();
    intent->set_flags(intent->flags() | kNewTask);
    const auto before = process.phone().Processes();
    const int64_t begin = process.phone().UptimeNs();
    const auto started = process.phone().Start(*intent, options.start);
    if (!started) {
      process.Err("Error: " + started.error().message + "\n");
      return 1;
    }
    const std::string verdict = Verdict(started->code(), *intent);
    if (!verdict.empty()) process.Err(verdict + "\n");
    const bool launched = started->code() >= 0 && started->code() < 100;
    if (!options.start.wait || !launched) continue;
    const int64_t drawn_ms = started->drawn_ns() / 1'000'000;
    process.Print("Status: {}\nLaunchState: {}\n",
                  started->timed_out() ? "timeout" : "ok",
                  LaunchState(process, before, *started));
    if (!started->component().empty()) {
      process.Print("Activity: {}\n", ShortComponent(started->component()));
    }
    process.Print(
        "TotalTime: {}\nWaitTime: {}\nComplete\n", drawn_ms,
        std::max(drawn_ms, (process.phone().UptimeNs() - begin) / 1'000'000));
  }
  return 0;
}

int Broadcast(Process& process) {
  AmOptions options;
  int code = 0;
  auto intent = Intent(process, &options, &code);
  if (!intent) return code;
  intent->set_flags(intent->flags() | kFromShell);
  process.Print("Broadcasting: {}\n", Describe(*intent));
  process.Flush();
  // Nobody need receive it.
  (void)process.phone().Send(PhoneRequest::Send::KIND_BROADCAST, *intent);
  process.Out("Broadcast completed: result=0\n");
  return 0;
}

int StartService(Process& process) {
  AmOptions options;
  int code = 0;
  const auto intent = Intent(process, &options, &code);
  if (!intent) return code;
  process.Print("Starting service: {}\n", Describe(*intent));
  const bool foreground =
      process.args[1].find("foreground") != std::string::npos;
  const auto status = process.phone().Send(
      foreground ? PhoneRequest::Send::KIND_START_FOREGROUND_SERVICE
                 : PhoneRequest::Send::KIND_START_SERVICE,
      *intent);
  if (status) return 0;
  process.Err(status.error().kind == ErrorKind::kNotFound
                  ? "Error: Not found; no service started.\n"
                  : "Error: " + status.error().message + "\n");
  return kRefused;
}

int StopService(Process& process) {
  AmOptions options;
  int code = 0;
  const auto intent = Intent(process, &options, &code);
  if (!intent) return code;
  process.Print("Stopping service: {}\n", Describe(*intent));
  const auto status =
      process.phone().Send(PhoneRequest::Send::KIND_STOP_SERVICE, *intent);
  // Android fails in both cases.
  process.Err(status ? "Service stopped\n"
                     : "Service not stopped: was not running.\n");
  return kRefused;
}

std::string LastArgument(const Process& process) {
  std::string last;
  for (size_t i = 2; i < process.args.size(); ++i) {
    if (process.args[i] == "--user") {
      ++i;
    } else {
      last = process.args[i];
    }
  }
  return last;
}

int MissingArgument(Process& process) {
  process.Err(
      "\nException occurred while executing '" + process.args[1] +
      "':\njava.lang.IllegalArgumentException: Argument expected after \"" +
      process.args[1] + "\"\n");
  return kRefused;
}

// The one in front also draws the home screen over its own.
bool IsSeen(Process& process, const AppProcess& app) {
  if (!app.in_front) return false;
  const auto state = process.phone().State();
  return !state || state->activities().empty() ||
         state->activities().rbegin()->package_name() == app.package_name;
}

int Kill(Process& process, const std::string& package, bool all) {
  for (const AppProcess& app : process.phone().Processes()) {
    if (!all && app.package_name != package) continue;
    if (IsSeen(process, app)) continue;
    (void)process.phone().Kill(app.pid, SIGKILL);
  }
  return 0;
}

int Crash(Process& process) {
  const std::string wanted = LastArgument(process);
  if (wanted.empty()) return MissingArgument(process);
  for (const AppProcess& app : process.phone().Processes()) {
    if (app.package_name != wanted && std::to_string(app.pid) != wanted) {
      continue;
    }
    return process.Report(process.phone().Crash(app.package_name));
  }
  return 0;  // One that does not run is no error.
}

int TaskList(Process& process) {
  const auto state = process.phone().State();
  if (!state) return process.Report(Fail(state.error()));
  const PhoneProfile profile = process.phone().Profile();
  const bool turned = profile.rotation() % 2 == 1;
  const std::string bounds = fmt::format(
      "[0,0][{},{}]", turned ? profile.height_px() : profile.width_px(),
      turned ? profile.width_px() : profile.height_px());
  std::vector<int> shown;
  for (int i = state->activities_size() - 1; i >= 0; --i) {
    const PhoneActivity& top = state->activities(i);
    if (std::find(shown.begin(), shown.end(), top.task()) != shown.end())
      continue;
    shown.push_back(top.task());
    std::string root = top.name();
    for (const PhoneActivity& each : state->activities()) {
      if (each.task() == top.task()) {
        root = each.name();
        break;
      }
    }
    process.Print(
        "RootTask id={0} bounds={1} displayId=0 userId=0\n"
        "  taskId={0}: {2}/{3} bounds={1} userId=0 visible={4} "
        "topActivity=ComponentInfo{{{2}/{5}}}\n\n",
        top.task(), bounds, top.package_name(), root, shown.size() == 1,
        top.name());
  }
  return 0;
}

int Am(Process& process) {
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  if (verb == "start" || verb == "start-activity") return Start(process);
  if (verb == "broadcast") return Broadcast(process);
  if (verb == "startservice" || verb == "start-service" ||
      verb == "startforegroundservice" || verb == "start-foreground-service") {
    return StartService(process);
  }
  if (verb == "stopservice" || verb == "stop-service")
    return StopService(process);
  if (verb == "crash") return Crash(process);
  if (verb == "force-stop" || verb == "kill") {
    const std::string package = LastArgument(process);
    if (package.empty()) return MissingArgument(process);
    if (verb == "kill") return Kill(process, package, false);
    // A package that does not run or is not there is no error.
    (void)process.phone().ForceStop(package);
    return 0;
  }
  if (verb == "kill-all") return Kill(process, "", true);
  if ((verb == "stack" || verb == "task") && process.args.size() > 2 &&
      process.args[2] == "list") {
    return TaskList(process);
  }
  if (const auto code = AmDebug(process, verb)) return *code;
  if (verb == "get-current-user") {
    process.Out("0\n");
    return 0;
  }
  if (verb == "get-config") {
    const PhoneProfile profile = process.phone().Profile();
    process.Print("config: {}-{}dpi\nabi: x86_64\n",
                  profile.locale().empty() ? "en-rUS" : profile.locale(),
                  profile.density_dpi());
    return 0;
  }
  for (const char* accepted :
       {"wait-for-broadcast-idle", "wait-for-broadcast-barrier",
        "idle-maintenance", "compat", "set-inactive", "send-trim-memory"}) {
    if (verb == accepted) return 0;
  }
  if (verb == "instrument") {
    process.Err(
        "Error: instrumentation tests cannot run on this virtual phone; drive "
        "the app by "
        "input, uiautomator dump and screencap instead.\n");
    return 1;
  }
  process.Err((verb.empty() ? "" : "Unknown command: " + verb + "\n") + kUsage +
              "\n");
  return kRefused;
}

}  // namespace

void AddAm(Commands& commands) { commands.Add("am", kUsage, Am); }

}  // namespace reprise::phone
