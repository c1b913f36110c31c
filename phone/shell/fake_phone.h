// A phone in memory for the shell's tests and fuzzer: it remembers what it was
// asked to do and answers with what was put into it.
//
// Threads: any.
#pragma once

#include <fmt/ranges.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "phone/shell/fake_device.h"

namespace reprise::phone {

class FakePhone : public FakeDevice {
 public:
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
    (void)Said("start {}{}{}{}", intent.component(), options.wait ? " -W" : "",
               options.stop_first ? " -S" : "", options.debug ? " -D" : "");
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
  Status SetDebugApp(const std::string& package, bool wait,
                     bool once) override {
    return Said("debug '{}'{}{}", package, wait ? " wait" : "",
                once ? " once" : "");
  }
  Status Crash(const std::string& package) override {
    return Said("crash {}", package);
  }
  std::vector<AppProcess> Processes() override { return Locked(processes); }
  Status Kill(int32_t pid, int signal) override {
    return Said("kill {} {}", pid, signal);
  }

  Status Play(std::vector<PhoneInput> inputs) override {
    std::lock_guard lock(mutex);
    for (PhoneInput& input : inputs) played.push_back(std::move(input));
    for (LogLine& line : std::exchange(log_on_play, {}))
      log().Add(std::move(line));
    return {};
  }
  Status WriteEvent(uint16_t type, uint16_t code, int32_t value) override {
    events().Add({0, Locked(uptime_ns), type, code, value});
    return {};
  }

  Result<Picture> Shoot() override { return picture; }
  Result<PhoneReply::Trees> Look() override { return trees; }
  Result<PhoneState> State(const std::string& package) override {
    return package.empty() ? state : others[package];
  }
  Result<std::string> Dump(const std::string& name,
                           const std::vector<std::string>&) override {
    if (name == "alarm") return "ALARMS";
    return Fail(ErrorKind::kNotFound, "no {}", name);
  }

  Result<std::string> System(const std::string& package,
                             const std::string& service,
                             const std::vector<std::string>& words) override {
    (void)Said("{} of '{}': {}", service, package, fmt::join(words, " "));
    return "done\n";
  }

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
  std::map<std::string, PhoneState> others;  // of apps behind
};

}  // namespace reprise::phone
