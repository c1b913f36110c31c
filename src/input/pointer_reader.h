// The frames of one device, one after the other, as Android's input reader sees
// them: motion events of its touches and key events of its keys.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "input/event.h"
#include "input/recording.h"

namespace reprise::input {

class PointerReader {
 public:
  // `index` of the device becomes Android's number of it. Positions are in
  // pixels of the display.
  PointerReader(const EvdevDevice& device, uint32_t index, DisplaySize display);
  PointerReader(PointerReader&&) noexcept;
  ~PointerReader();

  // Appends what the frame makes happen.
  void Push(const Frame& frame, std::vector<Timed<MotionEvent>>* motions,
            std::vector<Timed<KeyEvent>>* keys);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace reprise::input
