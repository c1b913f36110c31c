// InputRecorder: reads the nodes of /dev/input, those that come later too, and
// writes their frames to a sink. A replay uses it to record itself: then a
// FrameLabeller says which of the frames it wrote.
//
// Threads: Run() is one thread's; Stop() and frames() are any's.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "device/evdev_node.h"
#include "device/file_descriptor.h"
#include "device/node_watch.h"
#include "device/sink.h"

namespace reprise::agent {

class FrameLabeller {
 public:
  virtual ~FrameLabeller() = default;
  // True if frames of the device are written at all.
  virtual bool Writes(const EvdevDevice& device) const = 0;
  // Sets source and origin of a frame that was read; its id is 0 if it is not
  // written.
  virtual void Label(const EvdevDevice& device, input::Frame* frame) = 0;
};

struct InputRecorderOptions {
  std::string folder = kInputFolder;
  // Names of nodes; empty: all, and those that come later.
  std::vector<std::string> nodes;
  FrameLabeller* labeller = nullptr;
  // Called by Run() about ten times a second.
  std::function<void()> on_tick;
};

class InputRecorder {
 public:
  // Opens the nodes. An error if none of them can be read; those that cannot
  // are said on the tape.
  static Result<std::unique_ptr<InputRecorder>> Open(
      InputRecorderOptions options, Sink& sink);

  // Records until Stop(), then reads what is queued and returns. An error is
  // that of the sink.
  Status Run();
  void Stop() { stop_.Wake(); }

  uint64_t frames() const { return frames_.load(); }
  size_t nodes() const { return nodes_.size(); }

 private:
  struct OpenNode {
    EvdevNode node;
    bool written;
    uint32_t channel;  // if it is written
  };

  InputRecorder(InputRecorderOptions options, Sink& sink);

  // Opens nodes that are new; `later` says that recording has begun.
  Status Rescan(bool later);
  Status OpenNodeNamed(const std::string& name, bool later);
  void Refuse(const std::string& name, const Error& error);
  void ReadNode(const std::string& name);
  void WriteItem(const OpenNode& from, EvdevNode::Item item);
  void Removed(const std::string& name);
  void Tick();
  bool Wanted(const std::string& name) const;

  const InputRecorderOptions options_;
  Sink& sink_;
  NodeWatch watch_;
  Wakeup stop_;
  std::map<std::string, OpenNode> nodes_;
  std::set<std::string> refused_;  // said once
  std::string why_refused_;
  int64_t next_tick_ = 0;
  int64_t next_anchor_ = 0;
  int64_t next_rescan_ = 0;
  std::atomic<uint64_t> frames_{0};
};

}  // namespace reprise::agent
