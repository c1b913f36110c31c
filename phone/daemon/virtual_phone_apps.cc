// The part of VirtualPhone that starts and ends apps and hears of them.
#include <signal.h>

#include <algorithm>

#include "base/file.h"
#include "phone/daemon/intents.h"
#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {
namespace {

constexpr std::chrono::seconds kPatience{60};
constexpr std::chrono::milliseconds kAbortAgain{100};
constexpr int64_t kDrawnLimitNs = 10'000'000'000;
// ActivityManager.START_*
constexpr int kStartNotResolved = -91;
constexpr int kStartClassNotFound = -92;
// What the phone's own processes seem to be.
constexpr int32_t kSystemPid = 590;
constexpr int32_t kSystemUid = 1000;
constexpr int kInfo = 4;
constexpr int kWarn = 5;
constexpr int kError = 6;
constexpr int kFirstAppUid = 10000;
constexpr size_t kMaxUnsupported = 1000;

std::string UserOf(int32_t uid) {
  return uid >= kFirstAppUid ? fmt::format("u0a{}", uid - kFirstAppUid)
                             : std::to_string(uid);
}

}  // namespace

void VirtualPhone::Say(const std::string& tag, int priority,
                       const std::string& text, const App* app,
                       const std::string& buffer) {
  log_.Add({.uptime_ns = clock_.UptimeNs(),
            .realtime_ns = clock_.RealtimeNs(),
            .pid = app != nullptr ? app->pid : kSystemPid,
            .tid = app != nullptr ? app->pid : kSystemPid,
            .uid = app != nullptr ? app->uid : kSystemUid,
            .buffer = buffer,
            .priority = priority,
            .tag = tag,
            .text = text});
}

Result<PhoneReply::Started> VirtualPhone::Start(const PhoneIntent& intent,
                                                const StartOptions& options) {
  const std::lock_guard lock(acting_);
  Settle();
  const std::string package = PackageFor(intent, store_.Get());
  if (package.empty()) {
    PhoneReply::Started refused;
    refused.set_code(intent.component().empty() ? kStartNotResolved
                                                : kStartClassNotFound);
    return refused;
  }
  if (options.stop_first) StopNow(package, "start stop");
  return StartIn(package, intent, options, 0);
}

Result<PhoneReply::Started> VirtualPhone::StartIn(const std::string& package,
                                                  const PhoneIntent& intent,
                                                  const StartOptions& options,
                                                  uint64_t result_token) {
  settled_ = false;
  const auto installed = store_.Package(package);
  if (installed) RETURN_IF_ERROR(installer_.EnsureClasses(*installed));
  Say("ActivityTaskManager", kInfo,
      fmt::format("START u0 {{{}}} from uid 2000", ShowIntent(intent)));
  const bool fresh = !apps_.Find(package);
  ASSIGN_OR_RETURN(const App app, apps_.Run(package));
  if (fresh) {
    Say("ActivityManager", kInfo,
        fmt::format("Start proc {}:{}/{} for top-activity {{{}}}", app.pid,
                    package, UserOf(app.uid), intent.component()));
  }
  apps_.BringToFront(app);
  PhoneRequest request;
  auto* start = request.mutable_start();
  *start->mutable_intent() = intent;
  start->set_result_token(result_token);
  if (options.wait) start->set_wait_ns(kDrawnLimitNs);
  ASSIGN_OR_RETURN(
      const PhoneReply reply,
      app.process->Ask(std::move(request), PhoneReply::kStarted, kPatience));
  if (options.wait) {
    (void)steps_.CatchUp(Running(), app.process);
    if (!reply.started().timed_out() && reply.started().drawn_ns() > 0) {
      Say("ActivityTaskManager", kInfo,
          fmt::format("Displayed {}: +{}ms", reply.started().component(),
                      reply.started().drawn_ns() / 1'000'000));
    }
  }
  return reply.started();
}

Status VirtualPhone::Send(PhoneRequest::Send::Kind kind,
                          const PhoneIntent& intent) {
  const std::lock_guard lock(acting_);
  Settle();
  settled_ = false;
  PhoneRequest request;
  request.mutable_send()->set_kind(kind);
  *request.mutable_send()->mutable_intent() = intent;
  const bool named =
      !intent.component().empty() || !intent.package_name().empty();
  if (kind == PhoneRequest::Send::KIND_BROADCAST && !named) {
    // A manifest's receivers of such are not woken, as on Android 8 and later.
    for (const App& app : apps_.All()) {
      (void)app.process->Ask(request, PhoneReply::kDone, kPatience);
    }
    return {};
  }
  std::string package;
  if (named) {
    package = PackageFor(intent, store_.Get());
  } else {
    for (const PhonePackage& one : Packages()) {
      if (!Takes(one, PhoneComponent::KIND_SERVICE, intent)) continue;
      package = one.manifest().package_name();
      break;
    }
  }
  if (package.empty()) {
    return Fail(ErrorKind::kNotFound, "nothing that is installed takes {{{}}}",
                ShowIntent(intent));
  }
  if (kind == PhoneRequest::Send::KIND_STOP_SERVICE && !apps_.Find(package)) {
    return Fail(ErrorKind::kNotFound, "Service not stopped: was not running.");
  }
  const auto installed = store_.Package(package);
  if (installed) RETURN_IF_ERROR(installer_.EnsureClasses(*installed));
  const bool fresh = !apps_.Find(package);
  ASSIGN_OR_RETURN(const App app, apps_.Run(package));
  if (fresh) {
    Say("ActivityManager", kInfo,
        fmt::format("Start proc {}:{}/{} for {{{}}}", app.pid, package,
                    UserOf(app.uid), intent.component()));
    apps_.PutBehind(app);
  }
  ASSIGN_OR_RETURN(
      const PhoneReply reply,
      app.process->Ask(std::move(request), PhoneReply::kDone, kPatience));
  (void)reply;
  return {};
}

