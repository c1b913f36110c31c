// Debuggers: Java debuggers at the phone's apps, by adb: which processes there
// are (`jdwp`, `track-jdwp`), a stream to one (`jdwp:PID`), and apps that wait
// for one before they begin (`am start -D`, `am set-debug-app -w`).
//
// The JVM's own agent speaks JDWP. It listens, on a port of the host's
// loopback, only from when a debugger comes; a process that once had one is
// used for no other app.
//
// Threads: Open(), Track() and what begins with On belong to the loop's; the
// rest is for any. It outlives all services that it made.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "adb/daemon_service.h"
#include "adb/loop.h"
#include "phone/daemon/apps.h"
#include "phone/daemon/worker.h"

namespace reprise::phone {

class Debuggers {
 public:
  // `go` lets an app begin that waited for its debugger.
  Debuggers(adb::Loop& loop, Apps& apps, std::function<void(const App&)> go)
      : loop_(loop), apps_(apps), go_(std::move(go)) {}

  // The next process of the package waits for its debugger, if `wait`; until
  // somebody says otherwise, unless `once`. Empty: none does.
  void SetApp(const std::string& package, bool wait, bool once);
  // Whether an app that begins has to wait.
  bool Begins(const App& app);

  // "4001\n4002\n"
  std::string List() const;
  std::unique_ptr<adb::Service> Track(adb::Stream& stream);
  // `name` is "jdwp:PID". Null: there is no such process, or one debugs it.
  std::unique_ptr<adb::Service> Open(std::string_view name,
                                     adb::Stream& stream);

  // Apps began or ended: tells those who track them, soon. Any thread.
  void Changed();

 private:
  class Tracker;
  class Debugger;

  void OnChanged();
  // The debugger has said all it wants to say at first.
  void OnSettled(const App& app);

  adb::Loop& loop_;
  Apps& apps_;
  const std::function<void(const App&)> go_;
  std::set<Tracker*> trackers_;  // the loop's thread
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);

  std::mutex mutex_;  // guards all below
  std::string package_;
  bool wait_ = false, once_ = false;
  std::set<int32_t> waiting_;  // pids

  Worker worker_;  // asks processes; its tasks use all of the above
};

}  // namespace reprise::phone
