// The part of VirtualPhone that does what is changed on its screens: settings,
// permissions, time zone and language.
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <cstdlib>

#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {

void VirtualPhone::DoChanged(const App& app,
                             const PhoneReply::Changed& changed) {
  const std::string& owner =
      changed.package_name().empty() ? app.package : changed.package_name();
  (void)store_.Change([&](PhoneStore& store) {
    for (const PhoneSetting& row : changed.settings()) PutSetting(store, row);
    if (changed.has_clipboard()) store.set_clipboard(changed.clipboard());
    PhonePackage* const package = FindPackage(store, owner);
    if (package != nullptr) {
      auto& granted = *package->mutable_granted();
      const auto& asked = package->manifest().requested_permissions();
      for (const std::string& one : changed.granted()) {
        if (std::ranges::find(granted, one) == granted.end() &&
            std::ranges::find(asked, one) != asked.end()) {
          granted.Add(std::string(one));
        }
      }
      for (const std::string& one : changed.revoked()) {
        granted.erase(std::remove(granted.begin(), granted.end(), one),
                      granted.end());
      }
    }
  });
  LookAround();
  PhoneRequest request;
  *request.mutable_update()->mutable_settings() = changed.settings();
  if (changed.has_clipboard()) {
    request.mutable_update()->set_clipboard(changed.clipboard());
  }
  for (const App& other : apps_.All()) {
    if (other.package != app.package) other.process->Tell(request);
  }
  PhoneProfile profile = Profile();
  if (changed.has_time_zone()) profile.set_time_zone(changed.time_zone());
  if (changed.has_locale()) profile.set_locale(changed.locale());
  for (const PhoneSetting& row : changed.settings()) Shape(row, &profile);
  ConfigureHeld(profile);
  if (changed.revoked_size() > 0) BeginAnew(owner);
}

void VirtualPhone::Shape(const PhoneSetting& setting, PhoneProfile* profile) {
  if (setting.table() == "system" && setting.name() == "user_rotation") {
    profile->set_rotation(
        static_cast<uint32_t>(std::atoi(setting.value().c_str())) & 3);
  }
  if (setting.table() == "system" && setting.name() == "font_scale") {
    const auto scale = static_cast<float>(std::atof(setting.value().c_str()));
    profile->set_font_scale(scale > 0 ? std::clamp(scale, 0.5F, 3.0F) : 1);
  }
  if (setting.table() == "secure" && setting.name() == "ui_night_mode") {
    profile->set_dark(setting.value() == "2");
  }
}

void VirtualPhone::ConfigureHeld(const PhoneProfile& profile) {
  const PhoneProfile before = Profile();
  if (google::protobuf::util::MessageDifferencer::Equals(before, profile)) {
    return;
  }
  settled_ = false;
  (void)store_.Change(
      [&](PhoneStore& store) { *store.mutable_profile() = profile; });
  PhoneRequest request;
  *request.mutable_configure()->mutable_profile() = profile;
  TellAll(request);
  if (const auto home = apps_.Home()) home->process->Tell(request);
  AnnounceProfile(before, profile);
}

void VirtualPhone::BeginAnew(const std::string& package) {
  const bool front = apps_.FrontPackage() == package;
  if (!apps_.Find(package)) return;
  StopNow(package, "permissions revoked", true);
  if (!front) return;
  // The user is still there: its activities come back, in a new process.
  PhoneIntent intent;
  intent.set_component(package);
  const auto app = RunFor(package, "top-activity ", intent, false);
  if (!app) return;
  apps_.BringToFront(*app);
  PhoneRequest request;
  request.mutable_front()->set_front(true);
  for (std::string& name : apps_.Behind(package)) {
    request.mutable_front()->add_behind(std::move(name));
  }
  app->process->Tell(std::move(request));
}

}  // namespace reprise::phone
