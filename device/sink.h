// Sink: where what the agent sees goes to. It is a tape on the device
// (tape_sink.h) or the host at the other end of the wire (wire_sink.h); the
// recorder and the replayer do not know which.
//
// Threads: any. What one thread writes stays in its order.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "reprise/anchor.pb.h"
#include "reprise/reprise_event.pb.h"
#include "tape/mcap.h"

namespace reprise::agent {

class Sink {
 public:
  virtual ~Sink() = default;

  // An id for a message, unique on the tape that is to be.
  virtual uint64_t NewId() = 0;

  // A channel, to be named in Write().
  virtual Result<uint32_t> OpenChannel(std::string_view topic,
                                       const tape::StringMap& metadata) = 0;

  // A message; times are ns on CLOCK_MONOTONIC.
  virtual void Write(uint32_t channel, int64_t log_time, int64_t publish_time,
                     std::string_view data) = 0;

  // Time for an anchor of the clocks, unless the sink makes its own.
  virtual void WriteAnchor(ClockAnchor::Reason reason) = 0;

  // Good until what is written no longer gets anywhere.
  virtual Status status() = 0;
};

// Says on /reprise what happened, now or, if it is not 0, at `time_ns`. Gives
// the event an id.
void WriteEvent(Sink& sink, RepriseEvent event, int64_t time_ns = 0);

// An event of this kind with its sentence; warnings may change the outcome.
RepriseEvent MakeEvent(
    RepriseEvent::Kind kind, std::string_view sentence,
    RepriseEvent::Severity severity = RepriseEvent::SEVERITY_INFO);

}  // namespace reprise::agent
