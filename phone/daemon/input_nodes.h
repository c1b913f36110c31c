// The kernel input devices that the phone seems to have: a touchscreen, a
// keyboard, and those that a replay makes for itself. What is written to one is
// told to those who record, and becomes the input of the app in front.
//
// Threads: any. A listener is called in the writer's.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "input/event.h"
#include "input/pointer_reader.h"
#include "input/recording.h"
#include "reprise/evdev_device.pb.h"
#include "reprise/phone.pb.h"

namespace reprise::phone {

// A frame and the node that it is written to; its stamp is uptime.
struct StampedFrame {
  std::string node;
  input::Frame frame;
  // Instead of its events what an input method does, at that time.
  std::optional<PhoneInput> text = {};
};

class InputNodes {
 public:
  using Listener =
      std::function<void(const EvdevDevice& device, const input::Frame& frame)>;
  static constexpr const char* kTouchscreen = "event0";
  static constexpr const char* kKeyboard = "event1";
  static constexpr size_t kMaxNodes = 32;

  // Of a display in its natural orientation.
  InputNodes(uint32_t width, uint32_t height);

  std::vector<EvdevDevice> All() const;
  // Makes one like this, as uinput does. Its node; empty: there are too many.
  std::string Add(EvdevDevice device);
  // What lifts the fingers that are down on it, if there are any.
  std::optional<PhoneInput> Remove(const std::string& node);

  // What an app gets to see of a frame, with the stamps of the frame, on a
  // display that is turned (Surface.ROTATION_*). Listeners are told of it.
  std::vector<PhoneInput> Take(const StampedFrame& frame, uint32_t rotation);
  // No finger is on any of them.
  bool AllUp() const;

  uint64_t Listen(Listener listener);
  void Unlisten(uint64_t number);

 private:
  struct Node {
    EvdevDevice device;
    input::PointerReader reader;
    size_t down = 0;  // pointers
    PhoneInput last;  // of the touches
  };

  const input::DisplaySize display_;
  mutable std::mutex mutex_;  // guards all below
  std::map<std::string, Node> nodes_;
  std::map<uint64_t, Listener> listeners_;
  uint64_t last_listener_ = 0;
};

}  // namespace reprise::phone
