// Injection: the way by which the events of one recorded device get into the
// system, and why this one: through uinput, which makes the device again and
// needs no root on Android 10 and later, or by writing to the node of the same
// device, which needs root.
//
// Threads: one at a time, except that the file may be written by another.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "device/file_descriptor.h"
#include "device/uinput_device.h"
#include "input/event.h"
#include "reprise/evdev_device.pb.h"
#include "reprise/reprise_event.pb.h"

namespace reprise::agent {

enum class Way { kAuto, kUinput, kNode };
// "auto", "uinput", "node"; nothing if it is none of them.
std::optional<Way> WayByName(std::string_view name);

class Injection {
 public:
  // `taken` are the nodes that other devices are played on. An error says why
  // each way failed, and what to do.
  static Result<Injection> Open(const EvdevDevice& device, Way way,
                                const std::set<std::string>& taken);

  int fd() const { return uinput_ ? uinput_->fd() : node_fd_.get(); }
  const std::string& node() const { return node_; }
  std::string_view way() const { return uinput_ ? "uinput" : "write-node"; }
  input::FrameSource source() const {
    return uinput_ ? input::FrameSource::kInjectedUinput
                   : input::FrameSource::kInjectedNode;
  }
  // What was chosen, what was not possible, and why.
  const RepriseEvent::Choice& choice() const { return choice_; }

 private:
  Injection() = default;

  std::optional<UinputDevice> uinput_;
  FileDescriptor node_fd_;
  std::string node_;
  RepriseEvent::Choice choice_;
};

}  // namespace reprise::agent
