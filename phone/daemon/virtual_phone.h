// VirtualPhone: the phone itself, behind the interface that its shell uses.
//
// Whoever acts on it holds its lock meanwhile, so that things happen one after
// the other, and on the virtual clock in the same order each time. What apps
// want of each other is done by a thread of its own, in the order in which it
// came.
//
// Threads: as phone/shell/phone.h says; it is made and destroyed in the loop's
// thread. OnShutdown() wakes everybody who waits here.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "adb/loop.h"
#include "phone/daemon/app_keep.h"
#include "phone/daemon/apps.h"
#include "phone/daemon/debuggers.h"
#include "phone/daemon/feeds.h"
#include "phone/daemon/input_nodes.h"
#include "phone/daemon/inputs_down.h"
#include "phone/daemon/installer.h"
#include "phone/daemon/kept_phone.h"
#include "phone/daemon/phone_watcher.h"
#include "phone/daemon/time_steps.h"
#include "phone/daemon/wishes.h"
#include "phone/daemon/worker.h"
#include "phone/shell/phone.h"

namespace reprise::phone {

// What the phone's own processes seem to be.
inline constexpr int32_t kSystemPid = 590;
inline constexpr int32_t kSystemUid = 1000;

// A picture, and what is known of it.
struct Shot {
  Picture picture;
  PhoneReply::Frame frame;
};

class VirtualPhone : public KeptPhone {
 public:
  static Result<std::unique_ptr<VirtualPhone>> Make(adb::Loop& loop,
                                                    const PhoneFolder& folder,
                                                    Store& store,
                                                    PhoneOptions options);
  ~VirtualPhone() override;

  void OnShutdown();
  // Boots a process ahead.
  void Warm() { apps_.Warm(); }

  // Beyond the shell's needs: what `reprise phone` asks for.
  Status Advance(int64_t duration_ns);
  Status Reset(uint64_t seed, bool vary);
  // Soon: ends all apps, and begins as after it was switched on.
  void Reboot();
  // Soon: tells apps that the phone was switched on.
  void Boot();
  // Plays kernel frames that are stamped in uptime and rising, on the virtual
  // clock or as they come due.
  Status PlayFrames(std::vector<StampedFrame> frames);
  // A port of its loopback is answered at one of the host's (adb reverse); 0:
  // no longer. In the loop's thread.
  void OnReverse(uint16_t port, uint16_t host_port);
  // Changes what the host feeds into it; `change` gets the uptime, too.
  Status Feed(const std::function<Status(Feeds&, int64_t)>& change);
  std::vector<float> Measured(const SensorType& sensor) {
    return feeds_.Measured(sensor, clock_.UptimeNs());
  }
  // A finger on the fingerprint sensor, from 1; 0: it is lifted.
  Status Touch(int finger);
  // Removes an input device; what is down on it is lifted.
  void RemoveNode(const std::string& node);
  InputNodes& nodes() { return nodes_; }
  Debuggers& debuggers() { return debuggers_; }

  // One at a time; null: nobody. False: somebody watches already.
  bool Watch(PhoneWatcher* watcher);
  // For who has the phone to itself: a watcher that is told something, or one
  // who called Hold().
  std::unique_lock<std::timed_mutex> Hold();
  // Real clock: at most for a while, for an animation may never end.
  void SettleHeld();
  // It stands as it does until somebody acts: who looks at it lets no time
  // pass.
  void StandHeld() { settled_ = true; }
  Status PassHeld(int64_t until_ns);
  Result<Shot> ShootHeld();
  Result<PhoneReply::Trees> LookHeld();
  // Of one that runs; empty: of that in front.
  Result<PhoneState> StateHeld(const std::string& package = {});
  std::vector<LogLine> LogHeld(uint64_t after, size_t limit) const {
    return log_.Read(after, limit);
  }
  // Methods of a package that ran for the first time since this was last
  // asked; see AskMethods.
  Result<PhoneReply::MethodsRan> MethodsHeld(const std::string& package,
                                             int32_t* pid);
  // Methods are noted from the begin of the package's next process on; empty:
  // of none.
  void NoteMethods(const std::string& package);
  const PhoneFolder& folder() const { return folder_; }
  // What apps asked for in vain, with a sentence each.
  std::map<std::string, std::string> Unsupported();
  std::string FrontPackage() const { return apps_.FrontPackage(); }

