// Apps: which app runs in which process, which one is in front, and the
// processes that wait for one.
//
// A process that is booted and has no app waits as a spare. One whose app was
// stopped or has crashed is kept, frozen, and begins anew with the next app,
// which is quicker than a fresh one; at most one of each is kept. When no app
// is seen, the home screen is, in a process that would else wait.
//
// Threads: what begins with On belongs to the loop's thread. The rest waits for
// processes and is for any other; one at a time, by the phone's lock, except
// All(), Find() and Abort().
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "adb/loop.h"
#include "phone/daemon/jvm.h"
#include "phone/daemon/phone_folder.h"
#include "phone/daemon/screen.h"
#include "phone/daemon/store.h"
#include "phone/daemon/time_keeper.h"

namespace reprise::phone {

// What the network of the phone is like.
struct Network {
  bool offline = false;
  int64_t delay_ns = 0;
  double loss = 0;
};

// Below are the pids of what a phone has running before any app.
inline constexpr int32_t kFirstPid = 4000;

struct App {
  std::string package;  // empty: the home screen
  std::shared_ptr<Jvm> process;
  std::shared_ptr<Screen> screen;
  int32_t pid = 0;  // as the phone tells it
  int32_t uid = 0;
};

class Apps {
 public:
  struct Options {
    JvmOptions process;
    Network network;
    bool keep_spare = true, reuse = true;  // processes whose app ended
  };
  struct Events {
    // Of an app that runs; news of others are nobody's.
    std::function<void(const App&, const PhoneReply&)> on_news;
    std::function<void(const App&)> on_gone;  // it is in no list any more
    std::function<void(const App&, PhoneRequest::Attach*)> on_attach;
  };

  Apps(adb::Loop& loop, Store& store, const PhoneFolder& folder,
       TimeKeeper& clock, Options options, Events events);
  ~Apps();

  void Warm();  // boots a spare unless there is one; does not wait
  // A process that has booted, for what needs no app.
  Result<std::shared_ptr<Jvm>> AnyProcess();

  // The app of a package, started if it does not run, without an activity;
  // `behind`: what is seen stays.
  Result<App> Run(const std::string& package, bool behind = false);
  Result<App> Front();                // the home screen when there is none
  std::optional<App> Home() const;    // if it is to be seen by now
  void BringToFront(const App& app);  // one that runs; and tells the others
  void PutBehind(const App& app);     // nothing of it is to be seen
  // The home screen is made anew when it is next seen: packages changed.
  void ForgetHome();

  // A port that the host answers, or (0) does so no longer; all there are.
  PhonePorts Reverse(uint16_t port, uint16_t host_port);

  // Keeps its process for the next one, if possible; or its activities, too.
  void Stop(const std::string& package, bool keep_tasks = false);
  void StopAll();  // as when the phone is switched off
  // Ends the process of one that is busy, so that who waits for it gets on.
  void Abort(const std::string& package);

  std::vector<App> All() const;  // without the home screen
  std::optional<App> Find(const std::string& package) const;
  std::optional<App> FindPid(int32_t pid) const;
  std::string FrontPackage() const;
  // Those that were seen, but for one, the last one first.
  std::vector<std::string> Behind(const std::string& package) const;

  // Processes end, who waits for one is woken, and none is started any more.
  void OnShutdown();

 private:
  struct Seat {  // of a process
    App app;
    bool attached = false;  // to app.package
    bool unseen = false;    // it was started behind all others
    bool worn = false;      // not to be used for another app
    int attachments = 0;
  };

  // A process without an app, of those that wait or booted for it.
  Result<std::shared_ptr<Jvm>> TakeIdle(bool leave_home);
  Status WaitForSpare();
  Result<App> Attach(const std::shared_ptr<Jvm>& process,
                     const std::string& package);
  PhoneRequest AttachRequest(const App& app) const;
  // With mutex_ held.
  void Remove(const std::string& package);
  PhonePorts Reversed() const;
  bool CanBeginAnew(const Jvm& process, const Seat& seat) const;
  void OnBoot();
  void OnCrash(Jvm& process);  // keeps the process, if that is possible
  void OnNews(Jvm& process, const PhoneReply& reply);
  void OnEnd(Jvm& process, const std::string& reason);
  void OnOutput(std::string_view text);
  void Post(std::function<void()> task);  // to the loop, if this still is

  adb::Loop& loop_;
  Store& store_;
  const PhoneFolder& folder_;
  TimeKeeper& clock_;
  const Options options_;
  const Events events_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  size_t logged_bytes_ = 0;      // the loop's thread
  adb::Loop::Timer warm_timer_;  // the loop's thread
  mutable std::mutex mutex_;     // guards all below
  std::condition_variable changed_;
  bool closing_ = false, crashing_ = false;  // the latter: see TakeIdle
  std::string why_no_spare_;
  std::map<Jvm*, Seat> seats_;
  std::vector<std::string> order_;  // packages that run, the front one last
  std::string last_front_;          // that was told so
  std::map<std::string, std::string> tasks_;  // kept for a killed process
  std::map<uint16_t, uint16_t> reversed_;     // to ports of the host
  std::shared_ptr<Jvm> spare_;                // boots, or has booted
  std::shared_ptr<Jvm> kept_;  // frozen, or shows the home screen
  int32_t last_pid_ = kFirstPid;
};

}  // namespace reprise::phone
