// Divergence: one difference between two runs, for people and for the tape: at
// which step it shows, of which class it is, and where to look.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "reprise/rect.pb.h"
#include "reprise/reprise_event.pb.h"

namespace reprise::compare {

using DivergenceClass = RepriseEvent::Divergence::Class;

// What comes so much later or earlier in a run on a real clock is no
// divergence: the machine had other things to do.
inline constexpr int64_t kLateOnRealClockNs = 5'000'000'000;

struct Divergence {
  size_t step = 0;       // of the first run, from 1; 0: its start
  std::string words;     // of that step
  bool at_step = false;  // it shows when that step is to be done, not after it
  // When it shows, in ns from the begin of each tape; none: it does not.
  std::optional<int64_t> time_a;
  std::optional<int64_t> time_b;
  DivergenceClass kind = RepriseEvent::Divergence::CLASS_UNSPECIFIED;
  std::string topic;
  std::string path;
  std::string expected;
  std::string actual;
  std::string sentence;
  // For pictures of it: ids of frames, and where to look on them.
  uint64_t screen_a = 0;
  uint64_t screen_b = 0;
  Rect area_a;
  Rect area_b;
  // The messages that it shows in; 0: none.
  uint64_t id_a = 0;
  uint64_t id_b = 0;
};

// "timing", "missing-widget".
std::string_view NameOf(DivergenceClass kind);
// "after step 3 (tap 'Save' in Notes): 'Saved' is missing"
std::string Sentence(const Divergence& divergence);
// As a message of a replay's tape, without an id, and back.
RepriseEvent ToEvent(const Divergence& divergence);
Divergence FromEvent(const RepriseEvent& event);
// The first line of a value that has something in it, cut where it is long.
std::string Excerpt(std::string_view value);
// Two values for a sentence: of long ones the begin, the place where they
// differ first, and the end.
std::pair<std::string, std::string> Shortened(std::string_view one,
                                              std::string_view other);

}  // namespace reprise::compare
