// The part of VirtualPhone that is the system's: what is due for apps that do
// not run, and broadcasts of the phone itself.
#include <algorithm>

#include "phone/daemon/intents.h"
#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {
namespace {

constexpr std::chrono::seconds kPatience{60};
constexpr int kLowBattery = 15;     // percent, as Android warns
constexpr int kActivitySender = 2;  // ActivityManager.INTENT_SENDER_ACTIVITY
// Apps that are woken while time passes.
constexpr int kMaxWakes = 10'000;
// Receivers of the manifest get these though nobody names them, as Android's
// background limits have it.
constexpr const char* kWaking[] = {
    "android.intent.action.LOCKED_BOOT_COMPLETED",
    "android.intent.action.BOOT_COMPLETED",
    "android.intent.action.MY_PACKAGE_REPLACED",
    "android.intent.action.PACKAGE_FULLY_REMOVED",
    "android.intent.action.LOCALE_CHANGED",
    "android.intent.action.TIMEZONE_CHANGED",
    "android.intent.action.TIME_SET"};
constexpr const char* kBootPermission =
    "android.permission.RECEIVE_BOOT_COMPLETED";

bool Holds(const auto& list, const std::string& value) {
  return std::ranges::find(list, value) != list.end();
}

}  // namespace

std::optional<AppKeep::Wake> VirtualPhone::NextWake() const {
  std::set<std::string> running;
  for (const App& app : apps_.All()) running.insert(app.package);
  return keep_.NextWake(running);
}

void VirtualPhone::WakeDue() {
  for (int wakes = 0; wakes < kMaxWakes && !closing_; ++wakes) {
    const auto wake = NextWake();
    if (!wake || wake->at_ns > clock_.UptimeNs()) break;
    PhoneIntent intent;
    intent.set_component(wake->package);
    // It is given what is kept, and does what is due by itself.
    (void)RunBehind(wake->package, intent);
    if (!apps_.Find(wake->package)) keep_.DropDue(wake->package);
  }
  PlanWake();
}

Result<App> VirtualPhone::RunBehind(const std::string& package,
                                    const PhoneIntent& intent) {
  settled_ = false;
  return RunFor(package, "", intent, true);
}

void VirtualPhone::PlanWake() {
  if (clock_.is_virtual()) return;
  loop_.Post([this, alive = std::weak_ptr<bool>(alive_)] {
    if (alive.expired() || closing_) return;
    loop_.Cancel(wake_timer_);
    const auto wake = NextWake();
    if (!wake) return;
    const int64_t left =
        std::max<int64_t>(wake->at_ns - clock_.UptimeNs(), 1'000'000);
    wake_timer_ = loop_.After(std::chrono::nanoseconds(left), [this] {
      worker_.Post([this] {
        const auto lock = Hold();
        WakeDue();
      });
    });
  });
}

void VirtualPhone::Announce(const PhoneIntent& intent,
                            const std::string& except) {
  settled_ = false;
  PhoneRequest request;
  request.mutable_send()->set_kind(PhoneRequest::Send::KIND_BROADCAST);
  *request.mutable_send()->mutable_intent() = intent;
  const bool waking = std::ranges::any_of(
      kWaking, [&](const char* action) { return intent.action() == action; });
  const bool boot = intent.action().ends_with("BOOT_COMPLETED");
  const PhoneStore store = store_.Get();
  for (const PhonePackage& package : store.packages()) {
    const PhoneManifest& manifest = package.manifest();
    const std::string& name = manifest.package_name();
    if (name == except || Holds(store.disabled(), name)) continue;
    if (!intent.package_name().empty() && intent.package_name() != name) {
      continue;
    }
    if (boot && !Holds(manifest.requested_permissions(), kBootPermission)) {
      continue;
    }
    if (const auto app = apps_.Find(name)) {
      app->process->Tell(request);
    } else if (waking && !package.stopped() &&
               Takes(package, PhoneComponent::KIND_RECEIVER, intent)) {
      const auto woken = RunBehind(name, intent);
      if (woken) woken->process->Tell(request);
    }
  }
}

void VirtualPhone::AnnouncePackage(const std::string& action,
                                   const PhonePackage& package,
                                   bool replacing) {
  const std::string& name = package.manifest().package_name();
  PhoneIntent intent;
  intent.set_action("android.intent.action." + action);
  intent.set_data("package:" + name);
  PhoneExtra* const uid = intent.add_extras();
  uid->set_key("android.intent.extra.UID");
  uid->set_int_value(package.uid());
  PhoneExtra* const again = intent.add_extras();
  again->set_key("android.intent.extra.REPLACING");
  again->set_truth(replacing);
  Announce(intent, name);
}

void VirtualPhone::AnnounceProfile(const PhoneProfile& before,
                                   const PhoneProfile& now) {
  PhoneIntent intent;
  if (before.locale() != now.locale()) {
    intent.set_action("android.intent.action.LOCALE_CHANGED");
    Announce(intent, "");
  }
  if (before.time_zone() != now.time_zone()) {
    intent.set_action("android.intent.action.TIMEZONE_CHANGED");
    PhoneExtra* const zone = intent.add_extras();
    zone->set_key("time-zone");
    zone->set_text(now.time_zone());
    Announce(intent, "");
  }
}

