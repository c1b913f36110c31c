// What evemu-describe and evemu-record print, versions 1.0 to 1.3, and what
// evemu-device and evemu-play read. See docs/format/foreign/evemu.md.
#include <linux/input.h>

#include <algorithm>
#include <array>

#include "base/format.h"
#include "formats/format.h"
#include "formats/frame_builder.h"
#include "formats/text_lines.h"
#include "formats/writing.h"
#include "input/device.h"
#include "input/event_codes.h"

namespace reprise::formats {

extern const Format kEvemuFormat;

namespace {

constexpr int kBytesPerLine = 8;

bool IsEvemuLine(std::string_view line) {
  return line.size() > 2 && line[1] == ':' && line[2] == ' ' &&
         std::string_view("NIPBALSE").find(line[0]) != std::string_view::npos;
}

Match RecogniseEvemu(std::string_view head) {
  if (head.starts_with("# EVEMU ")) return Match::kSure;
  LineReader lines(head);
  std::string_view line;
  while (lines.Next(&line)) {
    if (line.empty() || line.starts_with('#')) continue;
    return IsEvemuLine(line) ? Match::kSure : Match::kNo;
  }
  return Match::kNo;
}

class Reading {
 public:
  Reading(std::string_view text, const ReadOptions& options,
          input::Losses* losses)
      : lines_(text), options_(options), losses_(losses) {}

  Result<input::Recording> Run() {
    ASSIGN_OR_RETURN(index_, frames_.DeviceOf("event0"));
    std::string_view line;
    while (lines_.Next(&line)) {
      if (Trim(line).empty() || line.starts_with('#')) continue;
      RETURN_IF_ERROR(Take(line));
    }
    return frames_.Finish(options_.display, losses_);
  }

 private:
  EvdevDevice* device() { return frames_.device(index_); }

  Status Take(std::string_view line) {
    if (!IsEvemuLine(line)) {
      return Bad(line, "a line of N: I: P: B: A: L: S: or E:");
    }
    std::string_view rest = line.substr(3);
    switch (line[0]) {
      case 'N':
        device()->set_name(CleanText(rest));
        return {};
      case 'E':
        return TakeEvent(rest, line);
      case 'I':
        return TakeIds(rest, line);
      case 'P':
        return TakeProperties(rest, line);
      case 'B':
        return TakeCodes(rest, line);
      case 'A':
        return TakeAxis(rest, line);
      case 'L':
        return TakeState(rest, line, device()->mutable_leds_on());
      default:
        return TakeState(rest, line, device()->mutable_switches_on());
    }
  }

  Status TakeEvent(std::string_view rest, std::string_view line) {
    int64_t time = 0;
    uint16_t type = 0;
    uint16_t code = 0;
    int32_t value = 0;
    if (!ParseSeconds(TakeWord(&rest), &time) ||
        !ParseNumber(TakeWord(&rest), &type, 16) ||
        !ParseNumber(TakeWord(&rest), &code, 16) ||
        !ParseBits32(TakeWord(&rest), &value)) {
      return Bad(line, "an event as E: SECONDS.MICROSECONDS TYPE CODE VALUE");
    }
    frames_.Push(index_, time, type, code, value);
    return {};
  }

  Status TakeIds(std::string_view rest, std::string_view line) {
    std::array<uint16_t, 4> ids = {};
    for (uint16_t& id : ids) {
      if (!ParseNumber(TakeWord(&rest), &id, 16)) {
        return Bad(line, "I: BUS VENDOR PRODUCT VERSION");
      }
    }
    device()->set_bus(ids[0]);
    device()->set_vendor(ids[1]);
    device()->set_product(ids[2]);
    device()->set_version(ids[3]);
    return {};
  }

  Status TakeProperties(std::string_view rest, std::string_view line) {
    return TakeBits(rest, line, &property_bytes_, INPUT_PROP_MAX,
                    [&](uint32_t bit) { input::AddProperty(device(), bit); });
  }

  Status TakeCodes(std::string_view rest, std::string_view line) {
    uint32_t type = 0;
    if (!ParseNumber(TakeWord(&rest), &type, 16) || type > EV_MAX) {
      return Bad(line, "B: TYPE and eight bytes of codes");
    }
    if (type == EV_SYN) {
      return TakeBits(rest, line, &code_bytes_[type], EV_MAX,
                      [&](uint32_t bit) {
                        if (bit != EV_SYN) input::AddType(device(), bit);
                      });
    }
    return TakeBits(rest, line, &code_bytes_[type], input::MaxCodeOf(type),
                    [&](uint32_t bit) {
                      input::AddCode(device(), type, bit);
                      if (type == EV_ABS) input::AddAxis(device(), bit);
                    });
  }

  template <typename Set>
  Status TakeBits(std::string_view rest, std::string_view line, uint32_t* at,
                  uint32_t most, const Set& set) {
    for (int i = 0; i < kBytesPerLine; i++, ++*at) {
      uint8_t byte = 0;
      if (!ParseNumber(TakeWord(&rest), &byte, 16)) {
        return Bad(line, "eight bytes in hex");
      }
      for (uint32_t bit = 0; bit < 8; bit++) {
        if ((byte >> bit & 1) == 0 || *at > most / 8) continue;
        if (*at * 8 + bit <= most) set(*at * 8 + bit);
      }
    }
    return {};
  }