void VirtualPhone::StopNow(const std::string& package, const std::string& why) {
  const auto app = apps_.Find(package);
  if (!app) return;
  settled_ = false;
  Say("ActivityManager", kInfo,
      fmt::format("Killing {}:{}/{} (adj 0): {}", app->pid, package,
                  UserOf(app->uid), why));
  apps_.Stop(package);
  DoGone(package);
}

std::unique_lock<std::timed_mutex> VirtualPhone::LockToStop(
    const std::string& package) {
  std::unique_lock lock(acting_, std::defer_lock);
  do {
    // Who waits for it holds the lock.
    apps_.Abort(package);
  } while (!lock.try_lock_for(kAbortAgain));
  return lock;
}

Status VirtualPhone::ForceStop(const std::string& package) {
  const auto lock = LockToStop(package);
  StopNow(package, fmt::format("stop {} due to from pid 20000", package));
  return {};
}

void VirtualPhone::Reboot() {
  worker_.Post([this] {
    for (const App& app : apps_.All()) apps_.Abort(app.package);
    const std::lock_guard lock(acting_);
    apps_.StopAll();
    results_.clear();
    settled_ = true;
  });
}

std::vector<AppProcess> VirtualPhone::Processes() {
  std::vector<AppProcess> processes;
  const std::string front = apps_.FrontPackage();
  for (const App& app : apps_.All()) {
    processes.push_back({.pid = app.pid,
                         .package_name = app.package,
                         .uid = app.uid,
                         .resident_kib = app.process->ResidentKib(),
                         .in_front = app.package == front});
  }
  return processes;
}

Status VirtualPhone::Kill(int32_t pid, int signal) {
  const auto app = apps_.FindPid(pid);
  if (!app) return Fail(ErrorKind::kNotFound, "No such process");
  settled_ = false;
  switch (signal) {
    case 0:
    case SIGCHLD:
    case SIGWINCH:
      return {};
    case SIGSTOP:
      app->process->Freeze();
      return {};
    case SIGCONT:
      app->process->Thaw();
      return {};
    case SIGQUIT: {
      PhoneRequest request;
      request.mutable_threads();
      ASSIGN_OR_RETURN(
          const PhoneReply reply,
          app->process->Ask(std::move(request), PhoneReply::kText, kPatience));
      Say(app->package, kInfo, "Wrote stack traces to tombstoned", &*app,
          "main");
      return WriteWholeFile(
          RealFileSystem(),
          fmt::format("{}/data/anr/trace_{}", folder_.files(), pid),
          reply.text().text());
    }
    default:
      app->process->Kill();
      return {};
  }
}

void VirtualPhone::OnNews(const App& app, const PhoneReply& reply) {
  {
    const std::lock_guard lock(watcher_mutex_);
    if (watcher_ != nullptr) watcher_.load()->OnNews(app, reply);
  }
  switch (reply.reply_case()) {
    case PhoneReply::kLog:
      for (const auto& line : reply.log().lines()) {
        log_.Add({.uptime_ns = line.uptime_ns(),
                  .realtime_ns = line.realtime_ns(),
                  .pid = app.pid,
                  .tid = line.tid(),
                  .uid = app.uid,
                  .buffer = line.buffer().empty() ? "main" : line.buffer(),
                  .priority = std::clamp(line.priority(), 2, 7),
                  .tag = line.tag(),
                  .text = line.text()});
      }
      return;
    case PhoneReply::kDied:
      if (reply.died().cause() == PhoneReply::Died::CAUSE_EMPTY) {
        worker_.Post([this, package = app.package] { DoEmpty(package); });
      }
      return;
    case PhoneReply::kAnr: {
      const auto& anr = reply.anr();
      Say("ActivityManager", kError,
          fmt::format("ANR in {}{}\nPID: {}\nReason: {}\n{}", app.package,
                      anr.activity().empty()
                          ? ""
                          : fmt::format(" ({})", anr.activity()),
                      app.pid, anr.reason(), anr.stack()));
      return;
    }
    case PhoneReply::kStartOther:
      worker_.Post([this, app, start = reply.start_other()] {
        DoStartOther(app, start);
      });
      return;
    case PhoneReply::kOtherResult:
      worker_.Post([this, result = reply.other_result()] {
        const std::lock_guard lock(acting_);
        GiveResult(result);
      });
      return;
    case PhoneReply::kChanged:
      worker_.Post(
          [this, app, changed = reply.changed()] { OnChanged(app, changed); });
      return;
    case PhoneReply::kUnsupported: {
      const auto& what = reply.unsupported();
      Say("Reprise", kWarn, fmt::format("{}: {}", what.name(), what.sentence()),
          &app, "main");
      const std::lock_guard lock(mutex_);
      if (unsupported_.size() < kMaxUnsupported) {
        unsupported_[what.name()] = what.sentence();
      }
      return;
    }
    default:
      return;
  }
}

