// What the commands of the phone's shell need of the phone, so that the shell
// knows nothing of processes, sockets and the clock behind it.
//
// All calls are blocking and may come from any thread: each running command
// has its own. While the clock is virtual, calls that look at the phone or act
// on it first let it settle, as the architecture page says; the implementation
// does that, not the commands.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adb/root_folder.h"
#include "base/result.h"
#include "phone/shell/event_buffer.h"
#include "phone/shell/log_buffer.h"
#include "reprise/phone.pb.h"

namespace reprise::phone {

struct Picture {
  uint32_t width = 0;
  uint32_t height = 0;
  std::string rgba;  // rows packed, 4 bytes a pixel
};

struct AppProcess {
  int32_t pid = 0;  // as the phone tells it
  std::string package_name;
  int32_t uid = 0;
  int64_t resident_kib = 0;
  bool in_front = false;
};

struct InstallOptions {
  bool replace = true;  // -r; false: an installed package is refused
  bool grant_all = false;
  bool allow_downgrade = false;
  bool allow_test_only = false;
};

struct StartOptions {
  bool wait = false;        // until the first frame is drawn
  bool stop_first = false;  // -S
  bool debug = false;       // -D: it waits for a debugger
};

// Of a phone that nobody unplugged.
inline PhoneBattery NewBattery() {
  PhoneBattery battery;
  battery.set_level(100);
  battery.set_status(5);   // full
  battery.set_plugged(1);  // AC
  battery.set_temperature(250);
  battery.set_voltage(5000);
  battery.set_health(2);  // good
  return battery;
}

class Phone {
 public:
  virtual ~Phone() = default;

  // Its files: the root of what the shell sees (/data, /sdcard, /dev, ...).
  virtual const adb::RootFolder& files() = 0;
  // The same on the host.
  virtual std::string HostPath(const std::string& path) = 0;
  virtual LogBuffer& log() = 0;
  // What WriteEvent() and whoever else plays kernel events let through.
  virtual EventBuffer& events() = 0;

  // Device.
  virtual PhoneProfile Profile() = 0;
  virtual PhoneProfile NaturalProfile() = 0;  // before wm and rotation
  virtual Status Configure(const PhoneProfile& profile) = 0;
  virtual std::map<std::string, std::string> Properties() = 0;
  virtual Status SetProperty(const std::string& name,
                             const std::string& value) = 0;
  virtual std::vector<PhoneSetting> Settings() = 0;
  virtual Status ChangeSetting(const PhoneSetting& setting) = 0;
  virtual int64_t UptimeNs() = 0;
  virtual int64_t RealtimeNs() = 0;
  virtual PhoneBattery Battery() = 0;
  virtual Status SetBattery(const PhoneBattery& battery) = 0;
  // Lets phone time pass: on the virtual clock it is moved.
  virtual Status Sleep(int64_t duration_ns) = 0;

  // Packages.
  virtual std::vector<PhonePackage> Packages() = 0;
  // `apks` are files of the host, the base first. Returns the package. An error
  // begins with Android's word for it ("INSTALL_FAILED_INVALID_APK: ...").
  virtual Result<std::string> Install(const std::vector<std::string>& apks,
                                      const InstallOptions& options) = 0;
  virtual Status Uninstall(const std::string& package, bool keep_data) = 0;
  virtual Status ClearData(const std::string& package) = 0;
  virtual Status Grant(const std::string& package,
                       const std::string& permission, bool granted) = 0;
  virtual Status SetEnabled(const std::string& package, bool enabled) = 0;
  virtual bool IsEnabled(const std::string& package) = 0;

  // Apps.
  virtual Result<PhoneReply::Started> Start(const PhoneIntent& intent,
                                            const StartOptions& options) = 0;
  virtual Status Send(PhoneRequest::Send::Kind kind,
                      const PhoneIntent& intent) = 0;
  virtual Status ForceStop(const std::string& package) = 0;
  // An exception on the app's main thread.
  virtual Status Crash(const std::string& package) = 0;
  virtual std::vector<AppProcess> Processes() = 0;
  virtual Status Kill(int32_t pid, int signal) = 0;
  // The package's next process is to be debugged, and waits for that if `wait`;
  // each one, unless `once`. Empty: none is.
  virtual Status SetDebugApp(const std::string& package, bool wait,
                             bool once) = 0;

  // Input. `at_ns` of each is relative to now, not absolute: the phone adds it.
  virtual Status Play(std::vector<PhoneInput> inputs) = 0;
  // Kernel events of the virtual touchscreen, "/dev/input/event0": one
  // struct input_event each, as sendevent writes them.
  virtual Status WriteEvent(uint16_t type, uint16_t code, int32_t value) = 0;

  // Looking.
  virtual Result<Picture> Shoot() = 0;
  virtual Result<PhoneReply::Trees> Look() = 0;
  // Of the app in front, or of a package that runs.
  virtual Result<PhoneState> State(const std::string& package = "") = 0;
  virtual Result<std::string> Dump(const std::string& name,
                                   const std::vector<std::string>& args) = 0;
  // A command for a service of the system, as PhoneRequest.System has it: of a
  // package, started if it does not run, or (empty) of the app in front.
  // Returns what it prints.
  virtual Result<std::string> System(const std::string& package,
                                     const std::string& service,
                                     const std::vector<std::string>& words) = 0;
};

}  // namespace reprise::phone
