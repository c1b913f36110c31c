// Drains rings and makes replay files, for the tests of the runtime.
//
//   ring_tool drain RING TAPE    until the writer closed it
//   ring_tool rest RING TAPE     what a writer that is gone left
//   ring_tool replay TAPE RING   the calls of a tape, for a replay
//
// Prints what there was as JSON: counts, and for ids of the form n << 40 | i
// how many of each n there were and the greatest i.
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.h"
#include "base/file.h"
#include "ring/drain.h"
#include "ring/head.h"
#include "ring/reader.h"
#include "ring/replay_file.h"
#include "tape/reader.h"
#include "tape/wire.h"
#include "tape/writer.h"

namespace reprise {
namespace {

struct Seen {
  uint64_t count = 0;
  uint64_t greatest = 0;
};

Status Drain(const std::string& ring_path, const std::string& tape_path,
             bool gone) {
  ASSIGN_OR_RETURN(auto file, RealFileSystem().OpenForReading(ring_path));
  ASSIGN_OR_RETURN(auto ring,
                   ring::RingReader::Open(std::move(file), ring_path));
  ASSIGN_OR_RETURN(auto head, ring::RingHead::Open(ring_path));
  ASSIGN_OR_RETURN(auto tape,
                   tape::TapeWriter::Create(RealFileSystem(), tape_path));
  std::map<uint64_t, Seen> seen;
  uint64_t id = 0;
  ring::RingDrain drain(
      *ring,
      {.channel_for =
           [&](std::string_view topic) { return tape->ChannelFor(topic); },
       .write =
           [&](const tape::Message& message) {
             tape::WireReader fields(message.data);
             if (fields.Next() && fields.number() == 1) {
               Seen& mine = seen[fields.value() >> 40];
               mine.count++;
               mine.greatest = std::max(
                   mine.greatest, fields.value() & ((uint64_t{1} << 40) - 1));
             }
             return tape->Write(message);
           },
       .new_id = [&] { return ++id; }});
  const uint64_t began = RealClock().Monotonic();
  while (!gone) {
    ASSIGN_OR_RETURN(const bool closed, ring->Closed());
    ASSIGN_OR_RETURN(const size_t count, drain.Step());
    RETURN_IF_ERROR(head->Publish(ring->position()));
    if (count == 0 && closed) break;
    if (count == 0) RealClock().SleepUntil(RealClock().Monotonic() + 1'000'000);
  }
  RETURN_IF_ERROR(drain.Finish());
  const double seconds =
      static_cast<double>(RealClock().Monotonic() - began) / 1e9;
  RETURN_IF_ERROR(tape->Finish());
  ASSIGN_OR_RETURN(const ring::RingLosses losses, ring->Losses());
  std::string lanes;
  for (const auto& [lane, mine] : seen) {
    lanes += fmt::format("{}\"{}\":[{},{}]", lanes.empty() ? "" : ",", lane,
                         mine.count, mine.greatest);
  }
  fmt::print(
      "{{\"messages\":{},\"bytes\":{},\"seconds\":{:.3f},\"skipped\":{},"
      "\"waits\":{},\"waited_ms\":{},\"lost\":{},\"lanes\":{{{}}}}}\n",
      drain.messages(), drain.bytes(), seconds, ring->skipped_bytes(),
      losses.waits, losses.waited_ns / 1'000'000, losses.lost, lanes);
  return {};
}

Status Replay(const std::string& tape_path, const std::string& ring_path) {
  ASSIGN_OR_RETURN(auto tape,
                   tape::TapeReader::Open(RealFileSystem(), tape_path));
  ASSIGN_OR_RETURN(const uint64_t count,
                   ring::WriteReplayFile(*tape, RealFileSystem(), ring_path));
  fmt::print("{{\"messages\":{}}}\n", count);
  return {};
}

int Main(int argc, char** argv) {
  const std::string_view verb = argc == 4 ? argv[1] : "";
  Status status = Fail(ErrorKind::kInvalidArgument,
                       "usage: ring_tool drain|rest|replay IN OUT");
  if (verb == "drain") status = Drain(argv[2], argv[3], false);
  if (verb == "rest") status = Drain(argv[2], argv[3], true);
  if (verb == "replay") status = Replay(argv[2], argv[3]);
  if (status) return 0;
  fmt::print(stderr, "{}\n", status.error().message);
  return 1;
}

}  // namespace
}  // namespace reprise

int main(int argc, char** argv) { return reprise::Main(argc, argv); }
