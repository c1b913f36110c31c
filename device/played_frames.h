// PlayedFrames: which of the frames read during a replay are the ones that it
// wrote. A frame is ours if the kernel stamped it while we were writing and if
// it has nothing that we did not write; the kernel leaves out what changes
// nothing, and splits long frames. All else on a played node, and what people
// use on other nodes, is foreign.
//
// Threads: the reader's, except Outcome's counter, which is any's.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "device/input_recorder.h"
#include "device/sink.h"
#include "device/timeline.h"

namespace reprise::agent {

class PlayedFrames : public FrameLabeller {
 public:
  PlayedFrames(const Timeline& timeline, Sink& sink, bool record_others)
      : timeline_(timeline), sink_(sink), record_others_(record_others) {}

  // Before the reader starts: the device of this index is played there.
  void AddNode(const std::string& node, uint32_t device,
               input::FrameSource source) {
    nodes_[node] = {device, source, 0};
  }

  bool Writes(const EvdevDevice& device) const override {
    return record_others_ || nodes_.contains(device.node());
  }
  void Label(const EvdevDevice& device, input::Frame* frame) override;

  uint64_t foreign() const { return foreign_.load(); }

 private:
  struct Node {
    uint32_t device;
    input::FrameSource source;
    size_t next;  // no later frame belongs to a shot before this one
  };

  // The shot that the frame comes from, or null.
  const Shot* Find(const EvdevDevice& device, const input::Frame& frame,
                   Node* node) const;
  void Warn(const EvdevDevice& device, const input::Frame& frame);

  const Timeline& timeline_;
  Sink& sink_;
  const bool record_others_;
  std::map<std::string, Node> nodes_;
  std::map<std::string, int64_t> warned_ns_;  // by node
  std::atomic<uint64_t> foreign_{0};
};

// True if what came out can be what the kernel left of what was written.
bool CanComeFrom(std::span<const input::Event> read,
                 std::span<const input_event> written);

}  // namespace reprise::agent
