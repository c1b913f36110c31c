// Selective replay: which frames take part, by device, by kind of device, by
// event type or by gesture. RERAN calls it suppressing classes of events; it
// helps to isolate what a bug needs.
//
// A selection is a list of words, each optionally with a value:
//   touch keys switches sensor pointer joystick other   devices of that class
//   accelerometer compass light proximity gyroscope     that sensor
//   event3, name=*glob*                                 that device
//   type=EV_MSC                                         events of that type
//   gesture=swipe                                       gestures of that kind
// `only` keeps what matches any of its words, `skip` removes what matches any.
// A gesture is kept or removed whole: its frames never go one by one. Events of
// a type are removed from their frames; a frame left without events goes too.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "input/recording.h"

namespace reprise::input {

struct Selection {
  std::vector<std::string> only;  // empty: everything
  std::vector<std::string> skip;
  bool everything() const { return only.empty() && skip.empty(); }
};

struct Selected {
  uint64_t frames_removed = 0;
  uint64_t events_removed = 0;  // from frames that stay
  uint64_t gestures_removed = 0;
};

// Removes what the selection does not want. Gestures must have been derived.
// A word that is none of the above, or that matches nothing in the recording,
// is an error that says which words would.
Result<Selected> Select(const Selection& selection, Recording* recording);

}  // namespace reprise::input
