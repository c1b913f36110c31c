#include "phone/daemon/app_keep.h"

#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>

namespace reprise::phone {
namespace {

constexpr size_t kMaxEntries = 1000;  // of one kind of a package

// What an app says without end must not fill the memory.
template <typename List>
void Bound(List* list) {
  if (list->size() > static_cast<int>(kMaxEntries)) {
    list->DeleteSubrange(kMaxEntries,
                         list->size() - static_cast<int>(kMaxEntries));
  }
}

// What a reboot leaves.
PhoneKept Lasting(const PhoneKept& kept) {
  PhoneKept lasting;
  for (const PhoneJob& job : kept.jobs().jobs()) {
    if (!job.persisted()) continue;
    PhoneJob& one = *lasting.mutable_jobs()->add_jobs();
    one = job;
    one.set_running(false);
  }
  if (kept.notices().channels_size() > 0) {
    *lasting.mutable_notices()->mutable_channels() = kept.notices().channels();
  }
  if (kept.uris().grants_size() > 0) *lasting.mutable_uris() = kept.uris();
  return lasting;
}

bool Empty(const PhoneKept& kept) { return kept.ByteSizeLong() == 0; }

}  // namespace

AppKeep::AppKeep(Store& store, const TimeKeeper& clock)
    : store_(store), clock_(clock) {
  const PhoneStore store_now = store_.Get();
  for (const auto& [package, kept] : store_now.kept()) {
    kept_[package] = kept;
  }
}

void AppKeep::Take(const std::string& package, const PhoneKept& kept) {
  const std::lock_guard lock(mutex_);
  PhoneKept& mine = kept_[package];
  if (kept.has_alarms()) {
    *mine.mutable_alarms() = kept.alarms();
    Bound(mine.mutable_alarms()->mutable_alarms());
  }
  if (kept.has_jobs()) {
    *mine.mutable_jobs() = kept.jobs();
    Bound(mine.mutable_jobs()->mutable_jobs());
  }
  if (kept.has_notices()) {
    *mine.mutable_notices() = kept.notices();
    Bound(mine.mutable_notices()->mutable_notices());
    Bound(mine.mutable_notices()->mutable_channels());
  }
  if (kept.has_uris()) {
    *mine.mutable_uris() = kept.uris();
    Bound(mine.mutable_uris()->mutable_grants());
  }
  if (kept.has_jobs() || kept.has_notices() || kept.has_uris()) Save(package);
}

void AppKeep::Save(const std::string& package) {
  const PhoneKept lasting = Lasting(kept_[package]);
  const PhoneStore store = store_.Get();
  const auto before = store.kept().find(package);
  const bool same = before == store.kept().end()
                        ? Empty(lasting)
                        : google::protobuf::util::MessageDifferencer::Equals(
                              lasting, before->second);
  if (same) return;
  // What cannot be written is lost with the next reboot, as on a full phone.
  (void)store_.Change([&](PhoneStore& changed) {
    if (Empty(lasting)) {
      changed.mutable_kept()->erase(package);
    } else {
      (*changed.mutable_kept())[package] = lasting;
    }
  });
}

PhoneAllShown AppKeep::Shown() const {
  const std::lock_guard lock(mutex_);
  PhoneAllShown shown;
  for (const auto& [package, kept] : kept_) {
    if (kept.notices().notices_size() == 0) continue;
    PhoneShown& one = *shown.add_packages();
    one.set_package_name(package);
    const auto installed = store_.Package(package);
    one.set_label(installed ? installed->manifest().label() : package);
    *one.mutable_notices() = kept.notices().notices();
    // What is fired stays with who fires it.
    for (PhoneNotice& notice : *one.mutable_notices()) {
      if (notice.has_content()) notice.mutable_content()->clear_intents();
      notice.clear_removal();
      for (auto& action : *notice.mutable_actions()) action.clear_pending();
    }
  }
  return shown;
}

PhoneKept AppKeep::Of(const std::string& package) const {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(package);
  return found == kept_.end() ? PhoneKept() : found->second;
}

void AppKeep::Forget(const std::string& package, bool data) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(package);
  if (found == kept_.end()) return;
  PhoneKept& kept = found->second;
  kept.clear_alarms();
  kept.clear_jobs();
  kept.mutable_notices()->clear_notices();
  if (data) kept.Clear();
  Save(package);
}

void AppKeep::Reboot() {
  const std::lock_guard lock(mutex_);
  for (auto& [package, kept] : kept_) kept = Lasting(kept);
}

void AppKeep::Reset() {
  const std::lock_guard lock(mutex_);
  kept_.clear();
}

int64_t AppKeep::DueOf(const PhoneKept& kept) const {
  int64_t due = 0;
  for (const PhoneAlarm& alarm : kept.alarms().alarms()) {
    // A listener has ended with its process.
    if (!alarm.has_pending()) continue;
    if (due == 0 || alarm.until_ns() < due) due = alarm.until_ns();
  }
  for (const PhoneJob& job : kept.jobs().jobs()) {
    const int64_t at = DueOf(job);
    if (at != 0 && (due == 0 || at < due)) due = at;
  }
  return due;
}

bool AppKeep::Satisfied(const PhoneJob& job) const {
  // JobInfo.NETWORK_TYPE_*
  constexpr int kUnmetered = 2;
  constexpr int kCellular = 4;
  if (job.network() != 0 && !around_.connected) return false;
  if (job.network() == kUnmetered && !around_.wifi) return false;
  if (job.network() == kCellular && around_.wifi) return false;
  if (job.charging() && !around_.charging) return false;
  return !job.idle() && !(job.battery_not_low() && around_.battery_low);
}

int64_t AppKeep::DueOf(const PhoneJob& job) const {
  const int64_t now = clock_.RealtimeNs();
  int64_t at = job.latest_ns();
  if (Satisfied(job)) {
    const int64_t ready = std::max(job.earliest_ns(), now);
    if (at == 0 || ready < at) at = ready;
  }
  return at == 0 ? 0 : std::max(at, now) - now + clock_.UptimeNs();
}

void AppKeep::SetSurroundings(const Surroundings& now) {
  const std::lock_guard lock(mutex_);
  around_ = now;
}

std::optional<AppKeep::Wake> AppKeep::NextWake(
    const std::set<std::string>& running) const {
  const std::lock_guard lock(mutex_);
  std::optional<Wake> first;
  for (const auto& [package, kept] : kept_) {
    if (running.contains(package)) continue;
    const int64_t due = DueOf(kept);
    if (due == 0 || (first && first->at_ns <= due)) continue;
    first = {.at_ns = due, .package = package};
  }
  return first;
}

void AppKeep::DropDue(const std::string& package) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(package);
  if (found == kept_.end()) return;
  auto& alarms = *found->second.mutable_alarms()->mutable_alarms();
  const int64_t now = clock_.UptimeNs();
  alarms.erase(std::remove_if(
                   alarms.begin(), alarms.end(),
                   [&](const auto& alarm) { return alarm.until_ns() <= now; }),
               alarms.end());
  auto& jobs = *found->second.mutable_jobs()->mutable_jobs();
  jobs.erase(std::remove_if(jobs.begin(), jobs.end(),
                            [&](const auto& job) {
                              const int64_t due = DueOf(job);
                              return due != 0 && due <= now;
                            }),
             jobs.end());
}

}  // namespace reprise::phone
