// Where the format has no room for what is to be woven, told before anything
// is changed.
//
// Threads: any; functions without state.
#pragma once

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/code.h"
#include "dex/pool.h"

namespace reprise::weave {

// Handlers are found by offsets of 16 bits. Whether the method's own ones and
// `more` that catch all, each on its own, surely fit.
Status CheckHandlers(const dex::Code& code, size_t more);

// Whether an invocation has as many registers as its method's parameters
// take. ART refuses code where it has not; here, registers are counted on.
Status CheckArguments(const dex::Pool& pool, const dex::Instruction& invoke);

// The same of a method and the registers of its own parameters.
Status CheckParameters(const dex::Pool& pool, const dex::MethodDef& method);

tl::unexpected<Error> TooManyRegisters();

}  // namespace reprise::weave
