// Text as Android's `input text` takes it, which types it key by key: a blank
// is %s, and only what is on the virtual keyboard can be typed. Monkey's
// DispatchString goes through the same command.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input/recording.h"

namespace reprise::formats {

// What a person sees when `input text` is given this.
std::string FromTyped(std::string_view argument);

// A text is several commands if it has line ends and tabs, which are keys, or
// "%s", which can only be typed in two halves.
struct TypedPiece {
  std::string argument;  // of `input text`; empty: a key
  int32_t key = 0;
};
// Empty if it cannot be typed: it is not ASCII. `separate` are characters that
// the command cannot take and `keys` their Android key codes.
struct SeparateKey {
  char character;
  int32_t key;
};
std::vector<TypedPiece> ToTyped(std::string_view text,
                                const std::vector<SeparateKey>& separate = {});

// The pieces of a text event, or none and a word in `losses`.
std::vector<TypedPiece> TypedPiecesOf(const TextEvent& text,
                                      const std::vector<SeparateKey>& separate,
                                      input::Losses* losses);

}  // namespace reprise::formats
