#include "phone/daemon/apps.h"

#include <algorithm>
#include <cstdio>

#include "phone/daemon/feeds.h"

namespace reprise::phone {
namespace {

constexpr std::chrono::seconds kAttachPatience{120};
// A spare is booted when the app that took the last one has had time to start.
constexpr std::chrono::seconds kWarmDelay{1};
// What Attach does not throw away must not add up for ever.
constexpr int kMaxAttachments = 200;
constexpr size_t kMaxProcessLog = size_t{1} << 20;

}  // namespace

Apps::Apps(adb::Loop& loop, Store& store, const PhoneFolder& folder,
           TimeKeeper& clock, Options options, Events events)
    : loop_(loop),
      store_(store),
      folder_(folder),
      clock_(clock),
      options_(std::move(options)),
      events_(std::move(events)) {
  (void)std::remove(folder_.process_log().c_str());
}

Apps::~Apps() { OnShutdown(); }

void Apps::Post(std::function<void()> task) {
  loop_.Post([alive = std::weak_ptr<bool>(alive_), task = std::move(task)] {
    if (!alive.expired()) task();
  });
}

void Apps::OnShutdown() {
  std::map<Jvm*, Seat> seats;
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    seats.swap(seats_);
    order_.clear();
    spare_.reset();
    kept_.reset();
  }
  changed_.notify_all();
  loop_.Cancel(warm_timer_);
  for (const auto& [process, seat] : seats) process->OnShutdown();
}

void Apps::Warm() {
  Post([this] { OnBoot(); });
}

void Apps::OnBoot() {
  {
    const std::lock_guard lock(mutex_);
    if (closing_ || spare_) return;
  }
  auto started = Jvm::Start(
      loop_, options_.process,
      {.on_news = [this](Jvm& from,
                         const PhoneReply& reply) { OnNews(from, reply); },
       .on_output = [this](Jvm&, std::string_view text) { OnOutput(text); },
       .on_end = [this](Jvm& from,
                        const std::string& why) { OnEnd(from, why); }});
  PhoneRequest boot;
  *boot.mutable_boot()->mutable_profile() = store_.Profile();
  *boot.mutable_boot()->mutable_clock() = clock_.Message();
  {
    const std::lock_guard lock(mutex_);
    if (started) {
      spare_ = *started;
      seats_[spare_.get()].app.process = spare_;
    } else {
      why_no_spare_ = started.error().message;
    }
  }
  // What is asked next is answered when it has booted.
  if (started) (*started)->Tell(std::move(boot));
  changed_.notify_all();
}

Status Apps::WaitForSpare() {
  std::unique_lock lock(mutex_);
  why_no_spare_.clear();
  if (!spare_) Warm();
  changed_.wait(
      lock, [this] { return closing_ || spare_ || !why_no_spare_.empty(); });
  if (spare_) return {};
  return Fail(ErrorKind::kDevice, "no process could be started: {}",
              closing_ ? "the phone is being switched off" : why_no_spare_);
}

Result<std::shared_ptr<Jvm>> Apps::AnyProcess() {
  {
    const std::lock_guard lock(mutex_);
    if (!spare_ && !order_.empty()) {
      for (const auto& [process, seat] : seats_) {
        if (seat.attached && !seat.worn && !process->debugged() &&
            process->waiting() == 0) {
          return seat.app.process;
        }
      }
    }
  }
  RETURN_IF_ERROR(WaitForSpare());
  const std::lock_guard lock(mutex_);
  if (spare_) return spare_;
  return Fail(ErrorKind::kDevice, "the process ended while it booted");
}

Result<std::shared_ptr<Jvm>> Apps::TakeIdle(bool leave_home) {
  const bool stays = leave_home && Home().has_value();
  {
    std::unique_lock lock(mutex_);
    // Whoever is told of a crash and looks at the phone gets that process.
    changed_.wait(lock, [this] { return closing_ || !crashing_; });
    if (kept_ && !kept_->ended() && !stays) {
      kept_->Thaw();
      return std::exchange(kept_, nullptr);
    }
  }
  RETURN_IF_ERROR(WaitForSpare());
  std::shared_ptr<Jvm> taken;
  {
    const std::lock_guard lock(mutex_);
    taken = std::exchange(spare_, nullptr);
  }
  if (!taken) {
    return Fail(ErrorKind::kDevice, "the process ended while it booted");
  }
  if (options_.keep_spare) {
    Post([this] {
      loop_.Cancel(warm_timer_);
      warm_timer_ = loop_.After(kWarmDelay, [this] { OnBoot(); });
    });
  }
  return taken;
}

