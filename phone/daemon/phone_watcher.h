// PhoneWatcher: who is told what happens on the phone above its kernel, to
// record it. It is told while the phone stands still for it: whoever acts holds
// the phone's lock, so what is seen belongs to that moment, and a run that is
// watched is the same as one that is not.
//
// Threads: BeforeGesture(), OnInput() and Pass() in the thread that acts;
// OnNews() in the loop's.
#pragma once

#include <cstdint>

#include "phone/daemon/apps.h"
#include "reprise/phone.pb.h"

namespace reprise::phone {

// Where an input comes from.
struct InputSource {
  bool kernel = false;  // from a frame; false: injected above the kernel
  uint64_t origin = 0;  // on a replay, the id on the recording; 0: none
  // Its stamp is so much later than its frame's, as the phone was looked at.
  int64_t late_ns = 0;
};

class PhoneWatcher {
 public:
  virtual ~PhoneWatcher() = default;

  // Fingers and keys are up, and the first one goes down at this uptime.
  virtual void BeforeGesture(int64_t at_ns) = 0;
  // What the app in front is about to get, with its stamp.
  virtual void OnInput(const PhoneInput& input, const InputSource& source) = 0;
  // Virtual clock: time is about to pass until then. The watcher may let it
  // pass in smaller steps.
  virtual void Pass(int64_t until_ns) = 0;
  virtual void OnNews(const App& app, const PhoneReply& reply) = 0;
};

}  // namespace reprise::phone
