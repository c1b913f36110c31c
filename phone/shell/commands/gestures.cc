#include "phone/shell/commands/gestures.h"

#include <algorithm>
#include <string>

#include "input/pointer_events.h"
#include "phone/shell/options.h"

namespace reprise::phone {

PhoneInput Touch(int64_t at_ns, int action, float x, float y) {
  PhoneInput input;
  input.set_at_ns(at_ns);
  PhoneMotion* motion = input.mutable_motion();
  motion->set_action(action);
  PhoneMotion::Pointer* pointer = motion->add_pointers();
  pointer->set_x(x);
  pointer->set_y(y);
  pointer->set_pressure(action == kUp ? 0 : 1);
  pointer->set_size(1);
  return input;
}

void AddKey(int64_t at_ns, int code, std::vector<PhoneInput>* out) {
  for (int action = 0; action < 2; ++action) {
    PhoneInput input;
    input.set_at_ns(at_ns);
    input.mutable_key()->set_code(code);
    input.mutable_key()->set_action(action);
    out->push_back(std::move(input));
  }
}

void AddSwipe(float x1, float y1, float x2, float y2, int64_t begin_ns,
              int64_t duration_ns, std::vector<PhoneInput>* out) {
  constexpr int64_t kStep = 5 * kMillisecond;
  out->push_back(Touch(begin_ns, kDown, x1, y1));
  for (int64_t at = kStep; at < duration_ns; at += kStep) {
    const float part = static_cast<float>(at) / static_cast<float>(duration_ns);
    out->push_back(Touch(begin_ns + at, kMove, x1 + (x2 - x1) * part,
                         y1 + (y2 - y1) * part));
  }
  out->push_back(Touch(begin_ns + duration_ns, kMove, x2, y2));
  out->push_back(Touch(begin_ns + duration_ns, kUp, x2, y2));
}

std::optional<int> KeyCode(std::string_view text) {
  if (const auto number = ToNumber(text)) {
    constexpr int64_t kMost = 1000;
    if (*number < 0 || *number > kMost) return std::nullopt;
    return static_cast<int>(*number);
  }
  std::string name(text);
  std::transform(name.begin(), name.end(), name.begin(), ::toupper);
  const int code = input::AndroidKeyByName(name);
  return code == 0 ? std::nullopt : std::optional(code);
}

}  // namespace reprise::phone
