// TapeDiff: where two runs differ, and how: the differences between two tapes,
// each at the step after which it shows, with its class.
//
// What lasts is told once, where it begins. A run that differs early differs
// in much that follows from it: the first divergence is the one to look at.
//
// Threads: plain functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compare/divergence.h"
#include "compare/run_view.h"

namespace reprise::compare {

struct TapeDiff {
  std::vector<Divergence> divergences;  // the first first
  size_t steps_a = 0;
  size_t steps_b = 0;
  bool by_origin = false;             // the second says which steps it repeats
  std::optional<double> methods;      // Jaccard index of those that ran
  std::vector<std::string> notes;     // what could not be compared, sentences
  std::vector<std::string> compared;  // "activities", "log"
  // Of those the tapes have, and why: "pictures: only one tape has them".
  std::vector<std::string> not_compared;
};

struct DiffOptions {
  bool device = true;    // tell that the devices differ
  bool pictures = true;  // where the views are equal
  // A replay on another display is compared like any other run: device, views,
  // log and preferences. Otherwise it is by its effects, as it was itself.
  bool strict = false;
  // The second is a replay that ended at a divergence, and said this of it.
  // Null: its tape tells.
  const std::vector<Divergence>* stopped = nullptr;
};

// More are not told.
inline constexpr size_t kMaxDivergences = 10'000;

TapeDiff Diff(const RunView& a, const RunView& b,
              const DiffOptions& options = {});

}  // namespace reprise::compare
