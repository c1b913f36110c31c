// What happened between the steps of two runs (crashes, lines of the log,
// activities), and in which one only. What comes one step earlier or later is
// the same for the log, where the order of threads shows; a crash that does so
// is a matter of timing.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compare/run_view.h"
#include "compare/step_alignment.h"
#include "reprise/reprise_event.pb.h"

namespace reprise::compare {

struct NoteChange {
  size_t pair = 0;  // after the step of this pair
  RepriseEvent::Divergence::Class kind =
      RepriseEvent::Divergence::CLASS_UNSPECIFIED;
  std::string topic;
  std::string path;
  std::string expected;
  std::string actual;
  std::string sentence;
  const RunNote* in_a = nullptr;
  const RunNote* in_b = nullptr;
};

// The path of a change in the life of an activity begins so; another screen or
// a crash at the same step explains it.
inline constexpr std::string_view kLifecyclePath = "lifecycle(";

std::vector<NoteChange> CompareNotes(const RunView& a, const RunView& b,
                                     const std::vector<MomentPair>& pairs);

}  // namespace reprise::compare
