// Candidates as tapes: what a run of --test gets, and the result.
//
// A tape of a candidate has its input, when that ends and, of the tape it was
// made from, the attachments that a replay needs (device, app, state); streams
// that are no input would no longer fit and are left out.
//
// Threads: one at a time.
#pragma once

#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "input/recording.h"
#include "tape/reader.h"

namespace reprise::minimize {

// Replaces `path`, which is there whole or not at all.
Status WriteCandidateTape(FileSystem& files, tape::TapeReader& source,
                          input::Recording recording,
                          std::string_view command_line,
                          const std::string& path);

}  // namespace reprise::minimize