  LogBuffer& log() override;

  Status Configure(const PhoneProfile& profile) override;
  Status ChangeSetting(const PhoneSetting& setting) override;
  Status Sleep(int64_t duration_ns) override;

  Result<std::string> Install(const std::vector<std::string>& apks,
                              const InstallOptions& options) override;
  Status Uninstall(const std::string& package, bool keep_data) override;
  Status ClearData(const std::string& package) override;
  Status Grant(const std::string& package, const std::string& permission,
               bool granted) override;
  Status SetEnabled(const std::string& package, bool enabled) override;

  Result<PhoneReply::Started> Start(const PhoneIntent& intent,
                                    const StartOptions& options) override;
  Status Send(PhoneRequest::Send::Kind kind,
              const PhoneIntent& intent) override;
  Status ForceStop(const std::string& package) override;
  Status Crash(const std::string& package) override;
  std::vector<AppProcess> Processes() override;
  Status Kill(int32_t pid, int signal) override;
  Status SetDebugApp(const std::string& package, bool wait, bool once) override;

  Status Play(std::vector<PhoneInput> inputs) override;
  Status WriteEvent(uint16_t type, uint16_t code, int32_t value) override;

  Result<Picture> Shoot() override;
  Result<PhoneReply::Trees> Look() override;
  Result<PhoneState> State(const std::string& package) override;
  Result<std::string> Dump(const std::string& name,
                           const std::vector<std::string>& args) override;
  PhoneBattery Battery() override;
  Status SetBattery(const PhoneBattery& battery) override;
  Result<std::string> System(const std::string& package,
                             const std::string& service,
                             const std::vector<std::string>& words) override;

 private:
  // A result that another package waits for.
  struct Wanted {
    std::string by;
    uint64_t token = 0;  // as it calls it
    std::string from;    // the package that gives it
  };

  // A broadcast that receivers of another package have.
  struct Ordered {
    Wanted wanted;
    PhoneOrder order;  // as it came there
  };

  VirtualPhone(adb::Loop& loop, const PhoneFolder& folder, Store& store,
               adb::RootFolder files, PhoneOptions options);

  // The lock, when the app that may hold it by hanging is to end anyway.
  std::unique_lock<std::timed_mutex> LockToStop(const std::string& package);
  // Of all processes whose clocks go together, for `acting_` is held.
  Jvms Running();
  void Settle();
  struct SourcedInput {
    PhoneInput input;
    InputSource source;
  };
  Status PlayNow(const std::vector<SourcedInput>& inputs);
  Status PlayPiece(const std::vector<PhoneInput>& inputs);
  // Virtual: lets time pass, as the watcher wants to see it.
  Status AdvanceHeld(int64_t until_ns);
  Result<PhoneReply> AskFront(PhoneRequest request,
                              PhoneReply::ReplyCase expected);
  void TellAll(const PhoneRequest& request);
  // The process of `package`, started for the intent if it does not run.
  Result<App> RunFor(const std::string& package, const char* what,
                     const PhoneIntent& intent, bool behind);
  // How an app died that did not answer, if it did.
  Error WhyNot(const std::string& package, const Error& error);
  // Starts the activity in the process of `package`.
  Result<PhoneReply::Started> StartIn(const std::string& package,
                                      const PhoneIntent& intent,
                                      const StartOptions& options,
                                      uint64_t result_token);
  Result<PhoneReply::Started> StartIn(const App& app, const PhoneIntent& intent,
                                      const StartOptions& options,
                                      uint64_t result_token);
  void StopNow(const std::string& package, const std::string& why,
               bool keep_tasks = false);
  // The user wants nothing more of it.
  void StopByForce(const std::string& package, const std::string& why);
  Status DeleteData(const std::string& package);

