// The part of VirtualPhone that hears of apps, and does what they want of each
// other.
#include <algorithm>

#include "phone/daemon/intents.h"
#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {
namespace {

constexpr int kInfo = 4;
constexpr int kError = 6;
constexpr size_t kMaxUnsupported = 1000;

}  // namespace

void VirtualPhone::OnNews(const App& app, const PhoneReply& reply) {
  if (reply.has_log()) {
    // Whoever reads it must not see where on the host the phone lies.
    PhoneReply told = reply;
    for (auto& line : *told.mutable_log()->mutable_lines()) {
      line.set_text(folder_.Told(line.text()));
    }
    return TakeNews(app, told);
  }
  TakeNews(app, reply);
}

void VirtualPhone::TakeNews(const App& app, const PhoneReply& reply) {
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
                  .teller = app.pid,
                  .buffer = line.buffer().empty() ? "main" : line.buffer(),
                  .priority = std::clamp(line.priority(), 2, 7),
                  .tag = line.tag(),
                  .text = line.text()});
      }
      return;
    case PhoneReply::kActivityChanged: {
      const PhoneActivity& activity = reply.activity_changed().activity();
      if (activity.state() == "resumed" &&
          activity.package_name() == app.package &&
          apps_.FrontPackage() != app.package) {
        Wish([this, app] {
          // One that was started behind all others shows itself.
          if (apps_.FrontPackage().empty()) apps_.BringToFront(app);
        });
      }
      return SayActivity(app, reply.activity_changed());
    }
    case PhoneReply::kDied:
      SayDied(app, reply.died());
      if (reply.died().cause() == PhoneReply::Died::CAUSE_EMPTY) {
        Wish([this, package = app.package] { DoEmpty(package); });
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
      SayEvent("am_anr",
               fmt::format("0,{},{},0,{}", app.pid, app.package, anr.reason()));
      return;
    }
    case PhoneReply::kStartOther:
      Wish([this, app, start = reply.start_other()] {
        DoStartOther(app, start);
      });
      return;
    case PhoneReply::kOtherResult:
      Wish([this, result = reply.other_result()] { GiveResult(result); });
      return;
    case PhoneReply::kOrder:
      Wish([this, done = reply.order()] { GiveOrder(done); });
      return;
    case PhoneReply::kChanged:
      Wish([this, app, changed = reply.changed()] { DoChanged(app, changed); });
      return;
    case PhoneReply::kKept:
      keep_.Take(app.package, reply.kept());
      if (reply.kept().has_notices()) Wish([this] { ShowNotices(); });
      return;
    case PhoneReply::kOtherNotice:
      Wish([this, wanted = reply.other_notice()] { DoOtherNotice(wanted); });
      return;
    case PhoneReply::kCloseOther:
      Wish([this, package = reply.close_other().package_name()] {
        StopNow(package, "remove task");
      });
      return;
    case PhoneReply::kUnsupported: {
      const auto& what = reply.unsupported();
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

void VirtualPhone::SayDied(const App& app, const PhoneReply::Died& died) {
  std::string how;
  switch (died.cause()) {
    case PhoneReply::Died::CAUSE_EMPTY:
      return;
    case PhoneReply::Died::CAUSE_EXIT:
      how = fmt::format("{} ended itself with System.exit({})", app.package,
                        died.status());
      break;
    default:
      how = fmt::format(
          "{} crashed: {}{}{}; 'logcat -d -b crash' has the stack", app.package,
          died.exception(), died.message().empty() ? "" : ": ", died.message());
      SayEvent("am_crash",
               fmt::format("0,{},{},0,{},{},NULL,0", app.pid, app.package,
                           died.exception(),
                           died.message().empty() ? "NULL" : died.message()));
  }
  const std::lock_guard lock(mutex_);
  deaths_[app.package] = folder_.Told(how);
}

void VirtualPhone::SayActivity(const App& app,
                               const PhoneReply::ActivityChanged& changed) {
  const PhoneActivity& activity = changed.activity();
  const std::string component =
      fmt::format("{}/{}", activity.package_name(), activity.name());
  const std::pair<const char*, std::string> event = [&] {
    using Event = std::pair<const char*, std::string>;
    const std::string& state = activity.state();
    const uint32_t token = activity.number();
    if (state == "launching") {
      return Event("wm_create_activity",
                   fmt::format("0,{},{},{},NULL,NULL,NULL,0", token,
                               activity.task(), component));
    }
    if (state == "resumed") {
      return Event(
          "wm_resume_activity",
          fmt::format("0,{},{},{}", token, activity.task(), component));
    }
    if (state == "paused") {
      return Event("wm_pause_activity",
                   fmt::format("0,{},{},false", token, component));
    }
    if (state == "stopped") {
      return Event("wm_stop_activity",
                   fmt::format("0,{},{}", token, component));
    }
    return Event("wm_destroy_activity",
                 fmt::format("0,{},{},{},finish-imm", token, activity.task(),
                             component));
  }();
  // On the virtual clock the process is ahead of ours while it is asked.
  const int64_t ahead = changed.uptime_ns() - clock_.UptimeNs();
  log_.Add({.uptime_ns = changed.uptime_ns(),
            .realtime_ns = clock_.RealtimeNs() + ahead,
            .pid = kSystemPid,
            .tid = kSystemPid,
            .uid = kSystemUid,
            .teller = app.pid,
            .buffer = "events",
            .priority = kInfo,
            .tag = event.first,
            .text = fmt::format("[{}]", event.second)});
}

void VirtualPhone::OnGone(const App& app) {
  settled_ = false;
  if (app.package.empty()) return;
  debuggers_.Changed();
  Say("ActivityManager", kInfo,
      fmt::format("Process {} (pid {}) has died: fg  TOP", app.package,
                  app.pid));
  SayEvent("am_proc_died", fmt::format("0,{},{},0,2", app.pid, app.package));
  PlanWake();
  Wish([this, package = app.package] { DoGone(package); });
}

void VirtualPhone::Wish(std::function<void()> wish) {
  wishes_.Add(std::move(wish));
  // By whoever acts, or else soon.
  worker_.Post([this] { const auto lock = Hold(); });
}

void VirtualPhone::DoGone(const std::string& package) {
  // Who waits for a result of it gets none.
  std::vector<PhoneReply::OtherResult> cancelled;
  for (const auto& [token, wanted] : results_) {
    if (wanted.from != package) continue;
    cancelled.emplace_back().set_result_token(token);
  }
  for (const auto& result : cancelled) GiveResult(result);
  // What it had yet to hear goes on to others.
  std::vector<PhoneOrder> unheard;
  for (const auto& [token, ordered] : orders_) {
    if (ordered.wanted.from == package) unheard.push_back(ordered.order);
  }
  for (const PhoneOrder& order : unheard) GiveOrder(order);
  const auto front = apps_.Find(apps_.FrontPackage());
  if (front) apps_.BringToFront(*front);
}

void VirtualPhone::DoEmpty(const std::string& package) {
  const auto app = apps_.Find(package);
  if (!app) return;
  apps_.PutBehind(*app);
  const auto front = apps_.Find(apps_.FrontPackage());
  if (front && front->package != package) apps_.BringToFront(*front);
}

}  // namespace reprise::phone
