// make_session KIND OUT: writes a tape with a made-up session of a person, the
// same one each time, for the tests in the guest. Every frame changes something,
// as frames of a kernel do, so that a recording of a replay can be equal.
//
//   long   300 s of a touchscreen and a proximity sensor
//   five   300 s of five devices that speak at the same microsecond
//   hold   two fingers and two keys go down, and come up a minute later
//   short  a few swipes and keys, 3 s
#include <linux/input.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "input/device.h"
#include "input/recording.h"
#include "input/tape_io.h"
#include "tape/writer.h"

namespace {

using namespace reprise;
using input::Event;

constexpr int64_t kUs = 1'000;
constexpr int64_t kMs = 1'000'000;
constexpr int64_t kSecond = 1'000'000'000;

// A generator of our own: the same numbers with every library.
class Random {
 public:
  int64_t Between(int64_t low, int64_t high) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return low + static_cast<int64_t>((state_ >> 33) %
                                      static_cast<uint64_t>(high - low + 1));
  }

 private:
  uint64_t state_ = 20130518;
};

EvdevDevice Device(const std::string& node, const std::string& name) {
  EvdevDevice device;
  device.set_node(node);
  device.set_name(name);
  device.set_bus(BUS_VIRTUAL);
  device.set_vendor(0x5250);
  device.set_product(static_cast<uint32_t>(node.back()));
  device.set_version(1);
  return device;
}

void Axis(EvdevDevice* device, uint32_t code, int32_t maximum) {
  input::AddAxis(device, code)->set_maximum(maximum);
}

EvdevDevice Touchscreen(const std::string& node) {
  EvdevDevice device = Device(node, "reprise test touchscreen");
  input::AddProperty(&device, INPUT_PROP_DIRECT);
  input::AddCode(&device, EV_KEY, BTN_TOUCH);
  Axis(&device, ABS_MT_SLOT, 9);
  Axis(&device, ABS_MT_TRACKING_ID, 65535);
  Axis(&device, ABS_MT_POSITION_X, 1079);
  Axis(&device, ABS_MT_POSITION_Y, 1919);
  Axis(&device, ABS_MT_PRESSURE, 255);
  return device;
}

EvdevDevice Sensor(const std::string& node, const std::string& name,
                   std::vector<uint32_t> axes) {
  EvdevDevice device = Device(node, name);
  for (const uint32_t axis : axes) Axis(&device, axis, 4096);
  return device;
}

EvdevDevice Keys(const std::string& node) {
  EvdevDevice device = Device(node, "reprise test keys");
  for (const uint32_t key : {KEY_VOLUMEUP, KEY_VOLUMEDOWN, KEY_POWER}) {
    input::AddCode(&device, EV_KEY, key);
  }
  return device;
}

EvdevDevice Switch(const std::string& node) {
  EvdevDevice device = Device(node, "reprise test switch");
  input::AddCode(&device, EV_SW, SW_HEADPHONE_INSERT);
  return device;
}

class Session {
 public:
  uint32_t Add(EvdevDevice device) {
    recording_.devices.push_back(std::move(device));
    return static_cast<uint32_t>(recording_.devices.size() - 1);
  }

  void Say(uint32_t device, int64_t at, std::vector<Event> events) {
    events.push_back({EV_SYN, SYN_REPORT, 0, 0});
    input::Frame frame;
    frame.device = device;
    frame.time_ns = frame.read_ns = 10 * kSecond + at;
    frame.source = input::FrameSource::kDevice;
    frame.events = std::move(events);
    recording_.frames.push_back(std::move(frame));
  }

  // A finger goes down, moves and goes up; returns when.
  int64_t Swipe(uint32_t device, int64_t at, int moves) {
    auto x = static_cast<int32_t>(random_.Between(200, 800));
    auto y = static_cast<int32_t>(random_.Between(200, 1600));
    x += x == x_ ? 1 : 0;
    y += y == y_ ? 1 : 0;
    pressure_ = pressure_ == 60 ? 61 : 60;
    Say(device, at,
        {{EV_ABS, ABS_MT_TRACKING_ID, ++tracking_id_, 0},
         {EV_ABS, ABS_MT_POSITION_X, x, 0},
         {EV_ABS, ABS_MT_POSITION_Y, y, 0},
         {EV_ABS, ABS_MT_PRESSURE, pressure_, 0},
         {EV_KEY, BTN_TOUCH, 1, 0}});
    for (int i = 0; i < moves; i++) {
      at += 8 * kMs + random_.Between(-900, 900) * kUs;
      x += random_.Between(0, 1) == 0 ? 1 : -1;
      y += static_cast<int32_t>(random_.Between(1, 9));
      Say(device, at,
          {{EV_ABS, ABS_MT_POSITION_X, x, 0},
           {EV_ABS, ABS_MT_POSITION_Y, y, 0}});
    }
    at += 8 * kMs;
    Say(device, at,
        {{EV_ABS, ABS_MT_TRACKING_ID, -1, 0}, {EV_KEY, BTN_TOUCH, 0, 0}});
    x_ = x;
    y_ = y;
    return at;
  }

  Random& random() { return random_; }