void VirtualPhone::BootHeld() {
  for (const char* action : {"LOCKED_BOOT_COMPLETED", "BOOT_COMPLETED"}) {
    PhoneIntent intent;
    intent.set_action(std::string("android.intent.action.") + action);
    Announce(intent, "");
  }
  WakeDue();
}

void VirtualPhone::Boot() {
  worker_.Post([this] {
    const auto lock = Hold();
    BootHeld();
  });
}

void VirtualPhone::Reboot() {
  worker_.Post([this] {
    for (const App& app : apps_.All()) apps_.Abort(app.package);
    const std::lock_guard lock(acting_);
    wishes_.Clear();
    apps_.StopAll();
    debuggers_.Changed();
    results_.clear();
    orders_.clear();
    sticky_.clear();
    keep_.Reboot();
    {
      const std::lock_guard mine(mutex_);
      battery_ = NewBattery();
    }
    LookAround();
    settled_ = true;
    BootHeld();
  });
}

PhoneBattery VirtualPhone::Battery() {
  const std::lock_guard lock(mutex_);
  return battery_;
}

Status VirtualPhone::SetBattery(const PhoneBattery& battery) {
  const auto lock = Hold();
  Settle();
  settled_ = false;
  {
    const std::lock_guard mine(mutex_);
    battery_ = battery;
  }
  PhoneRequest request;
  *request.mutable_update()->mutable_battery() = battery;
  TellAll(request);
  LookAround();
  return {};
}

Result<std::string> VirtualPhone::System(
    const std::string& package, const std::string& service,
    const std::vector<std::string>& words) {
  const auto lock = Hold();
  Settle();
  settled_ = false;
  PhoneRequest request;
  request.mutable_system()->set_service(service);
  for (const std::string& word : words)
    request.mutable_system()->add_words(word);
  if (package.empty()) {
    ASSIGN_OR_RETURN(const PhoneReply reply,
                     AskFront(std::move(request), PhoneReply::kText));
    return reply.text().text();
  }
  if (!store_.Package(package)) {
    return Fail(ErrorKind::kNotFound, "Unknown package: {}", package);
  }
  PhoneIntent intent;
  intent.set_component(package);
  ASSIGN_OR_RETURN(const App app, RunBehind(package, intent));
  ASSIGN_OR_RETURN(
      const PhoneReply reply,
      app.process->Ask(std::move(request), PhoneReply::kText, kPatience));
  return reply.text().text();
}

void VirtualPhone::ShowNotices() {
  PhoneRequest request;
  *request.mutable_update()->mutable_shown() = keep_.Shown();
  TellAll(request);
  if (const auto home = apps_.Home()) home->process->Tell(std::move(request));
}

void VirtualPhone::DoOtherNotice(const PhoneReply::OtherNotice& wanted) {
  const std::string& package = wanted.package_name();
  if (!store_.Package(package) || wanted.words_size() == 0) return;
  const std::string key = wanted.words_size() > 1 ? wanted.words(1) : "";
  bool activity = false;
  const PhoneKept kept = keep_.Of(package);
  for (const PhoneNotice& notice : kept.notices().notices()) {
    if (notice.key() != key) continue;
    const std::string& verb = wanted.words(0);
    const size_t number =
        wanted.words_size() > 2
            ? std::strtoul(wanted.words(2).c_str(), nullptr, 10)
            : 0;
    if (verb == "tap") activity = notice.content().type() == kActivitySender;
    if (verb == "act" && number < static_cast<size_t>(notice.actions_size())) {
      activity = notice.actions(static_cast<int>(number)).pending().type() ==
                 kActivitySender;
    }
  }
  PhoneIntent intent;
  intent.set_component(package);
  const auto app = activity ? RunFor(package, "top-activity ", intent, false)
                            : RunBehind(package, intent);
  if (!app) return;
  settled_ = false;
  if (activity) apps_.BringToFront(*app);
  PhoneRequest request;
  request.mutable_system()->set_service("notification");
  *request.mutable_system()->mutable_words() = wanted.words();
  app->process->Tell(std::move(request));
}

// With `acting_` held, or nobody else there.
void VirtualPhone::LookAround() {
  bool wifi = false;
  bool data = true;
  bool airplane = false;
  for (const PhoneSetting& row : Settings()) {
    if (row.table() != "global") continue;
    const bool on = row.value() == "1" || row.value() == "2";
    if (row.name() == "wifi_on") wifi = on;
    if (row.name() == "mobile_data") data = on;
    if (row.name() == "airplane_mode_on") airplane = on;
  }
  const PhoneBattery battery = Battery();
  const bool unplugged = battery.plugged() == 0;
  keep_.SetSurroundings(
      {.wifi = wifi,
       .connected = !options_.network.offline && (wifi || (data && !airplane)),
       .charging = !unplugged,
       .battery_low = unplugged && battery.level() <= kLowBattery});
  PlanWake();
}

void VirtualPhone::SetStopped(const std::string& package, bool stopped) {
  const auto installed = store_.Package(package);
  if (!installed || installed->stopped() == stopped) return;
  (void)store_.Change([&](PhoneStore& store) {
    if (PhonePackage* const one = FindPackage(store, package)) {
      one->set_stopped(stopped);
    }
  });
}

}  // namespace reprise::phone
