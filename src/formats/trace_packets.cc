#include "formats/trace_packets.h"

#include <fmt/format.h>

namespace reprise::formats {
namespace {

constexpr int kTracePacket = 1;  // of Trace
// Of TracePacket.
constexpr int kTimestamp = 8;
constexpr int kTrustedPacketSequenceId = 10;
constexpr int kTrackEvent = 11;
constexpr int kTrackDescriptor = 60;
// Of TrackDescriptor.
constexpr int kUuid = 1;
constexpr int kTrackName = 2;
// Of TrackEvent.
constexpr int kDebugAnnotations = 4;
constexpr int kType = 9;
constexpr int kTrackUuid = 11;
constexpr int kName = 23;
constexpr int kFlowIds = 47;
constexpr int kTerminatingFlowIds = 48;
constexpr int kSliceBegin = 1;
constexpr int kSliceEnd = 2;
constexpr int kInstant = 3;
// Of DebugAnnotation.
constexpr int kStringValue = 6;
constexpr int kAnnotationName = 10;

constexpr uint64_t kSequence = 1;

void AddVarint(uint64_t value, std::string* out) {
  while (value >= 0x80) {
    *out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  *out += static_cast<char>(value);
}

void AddNumber(int field, uint64_t value, std::string* out) {
  AddVarint(static_cast<uint64_t>(field) << 3, out);
  AddVarint(value, out);
}

void AddFixed64(int field, uint64_t value, std::string* out) {
  AddVarint(static_cast<uint64_t>(field) << 3 | 1, out);
  for (int i = 0; i < 8; i++) *out += static_cast<char>(value >> (8 * i));
}

void AddBytes(int field, std::string_view value, std::string* out) {
  AddVarint(static_cast<uint64_t>(field) << 3 | 2, out);
  AddVarint(value.size(), out);
  *out += value;
}

}  // namespace

Result<uint64_t> TracePackets::Track(const std::string& name) {
  const auto [known, fresh] = tracks_.try_emplace(name, tracks_.size() + 1);
  if (fresh) {
    std::string track;
    AddNumber(kUuid, known->second, &track);
    AddBytes(kTrackName, name, &track);
    std::string packet;
    AddBytes(kTrackDescriptor, track, &packet);
    RETURN_IF_ERROR(Packet(packet));
  }
  return known->second;
}

Result<uint64_t> TracePackets::FreeTrack(const std::string& name,
                                         uint64_t begin_ns, uint64_t end_ns) {
  for (int number = 1;; number++) {
    ASSIGN_OR_RETURN(
        const uint64_t track,
        Track(number == 1 ? name : fmt::format("{} {}", name, number)));
    uint64_t& busy = busy_until_[track];
    if (busy > begin_ns) continue;
    busy = end_ns;
    return track;
  }
}

Status TracePackets::Begin(uint64_t track, uint64_t time_ns,
                           std::string_view name, const Notes& notes,
                           uint64_t leads_from) {
  return Event(track, time_ns, kSliceBegin, name, notes, kTerminatingFlowIds,
               leads_from);
}

Status TracePackets::End(uint64_t track, uint64_t time_ns) {
  return Event(track, time_ns, kSliceEnd, "", {}, 0, 0);
}

Status TracePackets::Instant(uint64_t track, uint64_t time_ns,
                             std::string_view name, const Notes& notes,
                             uint64_t leads_to) {
  return Event(track, time_ns, kInstant, name, notes, kFlowIds, leads_to);
}

Status TracePackets::Event(uint64_t track, uint64_t time_ns, int type,
                           std::string_view name, const Notes& notes,
                           int flow_field, uint64_t flow) {
  std::string event;
  for (const auto& [key, value] : notes) {
    if (value.empty()) continue;
    std::string note;
    AddBytes(kStringValue, value, &note);
    AddBytes(kAnnotationName, key, &note);
    AddBytes(kDebugAnnotations, note, &event);
  }
  AddNumber(kType, static_cast<uint64_t>(type), &event);
  AddNumber(kTrackUuid, track, &event);
  if (!name.empty()) AddBytes(kName, name, &event);
  if (flow != 0) AddFixed64(flow_field, flow, &event);
  std::string packet;
  AddNumber(kTimestamp, time_ns, &packet);
  AddBytes(kTrackEvent, event, &packet);
  return Packet(packet);
}

Status TracePackets::Packet(const std::string& body) {
  std::string packet = body;
  AddNumber(kTrustedPacketSequenceId, kSequence, &packet);
  std::string out;
  AddBytes(kTracePacket, packet, &out);
  return sink_(out);
}

}  // namespace reprise::formats
