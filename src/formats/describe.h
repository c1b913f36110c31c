// A description for devices that a file did not describe, guessed from their
// events, because gestures, pointer events and uinput replay need one.
//
// Threads: plain functions.
#pragma once

#include "input/recording.h"

namespace reprise::formats {

// Gives every device without event types the codes that its frames use, and
// its axes the ranges of their values, those of a touchscreen at least the
// size of recording->display. What was guessed is said in `losses`.
void DescribeFromEvents(input::Recording* recording, input::Losses* losses);

}  // namespace reprise::formats
