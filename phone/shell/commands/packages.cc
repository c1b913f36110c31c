#include "phone/shell/commands/packages.h"

#include <algorithm>
#include <ctime>

#include "phone/shell/commands/intent_args.h"
#include "phone/shell/pattern.h"
#include "phone/shell/time_zone.h"

namespace reprise::phone {
namespace {

template <typename List>
bool Contains(const List& list, std::string_view value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

bool TypeMatches(const std::string& pattern, const std::string& type) {
  if (pattern == "*/*" || pattern == "*" || pattern == type || type == "*/*")
    return true;
  const std::string head = pattern.substr(0, pattern.find('/'));
  return (pattern.ends_with("/*") || type.ends_with("/*")) &&
         head == type.substr(0, type.find('/'));
}

bool HostMatches(const std::string& pattern, const std::string& host) {
  if (pattern.starts_with('*')) return host.ends_with(pattern.substr(1));
  return pattern == host;
}

bool PathMatches(const PhoneFilter::Path& pattern, const std::string& path) {
  switch (pattern.kind()) {
    case 0:
      return path == pattern.path();
    case 1:
      return path.starts_with(pattern.path());
    case 4:
      return path.ends_with(pattern.path());
    default: {  // globs in which .* and x* mean what they do in expressions
      std::string glob;
      for (size_t i = 0; i < pattern.path().size(); ++i) {
        const char c = pattern.path()[i];
        if (c == '.' && i + 1 < pattern.path().size() &&
            pattern.path()[i + 1] == '*') {
          glob += '*';
          ++i;
        } else {
          glob += c == '.' ? std::string("?") : Escape(std::string(1, c));
        }
      }
      return MatchesPattern(glob, path);
    }
  }
}

bool DataMatches(const PhoneFilter& filter, const PhoneIntent& intent) {
  const std::string& data = intent.data();
  const std::string& type = intent.mime_type();
  const size_t colon = data.find(':');
  const std::string scheme =
      colon == std::string::npos ? "" : data.substr(0, colon);
  if (filter.schemes().empty() && filter.mime_types().empty()) {
    return data.empty() && type.empty();
  }
  if (!filter.schemes().empty()) {
    if (!Contains(filter.schemes(), scheme)) return false;
    std::string rest = data.substr(std::min(data.size(), colon + 1));
    std::string path;
    if (rest.starts_with("//")) {
      const size_t end = std::min(rest.find_first_of("/?#", 2), rest.size());
      path = rest.substr(end, rest.find_first_of("?#", end) - end);
      rest = rest.substr(2, end - 2);
      rest = rest.substr(0, rest.find(':'));
    }
    if (!filter.hosts().empty()) {
      if (std::none_of(filter.hosts().begin(), filter.hosts().end(),
                       [&](const std::string& host) {
                         return HostMatches(host, rest);
                       })) {
        return false;
      }
      if (!filter.paths().empty() &&
          std::none_of(filter.paths().begin(), filter.paths().end(),
                       [&](const auto& pattern) {
                         return PathMatches(pattern, path);
                       })) {
        return false;
      }
    }
  } else if (!scheme.empty() && scheme != "content" && scheme != "file") {
    return false;
  }
  if (filter.mime_types().empty()) return type.empty();
  return !type.empty() &&
         std::any_of(filter.mime_types().begin(), filter.mime_types().end(),
                     [&](const std::string& pattern) {
                       return TypeMatches(pattern, type);
                     });
}

bool FilterMatches(const PhoneFilter& filter, const PhoneIntent& intent) {
  if (!intent.action().empty() && !Contains(filter.actions(), intent.action()))
    return false;
  for (const std::string& category : intent.categories()) {
    if (!Contains(filter.categories(), category)) return false;
  }
  return DataMatches(filter, intent);
}

std::string When(int64_t ns, const std::string& zone) {
  const std::tm when = LocalTime(ns / 1'000'000'000, zone);
  char text[32];
  (void)std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &when);
  return text;
}

}  // namespace

std::vector<PhonePackage> SortedPackages(const Process& process) {
  std::vector<PhonePackage> packages = process.phone().Packages();
  std::sort(packages.begin(), packages.end(), [](const auto& a, const auto& b) {
    return a.manifest().package_name() < b.manifest().package_name();
  });
  return packages;
}

std::optional<PhonePackage> FindPackage(const Process& process,
                                        const std::string& name) {
  for (PhonePackage& package : process.phone().Packages()) {
    if (package.manifest().package_name() == name) return std::move(package);
  }
  return std::nullopt;
}

std::string PhonePath(const Process& process, const PhonePackage& package) {
  std::string root = process.phone().HostPath("/");
  while (root.ends_with('/')) root.pop_back();
  const std::string& path = package.apk_path();
  if (path.starts_with(root + "/")) return path.substr(root.size());
  return "/data/app/" + package.manifest().package_name() + "/base.apk";
}

std::vector<Match> Resolve(const std::vector<PhonePackage>& packages,
                           const PhoneIntent& intent,
                           PhoneComponent::Kind kind) {
  std::vector<Match> matches;
  for (const PhonePackage& package : packages) {
    const std::string& name = package.manifest().package_name();
    if (!intent.package_name().empty() && intent.package_name() != name)
      continue;
    for (const PhoneComponent& component : package.manifest().components()) {
      if (component.kind() != kind || !component.enabled()) continue;
      if (!intent.component().empty()) {
        if (FullComponent(intent.component()) ==
            name + "/" + component.name()) {
          matches.push_back({&package, &component, 0});
        }
        continue;
      }
      for (const PhoneFilter& filter : component.filters()) {
        if (!FilterMatches(filter, intent)) continue;
        matches.push_back({&package, &component, filter.priority()});
        break;
      }
    }
  }
  std::stable_sort(
      matches.begin(), matches.end(),
      [](const Match& a, const Match& b) { return a.priority > b.priority; });
  return matches;
}

void DumpPackage(Process& process, const PhonePackage& package) {
  const PhoneManifest& manifest = package.manifest();
  const std::string& name = manifest.package_name();
  const std::string zone = process.phone().Profile().time_zone();
  process.Out("Activity Resolver Table:\n  Non-Data Actions:\n");
  for (const PhoneComponent& component : manifest.components()) {
    if (component.kind() != PhoneComponent::KIND_ACTIVITY) continue;
    for (const PhoneFilter& filter : component.filters()) {
      for (const std::string& action : filter.actions()) {
        process.Print(
            "      {}:\n        {:x} {} filter {:x}\n", action,
            std::hash<std::string>()(component.name()) & 0xFFFFFFF,
            ShortComponent(name + "/" + component.name()),
            std::hash<std::string>()(component.name() + "#") & 0xFFFFFFF);
        process.Print("          Action: \"{}\"\n", action);
        for (const std::string& category : filter.categories()) {
          process.Print("          Category: \"{}\"\n", category);
        }
        for (const std::string& scheme : filter.schemes()) {
          process.Print("          Scheme: \"{}\"\n", scheme);
        }
      }
    }
  }
  const std::string path = PhonePath(process, package);
  process.Print(
      "\nPackages:\n  Package [{0}] ({1:x}):\n    userId={2}\n    appId={2}\n"
      "    pkg=Package{{{1:x} {0}}}\n    codePath={3}\n    resourcePath={3}\n"
      "    primaryCpuAbi=null\n    versionCode={4} minSdk={5} targetSdk={6}\n"
      "    versionName={7}\n",
      name, std::hash<std::string>()(name) & 0xFFFFFFF, package.uid(),
      DirName(path), manifest.version_code(), manifest.min_sdk(),
      manifest.target_sdk(), manifest.version_name());
  std::string flags = (manifest.flags() & kFlagSystem) != 0 ? " SYSTEM" : "";
  if ((manifest.flags() & 2) != 0) flags += " DEBUGGABLE";
  process.Print(
      "    flags=[{} HAS_CODE ALLOW_CLEAR_USER_DATA ]\n    "
      "dataDir=/data/user/0/{}\n",
      flags, name);
  process.Print("    firstInstallTime={}\n    lastUpdateTime={}\n",
                When(package.installed_ns(), zone),
                When(package.updated_ns(), zone));
  process.Out("    requested permissions:\n");
  for (const std::string& permission : manifest.requested_permissions()) {
    process.Print("      {}\n", permission);
  }
  process.Out("    install permissions:\n");
  for (const std::string& permission : manifest.requested_permissions()) {
    if (!Contains(manifest.runtime_permissions(), permission)) {
      process.Print("      {}: granted=true\n", permission);
    }
  }
  process.Print(
      "    User 0: installed=true hidden=false suspended=false stopped=false "
      "notLaunched=false enabled={} instant=false virtual=false\n",
      process.phone().IsEnabled(name) ? 0 : 3);
  process.Out("      runtime permissions:\n");
  for (const std::string& permission : manifest.runtime_permissions()) {
    process.Print("        {}: granted={}, flags=[ ]\n", permission,
                  Contains(package.granted(), permission));
  }
}

}  // namespace reprise::phone
