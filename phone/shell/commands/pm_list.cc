// What pm lists and resolves.
#include <algorithm>
#include <set>

#include "phone/shell/commands/intent_args.h"
#include "phone/shell/commands/packages.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int kRefused = 255;

constexpr const char* kFeatures[] = {
    "android.hardware.camera",
    "android.hardware.camera.any",
    "android.hardware.faketouch",
    "android.hardware.location",
    "android.hardware.microphone",
    "android.hardware.screen.landscape",
    "android.hardware.screen.portrait",
    "android.hardware.sensor.accelerometer",
    "android.hardware.touchscreen",
    "android.hardware.touchscreen.multitouch",
    "android.hardware.touchscreen.multitouch.distinct",
    "android.hardware.touchscreen.multitouch.jazzhand",
    "android.hardware.wifi",
    "android.software.app_widgets",
    "android.software.home_screen",
    "android.software.input_methods",
};

int ListPackages(Process& process) {
  // Long options first: the others are letters.
  bool version = false, uid_wanted = false;
  std::string uid;
  for (size_t i = 3; i < process.args.size();) {
    const std::string word = process.args[i];
    const bool valued = word == "--user" || word == "--uid";
    version |= word == "--show-versioncode";
    if (word == "--uid" && i + 1 < process.args.size()) {
      uid = process.args[i + 1];
      uid_wanted = true;
    }
    if (!word.starts_with("--")) {
      ++i;
      continue;
    }
    const auto first = process.args.begin() + static_cast<ptrdiff_t>(i);
    process.args.erase(first,
                       first + (valued && i + 1 < process.args.size() ? 2 : 1));
  }
  const auto options = Options::Parse(process, "fdes3ilUua", 3);
  if (!options) return kRefused;
  const std::string filter = options->rest.empty() ? "" : options->rest[0];
  for (const PhonePackage& package : SortedPackages(process)) {
    const std::string& name = package.manifest().package_name();
    const bool system = (package.manifest().flags() & kFlagSystem) != 0;
    const bool enabled = process.phone().IsEnabled(name);
    if (name.find(filter) == std::string::npos ||
        (options->Has('s') && !system) || (options->Has('3') && system) ||
        (options->Has('d') && enabled) || (options->Has('e') && !enabled) ||
        (uid_wanted && uid != std::to_string(package.uid()))) {
      continue;
    }
    process.Out("package:");
    if (options->Has('f')) process.Print("{}=", PhonePath(process, package));
    process.Out(name);
    if (version)
      process.Print(" versionCode:{}", package.manifest().version_code());
    if (options->Has('i')) process.Out("  installer=null");
    if (options->Has('U') || uid_wanted)
      process.Print(" uid:{}", package.uid());
    process.Out("\n");
  }
  return 0;
}

int ListPermissions(Process& process) {
  std::set<std::string> all;
  for (const PhonePackage& package : process.phone().Packages()) {
    const PhoneManifest& manifest = package.manifest();
    const bool only_runtime =
        std::find(process.args.begin(), process.args.end(), "-d") !=
        process.args.end();
    const auto& list = only_runtime ? manifest.runtime_permissions()
                                    : manifest.requested_permissions();
    all.insert(list.begin(), list.end());
  }
  process.Out("All Permissions:\n\n");
  for (const std::string& permission : all)
    process.Print("permission:{}\n", permission);
  return 0;
}

std::string Activity(const Match& match) {
  return ShortComponent(match.package->manifest().package_name() + "/" +
                        match.component->name());
}

