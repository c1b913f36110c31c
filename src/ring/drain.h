// RingDrain: puts the messages of a ring onto a tape, and says on the tape what
// the ring lost.
//
//   RingDrain drain(*ring, {.channel_for = ..., .write = ...});
//   while (app lives) { drain.Step(); head->Publish(ring->position()); }
//   drain.Finish();
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "ring/reader.h"
#include "tape/mcap.h"

namespace reprise::ring {

// A tape's writer or recorder, whichever there is.
struct TapeSink {
  std::function<Result<uint16_t>(std::string_view topic)> channel_for;
  std::function<Status(const tape::Message& message)> write;
  std::function<uint64_t()> new_id;
};

class RingDrain {
 public:
  RingDrain(RingReader& ring, TapeSink sink)
      : ring_(ring), sink_(std::move(sink)) {}

  // Moves what is there now; gives the number of messages.
  Result<size_t> Step();

  // The app has ended: moves the rest and reports losses.
  Result<size_t> Finish();

  uint64_t messages() const { return messages_; }
  uint64_t bytes() const { return bytes_; }
  // Messages on channels that a tape does not have.
  uint64_t refused() const { return refused_; }

 private:
  std::optional<uint16_t> ChannelOf(uint16_t number);
  Status ReportLosses(uint64_t time);
  Status Report(int kind, uint64_t time, std::string_view sentence,
                const RingLosses& losses);

  RingReader& ring_;
  const TapeSink sink_;
  std::map<uint16_t, std::optional<uint16_t>> channels_;
  uint64_t messages_ = 0;
  uint64_t bytes_ = 0;
  uint64_t refused_ = 0;
  uint64_t last_time_ = 0;
};

}  // namespace reprise::ring