PhoneRequest Apps::AttachRequest(const App& app) const {
  const PhoneStore store = store_.Get();
  PhoneRequest request;
  auto* attach = request.mutable_attach();
  *attach->mutable_profile() = store.profile();
  *attach->mutable_clock() = clock_.Message();
  attach->set_package_name(app.package);
  *attach->mutable_packages() = store.packages();
  for (const std::string& disabled : store.disabled()) {
    RemovePackage(attach->mutable_packages(), disabled);
  }
  attach->set_data_path(
      folder_.DataOf(app.package.empty() ? "home" : app.package));
  attach->set_storage_path(folder_.Storage());
  attach->set_pid(app.pid);
  *attach->mutable_settings() = store.settings();
  if (store.has_clipboard()) attach->set_clipboard(store.clipboard());
  *attach->mutable_feeds() = ToldFeeds(store, folder_);
  attach->set_screen_path(app.screen->path());
  attach->set_offline(options_.network.offline);
  attach->set_net_delay_ns(options_.network.delay_ns);
  attach->set_net_loss(static_cast<float>(options_.network.loss));
  if (events_.on_attach) events_.on_attach(app, attach);
  for (std::string& name : Behind(app.package)) {
    attach->add_behind(std::move(name));
  }
  const std::lock_guard lock(mutex_);
  const auto tasks = tasks_.find(app.package);
  if (tasks != tasks_.end()) attach->set_tasks(tasks->second);
  *attach->mutable_reversed() = Reversed();
  return request;
}

Result<App> Apps::Attach(const std::shared_ptr<Jvm>& process,
                         const std::string& package) {
  const auto installed = store_.Package(package);
  App app;
  {
    const std::lock_guard lock(mutex_);
    const auto found = seats_.find(process.get());
    if (found == seats_.end()) {
      return Fail(ErrorKind::kDevice, "the process ended before its app began");
    }
    app = found->second.app;
    app.pid = ++last_pid_;
  }
  app.package = package;
  app.uid = installed ? installed->uid() : 1000;
  if (!app.screen) {
    ASSIGN_OR_RETURN(app.screen, Screen::Make());
  }
  {
    const std::lock_guard lock(mutex_);
    Seat& seat = seats_[process.get()];
    seat.app = app;
    seat.attached = true;
    seat.unseen = false;
    seat.attachments++;
    if (!package.empty()) order_.push_back(package);
  }
  auto reply =
      process->Ask(AttachRequest(app), PhoneReply::kAttached, kAttachPatience);
  const std::lock_guard lock(mutex_);
  const auto found = seats_.find(process.get());
  if (!reply || found == seats_.end()) {
    process->Kill();
    Remove(package);
    if (found != seats_.end()) found->second.attached = false;
    if (!reply) return Fail(std::move(reply).error());
    return Fail(ErrorKind::kDevice, "{} ended as it began", package);
  }
  found->second.worn = reply->attached().left_threads_size() > 0;
  return app;
}

PhonePorts Apps::Reversed() const {
  PhonePorts ports;
  for (const auto& [port, host_port] : reversed_) {
    auto* one = ports.add_ports();
    one->set_port(port);
    one->set_host_port(host_port);
  }
  return ports;
}

PhonePorts Apps::Reverse(uint16_t port, uint16_t host_port) {
  const std::lock_guard lock(mutex_);
  if (host_port == 0) {
    reversed_.erase(port);
  } else {
    reversed_[port] = host_port;
  }
  return Reversed();
}

void Apps::Remove(const std::string& package) { std::erase(order_, package); }

Result<App> Apps::Run(const std::string& package, bool behind) {
  if (auto running = Find(package)) return *running;
  ASSIGN_OR_RETURN(const auto process, TakeIdle(behind));
  auto app = Attach(process, package);
  if (!app || !behind) return app;
  PutBehind(*app);
  const std::lock_guard lock(mutex_);
  const auto seat = seats_.find(process.get());
  if (seat != seats_.end()) seat->second.unseen = true;
  return app;
}

Result<App> Apps::Front() {
  if (const std::string front = FrontPackage(); !front.empty()) {
    if (auto app = Find(front)) return *app;
  }
  if (auto home = Home()) return *home;
  ASSIGN_OR_RETURN(const auto process, TakeIdle(false));
  auto home = Attach(process, "");
  const std::lock_guard lock(mutex_);
  // The next app takes it.
  if (home) {
    if (kept_) kept_->Kill();
    kept_ = process;
  }
  return home;
}

std::optional<App> Apps::Home() const {
  const std::lock_guard lock(mutex_);
  for (const auto& [process, seat] : seats_) {
    if (seat.attached && seat.app.package.empty()) return seat.app;
  }
  return std::nullopt;
}

void Apps::ForgetHome() {
  const std::lock_guard lock(mutex_);
  for (auto& [process, seat] : seats_) {
    if (seat.attached && seat.app.package.empty()) seat.attached = false;
  }
}

bool Apps::CanBeginAnew(const Jvm& process, const Seat& seat) const {
  // A port on which it listened would stay in use for the same app elsewhere.
  return options_.reuse && !seat.worn && !process.was_debugged() &&
         seat.attachments < kMaxAttachments && !process.Listens();
}

