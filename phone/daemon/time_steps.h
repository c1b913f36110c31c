// How time passes on a phone: moves the clocks of all its processes together,
// as the architecture page says. On the real clock it waits instead.
//
// Threads: any but the loop's; one at a time, by the phone's lock.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"
#include "phone/daemon/jvm.h"
#include "phone/daemon/time_keeper.h"

namespace reprise::phone {

using Jvms = std::vector<std::shared_ptr<Jvm>>;

// A plain command waits at most as long for a phone that does not come to
// rest.
inline constexpr int64_t kSettleLimitNs = 10'000'000'000;

class TimeSteps {
 public:
  explicit TimeSteps(TimeKeeper& clock) : clock_(clock) {}

  // Virtual: from one due thing to the next, to this uptime, or to when one of
  // them wants something.
  Status AdvanceTo(const Jvms& jvms, int64_t to_ns);
  // Virtual: until nothing is due for a while, or one of them wants something.
  // Returns whether it came to rest.
  Result<bool> Settle(const Jvms& jvms, int64_t limit_ns = kSettleLimitNs);
  // Virtual: the others go to where `moved` is by now.
  Status CatchUp(const Jvms& jvms, const std::shared_ptr<Jvm>& moved);
  // Input for the one in front, stamped in uptime and rising: the clock is
  // moved to each stamp, the others' too, or the stamp is waited for. Fewer are
  // taken if one of them wants something.
  Result<PhoneReply::Played> Play(const Jvms& jvms,
                                  const std::shared_ptr<Jvm>& front,
                                  const std::vector<PhoneInput>& inputs);

 private:
  struct Next {
    int64_t due_ns = 0;  // in any of them; 0: never
    bool quiet = true;
    bool wants = false;  // one of them wants something
  };
  Result<Next> NextDue(const Jvms& jvms, int64_t limit_ns);
  Status WaitUntil(const Jvm& front, int64_t uptime_ns);
  // True: one of them wants something, and they are where it is.
  Result<bool> MoveAll(const Jvms& jvms, int64_t to_ns);
  Result<PhoneReply::Now> Advance(Jvm& jvm, int64_t to_ns, bool only_idle);

  TimeKeeper& clock_;
};

}  // namespace reprise::phone