void Show(Process& process, const Match& match, const std::string& indent,
          bool brief, bool components, bool filtered) {
  if (components) return process.Print("{}{}\n", indent, Activity(match));
  process.Print(
      "{}priority={} preferredOrder=0 match=0x{:x} specificIndex=-1 "
      "isDefault={}\n",
      indent, match.priority, filtered ? 0x108000 : 0, filtered);
  if (brief) return process.Print("{}{}\n", indent, Activity(match));
  const std::string& package = match.package->manifest().package_name();
  process.Print(
      "{0}ActivityInfo:\n{0}  name={1}\n{0}  packageName={2}\n{0}  enabled={3} "
      "exported={4}\n"
      "{0}  ApplicationInfo:\n{0}    packageName={2}\n{0}    processName={2}\n"
      "{0}    uid={5} flags=0x{6:x}\n{0}    dataDir=/data/user/0/{2}\n",
      indent, match.component->name(), package, match.component->enabled(),
      match.component->exported(), match.package->uid(),
      match.package->manifest().flags());
}

}  // namespace

bool HasFeature(std::string_view name) {
  return std::find(std::begin(kFeatures), std::end(kFeatures), name) !=
         std::end(kFeatures);
}

int ListThings(Process& process) {
  const std::string what = process.args.size() > 2 ? process.args[2] : "";
  if (what == "packages" || what == "package") return ListPackages(process);
  if (what == "permissions") return ListPermissions(process);
  if (what == "features") {
    for (const char* feature : kFeatures)
      process.Print("feature:{}\n", feature);
    return 0;
  }
  if (what == "libraries") {
    process.Out(
        "library:android.test.base\nlibrary:android.test.mock\n"
        "library:android.test.runner\nlibrary:org.apache.http.legacy\n");
    return 0;
  }
  if (what == "users") {
    process.Out("Users:\n\tUserInfo{0:Owner:c13} running\n");
    return 0;
  }
  if (what == "instrumentation" || what == "permission-groups" ||
      what == "staged-sessions") {
    return 0;
  }
  process.Err(what.empty() ? "Error: didn't specify type of data to list\n"
                           : "Error: unknown list type '" + what + "'\n");
  return kRefused;
}

int ResolveActivity(Process& process) {
  bool brief = false, components = false;
  const auto intent = ParseIntent(
      process.args, 2, [&](const auto& words, size_t* at) -> Result<bool> {
        const std::string& word = words[*at];
        if (word == "--brief") {
          brief = true;
        } else if (word == "--components") {
          components = true;
        } else if (word == "--user" || word == "--query-flags") {
          ++*at;
        } else {
          return false;
        }
        ++*at;
        return true;
      });
  if (!intent) {
    process.Err("Error: " + intent.error().message + "\n");
    return 1;
  }
  const std::string& verb = process.args[1];
  const auto kind = verb == "query-services"    ? PhoneComponent::KIND_SERVICE
                    : verb == "query-receivers" ? PhoneComponent::KIND_RECEIVER
                                                : PhoneComponent::KIND_ACTIVITY;
  const std::string noun = kind == PhoneComponent::KIND_SERVICE    ? "service"
                           : kind == PhoneComponent::KIND_RECEIVER ? "receiver"
                                                                   : "activity";
  const std::vector<PhonePackage> packages = SortedPackages(process);
  const std::vector<Match> matches = Resolve(packages, *intent, kind);
  const bool filtered = intent->component().empty();
  if (matches.empty()) {
    process.Out(verb == "resolve-activity" ? "No activity found\n"
                : noun == "activity"       ? "No activities found\n"
                                           : "No " + noun + "s found\n");
    return 0;
  }
  if (verb == "resolve-activity") {
    Show(process, matches[0], "", brief, components, filtered);
    return 0;
  }
  const std::string plural = noun == "activity" ? "activities" : noun + "s";
  if (!components) process.Print("{} {} found:\n", matches.size(), plural);
  std::string title = noun;
  title[0] = static_cast<char>(std::toupper(title[0]));
  for (size_t i = 0; i < matches.size(); ++i) {
    if (!components) process.Print("  {} #{}:\n", title, i);
    Show(process, matches[i], components ? "" : "    ", brief, components,
         filtered);
  }
  return 0;
}

}  // namespace reprise::phone
