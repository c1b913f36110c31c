// The recording as the runtime inside an app takes it for a replay: the calls
// of a tape, as a ring file that never wraps.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "tape/reader.h"

namespace reprise::ring {

// Writes all messages of /call to `path`, in the order of the tape; gives how
// many. Refuses more than the runtime can map, 2 GiB.
Result<uint64_t> WriteReplayFile(tape::TapeReader& tape, FileSystem& files,
                                 const std::string& path);

// The header of a ring with this capacity and these channels.
std::string RingHeader(uint64_t capacity, uint64_t key,
                       std::string_view channels);
// An entry with a message, padded, as it stands at `position`.
std::string RingEntry(uint64_t position, uint64_t key, uint16_t channel,
                      uint64_t log_time, uint64_t publish_time,
                      std::string_view data);

}  // namespace reprise::ring
