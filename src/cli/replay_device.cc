#include "cli/replay_device.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "cli/phone_control.h"
#include "session/tape_app.h"
#include "tape/channels.h"

namespace reprise::cli {
namespace {

constexpr std::string_view kPhonePrefix = "phone:";

// An APK of the package, as one of the user's phones has it.
Result<std::string> FindApk(const std::string& app) {
  if (app.empty() || app.ends_with(".apk") ||
      app.find('/') != std::string::npos) {
    return std::string();  // a file is installed by who starts it
  }
  for (const std::string& name : PhoneNames()) {
    const std::string folder =
        fmt::format("{}/files/data/app/{}", PhoneFolderOf(name), app);
    std::error_code ignored;
    for (const auto& build :
         std::filesystem::directory_iterator(folder, ignored)) {
      const std::filesystem::path apk = build.path() / "base.apk";
      if (std::filesystem::is_regular_file(apk, ignored)) return apk.string();
    }
  }
  return Fail(ErrorKind::kNotFound,
              "no phone of this computer has {}, so a fresh one cannot get it; "
              "give its APK with --app",
              app);
}

// Nothing was named, and adb knows of nothing, usable or not, but what belongs
// to other commands.
bool NothingThere(const std::string& on) {
  if (!on.empty() || std::getenv("ANDROID_SERIAL") != nullptr) return false;
  const auto server = adb::Server::Connect();
  const auto devices = server ? server->Devices()
                              : Result<std::vector<adb::DeviceInfo>>(
                                    tl::unexpected(server.error()));
  return devices && std::ranges::all_of(*devices, &adb::DeviceInfo::is_worker);
}

}  // namespace

bool IsFreshPhone(const std::string& on) {
  return on.starts_with(kPhonePrefix);
}

Result<ReplayDevice> ReplayDevice::Pick(const std::string& on,
                                        const std::string& app,
                                        tape::TapeReader& tape,
                                        Console& console) {
  ReplayDevice picked;
  if (IsFreshPhone(on)) {
    RETURN_IF_ERROR(
        picked.StartPhone(on.substr(kPhonePrefix.size()), app, tape, console));
    return picked;
  }
  auto device = adb::PickDevice(on);
  if (device) {
    picked.device_ = *std::move(device);
    return picked;
  }
  const auto recorded =
      session::ReadAttached<DeviceDescription>(tape, tape::attachment::kDevice);
  const std::string profile = ProfileOf(tape);
  if (app.empty() || !recorded || profile.empty() ||
      recorded->kind() != DeviceDescription::KIND_VIRTUAL_PHONE ||
      !NothingThere(on)) {
    return Fail(device.error());
  }
  console.Note(fmt::format(
      "no device is there; a fresh virtual phone like the recorded one is "
      "started, as by '--on phone:{}'",
      profile));
  RETURN_IF_ERROR(picked.StartPhone(profile, app, tape, console));
  return picked;
}

Status ReplayDevice::StartPhone(const std::string& profile,
                                const std::string& app, tape::TapeReader& tape,
                                Console& console) {
  FleetOptions fleet{.count = 1,
                     .profile = profile,
                     .apk = {},
                     .folder = {},
                     .soft_keyboard = HadSoftKeyboard(tape)};
  ASSIGN_OR_RETURN(fleet.apk, FindApk(app));
  ASSIGN_OR_RETURN(folder_, ScratchFolder::Make());
  fleet.folder = folder_->path();
  console.Progress("starting a phone");
  ASSIGN_OR_RETURN(phone_, PhoneFleet::Start(fleet));
  ASSIGN_OR_RETURN(auto devices, phone_->Devices());
  device_ = std::move(devices.front());
  return {};
}

}  // namespace reprise::cli
