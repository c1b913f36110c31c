#include "cli/phone_fleet.h"

#include <unistd.h>

#include <thread>

#include "adb/server.h"
#include "base/clock.h"
#include "cli/phone_control.h"
#include "cli/phone_start.h"
#include "session/tape_app.h"
#include "tape/channels.h"

namespace reprise::cli {
namespace {

using Json = nlohmann::json;

constexpr uint64_t kAdbPatienceNs = 20'000'000'000;
constexpr std::chrono::milliseconds kLookAgain{100};

// The server finds emulators by itself, on sixteen ports. When those are taken
// a phone is at HOST:PORT, and the server has to be told of it.
void TellAdb(std::string_view what, const std::string& serial) {
  if (serial.find(':') == std::string::npos) return;
  const auto server = adb::Server::Connect();
  // Whoever looks for the device says that it is missing.
  if (server) (void)server->Ask(fmt::format("host:{}:{}", what, serial));
}

}  // namespace

std::string ProfileOf(tape::TapeReader& tape) {
  const auto device =
      session::ReadAttached<DeviceDescription>(tape, tape::attachment::kDevice);
  if (!device || device->displays().empty()) return "";
  const auto& display = device->displays(0);
  if (display.density_dpi() == 0) return "";
  return fmt::format("{}x{}@{}", display.width_px(), display.height_px(),
                     display.density_dpi());
}

bool HadSoftKeyboard(tape::TapeReader& tape) {
  const auto device =
      session::ReadAttached<DeviceDescription>(tape, tape::attachment::kDevice);
  return device && device->soft_keyboard();
}

Result<std::unique_ptr<PhoneFleet>> PhoneFleet::Start(
    const FleetOptions& options) {
  auto fleet = std::unique_ptr<PhoneFleet>(new PhoneFleet());
  for (size_t i = 0; i < options.count; ++i) {
    PhoneStart start;
    start.name = fmt::format("{}-{}-{}", options.label, getpid(), i);
    start.data = options.folder / start.name;
    // A spare would be booted for nobody: a process is used again, or the next
    // run, which keeps all processors busy by itself, boots its own.
    start.options = {"--clock", "virtual", "--spare", "off"};
    if (!options.reuse) {
      start.options.insert(start.options.end(), {"--reuse", "off"});
    }
    if (!options.profile.empty()) {
      start.options.insert(start.options.end(), {"--profile", options.profile});
    }
    if (options.soft_keyboard) {
      start.options.insert(start.options.end(), {"--soft-keyboard", "on"});
    }
    if (!options.apk.empty()) start.options.push_back(options.apk);
    // One that does not start leaves its link behind, too.
    fleet->names_.push_back(start.name);
    ASSIGN_OR_RETURN(const Json status, StartPhone(start));
    fleet->serials_.push_back(status.value("serial", ""));
  }
  return fleet;
}

PhoneFleet::~PhoneFleet() {
  for (const std::string& serial : serials_) TellAdb("disconnect", serial);
  for (const std::string& name : names_) {
    if (auto control = PhoneControl::Connect(name)) {
      (void)control->Ask({{"ask", "stop"}});
    }
    std::error_code ignored;
    std::filesystem::remove(PhoneFolderOf(name), ignored);  // a link
  }
}

Result<std::vector<adb::Device>> PhoneFleet::Devices() const {
  std::vector<adb::Device> devices;
  for (const std::string& serial : serials_) {
    TellAdb("connect", serial);
    // adb's server notices a new phone after a moment.
    const uint64_t end = RealClock().Monotonic() + kAdbPatienceNs;
    while (true) {
      auto device = adb::PickDevice(serial);
      if (device) {
        devices.push_back(*std::move(device));
        break;
      }
      if (RealClock().Monotonic() > end) return Fail(device.error());
      std::this_thread::sleep_for(kLookAgain);
    }
  }
  return devices;
}

}  // namespace reprise::cli
