// AppChronicle: records what happens on the phone above its kernel, for the
// agent's Watch: pointer and key events, text, activities, view trees,
// preferences, log, crashes and pictures, as messages of the tape.
//
// The app is looked at where it stands still: before each gesture, while time
// passes (for pictures), and at the end. On the real clock a thread of its own
// looks as well.
//
// Threads: those of PhoneWatcher, and its own. It is made and destroyed by one
// that does not hold the phone.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "phone/daemon/agent_wire.h"
#include "phone/daemon/film.h"
#include "phone/daemon/phone_watcher.h"
#include "phone/daemon/virtual_phone.h"
#include "reprise/agent.pb.h"
#include "reprise/state.pb.h"

namespace reprise::phone {

class AppChronicle : public PhoneWatcher {
 public:
  // An error if somebody else watches the phone.
  static Result<std::unique_ptr<AppChronicle>> Begin(
      VirtualPhone& phone, AgentWire& wire, const AgentRequest::Watch& request);
  ~AppChronicle() override;
  AppChronicle(const AppChronicle&) = delete;
  AppChronicle& operator=(const AppChronicle&) = delete;

  // Looks a last time, once the app came to rest unless it is to stand as it
  // does. Nothing is written from then on.
  void End(bool stand = false);

  // What the app shows, with the phone held; of that nothing is written. None:
  // it shows nothing, or hangs.
  std::optional<StateEvent> Peek();

  // A frame of the kernel's, which an input of the same time comes from.
  void OnFrame(uint64_t id, int64_t time_ns);

  void BeforeGesture(int64_t at_ns) override;
  void OnInput(const PhoneInput& input, const InputSource& source) override;
  void Pass(int64_t until_ns) override;
  void OnNews(const App& app, const PhoneReply& reply) override;

 private:
  AppChronicle(VirtualPhone& phone, AgentWire& wire,
               const AgentRequest::Watch& request);
  // All of these with the phone held.
  std::optional<StateEvent> See();
  void Look(StateEvent::Kind kind);
  void Shoot();
  void Drain();
  void DrainLog();
  void WriteMethods(int32_t pid, const PhoneReply::MethodsRan& ran);
  // The touch that brought something about at a time; 0: none.
  uint64_t TouchBefore(int64_t time_ns);
  void WriteEnd(const App& app, const PhoneReply::Died& died);
  void RunFilm();
  void AddPreferences(StateEvent* event) const;
  template <typename T>
  uint64_t Write(std::string_view topic, int64_t time_ns, T* message);

  VirtualPhone& phone_;
  AgentWire& wire_;
  const std::string package_;
  const int64_t interval_ns_;
  const bool methods_;
  std::atomic<bool> watching_ = false;

  // With the phone held.
  Film film_;
  std::string activity_;  // the resumed one, when last looked at
  uint64_t last_line_ = 0;
  int64_t down_ns_ = 0;
  std::map<int32_t, int64_t> key_down_ns_;

  std::mutex mutex_;  // guards the next three
  std::condition_variable stopped_;
  bool stop_ = false;
  std::deque<std::pair<App, PhoneReply>> news_;
  struct SeenFrame {
    uint64_t id;
    int64_t time_ns;
  };
  std::deque<SeenFrame> frames_;   // with the phone held; of no input yet
  std::deque<SeenFrame> touches_;  // the same; the last ones
  std::vector<SeenFrame> linked_;  // the same; of the last input of the kernel
  std::thread thread_;             // real clock: makes the film
};

}  // namespace reprise::phone
