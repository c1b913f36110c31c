#include "phone/daemon/virtual_phone.h"

#include <unistd.h>

#include <algorithm>

namespace reprise::phone {
namespace {

constexpr std::chrono::seconds kPatience{60};
// Whoever only reads what is there does not wait longer for one who acts.
constexpr std::chrono::seconds kReadPatience{2};
// Processes that may die while time passes.
constexpr int kMaxDeaths = 8;
// Apps that may be started while time passes.
constexpr int kMaxWakes = 10'000;
// On the real clock an app is waited for until it is at rest, no longer than
// this; what it wants of another one is looked after as often.
constexpr int64_t kRestLimitNs = 2'000'000'000;
constexpr int64_t kRestSliceNs = 200'000'000;

}  // namespace

Result<std::unique_ptr<VirtualPhone>> VirtualPhone::Make(
    adb::Loop& loop, const PhoneFolder& folder, Store& store,
    PhoneOptions options) {
  ASSIGN_OR_RETURN(adb::RootFolder files, adb::RootFolder::At(folder.files()));
  std::unique_ptr<VirtualPhone> phone(new VirtualPhone(
      loop, folder, store, std::move(files), std::move(options)));
  RETURN_IF_ERROR(phone->feeds_.Begin(phone->clock_.UptimeNs()));
  return phone;
}

VirtualPhone::VirtualPhone(adb::Loop& loop, const PhoneFolder& folder,
                           Store& store, adb::RootFolder files,
                           PhoneOptions options)
    : KeptPhone(folder, store, std::move(files), std::move(options)),
      loop_(loop),
      steps_(clock_),
      nodes_(store.Get().natural_profile().width_px(),
             store.Get().natural_profile().height_px()),
      feeds_(store, folder),
      keep_(store, clock_),
      apps_(loop, store, folder, clock_,
            {.process = {.command = {options_.framework, "process"},
                         .environment = {},
                         .socket_folder = folder.sockets()},
             .network = options_.network,
             .keep_spare = options_.keep_spare,
             .reuse = options_.reuse},
            {.on_news = [this](const App& app,
                               const PhoneReply& reply) { OnNews(app, reply); },
             .on_gone = [this](const App& app) { OnGone(app); },
             .on_attach =
                 [this](const App& app, PhoneRequest::Attach* attach) {
                   *attach->mutable_kept() = keep_.Of(app.package);
                   *attach->mutable_battery() = Battery();
                   *attach->mutable_shown() = keep_.Shown();
                   attach->mutable_sticky()->Assign(sticky_.begin(),
                                                    sticky_.end());
                   OnAttach(app, attach);
                 }}),
      debuggers_(loop, apps_,
                 [this](const App& app) { Wish([this, app] { DoGo(app); }); }),
      installer_(folder, store, apps_, options_.framework,
                 [this] { return closing_.load(); }) {
  battery_ = NewBattery();
  LookAround();
}

VirtualPhone::~VirtualPhone() { OnShutdown(); }

void VirtualPhone::OnShutdown() {
  closing_ = true;
  loop_.Cancel(wake_timer_);
  apps_.OnShutdown();
}

LogBuffer& VirtualPhone::log() {
  if (clock_.is_virtual() && !settled_ && acting_.try_lock_for(kReadPatience)) {
    Settle();
    acting_.unlock();
  }
  return log_;
}

Status VirtualPhone::Configure(const PhoneProfile& profile) {
  if (profile.width_px() == 0 || profile.height_px() == 0 ||
      profile.width_px() > Screen::kMaxSide ||
      profile.height_px() > Screen::kMaxSide || profile.density_dpi() < 72 ||
      profile.density_dpi() > 1000 || profile.rotation() > 3) {
    return Fail(ErrorKind::kInvalidArgument,
                "a display of {}x{} pixels at {} dpi is not possible; at most "
                "{} pixels a side, 72 to 1000 dpi",
                profile.width_px(), profile.height_px(), profile.density_dpi(),
                Screen::kMaxSide);
  }
  const auto lock = Hold();
  Settle();
  settled_ = false;
  const PhoneProfile before = Profile();
  RETURN_IF_ERROR(store_.Change(
      [&](PhoneStore& store) { *store.mutable_profile() = profile; }));
  PhoneRequest request;
  *request.mutable_configure()->mutable_profile() = profile;
  TellAll(request);
  AnnounceProfile(before, profile);
  return {};
}

Status VirtualPhone::ChangeSetting(const PhoneSetting& setting) {
  {
    const auto lock = Hold();
    Settle();
    settled_ = false;
    RETURN_IF_ERROR(
        store_.Change([&](PhoneStore& store) { PutSetting(store, setting); }));
    PhoneRequest request;
    *request.mutable_update()->add_settings() = setting;
    TellAll(request);
    LookAround();
  }
  // Some of them are the device itself.
  const PhoneProfile before = Profile();
  PhoneProfile profile = before;
  Shape(setting, &profile);
  const bool same = profile.rotation() == before.rotation() &&
                    profile.font_scale() == before.font_scale() &&
                    profile.dark() == before.dark();
  return same ? Status() : Configure(profile);
}

Status VirtualPhone::Feed(
    const std::function<Status(Feeds&, int64_t)>& change) {
  const auto lock = Hold();
  Settle();
  settled_ = false;
  const Status changed = change(feeds_, clock_.UptimeNs());
  // What was done before something went wrong holds, too.
  PhoneRequest request;
  *request.mutable_update()->mutable_feeds() = ToldFeeds(store_.Get(), folder_);
  TellAll(request);
  return changed;
}

Status VirtualPhone::Touch(int finger) {
  const auto lock = Hold();
  Settle();
  settled_ = false;
  PhoneRequest request;
  request.mutable_update()->set_finger(finger);
  TellAll(request);
  return {};
}

std::map<std::string, std::string> VirtualPhone::Unsupported() {
  const std::lock_guard lock(mutex_);
  return unsupported_;
}

void VirtualPhone::OnReverse(uint16_t port, uint16_t host_port) {
  PhoneRequest request;
  *request.mutable_update()->mutable_reversed() =
      apps_.Reverse(port, host_port);
  TellAll(request);
}

Jvms VirtualPhone::Running() {
  Jvms jvms;
  for (const App& app : apps_.All()) {
    if (!app.process->ended()) jvms.push_back(app.process);
  }
  if (apps_.FrontPackage().empty()) {
    if (const auto home = apps_.Home()) jvms.push_back(home->process);
  }
  return jvms;
}

void VirtualPhone::Settle() {
  if (!clock_.is_virtual() || settled_) return;
  settled_ = true;
  const int64_t end = clock_.UptimeNs() + kSettleLimitNs;
  for (int rounds = 0; rounds < kMaxWakes; ++rounds) {
    const Jvms jvms = Running();
    const auto wake = NextWake();
    const int64_t left =
        (wake ? std::min(end, wake->at_ns) : end) - clock_.UptimeNs();
    // An app that hangs is found by who asks it for something.
    if (!jvms.empty() && left > 0) (void)steps_.Settle(jvms, left);
    const bool woken = wake && wake->at_ns <= clock_.UptimeNs();
    if (woken) WakeDue();
    if (!wishes_.Do() && !woken) return;
    settled_ = true;
  }
}

void VirtualPhone::SettleHeld() {
  if (clock_.is_virtual()) return Settle();
  const int64_t end = clock_.UptimeNs() + kRestLimitNs;
  while (!closing_ && clock_.UptimeNs() < end) {
    const auto front = apps_.Front();
    if (!front) return;
    const auto rests = steps_.Settle({front->process}, kRestSliceNs);
    // What apps want of each other waits for who holds the phone.
    if (!wishes_.Do() && (!rests || *rests)) return;
  }
}

void VirtualPhone::TellAll(const PhoneRequest& request) {
  for (const App& app : apps_.All()) app.process->Tell(request);
}

Status VirtualPhone::Sleep(int64_t duration_ns) {
  if (clock_.is_virtual()) return Advance(duration_ns);
  const int64_t end = clock_.UptimeNs() + duration_ns;
  while (clock_.UptimeNs() < end && !closing_) {
    usleep(static_cast<useconds_t>(
        std::clamp<int64_t>((end - clock_.UptimeNs()) / 1000, 1, 50'000)));
  }
  return {};
}

Status VirtualPhone::Advance(int64_t duration_ns) {
  const auto lock = Hold();
  // Time passes for what was begun as for the rest.
  settled_ = false;
  const int64_t to = clock_.UptimeNs() + std::max<int64_t>(duration_ns, 0);
  if (!clock_.is_virtual()) return {};
  return AdvanceHeld(to);
}

Status VirtualPhone::AdvanceHeld(int64_t until_ns) {
  if (PhoneWatcher* const watcher = watcher_) watcher->Pass(until_ns);
  return PassHeld(until_ns);
}

Status VirtualPhone::PassHeld(int64_t until_ns) {
  // Apps that do not run may have something due on the way.
  for (int wakes = 0; wakes < kMaxWakes; ++wakes) {
    const auto wake = NextWake();
    if (!wake || wake->at_ns >= until_ns) break;
    RETURN_IF_ERROR(PassRunning(wake->at_ns));
    WakeDue();
  }
  RETURN_IF_ERROR(PassRunning(until_ns));
  WakeDue();
  return {};
}

Status VirtualPhone::PassRunning(int64_t until_ns) {
  Status passed;
  int deaths = 0;
  int stays = 0;  // at one moment
  while (until_ns > clock_.UptimeNs() && deaths < kMaxDeaths) {
    const int64_t before = clock_.UptimeNs();
    const Jvms running = Running();
    passed = steps_.AdvanceTo(running, until_ns);
    const bool died = std::ranges::any_of(
        running, [](const auto& one) { return one->ended(); });
    // It is gone; for the others time passes on.
    if (died) deaths++;
    if (!passed && !died) break;
    // What apps want now comes before what is later.
    wishes_.Do();
    stays = clock_.UptimeNs() > before ? 0 : stays + 1;
    if (stays > kMaxStays) {
      return Fail(ErrorKind::kDevice,
                  "apps ask each other for something without end, so that "
                  "time cannot pass; stop one of them");
    }
  }
  return passed;
}

bool VirtualPhone::Watch(PhoneWatcher* watcher) {
  const std::lock_guard acting(acting_);
  const std::lock_guard lock(watcher_mutex_);
  if (watcher != nullptr && watcher_ != nullptr) return false;
  watcher_ = watcher;
  down_ = {};
  return true;
}

std::unique_lock<std::timed_mutex> VirtualPhone::Hold() {
  std::unique_lock lock(acting_);
  wishes_.Do();
  return lock;
}

Result<PhoneReply> VirtualPhone::AskFront(PhoneRequest request,
                                          PhoneReply::ReplyCase expected) {
  for (bool again = false;; again = true) {
    ASSIGN_OR_RETURN(const App front, apps_.Front());
    auto reply = front.process->Ask(request, expected, kPatience);
    // It may just have died: then another one is in front.
    if (reply || again || !front.process->ended() || closing_) return reply;
  }
}

Result<Shot> VirtualPhone::ShootHeld() {
  PhoneRequest request;
  request.mutable_shoot();
  for (bool again = false;; again = true) {
    ASSIGN_OR_RETURN(const App front, apps_.Front());
    const auto reply =
        front.process->Ask(request, PhoneReply::kFrame, kPatience);
    if (!reply) {
      if (again || !front.process->ended() || closing_) {
        return Fail(reply.error());
      }
      continue;
    }
    auto picture = front.screen->Copy(reply->frame());
    PhoneRequest read;
    read.mutable_frame_read()->set_number(reply->frame().number());
    front.process->Tell(std::move(read));
    if (!picture) return Fail(picture.error());
    return Shot{*std::move(picture), reply->frame()};
  }
}

Result<PhoneReply::Trees> VirtualPhone::LookHeld() {
  PhoneRequest request;
  request.mutable_look();
  ASSIGN_OR_RETURN(const PhoneReply reply,
                   AskFront(std::move(request), PhoneReply::kTrees));
  return reply.trees();
}

Result<PhoneState> VirtualPhone::StateHeld(const std::string& package) {
  PhoneRequest request;
  request.mutable_ask_state();
  if (!package.empty()) {
    const auto app = apps_.Find(package);
    if (!app) return Fail(ErrorKind::kNotFound, "{} does not run", package);
    ASSIGN_OR_RETURN(
        const PhoneReply reply,
        app->process->Ask(std::move(request), PhoneReply::kState, kPatience));
    return reply.state();
  }
  ASSIGN_OR_RETURN(const PhoneReply reply,
                   AskFront(std::move(request), PhoneReply::kState));
  return reply.state();
}

Result<Picture> VirtualPhone::Shoot() {
  const auto lock = Hold();
  Settle();
  ASSIGN_OR_RETURN(Shot shot, ShootHeld());
  return std::move(shot.picture);
}

Result<PhoneReply::Trees> VirtualPhone::Look() {
  const auto lock = Hold();
  Settle();
  return LookHeld();
}

Result<PhoneState> VirtualPhone::State(const std::string& package) {
  const auto lock = Hold();
  Settle();
  return StateHeld(package);
}

Result<std::string> VirtualPhone::Dump(const std::string& name,
                                       const std::vector<std::string>& args) {
  const auto lock = Hold();
  Settle();
  if (name == "alarm") return keep_.DumpAlarms();
  if (name == "jobscheduler") return keep_.DumpJobs();
  if (name == "notification") {
    const bool list = !args.empty() && args[0] == "list";
    return list ? keep_.ListNotices() : keep_.DumpNotices();
  }
  PhoneRequest request;
  request.mutable_dump()->set_name(name);
  for (const std::string& arg : args) request.mutable_dump()->add_args(arg);
  ASSIGN_OR_RETURN(const PhoneReply reply,
                   AskFront(std::move(request), PhoneReply::kText));
  return reply.text().text();
}

}  // namespace reprise::phone