  Status Write(const std::string& path) {
    input::SortByTime(&recording_);
    ASSIGN_OR_RETURN(auto tape,
                     tape::TapeWriter::Create(RealFileSystem(), path));
    RETURN_IF_ERROR(input::WriteRecording(std::move(recording_), *tape));
    return tape->Finish();
  }

 private:
  input::Recording recording_;
  Random random_;
  int32_t tracking_id_ = 0;
  int32_t pressure_ = 0;
  int32_t x_ = 0;
  int32_t y_ = 0;
};

void MakeLong(Session* session) {
  const uint32_t touch = session->Add(Touchscreen("event0"));
  const uint32_t proximity =
      session->Add(Sensor("event1", "reprise test proximity", {ABS_DISTANCE}));
  // 240 swipes of 27 frames and more, each within 1.25 s.
  for (int i = 0; i < 240; i++) {
    const int64_t at = i * 1250 * kMs + session->random().Between(0, 700'000) *
                                            kUs;
    session->Swipe(touch, at,
                   static_cast<int>(session->random().Between(25, 40)));
  }
  for (int i = 0; i < 720; i++) {
    const int64_t at = i * 416 * kMs + session->random().Between(1, 400'000) *
                                           kUs;
    session->Say(proximity, at,
                 {{EV_ABS, ABS_DISTANCE, i % 2 == 0 ? 5 : 0, 0}});
  }
}

void MakeFive(Session* session) {
  const uint32_t touch = session->Add(Touchscreen("event0"));
  const uint32_t keys = session->Add(Keys("event1"));
  const uint32_t proximity =
      session->Add(Sensor("event2", "reprise test proximity", {ABS_DISTANCE}));
  const uint32_t accelerometer = session->Add(
      Sensor("event3", "reprise test accelerometer", {ABS_X, ABS_Y, ABS_Z}));
  const uint32_t plug = session->Add(Switch("event4"));
  for (int32_t i = 0; i < 1200; i++) {
    const int64_t at =
        i * 250 * kMs + session->random().Between(0, 200'000) * kUs;
    const int32_t on = i % 2 == 0 ? 1 : 0;
    session->Say(touch, at,
                 {{EV_ABS, ABS_MT_TRACKING_ID, on != 0 ? i + 1 : -1, 0},
                  {EV_KEY, BTN_TOUCH, on, 0}});
    session->Say(keys, at, {{EV_KEY, KEY_VOLUMEUP, on, 0}});
    session->Say(proximity, at, {{EV_ABS, ABS_DISTANCE, 5 * on, 0}});
    session->Say(accelerometer, at,
                 {{EV_ABS, ABS_X, 10 + i, 0}, {EV_ABS, ABS_Y, 20 + i, 0}});
    session->Say(plug, at, {{EV_SW, SW_HEADPHONE_INSERT, on, 0}});
  }
}

void MakeHold(Session* session) {
  const uint32_t touch = session->Add(Touchscreen("event0"));
  const uint32_t keys = session->Add(Keys("event1"));
  session->Say(touch, 0,
               {{EV_ABS, ABS_MT_TRACKING_ID, 1, 0},
                {EV_ABS, ABS_MT_POSITION_X, 100, 0},
                {EV_ABS, ABS_MT_SLOT, 1, 0},
                {EV_ABS, ABS_MT_TRACKING_ID, 2, 0},
                {EV_ABS, ABS_MT_POSITION_X, 200, 0},
                {EV_KEY, BTN_TOUCH, 1, 0}});
  session->Say(keys, kMs, {{EV_KEY, KEY_VOLUMEUP, 1, 0}});
  session->Say(keys, 2 * kMs, {{EV_KEY, KEY_POWER, 1, 0}});
  session->Say(keys, 60 * kSecond,
               {{EV_KEY, KEY_VOLUMEUP, 0, 0}, {EV_KEY, KEY_POWER, 0, 0}});
  session->Say(touch, 60 * kSecond,
               {{EV_ABS, ABS_MT_TRACKING_ID, -1, 0},
                {EV_ABS, ABS_MT_SLOT, 0, 0},
                {EV_ABS, ABS_MT_TRACKING_ID, -1, 0},
                {EV_KEY, BTN_TOUCH, 0, 0}});
}

void MakeShort(Session* session) {
  const uint32_t touch = session->Add(Touchscreen("event0"));
  const uint32_t keys = session->Add(Keys("event1"));
  int64_t at = 0;
  for (int i = 0; i < 5; i++) {
    at = session->Swipe(touch, at, 20) + 400 * kMs;
    session->Say(keys, at - 200 * kMs, {{EV_KEY, KEY_VOLUMEDOWN, 1, 0}});
    session->Say(keys, at - 100 * kMs, {{EV_KEY, KEY_VOLUMEDOWN, 0, 0}});
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, std::function<void(Session*)>> kinds = {
      {"long", MakeLong},
      {"five", MakeFive},
      {"hold", MakeHold},
      {"short", MakeShort}};
  if (argc != 3 || !kinds.contains(argv[1])) {
    std::fprintf(stderr, "make_session long|five|hold|short OUT\n");
    return 1;
  }
  Session session;
  kinds.at(argv[1])(&session);
  const Status written = session.Write(argv[2]);
  if (!written) {
    std::fprintf(stderr, "make_session: %s\n", written.error().message.c_str());
    return 6;
  }
  return 0;
}
