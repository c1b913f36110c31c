// Packets of a Perfetto trace: tracks, and slices and instants on them. The few
// fields of perfetto/trace/trace_packet.proto that this needs are numbered
// here; names beside them are those of the schema.
//
// Threads: used by one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reprise::formats {

class TracePackets {
 public:
  using Sink = std::function<Status(std::string_view)>;
  using Notes = std::vector<std::pair<std::string_view, std::string>>;

  explicit TracePackets(Sink sink) : sink_(std::move(sink)) {}

  // The track of that name, made when it is first asked for.
  Result<uint64_t> Track(const std::string& name);
  // The same, but one on which nothing lasts at `begin_ns`: slices of a track
  // nest, and those that only overlap need another one.
  Result<uint64_t> FreeTrack(const std::string& name, uint64_t begin_ns,
                             uint64_t end_ns);

  // `leads_from` and `leads_to` are numbers of arrows; 0: none.
  Status Begin(uint64_t track, uint64_t time_ns, std::string_view name,
               const Notes& notes = {}, uint64_t leads_from = 0);
  Status End(uint64_t track, uint64_t time_ns);
  Status Instant(uint64_t track, uint64_t time_ns, std::string_view name,
                 const Notes& notes = {}, uint64_t leads_to = 0);

 private:
  Status Event(uint64_t track, uint64_t time_ns, int type,
               std::string_view name, const Notes& notes, int flow_field,
               uint64_t flow);
  Status Packet(const std::string& body);

  Sink sink_;
  std::map<std::string, uint64_t> tracks_;
  std::map<uint64_t, uint64_t> busy_until_;  // by track
};

}  // namespace reprise::formats
