// A phone in memory for the shell's tests and fuzzer: it remembers what it was
// asked to do and answers with what was put into it.
//
// Threads: any.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/check.h"
#include "phone/shell/phone.h"

namespace reprise::phone {

class FakePhone : public Phone {
 public:
  FakePhone() {
    char folder[] = "/tmp/reprise-shell-XXXXXX";
    CHECK(mkdtemp(folder) != nullptr);
    root = folder;
    for (const char* each :
         {"data/local/tmp", "data/user/0", "sdcard", "dev"}) {
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
  ~FakePhone() override { std::filesystem::remove_all(root); }

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
  int64_t UptimeNs() override { return Locked(uptime_ns); }
  int64_t RealtimeNs() override {
    return Locked(uptime_ns) + 1'700'000'000'000'000'000;
  }
  Status Sleep(int64_t duration_ns) override {
    std::lock_guard lock(mutex);
    uptime_ns += duration_ns;
    return {};
  }

  std::vector<PhonePackage> Packages() override { return Locked(packages); }
  Result<std::string> Install(const std::vector<std::string>& apks,
                              const InstallOptions& options) override {
    std::lock_guard lock(mutex);
    for (const std::string& apk : apks) {
      if (!std::filesystem::exists(apk)) {
        return Fail(ErrorKind::kNotFound, "INSTALL_FAILED_INVALID_APK: no {}",
                    apk);
      }
      (void)Said(
          "install {} {}{}", std::filesystem::path(apk).filename().string(),
          std::filesystem::file_size(apk), options.grant_all ? " -g" : "");
    }
    if (!install_error.empty())
      return Fail(ErrorKind::kCorruption, "{}", install_error);
    return "com.new";
  }
  Status Uninstall(const std::string& package, bool keep_data) override {
    return Said("uninstall {} {}", package, keep_data);
  }
  Status ClearData(const std::string& package) override {
    return Said("clear {}", package);
  }
  Status Grant(const std::string& package, const std::string& permission,
               bool granted) override {
    return Said("{} {} {}", granted ? "grant" : "revoke", package, permission);
  }
  Status SetEnabled(const std::string& package, bool enabled) override {
    std::lock_guard lock(mutex);
    if (enabled) {
      disabled.erase(package);
    } else {
      disabled.insert(package);
    }
    return {};
  }
  bool IsEnabled(const std::string& package) override {
    std::lock_guard lock(mutex);
    return !disabled.contains(package);
  }

  Result<PhoneReply::Started> Start(const PhoneIntent& intent,
                                    const StartOptions& options) override {
    std::lock_guard lock(mutex);
    intents.push_back(intent);
    (void)Said("start {}{}{}", intent.component(), options.wait ? " -W" : "",
               options.stop_first ? " -S" : "");
    return started;
  }
  Status Send(PhoneRequest::Send::Kind kind,
              const PhoneIntent& intent) override {
    std::lock_guard lock(mutex);
    intents.push_back(intent);
    (void)Said("send {}", static_cast<int>(kind));
    return send;
  }
  Status ForceStop(const std::string& package) override {
    return Said("stop {}", package);
  }
  std::vector<AppProcess> Processes() override { return Locked(processes); }
  Status Kill(int32_t pid, int signal) override {
    return Said("kill {} {}", pid, signal);
  }

  Status Play(std::vector<PhoneInput> inputs) override {
    std::lock_guard lock(mutex);
    for (PhoneInput& input : inputs) played.push_back(std::move(input));
    for (LogLine& line : std::exchange(log_on_play, {}))
      log_.Add(std::move(line));
    return {};
  }
  Status WriteEvent(uint16_t type, uint16_t code, int32_t value) override {
    events_.Add({0, Locked(uptime_ns), type, code, value});
    return {};
  }

  Result<Picture> Shoot() override { return picture; }
  Result<PhoneReply::Trees> Look() override { return trees; }
  Result<PhoneState> State() override { return state; }
  Result<std::string> Dump(const std::string& name,
                           const std::vector<std::string>&) override {
    if (name == "alarm") return "ALARMS";
    return Fail(ErrorKind::kNotFound, "no {}", name);
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
  std::vector<PhonePackage> packages;
  std::set<std::string> disabled;
  std::vector<AppProcess> processes;
  std::vector<PhoneIntent> intents;
  std::vector<PhoneInput> played;
  std::vector<LogLine> log_on_play;
  PhoneReply::Started started;
  Status send;
  std::string install_error;
  Picture picture;
  PhoneReply::Trees trees;
  PhoneState state;
  int64_t uptime_ns = 5'000'000'000;

 private:
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

  std::optional<adb::RootFolder> files_;
  LogBuffer log_;
  EventBuffer events_;
  std::vector<std::string> said_;
};

}  // namespace reprise::phone
