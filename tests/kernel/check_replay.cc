// check_replay ORIGINAL REPLAYED [BEGAN]: how a recording of a replay differs
// from what was played, as one JSON object. Devices are matched by name; other
// ones, and what lifted fingers at the end, are left out. BEGAN is the begin on
// CLOCK_MONOTONIC in ns; without it /reprise of REPLAYED tells, or else the
// first frame counts as in time.
#include <linux/input.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "input/tape_io.h"
#include "reprise/reprise_event.pb.h"
#include "tape/channels.h"
#include "tape/reader.h"

namespace {

using namespace reprise;
using input::Frame;

struct Tape {
  input::Recording recording;
  std::optional<int64_t> began;
  std::map<std::string, int> events;  // of /reprise, by kind
};

Result<Tape> Read(const std::string& path) {
  ASSIGN_OR_RETURN(auto reader, tape::TapeReader::Open(RealFileSystem(), path));
  Tape tape;
  input::Losses losses;
  ASSIGN_OR_RETURN(tape.recording, input::ReadRecording(*reader, &losses));
  tape::ReadFilter filter;
  filter.channels.emplace();
  for (const auto& [id, channel] : reader->channels()) {
    if (channel.topic == tape::kRepriseTopic) filter.channels->insert(id);
  }
  tape::MessageCursor cursor = reader->Messages(std::move(filter));
  while (const tape::Message* message = cursor.Next()) {
    RepriseEvent event;
    if (!event.ParseFromString(std::string(message->data))) continue;
    tape.events[RepriseEvent::Kind_Name(event.kind())]++;
    if (event.kind() == RepriseEvent::KIND_STREAM_BEGAN) {
      tape.began = static_cast<int64_t>(message->publish_time);
    }
  }
  RETURN_IF_ERROR(cursor.status());
  return tape;
}

std::map<std::string, std::vector<const Frame*>> ByDevice(
    const input::Recording& recording) {
  std::map<std::string, std::vector<const Frame*>> frames;
  for (const EvdevDevice& device : recording.devices) frames[device.name()];
  for (const Frame& frame : recording.frames) {
    if (frame.source == input::FrameSource::kRelease) continue;
    frames[recording.devices[frame.device].name()].push_back(&frame);
  }
  return frames;
}

bool SameEvents(const Frame& a, const Frame& b) {
  return std::ranges::equal(
      a.events, b.events, [](const input::Event& x, const input::Event& y) {
        return x.type == y.type && x.code == y.code && x.value == y.value;
      });
}

std::string EventsAsJson(const Frame& frame) {
  std::string text;
  for (const input::Event& event : frame.events) {
    text += fmt::format("{}[{}, {}, {}]", text.empty() ? "" : ", ", event.type,
                        event.code, event.value);
  }
  return "[" + text + "]";
}

double Us(int64_t ns) { return static_cast<double>(ns) / 1000; }

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 1;
  const auto original = Read(argv[1]);
  const auto replayed = Read(argv[2]);
  for (const auto* tape : {&original, &replayed}) {
    if (*tape) continue;
    std::fprintf(stderr, "check_replay: %s\n", tape->error().message.c_str());
    return 5;
  }
  const auto wanted = ByDevice(original->recording);
  auto got = ByDevice(replayed->recording);
  const int64_t first = original->recording.frames.front().time_ns;

  // Each original frame with the one that came of it, as far as they agree.
  std::vector<std::pair<const Frame*, const Frame*>> pairs;
  std::string difference;
  size_t same_origin = 0;
  for (const auto& [name, frames] : wanted) {
    const auto& others = got[name];
    for (size_t i = 0; i < std::max(frames.size(), others.size()); i++) {
      if (i >= frames.size() || i >= others.size() ||
          !SameEvents(*frames[i], *others[i])) {
        difference = fmt::format("{}: frame {} of {}, {} came", name, i,
                                 frames.size(), others.size());
        break;
      }
      same_origin += others[i]->origin == frames[i]->id ? 1 : 0;
      pairs.emplace_back(frames[i], others[i]);
    }
  }
  std::ranges::sort(pairs, {}, [](const auto& pair) {
    return std::pair(pair.first->time_ns, pair.second->time_ns);
  });
  int64_t began = replayed->began.value_or(
      pairs.empty()
          ? 0
          : pairs[0].second->time_ns - (pairs[0].first->time_ns - first));
  if (argc > 3) began = std::atoll(argv[3]);

  std::vector<int64_t> late;
  // When the first and the last of those with the same time came.
  std::map<int64_t, std::pair<int64_t, int64_t>> together;
  for (const auto& [a, b] : pairs) {
    late.push_back(b->time_ns - began - (a->time_ns - first));
    auto [at, added] = together.try_emplace(a->time_ns, b->time_ns, b->time_ns);
    at->second.first = std::min(at->second.first, b->time_ns);
    at->second.second = std::max(at->second.second, b->time_ns);
  }
  int64_t apart = 0;
  for (const auto& [time, span] : together) {
    apart = std::max(apart, span.second - span.first);
  }
  const int64_t drift = late.empty() ? 0 : late.back() - late.front();
  const int64_t earliest = late.empty() ? 0 : std::ranges::min(late);
  // Too early is as wrong as too late.
  for (int64_t& error : late) error = std::abs(error);
  std::ranges::sort(late);
  const auto at = [&](size_t percent) {
    return late.empty() ? 0.0 : Us(late[(late.size() - 1) * percent / 100]);
  };
  // What lifted fingers and keys, and the last frame of each device.
  std::string released;
  std::map<std::string, std::string> last;
  for (const Frame& frame : replayed->recording.frames) {
    const std::string said = EventsAsJson(frame);
    last[replayed->recording.devices[frame.device].name()] = said;
    if (frame.source != input::FrameSource::kRelease) continue;
    released += (released.empty() ? "" : ", ") + said;
  }
  std::string lasts;
  for (const auto& [name, said] : last) {
    lasts += fmt::format("{}\"{}\": {}", lasts.empty() ? "" : ", ", name, said);
  }
  std::string events;
  for (const auto& [kind, count] : replayed->events) {
    events +=
        fmt::format("{}\"{}\": {}", events.empty() ? "" : ", ", kind, count);
  }
  std::printf(
      "%s\n",
      fmt::format("{{\"equal\": {}, \"difference\": \"{}\", \"frames\": {}, "
                  "\"matched\": {}, \"same_origin\": {}, \"p50_us\": {}, "
                  "\"p99_us\": {}, \"max_us\": {}, \"min_us\": {}, "
                  "\"drift_us\": {}, \"apart_us\": {}, "
                  "\"began_ns\": {}, "
                  "\"released\": [{}], \"last\": {{{}}}, \"events\": {{{}}}}}",
                  difference.empty(), difference,
                  original->recording.frames.size(), pairs.size(), same_origin,
                  at(50), at(99), at(100), Us(earliest), Us(drift), Us(apart),
                  began, released, lasts, events)
          .c_str());
  return 0;
}
