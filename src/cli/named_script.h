// NamedScript: a script whose steps name widgets, or hide the keyboard (a flow
// of Maestro), as `replay` and `record --input-script` play it.
//
// Threads: plain functions.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "cli/console.h"
#include "formats/script.h"
#include "session/script_player.h"
#include "tape/reader.h"

namespace reprise::cli {

// True if a step of it hides the keyboard, if there is one: only who looks at
// the screen can play that.
bool HidesKeyboard(const formats::Script& script);

// The script that a tape was made of; none: it is a recording, or has no such
// steps.
Result<std::optional<formats::Script>> ReadNamedScript(tape::TapeReader& tape);

// What there is to play, for a display of this size. kUnsupported, with the
// first of them, if there are steps that cannot be played. What is left out is
// said; `name` is what people call the script.
Result<session::ScriptOptions> PlayableScript(const formats::Script& script,
                                              const std::string& name,
                                              input::DisplaySize display,
                                              Console& console);

}  // namespace reprise::cli
