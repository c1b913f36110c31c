#include "formats/writing.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "formats/frame_builder.h"
#include "input/device.h"

namespace reprise::formats {
namespace {

using input::Frame;
using input::Recording;

template <typename T>
uint64_t CountWithoutFrames(const std::vector<input::Timed<T>>& items) {
  return std::ranges::count_if(items, [](const input::Timed<T>& item) {
    return item.message.frame_refs().empty();
  });
}

void SayUnheld(const Recording& recording, Precision precision,
               const std::vector<StampedEvent>& events, input::Losses* losses) {
  uint64_t redacted = 0;
  uint64_t read_later = 0;
  for (const Frame& frame : recording.frames) {
    redacted += frame.redacted ? 1 : 0;
    read_later += frame.read_ns > frame.time_ns ? 1 : 0;
  }
  losses->Add("frames with blanked values are written like any other",
              redacted);
  losses->Add("the times at which frames were read are left out", read_later);
  const auto unit = static_cast<int64_t>(precision);
  const uint64_t finer = std::ranges::count_if(
      events, [&](const StampedEvent& e) { return e.time_ns % unit != 0; });
  losses->Add(precision == Precision::kMillisecond
                  ? "stamps are cut to milliseconds"
                  : "stamps are cut to microseconds",
              finer);
  losses->Add("touches without kernel frames are left out",
              CountWithoutFrames(recording.motions));
  losses->Add("keys without kernel frames are left out",
              CountWithoutFrames(recording.keys));
  losses->Add("texts are left out", recording.texts.size());
}

template <typename Wanted>
std::vector<StampedEvent> Collect(const Recording& recording,
                                  const Wanted& wanted) {
  // Frames overlap when their events have stamps of their own; so what counts
  // is each event's, but never before that of the event ahead of it.
  struct Keyed {
    int64_t key;
    StampedEvent event;
  };
  size_t count = 0;
  int64_t earliest = 0;
  for (const Frame& frame : recording.frames) {
    if (!wanted(frame)) continue;
    count += frame.events.size();
    for (const input::Event& event : frame.events) {
      earliest = std::min(earliest, frame.time_ns + event.offset_ns);
    }
  }
  std::vector<Keyed> all;
  all.reserve(count);
  std::vector<int64_t> last(recording.devices.size(), 0);
  for (const Frame& frame : recording.frames) {
    if (!wanted(frame)) continue;
    for (const input::Event& event : frame.events) {
      const int64_t time = frame.time_ns + event.offset_ns - earliest;
      int64_t& key = last[frame.device];
      key = std::max(key, time);
      all.push_back(
          {key, {key, frame.device, event.type, event.code, event.value}});
    }
  }
  const auto by_key = [](const Keyed& a, const Keyed& b) {
    return a.key < b.key;
  };
  if (!std::ranges::is_sorted(all, by_key)) {
    std::ranges::stable_sort(all, by_key);
  }
  std::vector<StampedEvent> events;
  events.reserve(all.size());
  for (const Keyed& keyed : all) events.push_back(keyed.event);
  return events;
}

bool Matches(const EvdevDevice& device, std::string_view wanted) {
  return device.node() == NodeOf(wanted) || device.name() == wanted;
}

}  // namespace

std::vector<StampedEvent> EventsOf(const Recording& recording,
                                   Precision precision, input::Losses* losses) {
  auto events = Collect(recording, [](const Frame&) { return true; });
  SayUnheld(recording, precision, events, losses);
  return events;
}

std::vector<StampedEvent> EventsOfDevice(const Recording& recording,
                                         uint32_t device, Precision precision,
                                         input::Losses* losses) {
  auto events = Collect(
      recording, [&](const Frame& frame) { return frame.device == device; });
  SayUnheld(recording, precision, events, losses);
  return events;
}

Result<uint32_t> ChooseDevice(const Recording& recording,
                              const WriteOptions& options,
                              input::Losses* losses) {
  std::vector<uint64_t> frames(recording.devices.size());
  for (const Frame& frame : recording.frames) frames[frame.device]++;
  if (recording.devices.empty()) {
    return Fail(ErrorKind::kUnsupported,
                "there is no input device in it to write");
  }
  size_t best = frames.size();
  for (size_t i = 0; i < frames.size(); i++) {
    const EvdevDevice& device = recording.devices[i];
    if (!options.device.empty()) {
      if (Matches(device, options.device)) best = i;
      continue;
    }
    const auto rank = [&](size_t at) {
      const bool touch =
          input::ClassOf(recording.devices[at]) == input::DeviceClass::kTouch;
      return std::pair(frames[at] > 0 && touch, frames[at]);
    };
    if (best == frames.size() || rank(best) < rank(i)) best = i;
  }
  if (best == frames.size()) {
    std::vector<std::string> nodes;
    for (const EvdevDevice& device : recording.devices) {
      nodes.push_back(device.node());
    }
    return Fail(ErrorKind::kInvalidArgument,
                "there is no device {:?} in it; there is {}", options.device,
                fmt::join(nodes, ", "));
  }
  for (size_t i = 0; i < frames.size(); i++) {
    if (i == best) continue;
    losses->Add(fmt::format("frames of {} are left out, as the format holds "
                            "one device (choose with --device)",
                            NodeWord(recording.devices[i])),
                frames[i]);
  }
  return static_cast<uint32_t>(best);
}

void SayUnheldOf(const EvdevDevice& device, uint32_t held,
                 input::Losses* losses) {
  const auto say = [&](uint32_t part, bool there, std::string_view what) {
    if (there && (held & part) == 0) {
      losses->Add(fmt::format("{} of {} left out", what, NodeWord(device)));
    }
  };
  say(kHoldsNode, NodeWord(device) != "event0", "the name");
  say(kHoldsPhys, !device.phys().empty(), "the physical path");
  say(kHoldsUniq, !device.uniq().empty(), "the serial number");
  say(kHoldsVersion, device.version() != 0, "the version");
  say(kHoldsAxisValues,
      std::ranges::any_of(device.abs_axes(),
                          [](const auto& axis) { return axis.value() != 0; }),
      "the first values of axes");
  say(kHoldsKeysDown, !device.keys_down().empty(), "keys that were down");
  say(kHoldsLeds, !device.leds_on().empty(), "LEDs that were on");
  say(kHoldsSwitches, !device.switches_on().empty(), "switches that were on");
  say(kHoldsSounds, !device.sounds_on().empty(), "sounds that were on");
  say(kHoldsFfEffects, device.ff_effects_max() != 0,
      "the number of force feedback effects");
  say(0, !device.slots().empty(), "the first state of touch slots");
  say(0, device.repeat_delay_ms() != 0 || device.repeat_period_ms() != 0,
      "the times of autorepeat");
}

std::string NodeWord(const EvdevDevice& device) {
  if (device.node().empty()) return "event0";
  std::string word = device.node();
  for (char& c : word) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                       (c >= 'a' && c <= 'z') || c == '_' || c == '-' ||
                       c == '.';
    if (!plain) c = '_';
  }
  return word;
}

Result<std::string_view> VariantOf(const Format& format,
                                   const WriteOptions& options) {
  if (options.variant.empty()) return format.variants[0];
  std::vector<std::string_view> known;
  for (const std::string_view variant : format.variants) {
    if (variant.empty()) continue;
    if (variant == options.variant) return variant;
    known.push_back(variant);
  }
  if (known.empty()) {
    return Fail(ErrorKind::kInvalidArgument, "{} has no variants, so not {:?}",
                format.name, options.variant);
  }
  return Fail(ErrorKind::kInvalidArgument,
              "{:?} is no variant of {}; it has {}", options.variant,
              format.name, fmt::join(known, ", "));
}

}  // namespace reprise::formats
