// What differs between two screens, view by view: missing, new, changed, moved.
// What follows from another difference (the views below a button that is gone
// move up) is not told beside it.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <vector>

#include "compare/widgets.h"
#include "reprise/rect.pb.h"

namespace reprise::compare {

struct ViewChange {
  enum class Kind { kWindow, kMissing, kNew, kChanged, kMoved };
  Kind kind = Kind::kChanged;
  std::string path;  // "view(id=ok).text"
  std::string expected;
  std::string actual;
  std::string sentence;
  Rect in_a;  // where to look; empty: nowhere
  Rect in_b;
};

struct ViewDiffOptions {
  // False on displays of different sizes: places tell nothing, nor does which
  // part of a list is visible.
  bool places = true;
};

// At most as many are told.
inline constexpr size_t kMaxViewChanges = 100;

std::vector<ViewChange> CompareScreens(const Screenful& a, const Screenful& b,
                                       const ViewDiffOptions& options = {});

// "12:30", "9:05:59 PM": what differs between runs at different times of day.
bool IsClockText(std::string_view text);
// A view that shows the time, whatever its text.
bool IsClock(const ViewNode& node);

}  // namespace reprise::compare
