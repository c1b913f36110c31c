// The part of AppKeep that dumpsys prints.
#include <fmt/format.h>

#include <algorithm>

#include "phone/daemon/app_keep.h"

namespace reprise::phone {
namespace {

constexpr int64_t kMs = 1'000'000;

constexpr const char* kAlarmTypes[] = {"RTC_WAKEUP", "RTC", "ELAPSED_WAKEUP",
                                       "ELAPSED"};

// "+1m2s3ms", as Android shows times.
std::string ShowDuration(int64_t ms) {
  std::string text = ms < 0 ? "-" : "+";
  ms = std::abs(ms);
  if (ms >= 86'400'000) text += fmt::format("{}d", ms / 86'400'000);
  if (ms >= 3'600'000) text += fmt::format("{}h", ms / 3'600'000 % 24);
  if (ms >= 60'000) text += fmt::format("{}m", ms / 60'000 % 60);
  if (ms >= 1000) text += fmt::format("{}s", ms / 1000 % 60);
  return text + fmt::format("{}ms", ms % 1000);
}

}  // namespace

std::string AppKeep::DumpJobs() const {
  const std::lock_guard lock(mutex_);
  static constexpr const char* kNetworks[] = {"NONE", "ANY", "UNMETERED",
                                              "NOT_ROAMING", "CELLULAR"};
  const int64_t now = clock_.RealtimeNs();
  size_t count = 0;
  std::string text;
  for (const auto& [package, kept] : kept_) {
    for (const PhoneJob& job : kept.jobs().jobs()) {
      ++count;
      text += fmt::format(
          "  JOB #{0}/{1}: {2}{3}\n    Service: {2}\n    Requires: "
          "charging={4} "
          "batteryNotLow={5} deviceIdle={6}\n    Network type: {7}\n",
          package, job.id(), job.service(),
          job.space().empty() ? "" : " @" + job.space(), job.charging(),
          job.battery_not_low(), job.idle(),
          kNetworks[std::clamp(job.network(), 0, 4)]);
      if (job.persisted()) text += "    PERSISTED\n";
      if (job.period_ns() != 0) {
        text += fmt::format("    PERIODIC: interval={}\n",
                            ShowDuration(job.period_ns() / kMs));
      }
      if (job.earliest_ns() > now) {
        text += fmt::format("    Earliest run time: {}\n",
                            ShowDuration((job.earliest_ns() - now) / kMs));
      }
      if (job.latest_ns() != 0) {
        text += fmt::format("    Latest run time: {}\n",
                            ShowDuration((job.latest_ns() - now) / kMs));
      }
      if (job.failures() != 0) {
        text += fmt::format("    Num failures: {}\n", job.failures());
      }
      text += fmt::format("    Satisfied constraints: {}\n    {}\n",
                          Satisfied(job) ? "all" : "not all",
                          job.running() ? "RUNNING" : "PENDING");
    }
  }
  return fmt::format(
      "JOB SCHEDULER (dumpsys jobscheduler)\n\nRegistered {} "
      "jobs:\n{}",
      count, text);
}

std::string AppKeep::DumpAlarms() const {
  const std::lock_guard lock(mutex_);
  struct Row {
    const std::string* package;
    const PhoneAlarm* alarm;
  };
  std::vector<Row> rows;
  for (const auto& [package, kept] : kept_) {
    for (const PhoneAlarm& alarm : kept.alarms().alarms()) {
      rows.push_back({&package, &alarm});
    }
  }
  std::ranges::stable_sort(rows, {},
                           [](const Row& row) { return row.alarm->when_ns(); });
  const int64_t now = clock_.UptimeNs() / kMs;
  std::string text = fmt::format(
      "Current Alarm Manager state:\n  nowRTC={} nowELAPSED={}\n\n"
      "  {} pending alarms:\n",
      clock_.RealtimeNs() / kMs, now, rows.size());
  size_t number = rows.size();
  for (const auto& [package, alarm] : rows) {
    const char* type = kAlarmTypes[std::clamp(alarm->type(), 0, 3)];
    const int64_t when = alarm->when_ns() / kMs;
    text += fmt::format(
        "    {} #{}: Alarm{{{:x} type {} whenElapsed {} {}}}\n"
        "      type={} origWhen={} window={} repeatInterval={} count=0 "
        "flags=0x{:x}\n",
        type, number, number, alarm->type(), when, *package, type,
        ShowDuration(when - now),
        ShowDuration((alarm->until_ns() - alarm->when_ns()) / kMs),
        alarm->repeat_ns() / kMs, alarm->flags());
    if (alarm->clock_ms() != 0) {
      text += fmt::format("      Alarm clock:\n        triggerTime={}\n",
                          alarm->clock_ms());
    }
    text += alarm->has_pending()
                ? fmt::format("      operation=PendingIntent{{{} {}}}\n",
                              *package, alarm->pending().shown())
                : fmt::format("      listener={}\n", alarm->tag());
    --number;
  }
  return text;
}

std::string AppKeep::ListNotices() const {
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const auto& [package, kept] : kept_) {
    for (const PhoneNotice& notice : kept.notices().notices()) {
      text += notice.key() + "\n";
    }
  }
  return text;
}

std::string AppKeep::DumpNotices() const {
  const std::lock_guard lock(mutex_);
  std::string text =
      "Current Notification Manager state:\n  Notification List:\n";
  for (const auto& [package, kept] : kept_) {
    for (const PhoneNotice& notice : kept.notices().notices()) {
      text += fmt::format(
          "    NotificationRecord({}: pkg={} user=UserHandle{{0}} id={} tag={} "
          "importance={} key={}: Notification(channel={} flags=0x{:x} "
          "category={} actions={} groupKey={}))\n      extras={{\n"
          "        android.title=String ({})\n"
          "        android.text=String ({})\n",
          notice.id(), package, notice.id(),
          notice.has_tag() ? notice.tag() : "null", notice.importance(),
          notice.key(), notice.channel(), notice.flags(), notice.category(),
          notice.actions_size(), notice.group(), notice.title(), notice.text());
      if (notice.progress_max() > 0) {
        text += fmt::format(
            "        android.progress=Integer ({})\n"
            "        android.progressMax=Integer ({})\n",
            notice.progress(), notice.progress_max());
      }
      text += "      }\n";
      if (notice.has_content()) {
        text += fmt::format("      contentIntent=PendingIntent{{{}}}\n",
                            notice.content().shown());
      }
      if (notice.actions_size() > 0) text += "      actions={\n";
      for (int i = 0; i < notice.actions_size(); ++i) {
        text += fmt::format("        [{}] \"{}\" -> PendingIntent{{{}}}\n", i,
                            notice.actions(i).title(),
                            notice.actions(i).pending().shown());
      }
      if (notice.actions_size() > 0) text += "      }\n";
    }
  }
  text += "  Ranking Config:\n";
  for (const auto& [package, kept] : kept_) {
    if (kept.notices().channels_size() == 0) continue;
    text += fmt::format("    AppSettings: {}\n", package);
    for (const PhoneChannel& channel : kept.notices().channels()) {
      text += fmt::format(
          "      NotificationChannel{}{{mId='{}', mName={}, mImportance={}, "
          "mDeleted={}}}\n",
          channel.is_group() ? "Group" : "", channel.id(), channel.name(),
          channel.importance(), channel.deleted());
    }
  }
  return text;
}

}  // namespace reprise::phone
