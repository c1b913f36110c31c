// struct input_event as `cat /dev/input/event3` gives it: of 24 bytes where
// time_t has 64 bits, of 16 where it has 32. See docs/format/foreign/raw.md.
#include <linux/input.h>

#include <algorithm>

#include "base/bytes.h"
#include "formats/format.h"
#include "formats/frame_builder.h"
#include "formats/text_lines.h"
#include "formats/writing.h"

namespace reprise::formats {

extern const Format kRawFormat;

namespace {

constexpr size_t kLargeBytes = 24;
constexpr size_t kSmallBytes = 16;
constexpr size_t kJudgedEvents = 256;
// No type has a higher code (KEY_MAX).
constexpr uint16_t kHighestCode = KEY_MAX;

struct RawEvent {
  int64_t seconds = 0;
  int64_t microseconds = 0;
  uint16_t type = 0;
  uint16_t code = 0;
  int32_t value = 0;
};

RawEvent Take(ByteReader* bytes, size_t size) {
  RawEvent event;
  if (size == kLargeBytes) {
    event.seconds = static_cast<int64_t>(bytes->U64());
    event.microseconds = static_cast<int64_t>(bytes->U64());
  } else {
    event.seconds = bytes->U32();
    event.microseconds = bytes->U32();
  }
  event.type = bytes->U16();
  event.code = bytes->U16();
  event.value = static_cast<int32_t>(bytes->U32());
  return event;
}

// How many of the first events a kernel could have said; 0 if any it could
// not, if none ends a frame, or if all do (a file of zeros).
size_t Plausible(std::string_view bytes, size_t size) {
  ByteReader reader(bytes);
  const size_t count = std::min(bytes.size() / size, kJudgedEvents);
  bool ends = false;
  bool says = false;
  for (size_t i = 0; i < count; i++) {
    const RawEvent event = Take(&reader, size);
    int64_t time = 0;
    if (!TimeOf(event.seconds, event.microseconds, &time) ||
        event.type > EV_MAX || event.code > kHighestCode) {
      return 0;
    }
    ends = ends || (event.type == EV_SYN && event.code == SYN_REPORT);
    says = says || event.type != EV_SYN;
  }
  return ends && says ? count : 0;
}

// 0: it is neither.
size_t EventBytes(std::string_view bytes) {
  const size_t large = Plausible(bytes, kLargeBytes) * kLargeBytes;
  const size_t small = Plausible(bytes, kSmallBytes) * kSmallBytes;
  if (large == 0 && small == 0) return 0;
  return large >= small ? kLargeBytes : kSmallBytes;
}

Match RecogniseRaw(std::string_view head) {
  // Text has no zeros; events are full of them.
  if (head.find('\0') == std::string_view::npos) return Match::kNo;
  return EventBytes(head) == 0 ? Match::kNo : Match::kMaybe;
}

Result<input::Recording> ReadRaw(std::string_view bytes,
                                 const ReadOptions& options,
                                 input::Losses* losses) {
  const size_t size = EventBytes(bytes);
  if (size == 0) {
    return Fail(ErrorKind::kCorruption,
                "{}: these are no struct input_event of {} or {} bytes",
                options.file_name, kLargeBytes, kSmallBytes);
  }
  FrameBuilder frames;
  ASSIGN_OR_RETURN(const uint32_t device, frames.DeviceOf("event0"));
  ByteReader reader(bytes);
  while (reader.remaining() >= size) {
    const size_t at = reader.position();
    const RawEvent event = Take(&reader, size);
    int64_t time = 0;
    if (!TimeOf(event.seconds, event.microseconds, &time)) {
      return Fail(ErrorKind::kCorruption,
                  "{}: the event at byte {} has the impossible time {} s and "
                  "{} us",
                  options.file_name, at, event.seconds, event.microseconds);
    }
    frames.Push(device, time, event.type, event.code, event.value);
  }
  losses->Add("bytes of an event that was cut off", reader.remaining());
  return frames.Finish(options.display, losses);
}

Result<std::string> WriteRaw(const input::Recording& recording,
                             const WriteOptions& options,
                             input::Losses* losses) {
  ASSIGN_OR_RETURN(const auto variant, VariantOf(kRawFormat, options));
  ASSIGN_OR_RETURN(const uint32_t device,
                   ChooseDevice(recording, options, losses));
  losses->Add("the description of the device is left out");
  std::string out;
  ByteWriter writer(&out);
  uint64_t late = 0;
  for (const StampedEvent& event :
       EventsOfDevice(recording, device, Precision::kMicrosecond, losses)) {
    const int64_t seconds = event.time_ns / 1'000'000'000;
    const int64_t microseconds = event.time_ns / 1'000 % 1'000'000;
    if (variant == "24") {
      writer.U64(seconds);
      writer.U64(microseconds);
    } else {
      late += seconds > UINT32_MAX ? 1 : 0;
      writer.U32(static_cast<uint32_t>(seconds));
      writer.U32(static_cast<uint32_t>(microseconds));
    }
    writer.U16(event.type);
    writer.U16(event.code);
    writer.U32(static_cast<uint32_t>(event.value));
  }
  losses->Add("seconds do not fit 32 bits", late);
  return out;
}

}  // namespace

constinit const Format kRawFormat = {
    .name = "raw",
    .suffixes = {".evdev", ".raw"},
    .what = "struct input_event, as a node of /dev/input gives them",
    .variants = {"24", "16"},
    .recognise = RecogniseRaw,
    .read = ReadRaw,
    .write = WriteRaw,
};

}  // namespace reprise::formats
