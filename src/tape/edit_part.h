// EditPart: one input of an edit, and where it goes on the new tape.
//
// Everything here is decided from summaries alone, before a message is read:
// the place of each part in time, which of its channels stay, under which
// topic. Errors that the user can do something about come from here, so that
// nothing is written for a plan that cannot work.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "tape/edit_plan.h"
#include "tape/reader.h"

namespace reprise::tape {

struct EditPart {
  std::unique_ptr<TapeReader> tape;
  // Added to its times to stand behind the part before; in `shift` the shift
  // of the plan is added as well.
  int64_t moved = 0;
  int64_t shift = 0;
  // What the cut leaves, in the part's own times. Empty: nothing.
  std::vector<TimeRange> ranges;
  // The channels that stay, with their new topics.
  std::map<uint16_t, std::string> topics;
  // Of these, the ones that the user did not ask for (anchors under --keep).
  std::set<uint16_t> implied;
};

// True for a channel of clock anchors: they relate the times of the tape to
// the clocks of the device.
bool IsAnchorChannel(const TapeReader& tape, const Channel& channel);

// `time` + `delta`, or the nearest time that there is; then sets *clamped.
uint64_t MoveTime(uint64_t time, int64_t delta, bool* clamped);

// Opens the inputs and decides the above; warnings and counts go to *report.
Result<std::vector<EditPart>> MakeParts(FileSystem& files, const EditPlan& plan,
                                        EditReport* report);

// The range of the whole tape as the user sees it, e.g. "0s to 12.5s".
std::string DescribeTimes(const std::vector<EditPart>& parts, bool from_start);

}  // namespace reprise::tape
