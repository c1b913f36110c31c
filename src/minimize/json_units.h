// Lists of units read from JSON, for the lines of workers and journals.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "minimize/candidate.h"
#include "tape/json_line.h"

namespace reprise::minimize {

// The array at `key` of the root: rising, below `units`.
Result<Candidate> UnitsOf(const tape::JsonLine& json, std::string_view key,
                          uint32_t units);

}  // namespace reprise::minimize
