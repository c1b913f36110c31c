// pm, and `cmd package`, which is the same.
#include <algorithm>

#include "phone/shell/commands/all.h"
#include "phone/shell/commands/packages.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int kRefused = 255;

constexpr const char* kUsage =
    "usage: pm install [-r] [-R] [-g] [-d] [-t] [-S BYTES] [PATH|-]\n"
    "       pm install-create | install-write | install-commit | "
    "install-abandon ...\n"
    "       pm uninstall [-k] PACKAGE\n"
    "       pm list packages [-f] [-d] [-e] [-s] [-3] [-i] [-U] [FILTER]\n"
    "       pm list permissions | features | libraries | users | "
    "instrumentation\n"
    "       pm path | clear | dump | enable | disable | disable-user PACKAGE\n"
    "       pm grant | revoke PACKAGE PERMISSION\n"
    "       pm resolve-activity | query-activities [--brief] [--components] "
    "<INTENT>\n"
    "       pm has-feature NAME";

int Exception(Process& process, const std::string& kind,
              const std::string& message) {
  process.Err("\nException occurred while executing '" + process.args[1] +
              "':\njava.lang." + kind + ": " + message + "\n");
  return kRefused;
}

// Arguments without options.
std::vector<std::string> Plain(const Process& process) {
  std::vector<std::string> words;
  for (size_t i = 2; i < process.args.size(); ++i) {
    if (process.args[i] == "--user") {
      ++i;
    } else if (!process.args[i].starts_with('-')) {
      words.push_back(process.args[i]);
    }
  }
  return words;
}

int Path(Process& process, const std::string& name) {
  const auto package = FindPackage(process, name);
  if (!package) return 1;
  process.Print("package:{}\n", PhonePath(process, *package));
  return 0;
}

int Uninstall(Process& process, const std::string& name) {
  if (!FindPackage(process, name)) {
    process.Out("Failure [not installed for 0]\n");
    return 1;
  }
  const bool keep = std::find(process.args.begin(), process.args.end(), "-k") !=
                    process.args.end();
  const auto status = process.phone().Uninstall(name, keep);
  process.Out(status ? "Success\n"
                     : "Failure [DELETE_FAILED_INTERNAL_ERROR: " +
                           status.error().message + "]\n");
  return status ? 0 : 1;
}

int Grant(Process& process, const std::string& name,
          const std::string& permission) {
  const auto package = FindPackage(process, name);
  if (!package)
    return Exception(process, "IllegalArgumentException",
                     "Unknown package: " + name);
  const auto& requested = package->manifest().requested_permissions();
  if (std::find(requested.begin(), requested.end(), permission) ==
      requested.end()) {
    return Exception(
        process, "SecurityException",
        "Package " + name + " has not requested permission " + permission);
  }
  const auto& runtime = package->manifest().runtime_permissions();
  if (std::find(runtime.begin(), runtime.end(), permission) == runtime.end()) {
    return Exception(process, "SecurityException",
                     "Permission " + permission + " requested by " + name +
                         " is not a changeable permission type");
  }
  return process.Report(
      process.phone().Grant(name, permission, process.args[1] == "grant"));
}

int SetState(Process& process, const std::string& name) {
  const std::string package = name.substr(0, name.find('/'));
  if (!FindPackage(process, package)) {
    return Exception(process, "IllegalArgumentException",
                     "Unknown package: " + package);
  }
  const std::string& verb = process.args[1];
  const bool on = verb == "enable" || verb == "default-state";
  if (const int code = process.Report(process.phone().SetEnabled(package, on)))
    return code;
  process.Print("Package {} new state: {}\n", name,
                verb == "enable"         ? "enabled"
                : verb == "disable-user" ? "disabled-user"
                : verb == "disable"      ? "disabled"
                                         : "default");
  return 0;
}

int Pm(Process& process) {
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  if (verb == "install" || verb == "install-streaming") return Install(process);
  if (verb == "install-create") return InstallCreate(process);
  if (verb == "install-write") return InstallWrite(process);
  if (verb == "install-commit") return InstallCommit(process);
  if (verb == "install-abandon" || verb == "install-destroy")
    return InstallAbandon(process);
  if (verb == "list") return ListThings(process);
  if (verb == "resolve-activity" || verb.starts_with("query-"))
    return ResolveActivity(process);
  if (verb == "get-install-location") {
    process.Out("0[auto]\n");
    return 0;
  }
  if (verb == "set-install-location" || verb == "trim-caches" ||
      verb == "bg-dexopt-job" || verb == "set-permission-enforced" ||
      verb == "wait-for-handler" || verb == "wait-for-background-handler" ||
      verb == "reset-permissions") {
    return 0;
  }
  if (verb == "compile") {
    process.Out("Success\n");
    return 0;
  }
  const bool known = verb == "path" || verb == "clear" || verb == "dump" ||
                     verb == "uninstall" || verb == "grant" ||
                     verb == "revoke" || verb == "enable" ||
                     verb == "disable" || verb == "disable-user" ||
                     verb == "default-state" || verb == "has-feature";
  if (!known) {
    process.Err((verb.empty() ? "" : "Unknown command: " + verb + "\n") +
                kUsage + "\n");
    return kRefused;
  }
  const std::vector<std::string> words = Plain(process);
  if (words.empty()) {
    if (verb == "uninstall" || verb == "clear") {
      process.Err("Error: package name not specified\n");
      return 1;
    }
    return Exception(process, "IllegalArgumentException",
                     "Argument expected after \"" + verb + "\"");
  }
  if (verb == "path") return Path(process, words[0]);
  if (verb == "uninstall") return Uninstall(process, words[0]);
  if (verb == "grant" || verb == "revoke") {
    if (words.size() < 2) {
      process.Err("Error: no permission specified\n");
      return kRefused;
    }
    return Grant(process, words[0], words[1]);
  }
  if (verb == "has-feature") {
    const bool has = HasFeature(words[0]);
    process.Out(has ? "true\n" : "false\n");
    return has ? 0 : 1;
  }
  if (verb == "clear") {
    const auto status = FindPackage(process, words[0])
                            ? process.phone().ClearData(words[0])
                            : Status(Fail(ErrorKind::kNotFound, ""));
    process.Out(status ? "Success\n" : "Failed\n");
    return status ? 0 : 1;
  }
  if (verb == "dump") {
    const auto package = FindPackage(process, words[0]);
    if (package) {
      DumpPackage(process, *package);
    } else {
      process.Out("Unable to find package: " + words[0] + "\n");
    }
    return 0;
  }
  return SetState(process, words[0]);
}

}  // namespace

void AddPm(Commands& commands) { commands.Add("pm", kUsage, Pm); }

}  // namespace reprise::phone
