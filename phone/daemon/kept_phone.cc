#include "phone/daemon/kept_phone.h"

#include <fcntl.h>

#include <algorithm>
#include <filesystem>

#include "phone/daemon/new_settings.h"
#include "phone/daemon/properties.h"

namespace reprise::phone {
namespace {

constexpr size_t kMaxProperties = 1000;

}  // namespace

std::string KeptPhone::HostPath(const std::string& path) {
  const Fd there(files_.Open(path, O_PATH));
  std::error_code error;
  if (there.valid()) {
    return std::filesystem::read_symlink(
        fmt::format("/proc/self/fd/{}", there.get()), error);
  }
  Fd folder;
  std::string name;
  if (files_.OpenParent(path, false, &folder, &name) != 0) return "";
  const std::string above = std::filesystem::read_symlink(
      fmt::format("/proc/self/fd/{}", folder.get()), error);
  return fmt::format("{}/{}", above, name);
}

PhoneProfile KeptPhone::NaturalProfile() {
  return store_.Get().natural_profile();
}

std::map<std::string, std::string> KeptPhone::Properties() {
  const PhoneStore store = store_.Get();
  auto properties =
      PhoneProperties(store.profile(), options_.name, options_.virtual_clock);
  for (const auto& [name, value] : store.properties()) properties[name] = value;
  const std::lock_guard lock(mutex_);
  for (const auto& [name, value] : properties_) properties[name] = value;
  return properties;
}

Status KeptPhone::SetProperty(const std::string& name,
                              const std::string& value) {
  if (name.starts_with("ro.") || name.empty() || name.size() > 255 ||
      value.size() > 91) {
    return Fail(ErrorKind::kInvalidArgument,
                "Failed to set property '{}' to "
                "'{}': {}",
                name, value,
                name.starts_with("ro.") ? "it is read-only" : "it is too long");
  }
  if (name.starts_with("persist.")) {
    return store_.Change([&](PhoneStore& store) {
      if (store.properties_size() < static_cast<int>(kMaxProperties)) {
        (*store.mutable_properties())[name] = value;
      }
    });
  }
  const std::lock_guard lock(mutex_);
  if (properties_.size() < kMaxProperties) properties_[name] = value;
  return {};
}

std::vector<PhoneSetting> KeptPhone::Settings() {
  const PhoneStore kept = store_.Get();
  PhoneStore store;
  for (const NewSetting& usual : kNewSettings) {
    PhoneSetting& row = *store.add_settings();
    row.set_table(usual.table);
    row.set_name(usual.name);
    row.set_value(usual.value);
  }
  for (const PhoneSetting& row : kept.settings()) PutSetting(store, row);
  std::vector<PhoneSetting> rows(store.settings().begin(),
                                 store.settings().end());
  std::erase_if(rows, [](const auto& row) { return !row.has_value(); });
  return rows;
}

std::vector<PhonePackage> KeptPhone::Packages() {
  const PhoneStore store = store_.Get();
  return {store.packages().begin(), store.packages().end()};
}

bool KeptPhone::IsEnabled(const std::string& package) {
  const PhoneStore store = store_.Get();
  return std::ranges::find(store.disabled(), package) == store.disabled().end();
}

void KeptPhone::ForgetProperties() {
  const std::lock_guard lock(mutex_);
  properties_.clear();
}

}  // namespace reprise::phone
