// The pass that leaves out characters: of texts that were committed, and the
// single keys of gestures in which several were pressed (who types fast presses
// the next key before the last one is up).
//
// A character is a code point with the marks that belong to it. Texts in which
// secrets were replaced stay whole: half a pseudonym stands for nothing.
//
// Threads: plain functions.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "input/recording.h"
#include "minimize/reduction.h"

namespace reprise::minimize {

// For passes.h. Texts and gestures of one character are units already.
Result<std::unique_ptr<Reduction>> MakeCharacters(
    const input::Recording& recording);

// The characters of `text`, one after the other. Bytes that are no UTF-8 are a
// character each.
std::vector<std::string_view> CharactersOf(std::string_view text);

}  // namespace reprise::minimize
