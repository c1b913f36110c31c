// A script as the list of what its user did, one thing after the other: what
// the writers of test code go through. Gestures are joined with the widgets
// they went to, texts that were typed in a row become one.
//
// Threads: plain values and functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/script.h"
#include "formats/selector.h"

namespace reprise::formats {

struct Step {
  enum class Kind {
    kLaunch,  // text: component, or empty for the app's first screen
    kTap,
    kDoubleTap,
    kLongPress,
    kSwipe,   // between two places
    kScroll,  // until `until` is visible, if that is known
    kText,    // into the field that has the focus
    kErase,   // `number` characters before the cursor
    kKey,     // `number` is Android's code
    kRotate,  // `number` is Surface.ROTATION_*
    kHideKeyboard,
    kNote,  // words only
  };

  Kind kind = Kind::kNote;
  int64_t start_ns = 0;
  int64_t end_ns = 0;
  Selector target;  // empty: not known
  // Where in it, if it matters: 0 to 1 from the left and the top.
  bool off_centre = false;
  float within_x = 0.5F;
  float within_y = 0.5F;
  // Places on the display, if they are known.
  bool has_place = false;
  int x = 0;
  int y = 0;
  int end_x = 0;
  int end_y = 0;
  Selector until;
  WidgetEvent::Direction direction = WidgetEvent::DIRECTION_UNSPECIFIED;
  std::string text;
  int number = 0;
  std::string words;  // for a comment

  int64_t duration_ms() const { return (end_ns - start_ns) / 1'000'000; }
};

// In the order of time. A recording without gestures gets them.
std::vector<Step> StepsOf(const Script& script, input::Losses* losses);

// Where the finger of a scroll goes, when the content goes `direction`: one
// step to the right and down, or 0.
struct Way {
  int x = 0;
  int y = 0;
};
Way FingerWay(WidgetEvent::Direction direction);
// What tools call it, which name what is looked for: content that moves up is
// scrolled "down".
std::string ScrollWord(WidgetEvent::Direction direction);

}  // namespace reprise::formats
