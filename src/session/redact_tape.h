// Takes what is not to be passed on out of a tape that exists, by the rules of
// redactor.h: before it is attached to a bug report, for one.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "session/redactor.h"

namespace reprise::session {

struct RedactReport {
  uint64_t messages = 0;
  std::vector<std::string> warnings;
};

// `out` may be `in`.
Result<RedactReport> RedactTape(FileSystem& files, const std::string& in,
                                const std::string& out,
                                const RedactionRules& rules);

}  // namespace reprise::session
