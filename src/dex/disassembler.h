// Classes as text: what people read, what the tests of transformations
// compare, and what the assembler takes. The language is described in
// docs/architecture/dex.md.
//
// Assemble(Disassemble(x)) is the same classes; labels are numbered in the
// order of the code, so equal code is equal text.
//
// Threads: any; functions without state.
#pragma once

#include <string>

#include "dex/class_def.h"
#include "dex/pool.h"

namespace reprise::dex {

std::string Disassemble(const Pool& pool, const DexFile& file);
std::string DisassembleClass(const Pool& pool, const ClassDef& entry);
// From .method to .end method.
std::string DisassembleMethod(const Pool& pool, const MethodDef& method);

// How many registers the method's parameters take, with `this`.
uint32_t InsOf(const Pool& pool, const MethodDef& method);

}  // namespace reprise::dex
