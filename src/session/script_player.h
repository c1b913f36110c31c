// ScriptPlayer: plays a script of a test tool, whose steps name widgets instead
// of places: it looks for the widget, waits for it, and touches its middle; a
// scroll goes on until what it is to show is there.
//
// Threads: one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/widgets.h"
#include "formats/steps.h"
#include "input/recording.h"
#include "session/step_player.h"

namespace reprise::session {

struct ScriptOptions {
  std::vector<formats::Step> steps;
  input::DisplaySize display;        // as it was built
  int64_t wait_ns = 10'000'000'000;  // for a widget, of the device's time
};

// kUnsupported, with the first step that no player could play, before anything
// is played.
Status CheckScript(const std::vector<formats::Step>& steps);

// Steps that are no input, such as assertions: nobody plays them.
size_t CountNotes(const std::vector<formats::Step>& steps);

class ScriptPlayer {
 public:
  // The stage plays on the devices of LivePlan(). Both must outlive it.
  ScriptPlayer(const ScriptOptions& options, StepStage& stage)
      : options_(options), stage_(stage) {}

  // None: all of it was played. Otherwise which step was not and why, in a
  // sentence; nothing after it was.
  Result<std::optional<std::string>> Run();

 private:
  struct Seen {
    std::optional<compare::Screenful> screen;  // none: nothing is shown
    uint32_t rotation = 0;
    bool settled = false;
    std::string views;  // to tell two of them apart
  };
  struct Place {
    float x = 0;
    float y = 0;
  };

  Status Play(const formats::Step& step);
  Status PlayTouch(const formats::Step& step);
  Status PlayScroll(const formats::Step& step);
  Status PlayKeys(int32_t code, int count);
  Status Swipe(Place from, Place to, int64_t ns);
  Status Send(input::Recording done);
  Status Look();
  Status Rest();
  bool KeyboardShown() const;
  // Until it is there and nothing moves, bounded; none: it did not come.
  Result<std::optional<Place>> Await(const formats::Selector& target);
  // The same for anything; whoever asks knows whether it came.
  Status AwaitRest(const std::function<bool()>& there);
  std::optional<Place> PlaceOf(const formats::Selector& target) const;
  Rect ScrolledArea(const formats::Selector& target) const;
  void TellMissing(const formats::Step& step, const formats::Selector& target);

  const ScriptOptions& options_;
  StepStage& stage_;
  Seen seen_;
  int64_t now_ns_ = 0;  // nothing is played before it
  uint64_t next_id_ = 1;
  size_t number_ = 0;  // of the step, from 1
  std::optional<std::string> problem_;
};

}  // namespace reprise::session
