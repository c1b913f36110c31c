// The part of the disassembler that is between .method and .end method.
//
// Threads: any; a function without state.
#pragma once

#include <string>

#include "dex/class_def.h"
#include "dex/pool.h"

namespace reprise::dex {

// The method has code. Labels that are nowhere are printed as :none.
void DisassembleCode(const Pool& pool, const MethodDef& method,
                     std::string* out);

}  // namespace reprise::dex
