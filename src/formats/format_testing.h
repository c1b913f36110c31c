// What the tests of formats share: reading literal text, and frames as text
// that a person can compare.
//
// Threads: plain functions.
#pragma once

#include <gtest/gtest.h>
#include <linux/input.h>

#include <string>
#include <string_view>

#include "formats/format.h"
#include "formats/registry.h"
#include "input/device.h"

namespace reprise::formats {

// Reads, and fails the test if that fails.
inline input::Recording ReadOrFail(std::string_view format,
                                   std::string_view bytes,
                                   input::Losses* losses = nullptr) {
  input::Losses ignored;
  auto recording = FormatNamed(format)->read(
      bytes, {.file_name = "file"}, losses == nullptr ? &ignored : losses);
  EXPECT_TRUE(recording.has_value()) << recording.error().message;
  return recording ? *std::move(recording) : input::Recording{};
}

inline std::string ErrorOf(std::string_view format, std::string_view bytes) {
  input::Losses ignored;
  const auto recording =
      FormatNamed(format)->read(bytes, {.file_name = "file"}, &ignored);
  return recording ? "" : recording.error().message;
}

inline std::string WriteOrFail(std::string_view format,
                               const input::Recording& recording,
                               const WriteOptions& options = {},
                               input::Losses* losses = nullptr) {
  input::Losses ignored;
  auto bytes = FormatNamed(format)->write(
      recording, options, losses == nullptr ? &ignored : losses);
  EXPECT_TRUE(bytes.has_value()) << bytes.error().message;
  return bytes ? *std::move(bytes) : "";
}

// "event1 1234567890: 3.53=450 0.0=0\n" for each frame: node, ns, events with
// their offset if they have one, and ! after an incomplete one.
inline std::string FramesAsText(const input::Recording& recording) {
  std::string text;
  for (const input::Frame& frame : recording.frames) {
    text += fmt::format("{} {}:", recording.devices.at(frame.device).node(),
                        frame.time_ns);
    for (const input::Event& event : frame.events) {
      text += fmt::format(" {}.{}={}", event.type, event.code, event.value);
      if (event.offset_ns != 0) text += fmt::format("@{}", event.offset_ns);
    }
    text += frame.incomplete ? " !\n" : "\n";
  }
  return text;
}

// "what (count)\n" for each.
inline std::string LossesAsText(const input::Losses& losses) {
  std::string text;
  for (const input::Loss& loss : losses.all()) {
    text += fmt::format("{} ({})\n", loss.what, loss.count);
  }
  return text;
}

// A touchscreen event2 with a tap and a keyboard event5 with a key, with
// stamps in whole microseconds.
inline input::Recording SampleRecording() {
  input::Recording recording;
  EvdevDevice& touch = recording.devices.emplace_back();
  touch.set_node("event2");
  touch.set_name("touch \"screen\"");
  touch.set_bus(BUS_I2C);
  touch.set_vendor(0x1234);
  touch.set_product(0xabcd);
  input::AddProperty(&touch, INPUT_PROP_DIRECT);
  input::AddCode(&touch, EV_KEY, BTN_TOUCH);
  input::AddAxis(&touch, ABS_MT_SLOT)->set_maximum(9);
  input::AddAxis(&touch, ABS_MT_POSITION_X)->set_maximum(1079);
  input::AddAxis(&touch, ABS_MT_POSITION_Y)->set_maximum(1919);
  input::AddAxis(&touch, ABS_MT_TRACKING_ID)->set_maximum(65535);
  EvdevDevice& keys = recording.devices.emplace_back();
  keys.set_node("event5");
  keys.set_name("keys");
  keys.set_bus(BUS_HOST);
  input::AddCode(&keys, EV_KEY, KEY_VOLUMEDOWN);
  input::AddCode(&keys, EV_KEY, KEY_POWER);
  const auto add = [&](uint32_t device, int64_t us,
                       std::vector<input::Event> events) {
    input::Frame& frame = recording.frames.emplace_back();
    frame.device = device;
    frame.time_ns = us * 1000;
    frame.events = std::move(events);
    frame.events.push_back({EV_SYN, SYN_REPORT, 0, 0});
  };
  add(0, 12'000'123,
      {{EV_ABS, ABS_MT_TRACKING_ID, 7, 0},
       {EV_ABS, ABS_MT_POSITION_X, 540, 0},
       {EV_ABS, ABS_MT_POSITION_Y, 960, 0},
       {EV_KEY, BTN_TOUCH, 1, 0}});
  add(1, 12'000'123, {{EV_KEY, KEY_POWER, 1, 0}});
  add(0, 12'100'456,
      {{EV_ABS, ABS_MT_TRACKING_ID, -1, 0}, {EV_KEY, BTN_TOUCH, 0, 0}});
  add(1, 3'612'200'000, {{EV_KEY, KEY_POWER, 0, 0}});
  return recording;
}

}  // namespace reprise::formats
