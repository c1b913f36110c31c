// Touches and keys as lists of PhoneInput, for input and monkey. Times are
// relative: the phone adds them to now.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "reprise/phone.pb.h"

namespace reprise::phone {

constexpr int64_t kMillisecond = 1'000'000;

enum MotionAction { kDown = 0, kUp = 1, kMove = 2, kCancel = 3 };

PhoneInput Touch(int64_t at_ns, int action, float x, float y);
void AddKey(int64_t at_ns, int code, std::vector<PhoneInput>* out);
// Down at one place, moves every `step_ns`, up at the other.
void AddSwipe(float x1, float y1, float x2, float y2, int64_t begin_ns,
              int64_t duration_ns, std::vector<PhoneInput>* out);
// "4", "BACK", "KEYCODE_BACK"
std::optional<int> KeyCode(std::string_view text);

}  // namespace reprise::phone
