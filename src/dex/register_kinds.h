// Whether a register holds a reference at some place in the code. Only needed
// where an instruction does not say it itself: if-eq and its like compare
// numbers as well as references, yet moving either takes the right move.
//
// Threads: any; functions without state.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/pool.h"

namespace reprise::dex {

// For each of the method's instructions whether the registers it reads hold
// references, answered for if-eq, if-ne, if-eqz and if-nez only (else false).
// The constant 0, which is also null, counts as no reference. An error when the
// code is too big for it (kMaxRegisterStates).
inline constexpr uint64_t kMaxRegisterStates = 1 << 28;
Result<std::vector<bool>> ComparesReferences(const Pool& pool,
                                             const MethodDef& method);

// The types of the values that an instruction with a list or row of registers
// takes, in order: 'i', 'w' or 'o' each, as in opcodes.inc.
std::string ArgumentKinds(const Pool& pool, const Instruction& instruction);

// 'i', 'w' or 'o'.
char KindOf(std::string_view descriptor);

}  // namespace reprise::dex
