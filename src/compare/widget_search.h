// WidgetSearch: the widget of a recorded step on another screen, for who is
// about to act on it. Screenful::Find() gives what is most like it; acting on
// something that is merely like it would be another step, so here it has to be
// the same: the same text, or the only one with its id, and in a list the same
// row.
//
// Threads: plain functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/widgets.h"

namespace reprise::compare {

struct WantedWidget {
  WidgetIdentity identity;
  std::optional<int32_t> row = {};       // of the list that it is in
  std::vector<std::string> around = {};  // classes of all its ancestors
};

// What a step went to, as the screen before it tells.
WantedWidget Wanted(const WidgetIdentity& identity, const Screenful* before);

std::optional<Found> FindSame(const Screenful& screen,
                              const WantedWidget& wanted);

// What people call the views that are most like it, the likest first.
std::vector<std::string> NearestNames(const Screenful& screen,
                                      const WantedWidget& wanted,
                                      size_t count = 3);

// What may scroll it into view: what scrolls and has a class of those around
// it, the largest first.
std::vector<WidgetRef> MayReveal(const Screenful& screen,
                                 const WantedWidget& wanted);

// The same view in a later state of the same screen, whatever it says now;
// none: it went, or the screen is another one.
std::optional<WidgetRef> Follow(const Screenful& before, WidgetRef widget,
                                const Screenful& after);

}  // namespace reprise::compare
