// Gestures found in what Android dispatched, rather than in the kernel's
// frames: the only way where an app was driven above the kernel, and the right
// one where the display was turned, for these events are in its pixels.
//
// frame_refs are those of the events.
//
// Threads: one at a time.
#pragma once

#include <functional>
#include <memory>

#include "input/gestures.h"

namespace reprise::input {

class EventSegmenter {
 public:
  using Sink = GestureSegmenter::Sink;

  explicit EventSegmenter(Sink sink, DisplaySize display = {},
                          GestureRules rules = {});
  ~EventSegmenter();

  // In the order of time. The event must have its id.
  void Push(const Timed<MotionEvent>& motion);
  void Push(const Timed<KeyEvent>& key);
  // The recording ended: gives the rest, with `cut` if fingers were down.
  void Finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace reprise::input
