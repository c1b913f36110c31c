// Player: writes recordings for tests as a person makes them, finger by finger.
//
//   player.Down(0, 7, {100, 200}).Wait(80).Up(0);
//   EXPECT_EQ(player.Kinds(), "tap");
//
// Threads: one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "input/gestures.h"
#include "input/input_testing.h"
#include "input/recording.h"

namespace reprise::input::testing {

class Player {
 public:
  explicit Player(EvdevDevice device) { Add(std::move(device)); }

  // Another device; On() says whose frames come next.
  Player& Add(EvdevDevice device) {
    recording_.devices.push_back(std::move(device));
    return *this;
  }
  Player& On(uint32_t device) {
    device_ = device;
    return *this;
  }

  Player& Wait(int64_t ms) {
    now_ns_ += ms * kMs;
    return *this;
  }
  Player& Frame(std::vector<Event> events) {
    input::Frame frame = MakeFrame(now_ns_, std::move(events), device_);
    frame.id = recording_.frames.size() + 1;
    recording_.frames.push_back(std::move(frame));
    return *this;
  }

  // Fingers of protocol B.
  Player& Down(int slot, int id, Place place) {
    std::vector<Event> events;
    AppendB(slot, id, place, &events);
    return Frame(std::move(events));
  }
  Player& Move(int slot, Place place) {
    return Frame({{EV_ABS, ABS_MT_SLOT, slot},
                  {EV_ABS, ABS_MT_POSITION_X, place.x},
                  {EV_ABS, ABS_MT_POSITION_Y, place.y}});
  }
  Player& Up(int slot) {
    std::vector<Event> events;
    AppendB(slot, -1, {}, &events);
    return Frame(std::move(events));
  }
  Player& Key(int code, int value) {
    return Frame({{EV_KEY, static_cast<uint16_t>(code), value}});
  }

  // The names of the gestures that are found, with spaces between.
  std::string Kinds() {
    DeriveGestures(&recording_);
    std::string text;
    for (const auto& gesture : recording_.gestures) {
      if (!text.empty()) text += " ";
      text += NameOf(gesture.message.kind());
    }
    return text;
  }
  // One of those that Kinds() found.
  const GestureEvent& gesture(size_t index) const {
    return recording_.gestures.at(index).message;
  }

  Recording* operator->() { return &recording_; }
  Recording& operator*() { return recording_; }

 private:
  Recording recording_;
  uint32_t device_ = 0;
  int64_t now_ns_ = 0;
};

}  // namespace reprise::input::testing
