#include "ring/drain.h"

#include <algorithm>
#include <string>

#include "reprise/reprise_event.pb.h"
#include "tape/channels.h"

namespace reprise::ring {

std::optional<uint16_t> RingDrain::ChannelOf(uint16_t number) {
  const auto known = channels_.find(number);
  if (known != channels_.end()) return known->second;
  std::optional<uint16_t> channel;
  const auto topic = ring_.topics().find(number);
  if (topic != ring_.topics().end()) {
    if (const auto made = sink_.channel_for(topic->second)) channel = *made;
  }
  channels_[number] = channel;
  return channel;
}

Result<size_t> RingDrain::Step() {
  size_t count = 0;
  while (true) {
    ASSIGN_OR_RETURN(const RingMessage* message, ring_.Next());
    if (message == nullptr) return count;
    const std::optional<uint16_t> channel = ChannelOf(message->channel);
    if (!channel) {
      refused_++;
      continue;
    }
    RETURN_IF_ERROR(sink_.write({*channel, 0, message->log_time,
                                 message->publish_time, message->data}));
    last_time_ = std::max(last_time_, message->log_time);
    messages_++;
    bytes_ += message->data.size();
    count++;
  }
}

Result<size_t> RingDrain::Finish() {
  ring_.WriterIsGone();
  ASSIGN_OR_RETURN(const size_t count, Step());
  RETURN_IF_ERROR(ReportLosses(last_time_));
  return count;
}

Status RingDrain::ReportLosses(uint64_t time) {
  ASSIGN_OR_RETURN(const RingLosses losses, ring_.Losses());
  if (losses.waits > 0) {
    RETURN_IF_ERROR(Report(
        RepriseEvent::KIND_RING_FULL, time,
        fmt::format("Threads of the app waited {} times, {} ms in all, for "
                    "room in the ring.",
                    losses.waits, losses.waited_ns / 1'000'000),
        {.waits = losses.waits, .waited_ns = losses.waited_ns}));
  }
  const uint64_t lost_bytes = losses.lost_bytes + ring_.skipped_bytes();
  if (losses.lost == 0 && ring_.skipped_bytes() == 0 && refused_ == 0) {
    return {};
  }
  return Report(
      RepriseEvent::KIND_EVENTS_LOST, time,
      fmt::format("Of what the app recorded, {} messages did not fit into the "
                  "ring, {} were on channels that a tape does not have, and {} "
                  "bytes were cut off by the app's end or damaged.",
                  losses.lost, refused_, ring_.skipped_bytes()),
      {.lost = losses.lost + refused_, .lost_bytes = lost_bytes});
}

Status RingDrain::Report(int kind, uint64_t time, std::string_view sentence,
                         const RingLosses& losses) {
  RepriseEvent event;
  event.set_id(sink_.new_id());
  event.set_kind(static_cast<RepriseEvent::Kind>(kind));
  event.set_severity(RepriseEvent::SEVERITY_WARNING);
  event.set_sentence(std::string(sentence));
  RepriseEvent::Loss* loss = event.mutable_loss();
  loss->set_events(losses.lost);
  loss->set_bytes(losses.lost_bytes);
  loss->set_waits(losses.waits);
  loss->set_waited_ns(
      static_cast<int64_t>(std::min<uint64_t>(losses.waited_ns, INT64_MAX)));
  loss->set_capacity_bytes(ring_.capacity());
  const std::string data = event.SerializeAsString();
  ASSIGN_OR_RETURN(const uint16_t channel,
                   sink_.channel_for(tape::kRepriseTopic));
  return sink_.write({channel, 0, time, time, data});
}

}  // namespace reprise::ring
