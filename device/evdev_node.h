// EvdevNode: one node of /dev/input, read as frames.
//
//   ASSIGN_OR_RETURN(EvdevNode node, EvdevNode::Open("/dev/input", "event3"));
//   while (auto frame = ...node.Next()) ...
//
// Stamps are CLOCK_MONOTONIC; a kernel that refuses to give these is asked for
// the offset of its wall clock at each read, and monotonic() says so.
//
// After SYN_DROPPED it throws away what is queued, asks the state, and gives a
// frame (FrameSource::kResync) that leads from the state it knew to that.
//
// Threads: one at a time.
#pragma once

#include <linux/input.h>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/result.h"
#include "device/device_state.h"
#include "device/file_descriptor.h"
#include "device/frame_assembler.h"
#include "input/event.h"
#include "reprise/evdev_device.pb.h"

namespace reprise::agent {

// Events that the kernel lost.
struct DroppedEvents {
  uint64_t discarded = 0;  // those that we had to throw away besides
  int64_t from_ns = 0;     // the last good frame; 0: there was none
  int64_t until_ns = 0;    // when the state was asked
  bool changed = false;    // the state differs from the last one known
};

class EvdevNode {
 public:
  static Result<EvdevNode> Open(const std::string& folder,
                                const std::string& name);

  // One frame, or the loss of some.
  struct Item {
    input::Frame frame;
    bool is_loss = false;
    DroppedEvents loss;
  };

  // Appends what can be read now, without waiting. kNotFound when the device
  // is gone.
  Status Read(std::deque<Item>* items);

  // What has no SYN_REPORT yet.
  void TakeIncomplete(std::deque<Item>* items);

  const EvdevDevice& device() const { return device_; }
  const std::string& name() const { return device_.node(); }
  int fd() const { return fd_.get(); }
  bool monotonic() const { return monotonic_; }

 private:
  EvdevNode(FileDescriptor fd, EvdevDevice device, bool monotonic);

  // How many events were read; 0: none at the moment.
  Result<size_t> ReadSome();
  // `unread` events of the buffer are of no use either.
  Status Resync(size_t unread, std::deque<Item>* items);

  FileDescriptor fd_;
  EvdevDevice device_;
  bool monotonic_;
  DeviceState state_;
  FrameAssembler assembler_;
  int64_t last_frame_ns_ = 0;
  std::vector<input_event> buffer_;
};

}  // namespace reprise::agent
