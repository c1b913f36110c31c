// KeptPhone: what a phone is without any process: its folder, what it keeps
// there, its clock and its buffers.
//
// Threads: any.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "phone/daemon/apps.h"
#include "phone/daemon/phone_folder.h"
#include "phone/daemon/store.h"
#include "phone/daemon/time_keeper.h"
#include "phone/shell/phone.h"

namespace reprise::phone {

struct PhoneOptions {
  std::string name = "phone";
  bool virtual_clock = false;
  uint64_t seed = 0;
  bool vary = false;  // a seed was given
  Network network;
  std::string framework;  // the launcher of phone/framework
  bool keep_spare = true;
  bool reuse = true;
};

class KeptPhone : public Phone {
 public:
  KeptPhone(const PhoneFolder& folder, Store& store, adb::RootFolder files,
            PhoneOptions options)
      : folder_(folder),
        store_(store),
        files_(std::move(files)),
        options_(std::move(options)),
        clock_(options_.virtual_clock, options_.seed, options_.vary) {}

  const TimeKeeper& clock() const { return clock_; }
  // For the next start of the phone.
  Status KeepSeed(uint64_t seed) {
    return store_.Change([&](PhoneStore& store) { store.set_seed(seed); });
  }

  const adb::RootFolder& files() override { return files_; }
  std::string HostPath(const std::string& path) override;
  EventBuffer& events() override { return events_; }
  PhoneProfile Profile() override { return store_.Profile(); }
  PhoneProfile NaturalProfile() override;
  std::map<std::string, std::string> Properties() override;
  Status SetProperty(const std::string& name,
                     const std::string& value) override;
  std::vector<PhoneSetting> Settings() override;
  int64_t UptimeNs() override { return clock_.UptimeNs(); }
  int64_t RealtimeNs() override { return clock_.RealtimeNs(); }
  std::vector<PhonePackage> Packages() override;
  bool IsEnabled(const std::string& package) override;

 protected:
  void ForgetProperties();

  const PhoneFolder& folder_;
  Store& store_;
  const adb::RootFolder files_;
  const PhoneOptions options_;
  LogBuffer log_;
  EventBuffer events_;
  TimeKeeper clock_;

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> properties_;  // guarded by mutex_; set
};

}  // namespace reprise::phone
