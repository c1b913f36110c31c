// StepPlayer: a replay that looks at the app before each step and acts on what
// it sees: compares it with the recording, waits for it, and finds the place
// where the step has to go.
//
//   kernel    the recorded frames as they are
//   pointer   the recorded places, scaled to the display
//   widget    the recorded widget, wherever it is now, and the place within it;
//             it is scrolled to, and a scroll goes on until what was last
//             visible at its end is drawn
//
// Threads: one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/live_diff.h"
#include "compare/widget_search.h"
#include "input/touch_rewrite.h"
#include "reprise/agent.pb.h"
#include "session/replay_steps.h"
#include "session/step_aim.h"
#include "session/step_stage.h"

namespace reprise::session {

class StepPlayer {
 public:
  // All must outlive it. The frames of touch devices are those of `places`,
  // unless the level is kKernel.
  StepPlayer(const ReplayPlan& plan, const std::vector<ReplayStep>& steps,
             const StepOptions& options, const StepDisplays& displays,
             compare::LiveDiff diff, StepStage& stage);

  Result<StepOutcome> Run();

 private:
  struct Seen : compare::LiveLook {
    int64_t now_ns = 0;
    uint32_t rotation = 0;
  };
  struct Aimed {
    input::PointMap map;  // null: as recorded
    compare::LiveEffect effect;
    bool missing = false;
  };

  Status Step(size_t index);
  // Real clock: it follows the step before too soon to look in between.
  bool GoesWithLast(size_t index) const;
  // Who recorded looked on for a while after the last step, and so does this;
  // true: there is something to wait for.
  bool WaitAsRecorded();
  int64_t DueOf(size_t index) const;
  Result<Seen> Look(int64_t due_ns, bool settle = false);
  // Time passes, until `done` or for longer than `limit_ns` (none: than is
  // waited for anything); true if it was.
  Result<bool> WaitFor(const std::function<bool(const Seen&)>& done, Seen* seen,
                       const std::string& what, int64_t recorded_ns,
                       std::optional<int64_t> limit_ns = {});
  Status Await(size_t index, Seen* seen);
  Status Check(size_t moment, Seen* seen);
  // Real clock: until the app shows what it showed in the end.
  Status AwaitEnd();
  bool CrashedAsRecorded(size_t moment) const;
  // Time went on by itself, here or in the recording.
  bool OnRealClock() const {
    return options_.real_clock || diff_.recording().real_clock();
  }
  void Tell(std::vector<compare::Divergence> told);
  Result<Aimed> Aim(const ReplayStep& step, Seen* seen);
  // The parts of Aim().
  Status AimAt(const ReplayStep& step, const compare::WantedWidget& wanted,
               const compare::Found& found, const Seen& seen, Aimed* aimed);
  std::optional<compare::Found> Reachable(const ReplayStep& step,
                                          const compare::WantedWidget& wanted,
                                          const Seen& seen) const;
  Result<std::optional<compare::Found>> Search(
      const ReplayStep& step, const compare::WantedWidget& wanted, Seen* seen);
  Result<std::optional<compare::Found>> SearchIn(
      const ReplayStep& step, const compare::WantedWidget& wanted, bool back,
      Seen* seen);
  // Until nothing moves, bounded.
  Status Rest(Seen* seen);
  Status GoOnScrolling(const ReplayStep& step, Seen* seen);
  // False: nothing moved.
  Result<bool> Swipe(const Rect& within, WidgetEvent::Direction direction,
                     const ReplayStep& step, Seen* seen);
  void TellMissing(const ReplayStep& step, const compare::WantedWidget& wanted,
                   const Seen& seen);
  // Null: the step is left out.
  Status Play(const ReplayStep& step, const input::PointMap* map,
              int64_t start_ns);
  void FindDowns();
  Turns TurnsOf(const ReplayStep& step, const Seen& seen) const;

  const ReplayPlan& plan_;
  const std::vector<ReplayStep>& steps_;
  const StepOptions& options_;
  const StepDisplays& displays_;
  compare::LiveDiff diff_;
  StepStage& stage_;
  std::map<uint32_t, input::TouchRewrite> rewrites_;  // by device
  // Where the first finger of a step went down, in pixels of the recorded
  // display as it was built; by the step's first frame.
  std::map<size_t, input::PixelPoint> downs_;
  std::optional<compare::LiveEffect> effect_;  // of the last step
  int64_t ended_ns_ = 0;                       // the last step did
  int64_t shift_ns_ = 0;                       // by how much later than planned
  size_t checked_ = 0;                         // the last moment that was
  uint32_t swipes_ = 0;  // for the last widget that was searched for
  StepOutcome outcome_;
};

}  // namespace reprise::session
