// The lower half of FakePhone: files, log, clock, profile and settings.
//
// Threads: any.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/check.h"
#include "phone/shell/phone.h"

namespace reprise::phone {

class FakeDevice : public Phone {
 public:
  FakeDevice() {
    char folder[] = "/tmp/reprise-shell-XXXXXX";
    CHECK(mkdtemp(folder) != nullptr);
    root = folder;
    for (const char* each :
         {"data/local/tmp", "data/user/0", "sdcard", "dev", "proc", "system"}) {
      std::filesystem::create_directories(root + "/" + each);
    }
    auto opened = adb::RootFolder::At(root);
    CHECK(opened.has_value());
    files_.emplace(*std::move(opened));
    profile.set_width_px(1080);
    profile.set_height_px(1920);
    profile.set_density_dpi(420);
    natural = profile;
    properties["ro.product.device"] = "fake";
  }
  ~FakeDevice() override { std::filesystem::remove_all(root); }

  const adb::RootFolder& files() override { return *files_; }
  std::string HostPath(const std::string& path) override { return root + path; }
  LogBuffer& log() override { return log_; }
  EventBuffer& events() override { return events_; }

  PhoneProfile Profile() override { return Locked(profile); }
  PhoneProfile NaturalProfile() override { return natural; }
  Status Configure(const PhoneProfile& wanted) override {
    std::lock_guard lock(mutex);
    profile = wanted;
    return {};
  }
  std::map<std::string, std::string> Properties() override {
    return Locked(properties);
  }
  Status SetProperty(const std::string& name,
                     const std::string& value) override {
    std::lock_guard lock(mutex);
    properties[name] = value;
    return {};
  }
  std::vector<PhoneSetting> Settings() override { return Locked(settings); }
  Status ChangeSetting(const PhoneSetting& setting) override {
    std::lock_guard lock(mutex);
    std::erase_if(settings, [&](const PhoneSetting& row) {
      return row.table() == setting.table() && row.name() == setting.name();
    });
    if (setting.has_value()) settings.push_back(setting);
    return {};
  }
  PhoneBattery Battery() override { return Locked(battery); }
  Status SetBattery(const PhoneBattery& wanted) override {
    std::lock_guard lock(mutex);
    battery = wanted;
    return {};
  }
  int64_t UptimeNs() override { return Locked(uptime_ns); }
  int64_t RealtimeNs() override {
    return Locked(uptime_ns) + 1'700'000'000'000'000'000;
  }
  Status Sleep(int64_t duration_ns) override {
    std::lock_guard lock(mutex);
    uptime_ns += duration_ns;
    return {};
  }

  // What happened, in order.
  std::vector<std::string> said() const {
    std::lock_guard lock(mutex);
    return said_;
  }

  std::string root;
  mutable std::recursive_mutex mutex;
  PhoneProfile profile, natural;
  std::map<std::string, std::string> properties;
  std::vector<PhoneSetting> settings;
  PhoneBattery battery = NewBattery();
  int64_t uptime_ns = 5'000'000'000;

 protected:
  template <typename T>
  T Locked(const T& value) const {
    std::lock_guard lock(mutex);
    return value;
  }
  template <typename... Args>
  Status Said(fmt::format_string<Args...> format, Args&&... values) {
    std::lock_guard lock(mutex);
    said_.push_back(fmt::format(format, std::forward<Args>(values)...));
    return {};
  }

 private:
  std::optional<adb::RootFolder> files_;
  LogBuffer log_;
  EventBuffer events_;
  std::vector<std::string> said_;
};

}  // namespace reprise::phone
