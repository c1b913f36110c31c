// LiveDiff: a run compared with its recording while it goes on, from what can
// be seen at a step: activities and views. Log, preferences and pictures are
// compared when its tape is complete (tape_diff.h).
//
// On a display like the recorded one all views are compared. On another one a
// run is the same if its effects are: the same activities, and after each step
// the widget that it went to says the same and is in the same state.
//
// Threads: one at a time; the recording must outlive it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compare/divergence.h"
#include "compare/run_view.h"
#include "compare/widgets.h"
#include "reprise/state.pb.h"

namespace reprise::compare {

// The app as it is.
struct LiveLook {
  explicit LiveLook(const StateEvent& state);
  LiveLook() = default;

  std::string activity;
  std::vector<std::string> stack;
  std::shared_ptr<const Screenful> screen;  // null: nothing to see
  bool settled = false;
  bool Same(const LiveLook& other) const;
};

// The widget that the last step went to, before that step.
struct LiveEffect {
  std::optional<WidgetRef> recorded;  // in the recording's state
  std::optional<WidgetRef> now;
  LiveLook before;
};

class LiveDiff {
 public:
  LiveDiff(const RunView& recording, bool same_display)
      : recording_(recording), same_display_(same_display) {}

  // The state before this moment of the recording, and what is seen instead.
  // `effect`: of the step before; null: there was none.
  std::vector<Divergence> Compare(size_t moment, const LiveLook& now,
                                  const LiveEffect* effect) const;
  // Without those that the last call of it told, too.
  std::vector<Divergence> News(std::vector<Divergence> told);

  bool same_display() const { return same_display_; }
  const RunView& recording() const { return recording_; }
  // The screen before a moment; null: none.
  std::shared_ptr<const Screenful> ScreenBefore(size_t moment) const;
  // A divergence with step, words and time of this moment.
  Divergence At(size_t moment) const;

 private:
  std::vector<Divergence> CompareEffect(size_t moment, const Screenful& was,
                                        const Screenful& is,
                                        const LiveEffect& effect) const;

  const RunView& recording_;
  const bool same_display_;
  std::set<std::string> lasting_;
};

}  // namespace reprise::compare
