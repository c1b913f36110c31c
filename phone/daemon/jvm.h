// Jvm: one process of the phone, as the supervisor sees it: started, spoken to
// by requests and replies (proto/reprise/phone.proto), and gone in the end.
//
// What it says is hostile, as an app runs in it: a message that is too long or
// none at all, a reply to nothing, or another version of the protocol ends it.
//
// Threads: Start() and the events belong to the loop's thread; the rest is for
// any, but Ask() waits and is for any other. Whoever lets go of it last, it is
// destroyed in the loop's thread, or with the loop.
//
// Invariant: whoever waits in Ask() is woken when the process ends.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "adb/child_process.h"
#include "adb/loop.h"
#include "base/framed.h"
#include "base/result.h"
#include "reprise/phone.pb.h"

namespace reprise::phone {

struct JvmOptions {
  std::vector<std::string> command;  // the socket's path is added to it
  std::vector<std::string> environment;
  std::string socket_folder;  // ours alone, with a short path
};

class Jvm : public std::enable_shared_from_this<Jvm> {
 public:
  struct Events {
    // It said something without being asked.
    std::function<void(Jvm&, const PhoneReply&)> on_news;
    // It wrote this to its standard output or error.
    std::function<void(Jvm&, std::string_view)> on_output;
    // It is gone; nothing follows. The reason is for people.
    std::function<void(Jvm&, const std::string& reason)> on_end;
  };

  // Time from the start of the program to its first message.
  static constexpr std::chrono::seconds kHelloPatience{120};

  static Result<std::shared_ptr<Jvm>> Start(adb::Loop& loop,
                                            const JvmOptions& options,
                                            Events events);
  // Kills it.
  ~Jvm();
  Jvm(const Jvm&) = delete;
  Jvm& operator=(const Jvm&) = delete;

  // Asks and waits for the answer, which must be of this kind; Failed becomes
  // an error of the kind kUnsupported, its end one of kDevice.
  Result<PhoneReply> Ask(PhoneRequest request, PhoneReply::ReplyCase expected,
                         std::chrono::milliseconds patience);
  // Asks without waiting; an answer is dropped.
  void Tell(PhoneRequest request);

  // The process goes on as another Jvm, and this one has ended: what its app
  // still says or is asked is nobody's. In the loop's thread.
  std::shared_ptr<Jvm> BeginAnew(const std::string& reason);

  // Ends it, with all that it started.
  void Kill();
  // The same, at once; in the loop's thread.
  void OnShutdown() { End("the phone is switched off"); }
  // Stops it as it is (SIGSTOP), and lets it go on.
  void Freeze();
  void Thaw();

  // A debugger may stop its threads: who asks it waits for as long.
  void SetDebugged(bool debugged);
  bool debugged() const { return debugged_; }
  // It has once been: it is not as others are.
  bool was_debugged() const { return was_debugged_; }

  bool ended() const;
  // Requests whose answers are waited for.
  size_t waiting() const;
  // On the host; 0 when it has ended.
  int32_t host_pid() const;
  int64_t ResidentKib() const;
  // It accepts connections to a TCP port, which is the host's.
  bool Listens() const;

 private:
  using Answer = std::promise<Result<PhoneReply>>;

  Jvm(adb::Loop& loop, Events events) : loop_(loop), events_(events) {}
  static std::shared_ptr<Jvm> Make(adb::Loop& loop, Events events);
  void WatchChild();
  Status Listen(const std::string& folder);
  void Accept();
  void OnReady(short ready);
  bool Receive();
  void TakeAll();
  bool Take(std::string_view bytes);
  void Flush();
  void Update();
  void ReadOutput();
  void OnChildEnd();
  void End(const std::string& reason);
  uint64_t Queue(PhoneRequest* request, std::shared_ptr<Answer> answer);

  adb::Loop& loop_;
  const Events events_;
  std::unique_ptr<adb::Child> child_;  // the loop's thread
  std::string socket_path_;
  Fd listening_;
  Fd socket_;
  adb::Loop::Timer hello_timer_;
  FramedReader reader_;
  bool greeted_ = false;
  std::atomic<bool> debugged_ = false;
  std::atomic<bool> was_debugged_ = false;

  mutable std::mutex mutex_;  // guards all below
  std::map<uint64_t, std::shared_ptr<Answer>> answers_;
  std::string output_;
  uint64_t last_serial_ = 0;
  int32_t pid_ = 0;
  bool ended_ = false;
  std::string why_ended_;
};

}  // namespace reprise::phone
