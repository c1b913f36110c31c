// Makes every instruction encodable whatever its registers and its number are:
// the reason why transformations may use any register anywhere.
//
// Where a wider or other form of the instruction does, it is taken
// (const/4 to const/16, move to move/16, add-int/2addr to add-int, an invoke to
// its /range). Else values go through a few registers that are added at v0,
// everything else moving up:
//
//   iget v20, v3, LA;->x:I        move-object/from16 v0, v5   (v3, moved up)
//                                 iget v1, v0, LA;->x:I
//                                 move/from16 v22, v1
//
// Threads: any; functions without state.
#pragma once

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/pool.h"

namespace reprise::dex {

// Whether the instruction can be encoded as it is.
bool Fits(const Instruction& instruction);

// The method's code with instructions that all fit. Errors: more registers
// than there can be; an argument list that is not the called method's; a
// number that no form of the instruction can hold.
Result<Code> FitRegisters(const Pool& pool, const MethodDef& method);

}  // namespace reprise::dex
