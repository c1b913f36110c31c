#include "device/sink.h"

#include <string>

#include "base/clock.h"
#include "tape/channels.h"

namespace reprise::agent {

void WriteEvent(Sink& sink, RepriseEvent event, int64_t time_ns) {
  const auto channel = sink.OpenChannel(tape::kRepriseTopic, {});
  if (!channel) return;  // the sink's status says why
  event.set_id(sink.NewId());
  const auto now = static_cast<int64_t>(RealClock().Monotonic());
  sink.Write(*channel, now, time_ns != 0 ? time_ns : now,
             event.SerializeAsString());
}

RepriseEvent MakeEvent(RepriseEvent::Kind kind, std::string_view sentence,
                       RepriseEvent::Severity severity) {
  RepriseEvent event;
  event.set_kind(kind);
  event.set_severity(severity);
  event.set_sentence(std::string(sentence));
  return event;
}

}  // namespace reprise::agent
