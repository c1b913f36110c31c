// Edit: makes a tape out of one or several others (edit_plan.h says how).
//
// Tapes may be larger than memory: messages stream through, in the order of
// their files. Only a plan that removes messages or joins tapes reads its
// inputs twice (survey.h says why).
//
// The new tape is written beside its place and moved there when it is whole,
// so `out` may be one of the inputs. A cut or damaged input is edited as far
// as it can be read; the report's warnings say what was wrong with it.
//
// What holds for the new tape, whatever the plan:
//  1. A message that nothing in the plan concerns keeps its data, byte by byte.
//  2. Every link names a message of the new tape; what cannot is cleared and
//     counted. `origin` is never changed: it names a message of another tape.
//  3. The bytes of every blob stand in the first message that names it.
//  4. What a message needs to be understood is there: anchors around every
//     piece of a cut, the frames that a frame is built on.
//  5. Times inside messages are readings of the device's clocks and stay; an
//     anchor's publish_time minus its monotonic_ns is how far its piece of the
//     tape was moved.
//
// Threads: one at a time.
#pragma once

#include <string>

#include "base/file.h"
#include "base/result.h"
#include "tape/edit_plan.h"

namespace reprise::tape {

Result<EditReport> Edit(FileSystem& files, const EditPlan& plan,
                        const std::string& out);

}  // namespace reprise::tape
