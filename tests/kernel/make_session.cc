// make_session KIND OUT: writes a tape with a made-up session of a person, the
// same one each time, for the tests in the guest. Every frame changes
// something, as frames of a kernel do, so that a recording of a replay can be
// equal.
//
//   long   300 s of a touchscreen and a proximity sensor
//   minute its first minute
//   touch, proximity  the events of one device of that, for evemu-play
//   keep   its devices, kept for two minutes
//   five   300 s of five devices that speak at the same microsecond
//   hold   two fingers and two keys go down, and come up a minute later
//   short  a few swipes and keys, 3 s
//   idle   a key on the same devices, and the next one a minute later
//   requests  "hold" as the host sends it to the agent, until Go
#include <linux/input.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "device/wire.h"
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

  input::Recording Take() {
    input::SortByTime(&recording_);
    input::AssignIds(&recording_);
    return std::move(recording_);
  }

  Random& random() { return random_; }

  Status Write(const std::string& path) {
    ASSIGN_OR_RETURN(auto tape,
                     tape::TapeWriter::Create(RealFileSystem(), path));
    RETURN_IF_ERROR(input::WriteRecording(Take(), *tape));
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

void MakeSwipes(Session* session, int seconds) {
  const uint32_t touch = session->Add(Touchscreen("event0"));
  const uint32_t proximity =
      session->Add(Sensor("event1", "reprise test proximity", {ABS_DISTANCE}));
  // 240 swipes of 27 frames and more, each within 1.25 s.
  for (int i = 0; i < 240; i++) {
    const int64_t at =
        i * 1250 * kMs + session->random().Between(0, 700'000) * kUs;
    session->Swipe(touch, at,
                   static_cast<int>(session->random().Between(25, 40)));
  }
  for (int i = 0; i < seconds * 12 / 5; i++) {
    const int64_t at =
        i * 416 * kMs + session->random().Between(1, 400'000) * kUs;
    session->Say(proximity, at,
                 {{EV_ABS, ABS_DISTANCE, i % 2 == 0 ? 5 : 0, 0}});
  }
}

void MakeLong(Session* session) { MakeSwipes(session, 300); }
void MakeMinute(Session* session) { MakeSwipes(session, 60); }

void MakeKeep(Session* session) {
  const uint32_t touch = session->Add(Touchscreen("event0"));
  const uint32_t proximity =
      session->Add(Sensor("event1", "reprise test proximity", {ABS_DISTANCE}));
  session->Say(touch, 0, {{EV_ABS, ABS_MT_POSITION_X, 1, 0}});
  session->Say(proximity, 0, {{EV_ABS, ABS_DISTANCE, 1, 0}});
  session->Say(proximity, kMs, {{EV_ABS, ABS_DISTANCE, 0, 0}});
  session->Say(proximity, 120 * kSecond, {{EV_ABS, ABS_DISTANCE, 1, 0}});
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

void MakeIdle(Session* session) {
  // A device without frames is not played, so it says something.
  const uint32_t touch = session->Add(Touchscreen("event0"));
  const uint32_t keys = session->Add(Keys("event1"));
  session->Say(touch, 0, {{EV_ABS, ABS_MT_POSITION_X, 1, 0}});
  for (const int64_t at : {int64_t{0}, 60 * kSecond}) {
    session->Say(keys, at, {{EV_KEY, KEY_POWER, 1, 0}});
    session->Say(keys, at + 10 * kMs, {{EV_KEY, KEY_POWER, 0, 0}});
  }
}

Status WriteRequests(Session session, const std::string& path) {
  const input::Recording recording = session.Take();
  AgentRequest prepare;
  AgentRequest frames;
  AgentRequest go;
  for (const EvdevDevice& device : recording.devices) {
    *prepare.mutable_prepare()->add_devices() = device;
  }
  for (const input::Frame& frame : recording.frames) {
    auto* due = frames.mutable_frames()->add_due();
    due->set_device(frame.device);
    due->set_due_ns(frame.time_ns - recording.frames.front().time_ns);
    input::ToMessage(frame, due->mutable_frame());
  }
  frames.mutable_frames()->set_last(true);
  go.mutable_go()->set_delay_ns(kMs);
  std::string bytes;
  for (const AgentRequest* request : {&prepare, &frames, &go}) {
    bytes += agent::Framed(*request);
  }
  return WriteWholeFile(RealFileSystem(), path, bytes);
}

// Lines of evemu 1.x for one device, from the begin of the session on.
Status WriteEvemu(Session session, uint32_t device, const std::string& path) {
  const input::Recording recording = session.Take();
  const int64_t first = recording.frames.front().time_ns;
  std::string text;
  for (const input::Frame& frame : recording.frames) {
    if (frame.device != device) continue;
    const int64_t us = (frame.time_ns - first) / kUs;
    for (const Event& event : frame.events) {
      text += fmt::format("E: {}.{:06} {:04x} {:04x} {}\n", us / 1'000'000,
                          us % 1'000'000, event.type, event.code, event.value);
    }
  }
  return WriteWholeFile(RealFileSystem(), path, text);
}

Status Write(const std::string& kind, Session session,
             const std::string& path) {
  if (kind == "requests") return WriteRequests(std::move(session), path);
  if (kind == "touch") return WriteEvemu(std::move(session), 0, path);
  if (kind == "proximity") return WriteEvemu(std::move(session), 1, path);
  return session.Write(path);
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, std::function<void(Session*)>> kinds = {
      {"minute", MakeMinute}, {"touch", MakeMinute}, {"proximity", MakeMinute},
      {"keep", MakeKeep},     {"long", MakeLong},    {"five", MakeFive},
      {"hold", MakeHold},     {"short", MakeShort},  {"idle", MakeIdle},
      {"requests", MakeHold}};
  if (argc != 3 || !kinds.contains(argv[1])) {
    std::fprintf(stderr, "make_session KIND OUT; see the source\n");
    return 1;
  }
  Session session;
  kinds.at(argv[1])(&session);
  const Status written = Write(argv[1], std::move(session), argv[2]);
  if (!written) {
    std::fprintf(stderr, "make_session: %s\n", written.error().message.c_str());
    return 6;
  }
  return 0;
}
