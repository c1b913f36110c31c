// The order of classes that the format demands.
//
// Threads: any; a function without state.
#pragma once

#include "base/result.h"
#include "dex/writer.h"

namespace reprise::dex {

// The classes in their order, but each after those of them that it extends or
// implements. Errors: a class twice, a class that is its own superclass.
Result<ClassList> SupersFirst(const Pool& pool, const ClassList& classes);

}  // namespace reprise::dex
