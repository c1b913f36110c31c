#include "phone/daemon/time_steps.h"

#include <algorithm>
#include <thread>

namespace reprise::phone {
namespace {

// Of the host: a minute of phone time costs a fraction of a second, unless the
// app computes or waits for the network.
constexpr std::chrono::seconds kPatience{60};
constexpr int64_t kQuietNs = 200'000'000;
// On the real clock: who waits sees an end at the latest after this.
constexpr int64_t kSliceNs = 50'000'000;
// Things that are due at the same moment again and again.
constexpr int kMaxSteps = 100'000;

// True if its app wants something of the phone, and time stays until then: all
// else that was due has been done.
bool Wants(const PhoneReply::Now& now) {
  return now.next_due_ns() > 0 && now.next_due_ns() <= now.uptime_ns();
}

}  // namespace

Result<PhoneReply::Now> TimeSteps::Advance(Jvm& jvm, int64_t to_ns,
                                           bool only_idle) {
  PhoneRequest request;
  request.mutable_advance()->set_to_ns(to_ns);
  request.mutable_advance()->set_only_idle(only_idle);
  // The app may have minutes of phone time to go through.
  const auto ahead =
      std::chrono::nanoseconds(std::max<int64_t>(to_ns - clock_.UptimeNs(), 0));
  ASSIGN_OR_RETURN(
      const PhoneReply reply,
      jvm.Ask(std::move(request), PhoneReply::kNow,
              kPatience + std::chrono::ceil<std::chrono::milliseconds>(ahead)));
  return reply.now();
}

Result<bool> TimeSteps::MoveAll(const Jvms& jvms, int64_t to_ns) {
  bool wants = false;
  int64_t at = to_ns;
  for (const auto& jvm : jvms) {
    while (true) {
      // One that died meanwhile needs no time.
      const auto now = Advance(*jvm, to_ns, false);
      if (!now && !jvm->ended()) return Fail(now.error());
      if (!now || !Wants(*now)) break;
      wants = true;
      if (jvms.size() == 1) at = std::min(to_ns, now->uptime_ns());
      // Of several, none has anything due before: it is there, or about to be.
      if (jvms.size() == 1 || now->uptime_ns() >= to_ns) break;
    }
  }
  clock_.MoveTo(at);
  return wants;
}

Result<TimeSteps::Next> TimeSteps::NextDue(const Jvms& jvms, int64_t limit_ns) {
  Next next;
  for (const auto& jvm : jvms) {
    const auto now = Advance(*jvm, limit_ns, true);
    if (!now) {
      if (jvm->ended()) continue;
      return Fail(now.error());
    }
    next.quiet = next.quiet && now->quiet();
    next.wants = next.wants || Wants(*now);
    const int64_t due = now->next_due_ns();
    if (due > 0 && (next.due_ns == 0 || due < next.due_ns)) next.due_ns = due;
  }
  return next;
}

Status TimeSteps::AdvanceTo(const Jvms& jvms, int64_t to_ns) {
  for (int step = 0; step < kMaxSteps && jvms.size() > 1; ++step) {
    ASSIGN_OR_RETURN(const Next next, NextDue(jvms, to_ns));
    if (next.wants) return {};
    if (next.due_ns == 0 || next.due_ns >= to_ns) break;
    ASSIGN_OR_RETURN(const bool wants,
                     MoveAll(jvms, std::max(next.due_ns, clock_.UptimeNs())));
    if (wants) return {};
  }
  ASSIGN_OR_RETURN(const bool wants, MoveAll(jvms, to_ns));
  (void)wants;
  return {};
}

Result<bool> TimeSteps::Settle(const Jvms& jvms, int64_t limit_ns) {
  if (jvms.size() == 1) {
    PhoneRequest request;
    request.mutable_settle()->set_limit_ns(limit_ns);
    ASSIGN_OR_RETURN(
        const PhoneReply reply,
        jvms[0]->Ask(std::move(request), PhoneReply::kNow,
                     kPatience + std::chrono::ceil<std::chrono::milliseconds>(
                                     std::chrono::nanoseconds(limit_ns))));
    clock_.MoveTo(reply.now().uptime_ns());
    return reply.now().quiet();
  }
  const int64_t end = clock_.UptimeNs() + limit_ns;
  for (int step = 0; step < kMaxSteps; ++step) {
    ASSIGN_OR_RETURN(const Next next, NextDue(jvms, end));
    if (next.wants) return false;
    const int64_t due = next.due_ns;
    if (next.quiet || due == 0 || due > clock_.UptimeNs() + kQuietNs) {
      return true;
    }
    if (due > end) break;
    ASSIGN_OR_RETURN(const bool wants,
                     MoveAll(jvms, std::max(due, clock_.UptimeNs())));
    if (wants) return false;
  }
  ASSIGN_OR_RETURN(const bool wants, MoveAll(jvms, end));
  (void)wants;
  return false;
}

Status TimeSteps::CatchUp(const Jvms& jvms, const std::shared_ptr<Jvm>& moved) {
  if (!clock_.is_virtual()) return {};
  ASSIGN_OR_RETURN(const PhoneReply::Now now, Advance(*moved, 0, false));
  clock_.MoveTo(now.uptime_ns());
  Jvms others = jvms;
  std::erase(others, moved);
  if (others.empty()) return {};
  // It is there already: what the others want meanwhile comes after.
  for (int step = 0; step < kMaxSteps; ++step) {
    ASSIGN_OR_RETURN(const Next next, NextDue(others, now.uptime_ns()));
    const bool last = next.due_ns == 0 || next.due_ns >= now.uptime_ns();
    ASSIGN_OR_RETURN(const bool wants,
                     MoveAll(others, last ? now.uptime_ns() : next.due_ns));
    if (last && !wants) break;
  }
  return {};
}

Result<PhoneReply::Played> TimeSteps::Play(
    const Jvms& jvms, const std::shared_ptr<Jvm>& front,
    const std::vector<PhoneInput>& inputs) {
  // One process with a virtual clock moves it by itself.
  const bool at_once = clock_.is_virtual() && jvms.size() <= 1;
  PhoneReply::Played played;
  for (size_t next = 0; next < inputs.size();) {
    const int64_t due = inputs[next].at_ns();
    if (clock_.is_virtual() && !at_once) {
      RETURN_IF_ERROR(AdvanceTo(jvms, due));
      if (clock_.UptimeNs() < due) break;  // something is wanted before
    } else if (!clock_.is_virtual()) {
      RETURN_IF_ERROR(WaitUntil(*front, due));
    }
    PhoneRequest request;
    int64_t last = clock_.UptimeNs();
    do {
      *request.mutable_play()->add_inputs() = inputs[next];
      last = std::max(last, inputs[next].at_ns());
      next++;
    } while (next < inputs.size() &&
             (at_once || inputs[next].at_ns() <= clock_.UptimeNs()));
    const auto ahead = std::chrono::ceil<std::chrono::milliseconds>(
        std::chrono::nanoseconds(last - clock_.UptimeNs()));
    ASSIGN_OR_RETURN(
        const PhoneReply reply,
        front->Ask(std::move(request), PhoneReply::kPlayed, kPatience + ahead));
    played.set_taken(played.taken() + reply.played().taken());
    *played.mutable_now() = reply.played().now();
    clock_.MoveTo(reply.played().now().uptime_ns());
    if (clock_.is_virtual() && Wants(reply.played().now())) break;
  }
  return played;
}

Status TimeSteps::WaitUntil(const Jvm& front, int64_t uptime_ns) {
  while (true) {
    const int64_t left = uptime_ns - clock_.UptimeNs();
    if (left <= 0) return {};
    if (front.ended()) {
      return Fail(ErrorKind::kDevice, "the app ended while it was played");
    }
    std::this_thread::sleep_for(
        std::chrono::nanoseconds(std::min(left, kSliceNs)));
  }
}

}  // namespace reprise::phone
