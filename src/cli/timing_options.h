// The options that change the time of a recording, shared by the verbs that
// play and that edit it.
//
// Threads: plain functions.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/parse.h"
#include "cli/verb.h"
#include "input/timing.h"

namespace reprise::cli {

// --timing, with this help, and those beside it, between the verb's others.
std::vector<Option> WithTimingOptions(std::vector<Option> before,
                                      std::string_view timing_help,
                                      std::vector<Option> after = {});

Result<input::TimingRules> ReadTiming(const Arguments& arguments);

}  // namespace reprise::cli