  // What is due for apps that do not run.
  std::optional<AppKeep::Wake> NextWake() const;
  void WakeDue();   // starts those, with `acting_` held
  void PlanWake();  // real clock: at its time
  // Starts it without anything to see.
  Result<App> RunBehind(const std::string& package, const PhoneIntent& intent);
  Status PassRunning(int64_t until_ns);
  // A broadcast of the phone, to all packages but one.
  void Announce(const PhoneIntent& intent, const std::string& except);
  void AnnouncePackage(const std::string& action, const PhonePackage& package,
                       bool replacing);
  void AnnounceProfile(const PhoneProfile& before, const PhoneProfile& now);
  void BootHeld();
  void SetStopped(const std::string& package, bool stopped);
  // The network or the battery may have changed.
  void LookAround();
  // Whoever shows notifications is told which there are.
  void ShowNotices();
  void DoOtherNotice(const PhoneReply::OtherNotice& wanted);

  // News, in the loop's thread.
  void OnNews(const App& app, const PhoneReply& reply);
  void TakeNews(const App& app, const PhoneReply& reply);
  void OnGone(const App& app);
  void OnAttach(const App& app, PhoneRequest::Attach* attach);
  void SayDied(const App& app, const PhoneReply::Died& died);
  void SayActivity(const App& app, const PhoneReply::ActivityChanged& changed);
  // What is wanted by an app is done with `acting_` held.
  void Wish(std::function<void()> wish);
  void DoChanged(const App& app, const PhoneReply::Changed& changed);
  // What a row of the settings makes of the device itself.
  static void Shape(const PhoneSetting& setting, PhoneProfile* profile);
  void ConfigureHeld(const PhoneProfile& profile);
  // In a new process, with its activities if it is in front.
  void BeginAnew(const std::string& package);
  void DoStartOther(const App& from, const PhoneReply::StartOther& start);
  void DoSendOther(const App& from, const PhoneReply::StartOther& start);
  // An ordered broadcast: who would get it, or to those of one package.
  void DoAskOrder(const App& from, const PhoneReply::StartOther& start);
  void DoGiveOrder(const App& from, const PhoneReply::StartOther& start);
  void GiveOrder(const PhoneOrder& done);
  void GiveResult(const PhoneReply::OtherResult& result);
  void DoGone(const std::string& package);
  void DoEmpty(const std::string& package);
  void DoGo(const App& app);  // its debugger has come

  void Say(const std::string& tag, int priority, const std::string& text,
           const App* app = nullptr, const std::string& buffer = "system");
  // A line of the events buffer: its values with commas between.
  void SayEvent(const std::string& tag, const std::string& values);

  adb::Loop& loop_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  adb::Loop::Timer wake_timer_;  // the loop's thread
  TimeSteps steps_;
  InputNodes nodes_;
  Feeds feeds_;  // changed with acting_ held
  AppKeep keep_;

  Wishes wishes_;
  std::timed_mutex acting_;
  std::atomic<bool> settled_ = true;  // nothing happened since it came to rest
  std::atomic<bool> closing_ = false;
  // Who watches: changes with this lock and `acting_` held, so that either is
  // enough to use it.
  std::mutex watcher_mutex_;
  std::atomic<PhoneWatcher*> watcher_ = nullptr;
  InputsDown down_;                     // guarded by acting_
  int64_t late_ns_ = 0;                 // of what is played; guarded by acting_
  std::map<uint64_t, Wanted> results_;  // guarded by acting_; by our token
  std::map<uint64_t, Ordered> orders_;  // guarded by acting_; the same
  std::vector<PhoneIntent> sticky_;     // guarded by acting_
  uint64_t last_token_ = 0;             // guarded by acting_
  std::mutex mutex_;                    // guards all below
  PhoneBattery battery_;
  std::map<std::string, std::string> unsupported_;
  std::string noted_;                          // whose methods are
  std::map<std::string, std::string> deaths_;  // by package, since its start
  std::vector<input::Event> written_;  // of the touchscreen's next frame

  Apps apps_;
  Debuggers debuggers_;
  Installer installer_;
  Worker worker_;  // its tasks use all of the above
};

}  // namespace reprise::phone
