// MonkeyUser: a person who does anything, the same again for the same seed and
// the same app. Of 100 things 70 are taps, 10 swipes, 5 long presses and 15 the
// Back key. A monkey that sees the screen sends four of five taps and long
// presses to something that can be tapped: it picks a kind of widget, then one
// of that kind, so that a list of many rows is no likelier than a button. The
// rest goes anywhere. It does not press Back on the app's first screen, because
// that leaves the app. A blind one does everything anywhere.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "compare/widgets.h"
#include "input/recording.h"
#include "input/timing.h"
#include "reprise/rect.pb.h"

namespace reprise::session {

struct MonkeyOptions {
  uint32_t steps = 0;  // gestures
  uint64_t seed = 1;
  // Between two; its taps are no double taps.
  int64_t pause_ns = input::kDoubleTapNs + input::kDoubleTapMarginNs;
  input::DisplaySize display;  // must be known
};

inline constexpr uint32_t kMaxMonkeySteps = 100'000;

// What a user sees before acting.
struct Sight {
  const compare::Screenful* screen = nullptr;  // null: nothing
  bool first_screen = false;                   // nothing is below it in the app
};

class MonkeyUser {
 public:
  explicit MonkeyUser(const MonkeyOptions& options)
      : options_(options), random_(options.seed) {}

  bool finished() const { return done_ >= options_.steps; }
  uint32_t done() const { return done_; }
  const MonkeyOptions& options() const { return options_; }

  // The next thing, from `now_ns` on: motions or keys, without frames and ids.
  input::Recording Act(const Sight& sight, int64_t now_ns);

 private:
  uint32_t Below(uint32_t bound);
  // Somewhere in it, in pixels.
  struct Point {
    float x;
    float y;
  };
  Point Within(const Rect& area);
  // Where to tap.
  Point Place(const std::vector<std::vector<Rect>>& kinds);

  MonkeyOptions options_;
  std::mt19937_64 random_;
  uint32_t done_ = 0;
};

// All that a blind one does.
input::Recording PlayMonkey(const MonkeyOptions& options);

// The places on a screen that can be tapped: what is clickable or a list's row,
// enabled and not covered. Those of the same class and id are of one kind.
std::vector<std::vector<Rect>> TappableKinds(const compare::Screenful& screen);

}  // namespace reprise::session
