// Who gives which ids on one tape. A message's id is unique on its tape, but
// several processes write to it without asking each other: each therefore
// counts in a range of its own.
//
// Threads: constants.
#pragma once

#include <cstdint>

namespace reprise::tape {

// A range holds a trillion messages and its ids take at most seven bytes.
inline constexpr uint64_t kIdRange = uint64_t{1} << 40;

// The host, and whoever writes a tape alone.
inline constexpr uint64_t kHostIds = 1;
// The agent on the device, when the host writes the tape.
inline constexpr uint64_t kAgentIds = kIdRange;
// The runtime in the app's process number n, from 0, in order of attaching.
constexpr uint64_t RuntimeIds(uint64_t n) { return (2 + n) * kIdRange; }

}  // namespace reprise::tape
