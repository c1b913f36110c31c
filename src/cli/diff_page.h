// The page of `reprise diff --html`: both screens side by side at each
// divergence, with a box around what differs. One file that needs no other.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <utility>

#include "compare/tape_diff.h"

namespace reprise::cli {

// More divergences, and pictures, are not drawn; the page says so.
inline constexpr size_t kMaxPageDivergences = 200;
inline constexpr size_t kMaxPageBytes = size_t{64} << 20;

// `names` are what people call the two tapes.
std::string DiffPage(const compare::TapeDiff& diff, const compare::RunView& a,
                     const compare::RunView& b,
                     const std::pair<std::string, std::string>& names);

}  // namespace reprise::cli