  Status TakeAxis(std::string_view rest, std::string_view line) {
    uint32_t code = 0;
    std::array<int32_t, 5> values = {};  // 1.0 has no resolution
    bool ok = ParseNumber(TakeWord(&rest), &code, 16) && code <= ABS_MAX;
    for (size_t i = 0; ok && i < values.size(); i++) {
      const std::string_view word = TakeWord(&rest);
      if (i == 4 && (word.empty() || word.starts_with('#'))) break;
      ok = ParseNumber(word, &values[i]);
    }
    if (!ok) return Bad(line, "A: AXIS MIN MAX FUZZ FLAT RESOLUTION");
    EvdevDevice::AbsAxis* axis = input::AddAxis(device(), code);
    axis->set_minimum(values[0]);
    axis->set_maximum(values[1]);
    axis->set_fuzz(values[2]);
    axis->set_flat(values[3]);
    axis->set_resolution(values[4]);
    return {};
  }

  template <typename List>
  Status TakeState(std::string_view rest, std::string_view line, List* on) {
    constexpr uint32_t kMost = std::max(LED_MAX, SW_MAX);
    uint32_t code = 0;
    int32_t value = 0;
    if (!ParseNumber(TakeWord(&rest), &code, 16) || code > kMost ||
        !ParseNumber(TakeWord(&rest), &value)) {
      return Bad(line, "a CODE and its STATE");
    }
    if (value != 0 && std::ranges::find(*on, code) == on->end()) on->Add(code);
    return {};
  }

  tl::unexpected<Error> Bad(std::string_view line, std::string_view expected) {
    return BadLine(options_.file_name, lines_, line, expected);
  }

  LineReader lines_;
  const ReadOptions& options_;
  input::Losses* const losses_;
  FrameBuilder frames_;
  uint32_t index_ = 0;
  uint32_t property_bytes_ = 0;
  std::array<uint32_t, EV_CNT> code_bytes_ = {};
};

Result<input::Recording> ReadEvemu(std::string_view bytes,
                                   const ReadOptions& options,
                                   input::Losses* losses) {
  return Reading(bytes, options, losses).Run();
}

// The bits of `codes` in lines of eight bytes, as many as `most` needs.
template <typename List>
void WriteBits(std::string_view prefix, const List& codes, uint32_t most,
               std::string* out) {
  std::vector<uint8_t> bytes((most / 64 + 1) * kBytesPerLine);
  for (const uint32_t code : codes) {
    if (code <= most) bytes[code / 8] |= 1U << (code % 8);
  }
  for (size_t i = 0; i < bytes.size(); i++) {
    if (i % kBytesPerLine == 0) *out += prefix;
    AppendFormat(out, " {:02x}", bytes[i]);
    if (i % kBytesPerLine == kBytesPerLine - 1) *out += '\n';
  }
}

void WriteDevice(const EvdevDevice& device, std::string* out) {
  AppendFormat(
      out, "N: {}\n",
      device.name().empty() ? NodeWord(device) : CleanText(device.name()));
  AppendFormat(out, "I: {:04x} {:04x} {:04x} {:04x}\n", device.bus() & 0xffff,
               device.vendor() & 0xffff, device.product() & 0xffff,
               device.version() & 0xffff);
  WriteBits("P:", device.properties(), INPUT_PROP_MAX, out);
  std::vector<uint32_t> types = {EV_SYN};
  for (const auto& codes : device.events()) types.push_back(codes.type());
  WriteBits("B: 00", types, EV_MAX, out);
  for (const auto& codes : device.events()) {
    WriteBits(fmt::format("B: {:02x}", codes.type()), codes.codes(),
              input::MaxCodeOf(codes.type()), out);
  }
  for (const auto& axis : device.abs_axes()) {
    AppendFormat(out, "A: {:02x} {} {} {} {} {}\n", axis.code(), axis.minimum(),
                 axis.maximum(), axis.fuzz(), axis.flat(), axis.resolution());
  }
  for (const uint32_t code : device.leds_on()) {
    AppendFormat(out, "L: {:02x} 1\n", code);
  }
  for (const uint32_t code : device.switches_on()) {
    AppendFormat(out, "S: {:02x} 1\n", code);
  }
}

void WriteEvent(const StampedEvent& event, std::string* out) {
  AppendFormat(out, "E: {}.{:06} {:04x} {:04x} {:04}",
               event.time_ns / 1'000'000'000, event.time_ns / 1'000 % 1'000'000,
               event.type, event.code, event.value);
  const std::string_view code = input::CodeName(event.type, event.code);
  if (event.type == EV_SYN) {
    AppendFormat(out, "\t# ------------ {} ({})", code, event.value);
  } else {
    AppendFormat(out, "\t# {} / {:<20} {}", input::TypeName(event.type), code,
                 event.value);
  }
  *out += '\n';
}

Result<std::string> WriteEvemu(const input::Recording& recording,
                               const WriteOptions& options,
                               input::Losses* losses) {
  ASSIGN_OR_RETURN(const uint32_t index,
                   ChooseDevice(recording, options, losses));
  const EvdevDevice& device = recording.devices[index];
  std::string out = "# EVEMU 1.3\n";
  WriteDevice(device, &out);
  SayUnheldOf(device, kHoldsVersion | kHoldsLeds | kHoldsSwitches, losses);
  for (const StampedEvent& event :
       EventsOfDevice(recording, index, Precision::kMicrosecond, losses)) {
    WriteEvent(event, &out);
  }
  return out;
}

}  // namespace

constinit const Format kEvemuFormat = {
    .name = "evemu",
    .suffixes = {".evemu", ".desc", ".events"},
    .what = "a recording of evemu-record",
    .variants = {},
    .recognise = RecogniseEvemu,
    .read = ReadEvemu,
    .write = WriteEvemu,
};

}  // namespace reprise::formats
