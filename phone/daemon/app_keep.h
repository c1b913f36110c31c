// AppKeep: what the phone's system keeps for packages beyond the life of their
// processes: alarms, jobs and notifications. A process owns what is its
// package's while it lives; this is what it said last, for the next one, and
// to know when one has to be started. Jobs that outlive a reboot, and channels,
// are kept in the store.
//
// Threads: any.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "phone/daemon/store.h"
#include "phone/daemon/time_keeper.h"
#include "reprise/phone_system.pb.h"

namespace reprise::phone {

// What jobs may wait for.
struct Surroundings {
  bool wifi = true;  // what the phone is connected by, if it is
  bool connected = true;
  bool charging = true;
  bool battery_low = false;
};

class AppKeep {
 public:
  // A package that has to be started, and when, in uptime.
  struct Wake {
    int64_t at_ns = 0;
    std::string package;
  };

  AppKeep(Store& store, const TimeKeeper& clock);

  // A process says what there is now.
  void Take(const std::string& package, const PhoneKept& kept);
  // For the next process of the package.
  PhoneKept Of(const std::string& package) const;
  // The package was stopped by force; with `data`: cleared or removed.
  void Forget(const std::string& package, bool data);
  // Of all packages; jobs that outlive a reboot stay, and channels.
  void Reboot();
  // As on a new phone; the store has been made so.
  void Reset();

  // Jobs follow them.
  void SetSurroundings(const Surroundings& now);

  // The first that is due of a package not among `running`.
  std::optional<Wake> NextWake(const std::set<std::string>& running) const;
  // A package could not be started: what is due of it is lost.
  void DropDue(const std::string& package);

  // As dumpsys prints it.
  std::string DumpAlarms() const;
  std::string DumpJobs() const;
  std::string DumpNotices() const;
  // Keys of all notifications, a line each.
  std::string ListNotices() const;
  // All notifications, for who shows them.
  PhoneAllShown Shown() const;

 private:
  // With mutex_ held: in uptime, when a process is needed for it; 0: never.
  int64_t DueOf(const PhoneKept& kept) const;
  int64_t DueOf(const PhoneJob& job) const;
  bool Satisfied(const PhoneJob& job) const;
  void Save(const std::string& package);

  Store& store_;
  const TimeKeeper& clock_;
  mutable std::mutex mutex_;
  std::map<std::string, PhoneKept> kept_;  // guarded by mutex_; by package
  Surroundings around_;                    // guarded by mutex_
};

}  // namespace reprise::phone
