// Warps the time of a whole tape: the rules of timing.h, applied to what a
// person did on it, move the messages of all its streams together.
//
// log_time and publish_time of every message and log_time of attachments are
// mapped; order and number stay. Times inside messages are readings of the
// device's clocks and stay, as in every edit: an anchor's publish_time minus
// its monotonic_ns is how far the tape was moved at that place. Gestures are
// derived anew, so that what an earlier edit moved is found where it is now.
// Every changed gap gets a RepriseEvent of KIND_TIME_WARPED at its end.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "input/timing.h"

namespace reprise::input {

struct RetimeReport {
  uint64_t messages = 0;
  uint64_t gaps_changed = 0;
  // From the first message to the last, before and after.
  int64_t recorded_ns = 0;
  int64_t played_ns = 0;
  std::vector<std::string> warnings;  // what of the tape could not be read
};

// `out` may be `in`. A tape on which nobody did anything is an error: there is
// nothing that rules could apply to.
Result<RetimeReport> RetimeTape(FileSystem& files, const std::string& in,
                                const std::string& out,
                                const TimingRules& rules);

}  // namespace reprise::input
