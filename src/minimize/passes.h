// Later passes: what can be left out of a recording whose units are all
// needed. Each is a Reduction of its own, so every search can do it.
//
// Threads: plain functions.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "input/recording.h"
#include "minimize/reduction.h"

namespace reprise::minimize {

inline constexpr std::string_view kPairsPass = "pairs";
inline constexpr std::string_view kWaitPass = "wait";

// A pass by its name:
//   pairs     units next to each other, by two: what a screen is opened and
//   left
//             with, which no removal of one unit finds
//   streams   whole devices and levels of input: a tape has a run at several
//   sensors   spans of sensors between units (sensors_pass.h)
//   fingers   fingers of gestures with several (fingers_pass.h)
//   points    points of gestures (points_pass.h)
//   characters  of texts, and keys that overlap (characters_pass.h)
//   pauses    pauses that are longer than they must be to tell taps apart; one
//             that is left out becomes that short
//   wait      the time after the last unit, slice by slice
// Null when the recording has nothing for it to leave out.
Result<std::unique_ptr<Reduction>> MakePass(std::string_view name,
                                            const input::Recording& recording);
std::vector<std::string_view> PassNames();

}  // namespace reprise::minimize
