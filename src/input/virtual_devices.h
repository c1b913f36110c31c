// What is typed on the made-up keyboard of pointer_events.h: the keys of a US
// layout for a character.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <optional>

#include "reprise/key_event.pb.h"

namespace reprise::input {

// As many fingers as Android follows.
inline constexpr int32_t kVirtualSlots = 16;
inline constexpr int32_t kVirtualMaxPressure = 255;
// Of a pixel, on a touchscreen that is to repeat positions within pixels: as
// fine as Android's own numbers are there.
inline constexpr int32_t kFineUnits = 65536;

struct Typed {
  uint16_t key;
  bool shift;
};
// None if the keyboard has no such character.
std::optional<Typed> KeyFor(char32_t character);
// The other way round: what a key types; none if it types nothing.
std::optional<char> CharacterOf(Typed typed);
// What a key of a keyboard writes into a text; none if it does something else.
std::optional<char> CharacterOf(const KeyEvent& key);

}  // namespace reprise::input
