#include "input/virtual_devices.h"

#include <linux/input.h>

#include <algorithm>
#include <string_view>

#include "input/device.h"
#include "input/pointer_events.h"

namespace reprise::input {
namespace {

// TouchScale takes a phone to be as wide.
constexpr int32_t kWidthMm = 65;
constexpr DisplaySize kUsualDisplay = {1080, 1920};

void AddRange(EvdevDevice* device, uint32_t code, int32_t maximum,
              int32_t resolution = 0) {
  auto* axis = AddAxis(device, code);
  axis->set_maximum(maximum);
  axis->set_resolution(resolution);
}

// KeyEvent.META_SHIFT_ON, and alt, ctrl and meta.
constexpr int32_t kShiftMeta = 0x1;
constexpr int32_t kCommandMeta = 0x2 | 0x1000 | 0x10000;

// One row of the keyboard: what its keys type, alone and with shift.
struct Row {
  uint16_t first_key;
  std::string_view plain;
  std::string_view shifted;
};
constexpr Row kRows[] = {
    {KEY_1, "1234567890-=", "!@#$%^&*()_+"},
    {KEY_Q, "qwertyuiop[]", "QWERTYUIOP{}"},
    {KEY_A, "asdfghjkl;'`", "ASDFGHJKL:\"~"},
    {KEY_BACKSLASH, "\\zxcvbnm,./", "|ZXCVBNM<>?"},
    {KEY_SPACE, " ", ""},
    {KEY_TAB, "\t", ""},
    {KEY_ENTER, "\n", ""},
};

}  // namespace

std::optional<Typed> KeyFor(char32_t character) {
  if (character == 0 || character > 0x7f) return std::nullopt;
  const char wanted = static_cast<char>(character);
  for (const Row& row : kRows) {
    for (const bool shift : {false, true}) {
      const size_t at = (shift ? row.shifted : row.plain).find(wanted);
      if (at == std::string_view::npos) continue;
      return Typed{static_cast<uint16_t>(row.first_key + at), shift};
    }
  }
  return std::nullopt;
}

std::optional<char> CharacterOf(Typed typed) {
  for (const Row& row : kRows) {
    const std::string_view types = typed.shift ? row.shifted : row.plain;
    if (typed.key < row.first_key) continue;
    const auto at = static_cast<size_t>(typed.key - row.first_key);
    if (at < types.size()) return types[at];
  }
  return std::nullopt;
}

std::optional<char> CharacterOf(const KeyEvent& key) {
  if ((key.meta_state() & kCommandMeta) != 0) return std::nullopt;
  const bool shift = (key.meta_state() & kShiftMeta) != 0;
  const auto typed = CharacterOf(
      Typed{static_cast<uint16_t>(KernelKeyOf(key.key_code())), shift});
  return typed && *typed >= ' ' ? typed : std::nullopt;
}

EvdevDevice VirtualTouchscreen(DisplaySize display) {
  if (!display.known()) display = kUsualDisplay;
  const int32_t resolution =
      std::max(1, std::min(display.width, display.height) / kWidthMm);
  EvdevDevice device;
  device.set_node("reprise-touch");
  device.set_name("Reprise touchscreen");
  device.set_bus(BUS_VIRTUAL);
  AddProperty(&device, INPUT_PROP_DIRECT);
  AddCode(&device, EV_KEY, BTN_TOUCH);
  AddRange(&device, ABS_MT_SLOT, kVirtualSlots - 1);
  AddRange(&device, ABS_MT_POSITION_X, display.width - 1, resolution);
  AddRange(&device, ABS_MT_POSITION_Y, display.height - 1, resolution);
  AddRange(&device, ABS_MT_TRACKING_ID, 0xffff);
  AddRange(&device, ABS_MT_PRESSURE, kVirtualMaxPressure);
  return device;
}

EvdevDevice VirtualKeyboard() {
  EvdevDevice device;
  device.set_node("reprise-keys");
  device.set_name("Reprise keyboard");
  device.set_bus(BUS_VIRTUAL);
  // All that Android knows, without the buttons of mice and gamepads, which
  // would make it one of those.
  for (uint32_t code = 1; code < KEY_CNT; code++) {
    const bool button = (code >= BTN_MISC && code < KEY_OK) ||
                        (code >= BTN_DPAD_UP && code <= BTN_DPAD_RIGHT);
    if (!button && AndroidKeyOf(code) != 0) AddCode(&device, EV_KEY, code);
  }
  return device;
}

}  // namespace reprise::input
