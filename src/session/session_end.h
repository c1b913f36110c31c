// How recording and replaying end: why, and the asking for it.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "reprise/agent.pb.h"
#include "session/agent_link.h"

namespace reprise::session {

struct SessionEnd {
  // As on the tape: "done", "interrupted", "device-lost", "failed"; empty: it
  // has not ended.
  std::string end_reason;
  Status problem;  // why it ended early; good otherwise

  void Lost(const Error& error) {
    end_reason = "device-lost";
    problem = Fail(error);
  }
  void Failed(const Error& error) {
    end_reason = "failed";
    problem = Fail(error);
  }
  // The agent said that it could not, in its own words.
  void Refused(const std::string& sentence) {
    Failed({ErrorKind::kDevice, sentence});
  }
};

// Asks the agent to stop, once, and knows when it has waited long enough.
class StopRequest {
 public:
  bool asked() const { return since_.has_value(); }

  void Ask(AgentLink& link, uint64_t now, SessionEnd* end) {
    since_ = now;
    AgentRequest request;
    request.mutable_stop();
    if (const Status sent = link.Send(request); !sent) end->Lost(sent.error());
  }

  // An agent that was asked and is silent for so long is lost.
  void Check(uint64_t now, SessionEnd* end) const {
    if (since_ && now - *since_ > kPatienceNs) {
      end->Lost({ErrorKind::kDevice, "the agent does not answer any more"});
    }
  }

 private:
  // It looks a last time, for which a phone may have to start another app.
  static constexpr uint64_t kPatienceNs = 30'000'000'000;
  std::optional<uint64_t> since_;
};

}  // namespace reprise::session
