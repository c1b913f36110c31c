// Solved MDPs: kept in this process, and on disk for the next one, because
// solving five candidates takes half a second and six half a minute.
//
// A file is named mdp-N-M-NR-ST-PRIOR.bin, PRIOR a digest of the prior, and
// holds, in little endian: "reprMDP1", n, m, nr and st as u32, the digest as
// u64, then the values as floats, of 1 to n live traces (mdp_layout.h), and the
// checksum of all that as u64. A file that is not exactly this is solved anew
// and replaced.
//
// Threads: any; who asks for one that is being solved waits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "minimize/mdp.h"

namespace reprise::minimize {

// $XDG_CACHE_HOME/reprise, or ~/.cache/reprise; empty when there is neither.
std::string DefaultMdpFolder();

// As much memory as solving may take here: half of what the machine has.
uint64_t DefaultMdpMemory();

uint64_t DigestOf(const Prior& prior);
std::string MdpFileName(const MdpShape& shape, const Prior& prior);

std::string FormatMdp(const Mdp& mdp, const Prior& prior);
// Needs a shape that CheckMdp() accepts.
Result<std::unique_ptr<Mdp>> ParseMdp(std::string_view bytes,
                                      const MdpShape& shape,
                                      const Prior& prior);

// The MDP from this process, from `folder` unless that is empty, or solved and
// then written there. That it could not be written is only logged.
Result<std::shared_ptr<const Mdp>> FindMdp(FileSystem& files,
                                           const std::string& folder,
                                           const MdpShape& shape,
                                           const Prior& prior,
                                           uint32_t threads);

}  // namespace reprise::minimize
