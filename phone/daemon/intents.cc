#include "phone/daemon/intents.h"

#include <fmt/format.h>

#include <algorithm>

namespace reprise::phone {
namespace {

bool Holds(const auto& list, const std::string& value) {
  return std::ranges::find(list, value) != list.end();
}

bool MatchesType(const PhoneFilter& filter, const std::string& type) {
  if (type.empty()) return filter.mime_types().empty();
  return std::ranges::any_of(filter.mime_types(), [&](const auto& wanted) {
    if (wanted == "*/*" || wanted == type) return true;
    return wanted.ends_with("/*") &&
           type.starts_with(wanted.substr(0, wanted.size() - 1));
  });
}

bool MatchesData(const PhoneFilter& filter, const PhoneIntent& intent) {
  if (!MatchesType(filter, intent.mime_type())) return false;
  const std::string& data = intent.data();
  if (data.empty()) return filter.schemes().empty();
  const size_t colon = data.find(':');
  const std::string scheme = data.substr(0, colon);
  if (filter.schemes().empty()) {
    // With a type alone, content is meant.
    return !filter.mime_types().empty() &&
           (scheme == "content" || scheme == "file");
  }
  if (!Holds(filter.schemes(), scheme)) return false;
  if (filter.hosts().empty() || colon == std::string::npos) return true;
  std::string host = data.substr(colon + 1);
  if (host.starts_with("//")) host.erase(0, 2);
  host.resize(std::min(host.find_first_of("/?#:"), host.size()));
  return Holds(filter.hosts(), host) || Holds(filter.hosts(), "*");
}

bool Matches(const PhoneFilter& filter, const PhoneIntent& intent) {
  if (!intent.action().empty() && !Holds(filter.actions(), intent.action())) {
    return false;
  }
  const bool all =
      std::ranges::all_of(intent.categories(), [&](const auto& category) {
        return Holds(filter.categories(), category);
      });
  return all && MatchesData(filter, intent);
}

}  // namespace

bool Takes(const PhonePackage& package, PhoneComponent::Kind kind,
           const PhoneIntent& intent) {
  for (const PhoneComponent& component : package.manifest().components()) {
    if (component.kind() != kind || !component.enabled()) continue;
    for (const PhoneFilter& filter : component.filters()) {
      if (Matches(filter, intent)) return true;
    }
  }
  return false;
}

std::set<int> TakenAt(const PhonePackage& package, const PhoneIntent& intent) {
  std::set<int> priorities;
  for (const PhoneComponent& component : package.manifest().components()) {
    const bool receives = component.kind() == PhoneComponent::KIND_RECEIVER &&
                          component.enabled() && component.exported();
    if (!receives) continue;
    for (const PhoneFilter& filter : component.filters()) {
      if (Matches(filter, intent)) priorities.insert(filter.priority());
    }
  }
  return priorities;
}

std::string NamedPackage(const PhoneIntent& intent) {
  if (intent.component().empty()) return intent.package_name();
  return intent.component().substr(0, intent.component().find('/'));
}

bool MayName(const PhonePackage& package, PhoneComponent::Kind kind,
             const PhoneIntent& intent) {
  const std::string name =
      intent.component().substr(intent.component().find('/') + 1);
  const std::string whole =
      name.starts_with('.') ? package.manifest().package_name() + name : name;
  return std::ranges::any_of(package.manifest().components(),
                             [&](const PhoneComponent& one) {
                               return one.kind() == kind && one.exported() &&
                                      one.enabled() && one.name() == whole;
                             });
}

std::string PackageFor(const PhoneIntent& intent, const PhoneStore& store) {
  const auto installed = [&](const std::string& name) {
    return !Holds(store.disabled(), name) &&
           std::ranges::any_of(store.packages(), [&](const auto& package) {
             return package.manifest().package_name() == name;
           });
  };
  const std::string named = NamedPackage(intent);
  if (!named.empty()) return installed(named) ? named : "";
  for (const PhonePackage& package : store.packages()) {
    const std::string& name = package.manifest().package_name();
    if (installed(name) &&
        Takes(package, PhoneComponent::KIND_ACTIVITY, intent)) {
      return name;
    }
  }
  return "";
}

std::string ShowIntent(const PhoneIntent& intent) {
  std::string text;
  const auto add = [&](const char* name, const std::string& value) {
    if (value.empty()) return;
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  };
  add("act", intent.action());
  if (intent.categories_size() > 0) {
    add("cat", fmt::format("[{}]", fmt::join(intent.categories(), ",")));
  }
  add("dat", intent.data());
  add("typ", intent.mime_type());
  if (intent.flags() != 0) add("flg", fmt::format("0x{:x}", intent.flags()));
  add("pkg", intent.package_name());
  add("cmp", intent.component());
  if (intent.extras_size() > 0) text += " (has extras)";
  return text;
}

}  // namespace reprise::phone