void Apps::Stop(const std::string& package, bool keep_tasks) {
  const std::lock_guard lock(mutex_);
  if (!keep_tasks) tasks_.erase(package);
  for (auto& [process, seat] : seats_) {
    if (!seat.attached || seat.app.package != package) continue;
    seat.attached = false;
    Remove(package);
    if (process->waiting() > 0 || !CanBeginAnew(*process, seat)) {
      process->Kill();
      return;
    }
    if (kept_) kept_->Kill();
    kept_ = seat.app.process;
    process->Freeze();
    return;
  }
}

void Apps::StopAll() {
  for (const App& app : All()) Stop(app.package);
  ForgetHome();
  const std::lock_guard lock(mutex_);
  tasks_.clear();
  last_pid_ = kFirstPid;
}

void Apps::Abort(const std::string& package) {
  const auto app = Find(package);
  if (app && app->process->waiting() > 0) app->process->Kill();
}

std::vector<App> Apps::All() const {
  const std::lock_guard lock(mutex_);
  std::vector<App> apps;
  for (const auto& [process, seat] : seats_) {
    if (seat.attached && !seat.app.package.empty()) apps.push_back(seat.app);
  }
  std::ranges::sort(apps, {}, &App::pid);
  return apps;
}

std::optional<App> Apps::Find(const std::string& package) const {
  for (const App& app : All()) {
    if (app.package == package) return app;
  }
  return std::nullopt;
}

std::optional<App> Apps::FindPid(int32_t pid) const {
  for (const App& app : All()) {
    if (app.pid == pid) return app;
  }
  return std::nullopt;
}

void Apps::OnNews(Jvm& process, const PhoneReply& reply) {
  App app;
  bool dies = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = seats_.find(&process);
    if (found == seats_.end() || !found->second.attached) return;
    app = found->second.app;
    // The last words of the app that the process had before.
    if (reply.has_log() && reply.log().lines_size() > 0 &&
        reply.log().lines(0).tid() != 0 &&
        reply.log().lines(0).tid() < app.pid) {
      return;
    }
    dies = reply.has_died() &&
           reply.died().cause() != PhoneReply::Died::CAUSE_EMPTY;
    if (reply.has_anr()) found->second.worn = true;
    if (reply.has_tasks_saved()) {
      tasks_[app.package] = reply.tasks_saved().tasks();
      return;
    }
    // A crash takes the activities with it.
    if (reply.has_died() &&
        reply.died().cause() != PhoneReply::Died::CAUSE_EXIT) {
      tasks_.erase(app.package);
    }
    if (dies) {
      found->second.attached = false;
      Remove(app.package);
      crashing_ = reply.died().cause() == PhoneReply::Died::CAUSE_EXCEPTION;
    }
  }
  events_.on_news(app, reply);
  if (!dies) return;
  events_.on_gone(app);  // before those who wait for it are woken
  if (reply.died().cause() == PhoneReply::Died::CAUSE_EXCEPTION) {
    OnCrash(process);
    {
      const std::lock_guard lock(mutex_);
      crashing_ = false;
    }
    changed_.notify_all();
  } else {
    process.Kill();
  }
}

void Apps::OnCrash(Jvm& process) {
  Seat seat;
  {
    const std::lock_guard lock(mutex_);
    const auto found = seats_.find(&process);
    if (found == seats_.end()) return;
    seat = found->second;
    if (kept_ || !CanBeginAnew(process, seat)) {
      process.Kill();
      return;
    }
  }
  const auto anew = process.BeginAnew("its app died");
  anew->Freeze();
  const std::lock_guard lock(mutex_);
  seat.app = {};
  seat.app.process = anew;
  seats_[anew.get()] = std::move(seat);
  kept_ = anew;
}

void Apps::OnEnd(Jvm& process, const std::string& reason) {
  std::optional<App> gone;
  std::shared_ptr<Jvm> going;  // it goes after the lock
  {
    const std::lock_guard lock(mutex_);
    const auto found = seats_.find(&process);
    if (found == seats_.end()) return;
    going = found->second.app.process;
    if (found->second.attached) {
      gone = found->second.app;
      Remove(gone->package);
    }
    seats_.erase(found);
    if (kept_.get() == &process) kept_.reset();
    if (spare_.get() == &process) {
      spare_.reset();
      why_no_spare_ = fmt::format("{}; see {}", reason, folder_.process_log());
    }
  }
  changed_.notify_all();
  if (!gone) return;
  PhoneReply died;  // it could not say so itself
  died.mutable_died()->set_cause(PhoneReply::Died::CAUSE_UNSPECIFIED);
  events_.on_news(*gone, died);
  events_.on_gone(*gone);
}

void Apps::OnOutput(std::string_view text) {
  if (logged_bytes_ > kMaxProcessLog) return;
  logged_bytes_ += text.size();
  if (std::FILE* file = std::fopen(folder_.process_log().c_str(), "ae")) {
    (void)std::fwrite(text.data(), 1, text.size(), file);
    (void)std::fclose(file);
  }
}

}  // namespace reprise::phone
