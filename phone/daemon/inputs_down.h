// InputsDown: which fingers and keys are down, so that it is known where one
// gesture ends and the next begins.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <set>

#include "input/motion_actions.h"
#include "reprise/phone.pb.h"

namespace reprise::phone {

class InputsDown {
 public:
  bool any() const { return touching_ || !keys_.empty(); }

  void Take(const PhoneInput& input) {
    if (input.has_motion()) {
      const int action = input.motion().action();
      if (action == input::motion_action::kDown) touching_ = true;
      if (action == input::motion_action::kUp ||
          action == input::motion_action::kCancel) {
        touching_ = false;
      }
    } else if (input.has_key()) {
      const auto& key = input.key();
      if (key.action() == input::motion_action::kDown) {
        keys_.insert(key.code());
      } else {
        keys_.erase(key.code());
      }
    }
  }

 private:
  bool touching_ = false;
  std::set<int32_t> keys_;
};

}  // namespace reprise::phone
