#include "cli/session_device.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "cli/phone_control.h"
#include "cli/session_options.h"
#include "session/app_run.h"
#include "session/tape_app.h"
#include "tape/channels.h"

namespace reprise::cli {
namespace {

constexpr std::string_view kPhone = "phone";
constexpr std::string_view kPhonePrefix = "phone:";
constexpr std::string_view kAccepted =
    "a serial, as 'reprise devices' lists it, the name of a virtual phone, as "
    "'reprise phone list' does, phone, or phone:PROFILE as in phone:pixel-7";

bool IsFile(const std::string& app) {
  return app.ends_with(".apk") || app.find('/') != std::string::npos;
}

// An APK of the package, as one of the user's phones has it.
Result<std::string> FindApk(const std::string& app) {
  // A file is installed by who starts it.
  if (app.empty() || IsFile(app)) return std::string();
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
              "give its APK ('record FILE.apk', 'replay --app FILE.apk')",
              app);
}

bool OfVirtualPhone(tape::TapeReader& tape) {
  const auto device =
      session::ReadAttached<DeviceDescription>(tape, tape::attachment::kDevice);
  return device && device->kind() == DeviceDescription::KIND_VIRTUAL_PHONE;
}

bool Runs(std::string_view name) {
  return PhoneControl::Connect(std::string(name)).has_value();
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

Option SessionOnOption() {
  Option on = OnOption();
  on.value = "WHERE";
  on.help =
      "the device: its serial, as 'reprise devices' lists it, the name of a "
      "virtual phone, phone for a fresh one, or phone:PROFILE; not needed when "
      "there is one only";
  return on;
}

bool IsFreshPhone(const std::string& on) {
  return on.starts_with(kPhonePrefix);
}

Status CheckSessionOn(const Arguments& arguments) {
  const std::string on = arguments.Value("on");
  if (!arguments.Has("on") || (!on.empty() && on != kPhonePrefix)) return {};
  return Fail(ErrorKind::kInvalidArgument,
              "--on: {:?} names no device; it is {}, or leave --on out", on,
              kAccepted);
}

Status CheckApp(const std::string& app) {
  if (IsFile(app)) RETURN_IF_ERROR(session::PackageOf(app));
  return {};
}

Result<SessionDevice> SessionDevice::Pick(const Arguments& arguments,
                                          const std::string& app,
                                          tape::TapeReader* tape,
                                          Console& console) {
  SessionDevice picked;
  const std::string on = arguments.Value("on");
  const std::string recorded = tape == nullptr ? "" : ProfileOf(*tape);
  if (IsFreshPhone(on) || (on == kPhone && !Runs(kPhone))) {
    RETURN_IF_ERROR(picked.StartPhone(
        on == kPhone ? recorded : on.substr(kPhonePrefix.size()), app, tape,
        console));
    return picked;
  }
  ASSIGN_OR_RETURN(const std::string serial, SerialOf(arguments));
  auto device = adb::PickDevice(serial);
  if (device) {
    picked.device_ = *std::move(device);
    return picked;
  }
  const bool of_phone = tape != nullptr && OfVirtualPhone(*tape);
  if (app.empty() || !of_phone || recorded.empty() || !NothingThere(on)) {
    if (on.empty() || device.error().kind != ErrorKind::kDevice) {
      return Fail(device.error());
    }
    return Fail(ErrorKind::kDevice, "{}; --on takes {}", device.error().message,
                kAccepted);
  }
  console.Note(fmt::format(
      "no device is there; a fresh virtual phone like the recorded one is "
      "started, as by '--on phone:{}'",
      recorded));
  RETURN_IF_ERROR(picked.StartPhone(recorded, app, tape, console));
  return picked;
}

Status SessionDevice::StartPhone(const std::string& profile,
                                 const std::string& app, tape::TapeReader* tape,
                                 Console& console) {
  FleetOptions fleet{
      .count = 1,
      .profile = profile,
      .apk = {},
      .folder = {},
      .soft_keyboard = tape != nullptr && HadSoftKeyboard(*tape)};
  ASSIGN_OR_RETURN(fleet.apk, FindApk(app));
  ASSIGN_OR_RETURN(folder_, ScratchFolder::Make());
  fleet.folder = folder_->path();
  console.Progress("starting a phone");
  auto phone = PhoneFleet::Start(fleet);
  if (!phone) {
    constexpr std::string_view kProfile = "--profile: ";
    std::string why = phone.error().message;
    if (why.starts_with(kProfile)) why.replace(0, kProfile.size(), "--on: ");
    return Fail(phone.error().kind, "{}", why);
  }
  phone_ = *std::move(phone);
  ASSIGN_OR_RETURN(auto devices, phone_->Devices());
  device_ = std::move(devices.front());
  return {};
}

}  // namespace reprise::cli
