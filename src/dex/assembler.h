// Classes from text, as the disassembler prints them and people write them in
// tests. The language is described in docs/architecture/dex.md.
//
// Errors are of kind kInvalidArgument and begin with the line: "line 12: ...".
// Text is hostile, too: nesting and numbers are bounded, and nothing is
// allocated that the text does not spell out.
//
// Threads: one at a time, together with the Pool.
#pragma once

#include <string_view>

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/pool.h"

namespace reprise::dex {

Result<DexFile> Assemble(std::string_view text, Pool* pool);

}  // namespace reprise::dex
