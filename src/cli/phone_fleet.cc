#include "cli/phone_fleet.h"

#include <unistd.h>

#include "adb/server.h"
#include "cli/phone_control.h"
#include "session/tape_app.h"
#include "tape/channels.h"

namespace reprise::cli {

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
    start.options = {"--clock", "virtual", "--spare", "off", "--worker", "on"};
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
    fleet->phones_.push_back({.start = std::move(start)});
    RETURN_IF_ERROR(Begin(fleet->phones_.back()));
  }
  return fleet;
}

Status PhoneFleet::Begin(Phone& phone) {
  ASSIGN_OR_RETURN(const nlohmann::json status, StartPhone(phone.start));
  phone.serial = status.value("serial", "");
  return {};
}

PhoneFleet::~PhoneFleet() {
  for (const Phone& phone : phones_) {
    ForgetAdb(phone.serial);
    if (auto control = PhoneControl::Connect(phone.start.name)) {
      (void)control->Ask({{"ask", "stop"}});
    }
    std::error_code ignored;
    std::filesystem::remove(PhoneFolderOf(phone.start.name),
                            ignored);  // a link
  }
}

Result<std::vector<adb::Device>> PhoneFleet::Devices() const {
  std::vector<adb::Device> devices;
  for (const Phone& phone : phones_) {
    ASSIGN_OR_RETURN(adb::Device device, DeviceOf(phone));
    devices.push_back(std::move(device));
  }
  return devices;
}

Result<adb::Device> PhoneFleet::Revive(size_t i) {
  Phone& phone = phones_[i];
  if (!PhoneControl::Connect(phone.start.name)) {
    ForgetAdb(phone.serial);
    RETURN_IF_ERROR(Begin(phone));
  }
  return DeviceOf(phone);
}

Result<adb::Device> PhoneFleet::DeviceOf(const Phone& phone) {
  ASSIGN_OR_RETURN(const adb::Server server, adb::Server::Connect());
  RETURN_IF_ERROR(AwaitAdb(server, phone.serial));
  return adb::PickDevice(phone.serial);
}

}  // namespace reprise::cli
