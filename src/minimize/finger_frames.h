// Whose finger each event of touch frames is, and the frames without some of
// the fingers.
//
// Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "input/recording.h"

namespace reprise::minimize {

class FingerFrames {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // Fingers are numbered in the order in which they go down.
  explicit FingerFrames(const input::Recording& recording);

  uint32_t size() const { return static_cast<uint32_t>(first_frames_.size()); }
  // The frame in which it goes down.
  size_t first_frame(uint32_t finger) const { return first_frames_[finger]; }
  // How many fingers are down after a frame.
  size_t down_after(size_t frame) const { return marked_[frame].after.size(); }

  // The frames without the fingers that are not in `keep`. Frames that then
  // say nothing are left out.
  std::vector<input::Frame> Without(const std::vector<bool>& keep) const;

 private:
  class Finder;
  class Writer;

  struct Marked {
    // The finger of each event of the frame; kNone for those of none. Empty
    // for devices that are no touchscreens of several fingers.
    std::vector<uint32_t> fingers;
    std::vector<uint32_t> before;  // fingers that were down
    std::vector<uint32_t> after;   // and are then
  };

  const input::Recording& recording_;
  std::vector<Marked> marked_;  // by frame
  std::vector<size_t> first_frames_;
};

}  // namespace reprise::minimize
