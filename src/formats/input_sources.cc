#include "formats/input_sources.h"

#include <array>

namespace reprise::formats {

namespace {

constexpr std::array<InputSource, 11> kSources = {{
    {"keyboard", 0x101, 0},
    {"dpad", 0x201, 0},
    {"gamepad", 0x401, 0},
    {"touchscreen", 0x1002, 1},
    {"mouse", 0x2002, 3},
    {"stylus", 0x4002, 2},
    {"trackball", 0x10004, 3},
    {"touchpad", 0x100008, 1},
    {"touchnavigation", 0x200000, 1},
    {"joystick", 0x1000010, 0},
    {"rotaryencoder", 0x400000, 0},
}};

}  // namespace

const InputSource* InputSourceNamed(std::string_view name) {
  for (const InputSource& source : kSources) {
    if (source.name == name) return &source;
  }
  return nullptr;
}

const InputSource* InputSourceOf(int32_t source) {
  for (const InputSource& known : kSources) {
    if (known.source == source) return &known;
  }
  return nullptr;
}

}  // namespace reprise::formats
