// UinputDevice: a recorded device made again through /dev/uinput, with the
// same name, ids, properties and codes, and in the recorded state.
//
// Left out: force feedback, because effects would need somebody to answer; the
// fuzz of axes, because the recorded values have already gone through it and
// would be changed a second time.
//
// Threads: one at a time, except that the file may be written by another.
#pragma once

#include <string>

#include "base/result.h"
#include "device/file_descriptor.h"
#include "reprise/evdev_device.pb.h"

namespace reprise::agent {

class UinputDevice {
 public:
  // An error if uinput cannot be had; kDevice when the system refuses it.
  static Result<UinputDevice> Create(const EvdevDevice& device);

  // Why /dev/uinput cannot be used, as a clause; empty if it can.
  static std::string WhyNot();

  ~UinputDevice();
  UinputDevice(UinputDevice&&) noexcept = default;
  UinputDevice& operator=(UinputDevice&&) noexcept = default;

  int fd() const { return fd_.get(); }
  const std::string& node() const { return node_; }  // "event5"

 private:
  UinputDevice(FileDescriptor fd, std::string node)
      : fd_(std::move(fd)), node_(std::move(node)) {}

  FileDescriptor fd_;
  std::string node_;
};

}  // namespace reprise::agent