void VirtualPhone::OnGone(const App& app) {
  settled_ = false;
  if (app.package.empty()) return;
  Say("ActivityManager", kInfo,
      fmt::format("Process {} (pid {}) has died: fg  TOP", app.package,
                  app.pid));
  worker_.Post([this, package = app.package] {
    const std::lock_guard lock(acting_);
    DoGone(package);
  });
}

// With `acting_` held.
void VirtualPhone::DoGone(const std::string& package) {
  // Who waits for a result of it gets none.
  std::vector<PhoneReply::OtherResult> cancelled;
  for (const auto& [token, wanted] : results_) {
    if (wanted.from != package) continue;
    cancelled.emplace_back().set_result_token(token);
  }
  for (const auto& result : cancelled) GiveResult(result);
  const auto front = apps_.Find(apps_.FrontPackage());
  if (front) apps_.BringToFront(*front);
}

void VirtualPhone::OnChanged(const App& app,
                             const PhoneReply::Changed& changed) {
  const std::lock_guard lock(acting_);
  (void)store_.Change([&](PhoneStore& store) {
    for (const PhoneSetting& row : changed.settings()) PutSetting(store, row);
    if (changed.has_clipboard()) store.set_clipboard(changed.clipboard());
    PhonePackage* const package = FindPackage(store, app.package);
    if (package != nullptr) {
      auto& granted = *package->mutable_granted();
      const auto& asked = package->manifest().requested_permissions();
      for (const std::string& one : changed.granted()) {
        if (std::ranges::find(granted, one) == granted.end() &&
            std::ranges::find(asked, one) != asked.end()) {
          granted.Add(std::string(one));
        }
      }
    }
  });
  PhoneRequest request;
  *request.mutable_update()->mutable_settings() = changed.settings();
  if (changed.has_clipboard()) {
    request.mutable_update()->set_clipboard(changed.clipboard());
  }
  for (const App& other : apps_.All()) {
    if (other.package != app.package) other.process->Tell(request);
  }
}

void VirtualPhone::DoStartOther(const App& from,
                                const PhoneReply::StartOther& start) {
  const std::lock_guard lock(acting_);
  const PhoneIntent& intent = start.intent();
  if (start.kind() != PhoneRequest::Send::KIND_UNSPECIFIED) {
    PhoneRequest request;
    request.mutable_send()->set_kind(start.kind());
    *request.mutable_send()->mutable_intent() = intent;
    const std::string package = PackageFor(intent, store_.Get());
    for (const App& app : apps_.All()) {
      if (app.package == from.package) continue;
      if (!package.empty() && app.package != package) continue;
      app.process->Tell(request);
    }
    return;
  }
  const std::string package = PackageFor(intent, store_.Get());
  uint64_t token = 0;
  if (start.result_token() != 0) {
    token = ++last_token_;
    results_[token] = {from.package, start.result_token(), package};
  }
  const auto started = package.empty() || package == from.package
                           ? Result<PhoneReply::Started>(
                                 Fail(ErrorKind::kNotFound, "nothing takes it"))
                           : StartIn(package, intent, {}, token);
  if (started && started->code() >= 0) return;
  Say("ActivityTaskManager", kWarn,
      fmt::format("cannot start {{{}}} for {}: {}", ShowIntent(intent),
                  from.package,
                  started ? "it was refused" : started.error().message));
  PhoneReply::OtherResult cancelled;
  cancelled.set_result_token(token);
  GiveResult(cancelled);
}

// With `acting_` held.
void VirtualPhone::GiveResult(const PhoneReply::OtherResult& result) {
  const auto found = results_.find(result.result_token());
  if (found == results_.end()) return;
  const Wanted wanted = found->second;
  results_.erase(found);
  const auto app = apps_.Find(wanted.by);
  if (!app) return;
  PhoneRequest request;
  request.mutable_result()->set_result_token(wanted.token);
  request.mutable_result()->set_code(result.code());
  if (result.has_data()) {
    *request.mutable_result()->mutable_data() = result.data();
  }
  apps_.BringToFront(*app);
  app->process->Tell(std::move(request));
}

void VirtualPhone::DoEmpty(const std::string& package) {
  const std::lock_guard lock(acting_);
  const auto app = apps_.Find(package);
  if (!app) return;
  apps_.PutBehind(*app);
  const auto front = apps_.Find(apps_.FrontPackage());
  if (front && front->package != package) apps_.BringToFront(*front);
}

}  // namespace reprise::phone
