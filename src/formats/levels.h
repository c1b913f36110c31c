// Recordings at the level that a format or a tape needs: frames of the kernel,
// or pointer events and keys of Android. What is there already is left alone.
//
// Threads: plain functions.
#pragma once

#include "input/recording.h"

namespace reprise::formats {

// A recording of pointer events only gets frames of made-up devices.
void ToKernelLevel(input::Recording* recording, input::Losses* losses);

// A recording of frames only gets the pointer events that Android makes of
// them.
void ToPointerLevel(input::Recording* recording);

}  // namespace reprise::formats
