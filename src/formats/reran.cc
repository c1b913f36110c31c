// RERAN's translated file, which its `replay` plays: the number of events, and
// for each event the time to wait before it and what to write where. See
// docs/format/foreign/reran.md.
#include <linux/input.h>

#include "base/format.h"
#include "formats/format.h"
#include "formats/frame_builder.h"
#include "formats/text_lines.h"
#include "formats/writing.h"

namespace reprise::formats {

extern const Format kReranFormat;

namespace {

// `replay` keeps events without waits between them in an array of this size.
constexpr int kPlayerBurst = 5;
constexpr uint32_t kMaxNode = 9999;  // as `replay` has it

struct Line {
  uint32_t node = 0;
  uint16_t type = 0;
  uint16_t code = 0;
  int32_t value = 0;
};

std::string_view TakeField(std::string_view* text) {
  const size_t comma = text->find(',');
  const std::string_view field = text->substr(0, comma);
  text->remove_prefix(comma == std::string_view::npos ? text->size()
                                                      : comma + 1);
  return Trim(field);
}

bool ParseEvent(std::string_view text, Line* line) {
  return ParseNumber(TakeField(&text), &line->node) && line->node <= kMaxNode &&
         ParseNumber(TakeField(&text), &line->type) &&
         ParseNumber(TakeField(&text), &line->code) &&
         ParseBits32(TakeField(&text), &line->value) && text.empty();
}

bool IsCount(std::string_view line) {
  uint64_t count = 0;
  return ParseNumber(Trim(line), &count);
}

Match RecogniseReran(std::string_view head) {
  LineReader lines(head);
  std::string_view count, gap, event;
  Line parsed;
  if (!lines.Next(&count) || !IsCount(count) || !lines.Next(&gap)) {
    return Match::kNo;
  }
  int64_t wait = 0;
  if (!ParseNumber(Trim(gap), &wait) || !lines.Next(&event)) return Match::kNo;
  return ParseEvent(event, &parsed) ? Match::kSure : Match::kNo;
}

class Reading {
 public:
  Reading(std::string_view text, const ReadOptions& options,
          input::Losses* losses)
      : lines_(text), options_(options), losses_(losses) {}

  Result<input::Recording> Run() {
    std::string_view line;
    uint64_t expected = 0;
    if (!lines_.Next(&line) || !ParseNumber(Trim(line), &expected)) {
      return Bad(line, "the number of events");
    }
    uint64_t count = 0;
    while (lines_.Next(&line)) {
      if (Trim(line).empty()) continue;
      RETURN_IF_ERROR(Wait(line));
      if (!lines_.Next(&line)) {
        losses_->Add("a wait at the end without its event");
        break;
      }
      RETURN_IF_ERROR(Take(line));
      count++;
    }
    if (count < expected) {
      losses_->Add("events are missing at the end of the file",
                   expected - count);
    }
    return frames_.Finish(options_.display, losses_);
  }

 private:
  Status Wait(std::string_view line) {
    int64_t wait = 0;
    if (!ParseNumber(Trim(line), &wait) || wait > kLatestNs - time_ns_) {
      return Bad(line, "a time to wait in nanoseconds");
    }
    // RERAN subtracts stamps of unsorted dumps.
    if (wait < 0) losses_->Add("negative waits were taken as none");
    time_ns_ += std::max<int64_t>(wait, 0);
    return {};
  }

  Status Take(std::string_view line) {
    Line event;
    if (!ParseEvent(line, &event)) {
      return Bad(line, "an event as NODE,TYPE,CODE,VALUE");
    }
    ASSIGN_OR_RETURN(const uint32_t device,
                     frames_.DeviceOf(fmt::format("event{}", event.node)));
    frames_.Push(device, time_ns_, event.type, event.code, event.value);
    return {};
  }

  tl::unexpected<Error> Bad(std::string_view line, std::string_view expected) {
    return BadLine(options_.file_name, lines_, line, expected);
  }

  LineReader lines_;
  const ReadOptions& options_;
  input::Losses* const losses_;
  FrameBuilder frames_;
  int64_t time_ns_ = 0;
};

Result<input::Recording> ReadReran(std::string_view bytes,
                                   const ReadOptions& options,
                                   input::Losses* losses) {
  return Reading(bytes, options, losses).Run();
}

// The numbers of the nodes, those without one after all others.
std::vector<uint32_t> NumbersOf(const input::Recording& recording,
                                input::Losses* losses) {
  std::vector<uint32_t> numbers;
  uint32_t free = 0;
  for (const EvdevDevice& device : recording.devices) {
    std::string_view node = device.node();
    uint32_t number = kMaxNode + 1;
    if (!TakePrefix(&node, "event") || !ParseNumber(node, &number) ||
        number > kMaxNode) {
      number = kMaxNode + 1;
    } else {
      free = std::max(free, number + 1);
    }
    numbers.push_back(number);
  }
  for (uint32_t& number : numbers) {
    if (number <= kMaxNode) continue;
    number = free++;
    losses->Add("nodes that are not named eventN were given a number");
  }
  return numbers;
}

Result<std::string> WriteReran(const input::Recording& recording,
                               const WriteOptions&, input::Losses* losses) {
  const std::vector<uint32_t> numbers = NumbersOf(recording, losses);
  const auto events = EventsOf(recording, Precision::kNanosecond, losses);
  losses->Add("descriptions of devices are left out", recording.devices.size());
  if (!events.empty() && events.front().time_ns != 0) {
    losses->Add("the time at which the recording began is left out");
  }
  std::string out = fmt::format("{}\n", events.size());
  int64_t last = events.empty() ? 0 : events.front().time_ns;
  int burst = 0;
  uint64_t overflows = 0;
  for (const StampedEvent& event : events) {
    const int64_t wait = event.time_ns - last;
    last = event.time_ns;
    burst = wait == 0 ? burst + 1 : 0;
    overflows += burst == kPlayerBurst + 1 ? 1 : 0;
    AppendFormat(&out, "{}\n{},{},{},{}\n", wait, numbers[event.device],
                 event.type, event.code, static_cast<uint32_t>(event.value));
  }
  losses->Add(fmt::format("more than {} events at the same time, which "
                          "overflows an array in RERAN's own player",
                          kPlayerBurst),
              overflows);
  return out;
}

}  // namespace

constinit const Format kReranFormat = {
    .name = "reran",
    .suffixes = {".reran"},
    .what = "RERAN's translated events",
    .variants = {},
    .recognise = RecogniseReran,
    .read = ReadReran,
    .write = WriteReran,
};

}  // namespace reprise::formats
