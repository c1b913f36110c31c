// The part of VirtualPhone that starts and ends apps.
#include <signal.h>

#include <algorithm>
#include <ctime>

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
constexpr int kInfo = 4;
constexpr int kFirstAppUid = 10000;

std::string UserOf(int32_t uid) {
  return uid >= kFirstAppUid ? fmt::format("u0a{}", uid - kFirstAppUid)
                             : std::to_string(uid);
}

// "2026-01-31 23:59:59.123456789+0000"
std::string StampOf(int64_t realtime_ns) {
  const time_t seconds = static_cast<time_t>(realtime_ns / 1'000'000'000);
  tm fields = {};
  gmtime_r(&seconds, &fields);
  char text[32];
  (void)std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &fields);
  return fmt::format("{}.{:09}+0000", text, realtime_ns % 1'000'000'000);
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
            .text = folder_.Told(text)});
}

void VirtualPhone::SayEvent(const std::string& tag, const std::string& values) {
  Say(tag, kInfo, fmt::format("[{}]", values), nullptr, "events");
}

Result<PhoneReply::Started> VirtualPhone::Start(const PhoneIntent& intent,
                                                const StartOptions& options) {
  const auto lock = Hold();
  Settle();
  const std::string package = PackageFor(intent, store_.Get());
  if (package.empty()) {
    if (intent.component().empty() && intent.package_name().empty()) {
      // One of the phone's own screens may, drawn by the process in front.
      ASSIGN_OR_RETURN(const App front, apps_.Front());
      return StartIn(front, intent, options, 0);
    }
    PhoneReply::Started refused;
    refused.set_code(intent.component().empty() ? kStartNotResolved
                                                : kStartClassNotFound);
    return refused;
  }
  if (options.stop_first) StopByForce(package, "start stop");
  if (options.debug) {
    // As Android does: the process is a new one.
    StopByForce(package, "set debug app");
    debuggers_.SetApp(package, true, true);
  }
  return StartIn(package, intent, options, 0);
}

Result<App> VirtualPhone::RunFor(const std::string& package, const char* what,
                                 const PhoneIntent& intent, bool behind) {
  if (const auto running = apps_.Find(package)) return *running;
  if (const auto installed = store_.Package(package)) {
    RETURN_IF_ERROR(installer_.EnsureClasses(*installed));
  }
  {
    const std::lock_guard lock(mutex_);
    deaths_.erase(package);
  }
  SetStopped(package, false);
  auto app = apps_.Run(package, behind);
  if (!app) return Fail(WhyNot(package, app.error()));
  Say("ActivityManager", kInfo,
      fmt::format("Start proc {}:{}/{} for {}{{{}}}", app->pid, package,
                  UserOf(app->uid), what, intent.component()));
  SayEvent(
      "am_proc_start",
      fmt::format("0,{},{},{},{},{{{}}}", app->pid, app->uid, package,
                  *what == 0 ? "service" : "top-activity", intent.component()));
  return app;
}

Error VirtualPhone::WhyNot(const std::string& package, const Error& error) {
  const std::lock_guard lock(mutex_);
  const auto death = deaths_.find(package);
  if (death == deaths_.end()) return error;
  return {ErrorKind::kDevice, death->second};
}

Result<PhoneReply::Started> VirtualPhone::StartIn(const std::string& package,
                                                  const PhoneIntent& intent,
                                                  const StartOptions& options,
                                                  uint64_t result_token) {
  settled_ = false;
  Say("ActivityTaskManager", kInfo,
      fmt::format("START u0 {{{}}} from uid 2000", ShowIntent(intent)));
  ASSIGN_OR_RETURN(const App app,
                   RunFor(package, "top-activity ", intent, false));
  apps_.BringToFront(app);
  return StartIn(app, intent, options, result_token);
}

Result<PhoneReply::Started> VirtualPhone::StartIn(const App& app,
                                                  const PhoneIntent& intent,
                                                  const StartOptions& options,
                                                  uint64_t result_token) {
  settled_ = false;
  PhoneRequest request;
  auto* start = request.mutable_start();
  *start->mutable_intent() = intent;
  start->set_result_token(result_token);
  if (options.wait) start->set_wait_ns(kDrawnLimitNs);
  const auto reply =
      app.process->Ask(std::move(request), PhoneReply::kStarted, kPatience);
  if (!reply) return Fail(WhyNot(app.package, reply.error()));
  const PhoneReply::Started& started = reply->started();
  if (options.wait) {
    (void)steps_.CatchUp(Running(), app.process);
    if (!started.timed_out() && started.drawn_ns() > 0) {
      Say("ActivityTaskManager", kInfo,
          fmt::format("Displayed {}: +{}ms", started.component(),
                      started.drawn_ns() / 1'000'000));
    }
  }
  return started;
}

Status VirtualPhone::Crash(const std::string& package) {
  const auto lock = Hold();
  Settle();
  const auto app = apps_.Find(package);
  if (!app) return Fail(ErrorKind::kNotFound, "{} does not run", package);
  settled_ = false;
  PhoneRequest request;
  request.mutable_crash()->set_message("shell-induced crash");
  // It ends before it can answer, or after.
  (void)app->process->Ask(std::move(request), PhoneReply::kDone, kPatience);
  return {};
}

Status VirtualPhone::Send(PhoneRequest::Send::Kind kind,
                          const PhoneIntent& intent) {
  const auto lock = Hold();
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
  ASSIGN_OR_RETURN(const App app, RunFor(package, "", intent, true));
  ASSIGN_OR_RETURN(
      const PhoneReply reply,
      app.process->Ask(std::move(request), PhoneReply::kDone, kPatience));
  (void)reply;
  return {};
}

void VirtualPhone::StopNow(const std::string& package, const std::string& why,
                           bool keep_tasks) {
  const auto app = apps_.Find(package);
  if (!app) return;
  settled_ = false;
  Say("ActivityManager", kInfo,
      fmt::format("Killing {}:{}/{} (adj 0): {}", app->pid, package,
                  UserOf(app->uid), why));
  // Its memory would differ from run to run.
  SayEvent("am_kill", fmt::format("0,{},{},0,{},0", app->pid, package, why));
  apps_.Stop(package, keep_tasks);
  debuggers_.Changed();
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
  StopByForce(package, fmt::format("stop {} due to from pid 20000", package));
  return {};
}

void VirtualPhone::StopByForce(const std::string& package,
                               const std::string& why) {
  StopNow(package, why);
  keep_.Forget(package, false);
  ShowNotices();
  SetStopped(package, true);
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
          fmt::format("----- pid {} at {} -----\nCmd line: {}\n\n{}----- end "
                      "{} -----\n",
                      pid, StampOf(clock_.RealtimeNs()), app->package,
                      reply.text().text(), pid));
    }
    default:
      app->process->Kill();
      return {};
  }
}

}  // namespace reprise::phone
